// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/tarstream.h"

#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <sys/stat.h>

namespace engine {

namespace {

constexpr qsizetype sinkBytes = 256 * 1024; // of one call of the sink

struct FreeEntry
{
    void operator()(archive_entry *entry) const { archive_entry_free(entry); }
};

unsigned fileType(EntryKind kind)
{
    switch (kind) {
    case EntryKind::Folder:
        return AE_IFDIR;
    case EntryKind::Link:
        return AE_IFLNK;
    case EntryKind::File:
    case EntryKind::Other:
        break;
    }
    return AE_IFREG;
}

} // namespace

TarStream::TarStream(Sink sink) : m_sink(std::move(sink)), m_archive(archive_write_new())
{
    archive_write_set_format_gnutar(m_archive);
    archive_write_add_filter_none(m_archive);
    archive_write_set_bytes_per_block(m_archive, 0); // no buffering, as cut() has to know the bytes of the sink
    archive_write_set_bytes_in_last_block(m_archive, 1);
    m_block.reserve(sinkBytes);
    archive_write_open(
        m_archive, this, nullptr,
        [](archive *, void *self, const void *bytes, size_t length) -> la_ssize_t {
            auto *stream = static_cast<TarStream *>(self);
            const auto put = stream->m_sinkError ? Result<void>()
                                                 : stream->put({static_cast<const char *>(bytes), qsizetype(length)});
            if (!put)
                stream->m_sinkError = put.error();
            return la_ssize_t(length);
        },
        nullptr);
}

TarStream::~TarStream()
{
    m_sink = [](QByteArrayView) -> Result<void> { return {}; }; // drops the rest of a stream that was not finished
    archive_write_free(m_archive);
}

// A full block is passed to the sink when more bytes follow.
Result<void> TarStream::put(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (m_block.size() == sinkBytes) {
            if (const auto given = m_sink(m_block); !given)
                return given;
            m_given += m_block.size();
            m_block.resize(0);
        }
        const qsizetype piece = qMin(sinkBytes - m_block.size(), bytes.size());
        m_block.append(bytes.first(piece));
        bytes = bytes.sliced(piece);
    }
    return {};
}

Result<void> TarStream::add(const TreeEntry &entry)
{
    if (entry.kind != EntryKind::Folder) {
        if (const auto added = addFoldersOf(entry.path); !added)
            return added;
    }
    return addHeader(entry);
}

// Adds missing parent folders: GNU tar makes them itself, but drops the entry if another tar makes the same folder at
// that moment. A folder entry may exist already. Its permissions and time are set later.
Result<void> TarStream::addFoldersOf(const QByteArray &path)
{
    const QByteArray folder = path.left(qMax(path.lastIndexOf('/'), qsizetype(0)));
    if (folder == m_folder)
        return {};
    const QByteArray known = m_folder + '/';
    for (qsizetype end = 0; end < folder.size();) {
        end = folder.indexOf('/', end + 1);
        if (end < 0)
            end = folder.size();
        TreeEntry ancestor;
        ancestor.path = folder.first(end);
        ancestor.kind = EntryKind::Folder;
        ancestor.mode = S_IRWXU;
        if (known.startsWith(QByteArray(ancestor.path + '/')))
            continue;
        if (const auto added = addHeader(ancestor); !added)
            return added;
    }
    m_folder = folder;
    return {};
}

// The format has no parts of a second, and no times before 1970. They are in an extended pax header, which GNU tar
// reads. Other programs ignore it, or unpack it as a file, which verify() removes.
Result<void> TarStream::putMoment(const TreeEntry &entry)
{
    constexpr qsizetype blockSize = 512;
    constexpr qsizetype sumAt = 148;
    if (entry.modifiedNs == 0 && entry.modified >= 0)
        return {};
    const QByteArray words = " mtime=" + timeWord(entry) + '\n';
    const QByteArray record = QByteArray::number(words.size() + 2) + words; // the length has two digits
    QByteArray header(blockSize, '\0');
    const auto field = [&header](qsizetype at, const QByteArray &text) { header.replace(at, text.size(), text); };
    const auto octal = [](qint64 number, int digits) {
        return QByteArray::number(number, 8).rightJustified(digits, '0');
    };
    field(0, "./PaxHeaders/mtime");
    field(100, "0000600");
    field(108, "0000000");
    field(116, "0000000");
    field(124, octal(record.size(), 11));
    field(136, octal(0, 11));
    field(sumAt, "        ");
    field(156, "x");
    field(257, QByteArray("ustar\00000", 8));
    const qint64 sum = std::accumulate(header.cbegin(), header.cend(), qint64(0),
                                       [](qint64 before, char byte) { return before + uchar(byte); });
    field(sumAt, octal(sum, 6) + '\0' + ' ');
    header += record.leftJustified(blockSize, '\0');
    return put(header);
}

Result<void> TarStream::addHeader(const TreeEntry &entry)
{
    archive_write_finish_entry(m_archive); // pads the last block of the entry before
    m_lastAt = m_given + m_block.size();
    if (const auto put = putMoment(entry); !put)
        return put;
    const std::unique_ptr<archive_entry, FreeEntry> header(archive_entry_new());
    archive_entry_copy_pathname(header.get(), entry.path.constData());
    archive_entry_set_filetype(header.get(), fileType(entry.kind));
    archive_entry_set_perm(header.get(), mode_t(entry.mode));
    archive_entry_set_mtime(header.get(), time_t(entry.modified), 0);
    archive_entry_set_size(header.get(), entry.kind == EntryKind::File ? entry.size : 0);
    if (entry.kind == EntryKind::Link)
        archive_entry_copy_symlink(header.get(), entry.target.constData());
    return check(archive_write_header(m_archive, header.get()), entry.path);
}

Result<void> TarStream::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const la_ssize_t put = archive_write_data(m_archive, bytes.data(), size_t(bytes.size()));
        if (put <= 0 || m_sinkError)
            return check(ARCHIVE_FATAL, {});
        bytes = bytes.sliced(put);
    }
    return {};
}

Result<void> TarStream::finish()
{
    const auto closed = check(archive_write_close(m_archive), {});
    return closed ? m_sink(m_block) : closed;
}

Result<void> TarStream::cut()
{
    return m_sinkError ? Result<void>(*m_sinkError) : m_sink(m_block.first(qMax<qint64>(m_lastAt - m_given, 0)));
}

Result<void> TarStream::check(int rc, const QByteArray &path)
{
    if (m_sinkError)
        return *m_sinkError;
    if (rc == ARCHIVE_OK || rc == ARCHIVE_WARN)
        return {};
    const char *words = archive_error_string(m_archive);
    const QString technical = QString::fromLocal8Bit(words ? words : "");
    return Error::of(
        ErrorCode::IoError,
        {QT_TRANSLATE_NOOP("engine", "%1 cannot be sent: %2."), {shownPath(pathFromBytes(path)), technical}},
        pathFromBytes(path), technical);
}

Result<QByteArray> unpacked(BulkCommand &command, const Result<void> &sent, const ReportTrouble &hear)
{
    const Result<CommandResult> result = command.finish();
    if (!result)
        return sent ? result.error() : sent.error();
    if (result->exitCode == 0) { // BusyBox exits with 0 also when it could not make a folder
        (void)parseTarMessages(result->errorOutput, hear);
        return sent ? Result<QByteArray>(result->output) : sent.error();
    }
    if (result->isKilled()) // by bd_end_others of another run, or for lack of memory
        return endedEarly();
    const auto heard = parseTarMessages(result->errorOutput, hear);
    if (!heard)
        return heard.error();
    return sent ? Result<QByteArray>(QByteArray()) : couldNot(result->errorOutput);
}

Result<void> unpackedCut(BulkCommand &command, const Result<void> &sent, const ReportTrouble &hear)
{
    const Result<CommandResult> result = command.finish();
    if (!result)
        return sent ? Result<void>(result.error()) : sent;
    if (result->isKilled())
        return endedEarly();
    const QByteArrayList lines = result->errorOutput.split('\n');
    const bool isOfAll = std::any_of(lines.cbegin(), lines.cend(), [](const auto &line) { return isOfTheDisk(line); });
    const auto heard = parseTarMessages(result->errorOutput, hear);
    return isOfAll ? heard : sent;
}

} // namespace engine
