// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/herereader.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/hereerror.h"

#include <QScopeGuard>

#include <cerrno>
#include <unistd.h>

namespace engine {

namespace {

QString changedWhileSent()
{
    return QStringLiteral("it changed while it was sent");
}

} // namespace

Result<void> HereReader::readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer)
{
    TreeFiles files(m_context.plan.folder);
    while (const auto batch = queue.pop()) {
        for (const TreeEntry &entry : *batch) {
            if (sendEntry(writer, files, entry) == StageWriter::broken)
                return writer.trouble();
        }
    }
    return {};
}

int HereReader::sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry)
{
    constexpr qint64 headBytes = 512; // least bytes that are sent for a file beside its own
    m_context.pacer.wait(headBytes);
    if (entry.kind == EntryKind::File)
        return sendFile(writer, files, entry);
    TreeEntry there = entry;
    there.path = m_context.targetPath(entry.path);
    const int number = writer.add(there);
    if (number == 0)
        m_context.counters.filesDone += entry.kind == EntryKind::Link;
    else if (number != StageWriter::broken)
        m_context.failed.add(entry.path, wordsOf(number));
    return number;
}

// A file that has changed since it was listed is sent in its new version. A file that changes while it is read is cut
// off in the writer, so that it does not look whole.
int HereReader::sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry)
{
    const UniqueFd file = files.open(entry.path);
    const auto status = file.isValid() ? statOf(file.get()) : std::nullopt;
    if (!status || !S_ISREG(status->st_mode)) {
        m_context.failed.add(entry.path, wordsOf(file.isValid() ? EINVAL : errno));
        return 0;
    }
    TreeEntry now = entry;
    now.size = status->st_size;
    now.modified = status->st_mtim.tv_sec;
    now.modifiedNs = status->st_mtim.tv_nsec;
    const QByteArray there = m_context.targetPath(entry.path);
    // The progress of such a large file is noted, so no bytes of an older version may be in the staging folder.
    if (now.size > mostResent && entry.size <= mostResent && m_context.state.staged.containsPath(there)) {
        m_context.failed.add(entry.path, changedWhileSent());
        return 0;
    }
    if (!isAsItWas(file.get(), entry))
        m_context.state.versions.addRead(now, m_context.state.entries.atTarget(now));
    int number = writer.begin(now, there);
    thread_local QByteArray buffer(fileReadBytes, Qt::Uninitialized);
    qint64 at = 0;
    auto uncounted = qScopeGuard([&] { m_context.counters.bytesDone -= at; });
    while (at < now.size && number == 0) {
        const qsizetype wanted = qMin<qint64>(fileReadBytes, now.size - at);
        if (readAt(file.get(), buffer.data(), wanted, at) < wanted) {
            m_context.failed.addSpoiled(there, errno == 0 ? changedWhileSent() : wordsOf(errno));
            m_context.journal.spoil(there);
            return writer.finish();
        }
        m_context.pacer.wait(wanted);
        m_context.counters.bytesSent += wanted;
        number = writer.write(QByteArrayView(buffer).first(wanted));
        m_context.counters.bytesDone += wanted;
        at += wanted;
    }
    if (number == 0 && !isAsItWas(file.get(), now)) {
        m_context.failed.addSpoiled(there, changedWhileSent());
        return writer.finish();
    }
    if (number == 0)
        number = writer.end();
    if (number == 0) {
        ++m_context.counters.filesDone;
        uncounted.dismiss();
    } else if (number != StageWriter::broken) {
        m_context.failed.addSpoiled(there, wordsOf(number));
    }
    return number;
}

/// Sends parts of large files over one lane.
class HereReader::Line final : public PartLane
{
public:
    Line(HereReader &reader, StageWriter &writer) : PartLane(reader.m_context, reader.m_parts, writer) { }

private:
    Result<void> bring(const PartQueue::Part &part) override
    {
        if (part.count == 0) {
            m_parts.setData(part.file, dataRuns(m_file.get(), m_entry.size));
            return {};
        }
        if (const auto begun = m_isOpen ? Result<void>() : beginParts(); !begun || m_isBad)
            return begun;
        return isHole(part) ? putHoles(part) : sendRun(part);
    }

    Result<void> end() override
    {
        if (!m_isBad && !isAsItWas(m_file.get(), m_entry))
            fail(changedWhileSent());
        return endParts();
    }

    Result<void> begin() override
    {
        m_file = TreeFiles(m_context.plan.folder).open(m_entry.path);
        if (!m_file.isValid())
            fail(wordsOf(errno));
        return {};
    }

    // The end of a file counts as data.
    [[nodiscard]] bool isHole(const PartQueue::Part &part) const
    {
        const off_t data = ::lseek(m_file.get(), part.first * mebi, SEEK_DATA);
        return data < 0 ? errno == ENXIO : data >= (part.first + part.count) * mebi;
    }

    [[nodiscard]] qint64 endOf(qint64 mib) const { return qMin((mib + 1) * mebi, m_entry.size); }

    Result<void> putHoles(const PartQueue::Part &part)
    {
        int number = 0;
        for (qint64 mib = part.first; mib < part.first + part.count && number == 0; ++mib) {
            const qint64 size = endOf(mib) - mib * mebi;
            number = m_writer.putHole(mib * mebi, size);
            if (number == 0)
                number = m_writer.endMebibyte(mib);
            m_context.counters.spare(size);
        }
        return told(number);
    }

    Result<void> sendRun(const PartQueue::Part &part)
    {
        int number = m_writer.beginRun(part.first, part.count);
        for (qint64 mib = part.first; mib < part.first + part.count && number == 0 && !m_isBad; ++mib)
            number = sendMebibyte(mib);
        return told(number);
    }

    int sendMebibyte(qint64 mib)
    {
        int number = 0;
        m_buffer.resize(fileReadBytes);
        for (qint64 at = mib * mebi; at < endOf(mib) && number == 0; at += fileReadBytes) {
            const qsizetype size = qMin<qint64>(fileReadBytes, endOf(mib) - at);
            if (readAt(m_file.get(), m_buffer.data(), size, at) < size) {
                fail(errno == 0 ? changedWhileSent() : wordsOf(errno));
                return 0;
            }
            m_context.pacer.wait(size);
            m_context.counters.bytesSent += size;
            number = m_writer.putBlock(at, QByteArrayView(m_buffer).first(size));
            m_context.counters.bytesDone += size;
        }
        return number == 0 ? m_writer.endMebibyte(mib) : number;
    }

    // The file in the staging folder may look whole.
    void fail(const QString &why)
    {
        m_context.failed.addSpoiled(there(), why);
        (void)spoil(why);
    }

    UniqueFd m_file;
    QByteArray m_buffer;
};

Result<void> HereReader::readParts(StageWriter &writer)
{
    return Line(*this, writer).run();
}

} // namespace engine
