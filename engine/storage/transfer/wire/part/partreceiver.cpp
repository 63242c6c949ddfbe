// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/part/partreceiver.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <QElapsedTimer>

#include <cstring>
#include <deque>

namespace engine {

namespace {

constexpr qint64 blockBytes = 128 * 1024; // of a write; small enough for the processor's cache
constexpr size_t mostPartsAsked = 3; // requested parts of a session, enough for a long round trip
constexpr qsizetype longestWord = 200; // of the machine, between parts

} // namespace

/// One command on a session, which sends requested parts of one file.
class PartReceiver::Line final : public PartLane
{
public:
    Line(PartReceiver &receiver, BulkSession &session, StageWriter &writer)
        : PartLane(receiver.m_context, receiver.m_parts, writer), m_session(session)
    {
    }

private:
    Result<void> bring(const PartQueue::Part &part) override
    {
        if (part.count == 0)
            return findData();
        if (const auto started = m_command ? Result<void>() : start(); !started || m_isBad)
            return started;
        const QByteArray line = QByteArray::number(part.first) + ' ' + QByteArray::number(part.count) + '\n';
        if (const auto put = m_command->write(line); !put)
            return refusal(put.error());
        m_asked.push_back(part);
        return m_asked.size() < mostPartsAsked ? Result<void>() : takeOldest();
    }

    Result<void> end() override
    {
        if (!m_command)
            return {};
        while (!m_asked.empty() && !m_isBad) {
            if (const auto taken = takeOldest(); !taken)
                return taken;
        }
        m_asked.clear();
        const std::unique_ptr<BulkCommand> command = std::move(m_command);
        if (const auto ended = endParts(); !ended || m_isBad)
            return ended; // the rest of the output is not read
        if (const auto closed = command->closeInput(); !closed)
            return closed;
        const Result<CommandResult> result = command->finish();
        return result ? Result<void>() : Result<void>(result.error());
    }

    Result<void> findData()
    {
        if (const auto ended = end(); !ended)
            return ended;
        auto runs = dataRuns(m_session, m_context.plan.folder, m_entry);
        if (runs)
            m_parts.setData(m_current, *std::move(runs));
        return runs ? Result<void>() : Result<void>(runs.error());
    }

    Result<void> start()
    {
        m_heard.clear();
        auto command = m_session.start(transferCall("bd_read", {m_context.plan.folder, m_entry.path}));
        if (!command)
            return command.error();
        m_command = *std::move(command);
        const auto begun = beginParts();
        return begun && !m_isBad ? checkFacts() : begun;
    }

    // Checks that the file is in the version that was listed.
    Result<void> checkFacts()
    {
        const Result<QByteArray> line = takeLine();
        if (!line)
            return line.error();
        if (line->isNull())
            return endShort();
        return isAsListed(m_entry, *line) ? Result<void>() : spoil(changedOrUnread());
    }

    Result<void> takeOldest()
    {
        const PartQueue::Part part = m_asked.front();
        m_asked.pop_front();
        m_runEnd = part.first;
        for (qint64 mib = part.first; mib < part.first + part.count; ++mib) {
            if (const int number = announce(part, mib); number != 0)
                return told(number);
            const qint64 end = qMin((mib + 1) * mebi, m_entry.size);
            for (qint64 at = mib * mebi; at < end; at += blockBytes) {
                const auto length = qsizetype(qMin(blockBytes, end - at));
                if (const auto filled = fill(length); !filled)
                    return filled;
                if (m_filled < length)
                    return endShort();
                if (const int number = put(QByteArrayView(m_block).first(length), at); number != 0)
                    return told(number);
            }
            if (const int number = m_writer.endMebibyte(mib); number != 0)
                return told(number);
            m_context.counters.bytesDone += end - mib * mebi;
        }
        const Result<QByteArray> line = takeLine();
        if (!line)
            return line.error();
        if (line->isNull())
            return endShort();
        return *line == "@bd part " + QByteArray::number(part.first) ? Result<void>() : spoil(changedOrUnread());
    }

    // Without holes, as many MiB are written at once as arrive in about a second; so much is lost with the connection.
    int announce(const PartQueue::Part &part, qint64 mib)
    {
        constexpr qint64 mostMiB = 8;
        constexpr qint64 quickMs = 500;
        if (m_entry.heldBytes < m_entry.size || mib < m_runEnd)
            return 0;
        if (m_sinceRun.isValid())
            m_runMiB = m_sinceRun.elapsed() < quickMs ? qMin(2 * m_runMiB, mostMiB) : qMax<qint64>(m_runMiB / 2, 1);
        m_sinceRun.start();
        const qint64 count = qMin(m_runMiB, part.first + part.count - mib);
        m_runEnd = mib + count;
        return m_writer.beginRun(mib, count);
    }

    // Holes of the source become holes of the copy.
    int put(QByteArrayView bytes, qint64 at)
    {
        if (m_entry.heldBytes < m_entry.size && isEmptyBlock(bytes))
            return m_writer.putHole(at, bytes.size());
        return m_writer.putBlock(at, bytes);
    }

    // Reads into m_block; fewer bytes: the output has ended.
    Result<void> fill(qsizetype length)
    {
        m_filled = qMin(length, m_heard.size());
        std::memcpy(m_block.data(), m_heard.constData(), size_t(m_filled));
        m_heard.remove(0, m_filled);
        while (m_filled < length) {
            const Result<qsizetype> count = readInto(m_block.data() + m_filled, length - m_filled);
            if (!count)
                return count.error();
            if (*count == 0)
                return {};
            m_filled += *count;
        }
        return {};
    }

    Result<qsizetype> readInto(char *to, qsizetype most)
    {
        const Result<qsizetype> count = m_command->readInto(to, most);
        if (count) {
            m_context.pacer.wait(*count);
            m_context.counters.bytesSent += *count;
        }
        return count;
    }

    Result<QByteArray> takeLine() // without the line break; null at the end
    {
        qsizetype end = 0;
        while ((end = m_heard.indexOf('\n')) < 0 && m_heard.size() < longestWord) {
            QByteArray some(longestWord, Qt::Uninitialized);
            const Result<qsizetype> count = readInto(some.data(), some.size());
            if (!count)
                return count.error();
            if (*count == 0)
                return QByteArray();
            m_heard += some.first(*count);
        }
        if (end < 0 || end > longestWord)
            return QByteArray(""); // too long to be of our script; null would be the end
        const QByteArray line = m_heard.first(end);
        m_heard.remove(0, end + 1);
        return line;
    }

    // The command sent less than was requested: the file has changed, or the command was killed.
    Result<void> endShort()
    {
        (void)m_command->closeInput();
        const Result<CommandResult> result = m_command->finish();
        if (!result)
            return result.error();
        return result->isKilled() ? Result<void>(endedEarly()) : spoil(changedOrUnread());
    }

    // If the command ended early, its output ends before the requested parts.
    Result<void> refusal(const Error &error)
    {
        while (!m_asked.empty() && !m_isBad) {
            if (const auto taken = takeOldest(); !taken)
                return taken;
        }
        return m_isBad ? Result<void>() : Result<void>(error);
    }

    BulkSession &m_session;
    std::unique_ptr<BulkCommand> m_command;
    std::deque<PartQueue::Part> m_asked;
    QByteArray m_heard; // output behind the last line, not used yet
    QByteArray m_block{blockBytes, Qt::Uninitialized};
    qsizetype m_filled = 0;
    qint64 m_runMiB = 1;
    qint64 m_runEnd = 0; // MiB
    QElapsedTimer m_sinceRun;
};

bool PartReceiver::asksForHoles(const TreeEntry &file)
{
    constexpr qint64 leastAsked = 64 * mebi;
    return file.size >= leastAsked && engine::mayHaveHoles(file.size, file.heldBytes);
}

Result<void> PartReceiver::receive(BulkSession &session, StageWriter &writer)
{
    return Line(*this, session, writer).run();
}

} // namespace engine
