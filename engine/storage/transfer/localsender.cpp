// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/localsender.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/hereerror.h"

#include <QScopeGuard>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

QString changedWhileSent()
{
    return QStringLiteral("it changed while it was sent");
}

bool isSame(const struct ::stat &one, const struct ::stat &other)
{
    return one.st_size == other.st_size && one.st_mtim.tv_sec == other.st_mtim.tv_sec
        && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec;
}

Result<void> resultOf(int number, const StageWriter &writer) // what is of one file only was told
{
    return number == StageWriter::broken ? Result<void>(writer.trouble()) : Result<void>();
}

/// Bytes from \a at on; fewer, with errno or 0, when there are no more.
qsizetype readAt(int file, char *to, qsizetype wanted, qint64 at)
{
    qsizetype have = 0;
    while (have < wanted) {
        const ssize_t got = ::pread(file, to + have, size_t(wanted - have), at + have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            break;
        have += got;
    }
    return have;
}

} // namespace

Result<void> LocalSender::sendTrees(StageLane &lane, WorkQueue<TreeBatch> &queue, const std::function<bool()> &)
{
    TreeFiles files(m_context.plan.folder);
    int number = 0;
    while (const auto batch = queue.pop()) {
        for (auto entry = batch->cbegin(); entry != batch->cend() && number != StageWriter::broken; ++entry)
            number = sendEntry(*lane.writer, files, *entry);
        if (number == StageWriter::broken)
            return lane.writer->trouble();
    }
    return resultOf(lane.writer->finish(), *lane.writer);
}

int LocalSender::sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry)
{
    if (entry.kind == EntryKind::File)
        return sendFile(writer, files, entry);
    TreeEntry there = entry;
    there.path = m_context.nameThere(entry.path);
    const int number = writer.add(there);
    if (number == 0)
        m_context.counters.filesDone += entry.kind == EntryKind::Link;
    else if (number != StageWriter::broken)
        m_context.failed.add(entry.path, wordsOf(number));
    return number;
}

int LocalSender::sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry)
{
    const UniqueFd file = files.open(entry.path);
    struct ::stat status
    {
    };
    if (!file.isValid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        m_context.failed.add(entry.path, wordsOf(file.isValid() ? EINVAL : errno));
        return 0;
    }
    TreeEntry there = entry;
    there.size = status.st_size;
    there.modified = status.st_mtim.tv_sec;
    there.modifiedNs = status.st_mtim.tv_nsec;
    int number = writer.begin(there, m_context.nameThere(entry.path));
    there.path = m_context.nameThere(entry.path);
    thread_local QByteArray buffer(fileReadBytes, Qt::Uninitialized);
    qint64 at = 0;
    auto uncounted = qScopeGuard([&] { m_context.counters.bytesDone -= at; });
    while (at < there.size && number == 0) {
        const qsizetype wanted = qMin<qint64>(fileReadBytes, there.size - at);
        if (readAt(file.get(), buffer.data(), wanted, at) < wanted) {
            m_context.failed.addSpoiled(there.path, errno == 0 ? changedWhileSent() : wordsOf(errno));
            return writer.finish(); // it does not look whole then
        }
        m_context.pacer.wait(wanted);
        m_context.counters.bytesSent += wanted;
        number = writer.write(QByteArrayView(buffer).first(wanted));
        m_context.counters.bytesDone += wanted;
        at += wanted;
    }
    struct ::stat after
    {
    };
    if (number == 0 && (::fstat(file.get(), &after) != 0 || !isSame(status, after))) {
        m_context.failed.addSpoiled(there.path, changedWhileSent());
        return writer.finish();
    }
    if (number == 0)
        number = writer.end();
    if (number == 0) {
        ++m_context.counters.filesDone;
        uncounted.dismiss();
    } else if (number != StageWriter::broken) {
        m_context.failed.addSpoiled(there.path, wordsOf(number));
    }
    return number;
}

/// Sends parts of files over one lane as they come.
class LocalSender::Line final
{
public:
    Line(LocalSender &sender, StageWriter &writer) : m_sender(sender), m_writer(writer) { }

    Result<void> send(const PartQueue::Part &part)
    {
        if (m_index != part.file) {
            if (const auto ended = end(); !ended)
                return ended;
            if (const auto begun = begin(part.file); !begun)
                return begun;
        }
        for (qint64 mib = part.first; mib < part.first + part.count && !m_isBad; ++mib) {
            if (const auto sent = sendMebibyte(mib); !sent)
                return sent;
        }
        return {};
    }

    Result<void> end()
    {
        if (!m_index)
            return {};
        if (!m_isBad && !isAsItWas(m_file.get(), m_entry))
            spoil(changedWhileSent());
        const int number = m_isOpen ? m_writer.endParts() : 0;
        m_isOpen = false;
        const Result<void> ended = told(number);
        m_index.reset();
        return ended;
    }

private:
    Result<void> begin(size_t index)
    {
        m_index = index;
        m_entry = m_sender.m_parts.file(index);
        m_isBad = false;
        m_file = TreeFiles(m_sender.m_context.plan.folder).open(m_entry.path);
        if (!m_file.isValid()) {
            spoil(wordsOf(errno));
            return {};
        }
        const int number = m_writer.beginParts(m_entry, m_sender.m_context.nameThere(m_entry.path));
        m_isOpen = number == 0;
        return told(number);
    }

    [[nodiscard]] bool isHoleAt(qint64 mib) const
    {
        const off_t data = ::lseek(m_file.get(), mib * mebi, SEEK_DATA);
        return data < 0 ? errno == ENXIO : data >= (mib + 1) * mebi;
    }

    Result<void> sendMebibyte(qint64 mib)
    {
        const qint64 at = mib * mebi;
        const qint64 size = qMin(mebi, m_entry.size - at);
        int number = 0;
        const bool isHole = isHoleAt(mib);
        if (isHole) {
            number = m_writer.putHole(at, size);
        } else {
            m_buffer.resize(size);
            if (readAt(m_file.get(), m_buffer.data(), size, at) < size) {
                spoil(errno == 0 ? changedWhileSent() : wordsOf(errno));
                return {};
            }
            m_sender.m_context.pacer.wait(size);
            number = m_writer.putBlock(at, m_buffer);
            m_sender.m_context.counters.bytesSent += size;
        }
        if (number == 0)
            number = m_writer.endMebibyte(mib);
        if (isHole)
            m_sender.m_context.counters.spare(size);
        else
            m_sender.m_context.counters.bytesDone += size;
        return told(number);
    }

    Result<void> told(int number)
    {
        if (number > 0)
            spoil(wordsOf(number));
        return resultOf(number, m_writer);
    }

    void spoil(const QString &why)
    {
        if (std::exchange(m_isBad, true))
            return;
        m_sender.m_parts.spoil(*m_index);
        const QByteArray there = m_sender.m_context.nameThere(m_entry.path);
        if (!m_sender.m_context.failed.spoiled(there))
            m_sender.m_context.failed.addSpoiled(there, why);
    }

    LocalSender &m_sender;
    StageWriter &m_writer;
    std::optional<size_t> m_index;
    TreeEntry m_entry;
    bool m_isBad = false;
    bool m_isOpen = false;
    UniqueFd m_file;
    QByteArray m_buffer;
};

Result<void> LocalSender::sendParts(StageLane &lane)
{
    Line line(*this, *lane.writer);
    while (const auto part = m_parts.take()) {
        if (const auto sent = line.send(*part); !sent)
            return sent;
    }
    return line.end();
}

Result<void> LocalSender::seal(StageLane &lane)
{
    return m_parts.seal(*lane.writer);
}

} // namespace engine
