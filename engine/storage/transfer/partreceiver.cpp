// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partreceiver.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/manifest.h"

#include <algorithm>
#include <cstring>
#include <deque>

namespace engine {

namespace {

constexpr qint64 blockBytes = 128 * 1024; // what is written at once; it stays in the processor's cache until then
constexpr qint64 leastPartMiB = 8; // what one session is given at a time
constexpr qint64 mostPartMiB = 32;
constexpr qint64 leastAsked = 64 * mebi; // where holes are, of a file: of less they cross the way
constexpr qint64 fewestParts = 16; // of a file, so that all sessions end together
constexpr size_t mostPartsAsked = 3; // parts of a session that are on their way: more than fits on it
constexpr qsizetype longestWord = 200; // of the machine, between parts

} // namespace

/// One command on a session, that gives parts of one file as it is told.
class PartReceiver::Line final
{
    Q_DISABLE_COPY_MOVE(Line)

public:
    Line(PartReceiver &receiver, BulkSession &session, StageWriter &writer)
        : m_receiver(receiver), m_session(session), m_writer(writer)
    {
    }

    Result<void> receive(const Part &part)
    {
        if (!m_command || m_index != part.file) {
            if (const auto ended = end(); !ended)
                return ended;
            if (const auto begun = begin(part.file); !begun)
                return begun;
        }
        if (m_isBad)
            return {};
        const QByteArray line = QByteArray::number(part.first) + ' ' + QByteArray::number(part.count) + '\n';
        if (const auto put = m_command->write(line); !put)
            return refusal(put.error());
        m_asked.push_back(part);
        return m_asked.size() < mostPartsAsked ? Result<void>() : takeOldest();
    }

    Result<void> end()
    {
        if (!m_command)
            return {};
        while (!m_asked.empty() && !m_isBad) {
            if (const auto taken = takeOldest(); !taken)
                return taken;
        }
        m_asked.clear();
        const std::unique_ptr<BulkCommand> command = std::move(m_command);
        if (const int number = m_writer.endParts(); number != 0)
            return trouble(number);
        if (m_isBad)
            return {}; // whatever it still says
        if (const auto closed = command->closeInput(); !closed)
            return closed;
        const Result<CommandResult> result = command->finish();
        return result ? Result<void>() : Result<void>(result.error());
    }

private:
    Result<void> begin(size_t index)
    {
        m_index = index;
        m_entry = m_receiver.m_files.at(index).entry;
        m_isBad = false;
        m_heard.clear();
        auto command = m_session.start(transferCall("bd_read", {m_receiver.m_folder, m_entry.path}));
        if (!command)
            return command.error();
        m_command = *std::move(command);
        const int number = m_writer.beginParts(m_entry, m_receiver.m_nameHere(m_entry.path));
        return number == 0 ? checkFacts() : trouble(number);
    }

    // It must be the file of the list still.
    Result<void> checkFacts()
    {
        const Result<QByteArray> line = takeLine();
        if (!line)
            return line.error();
        if (line->isNull())
            return endShort();
        bool isSame = false;
        ManifestReader reader([&](TreeEntry &&now) {
            isSame = now.kind == EntryKind::File && now.size == m_entry.size && now.modified == m_entry.modified
                && now.modifiedNs == m_entry.modifiedNs;
        });
        const bool isRead = bool(reader.feed(*line + '\0' + "file" + '\0' + '\0'));
        if (!isRead || !isSame)
            return spoil();
        return {};
    }

    Result<void> takeOldest()
    {
        const Part part = m_asked.front();
        m_asked.pop_front();
        for (qint64 mib = part.first; mib < part.first + part.count; ++mib) {
            const qint64 end = qMin((mib + 1) * mebi, m_entry.size);
            for (qint64 at = mib * mebi; at < end; at += blockBytes) {
                const auto length = qsizetype(qMin(blockBytes, end - at));
                if (const auto filled = fill(length); !filled)
                    return filled;
                if (m_filled < length)
                    return endShort();
                if (const int number = put(QByteArrayView(m_block).first(length), at); number != 0)
                    return trouble(number);
            }
            if (const int number = m_writer.endMebibyte(mib); number != 0)
                return trouble(number);
            m_receiver.m_counters.bytesDone += end - mib * mebi;
        }
        const Result<QByteArray> line = takeLine();
        if (!line)
            return line.error();
        if (line->isNull())
            return endShort();
        return *line == "@bd part " + QByteArray::number(part.first) ? Result<void>() : spoil();
    }

    // Where the machine's file has holes, so has ours.
    int put(QByteArrayView bytes, qint64 at)
    {
        if (m_entry.heldBytes < m_entry.size && isEmptyBlock(bytes))
            return m_writer.putHole(at, bytes.size());
        // The kernel lets one write to a file at a time; whoever waits there spins, here sleeps.
        const std::lock_guard lock(m_receiver.m_writeMutex);
        return m_writer.putBlock(at, bytes);
    }

    // The next bytes into m_block; fewer: it says no more.
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
            m_receiver.m_pacer.wait(*count);
            m_receiver.m_counters.bytesSent += *count;
        }
        return count;
    }

    Result<QByteArray> takeLine() // without its end; null when there is none
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
            return QByteArray(""); // no word of our script; null would be the end
        const QByteArray line = m_heard.first(end);
        m_heard.remove(0, end + 1);
        return line;
    }

    // It said less than it was asked for: the file is another one by now, or somebody ended the machine's tools.
    Result<void> endShort()
    {
        (void)m_command->closeInput();
        const Result<CommandResult> result = m_command->finish();
        if (!result)
            return result.error();
        return result->isKilled() ? Result<void>(endedEarly()) : spoil();
    }

    Result<void> spoil()
    {
        m_isBad = true;
        m_receiver.spoil(m_index, QStringLiteral("it changed while it was brought, or cannot be read"));
        return {};
    }

    Result<void> trouble(int number)
    {
        if (number == StageWriter::broken)
            return m_writer.trouble();
        m_isBad = true;
        m_receiver.spoil(m_index, wordsOf(number));
        return {};
    }

    // Where it ended early, what it says has an end before what it was asked for.
    Result<void> refusal(const Error &error)
    {
        while (!m_asked.empty() && !m_isBad) {
            if (const auto taken = takeOldest(); !taken)
                return taken;
        }
        return m_isBad ? Result<void>() : Result<void>(error);
    }

    PartReceiver &m_receiver;
    BulkSession &m_session;
    StageWriter &m_writer;
    std::unique_ptr<BulkCommand> m_command;
    size_t m_index = 0;
    TreeEntry m_entry;
    std::deque<Part> m_asked;
    bool m_isBad = false;
    QByteArray m_heard; // behind a line, and not used yet
    QByteArray m_block{blockBytes, Qt::Uninitialized};
    qsizetype m_filled = 0;
};

PartReceiver::PartReceiver(QByteArray folder, PartJournal &journal, TransferCounters &counters, Reasons &reasons,
                           Pacer &pacer, std::function<QByteArray(const QByteArray &)> nameHere)
    : m_folder(std::move(folder)), m_journal(journal), m_counters(counters), m_reasons(reasons), m_pacer(pacer),
      m_nameHere(std::move(nameHere))
{
}

Result<void> PartReceiver::receive(BulkSession &session, StageWriter &writer)
{
    Line line(*this, session, writer);
    while (const auto part = take()) {
        Result<void> done;
        if (part->count > 0) {
            done = line.receive(*part);
        } else {
            done = line.end();
            if (done)
                done = findData(session, part->file);
        }
        if (!done)
            return done;
    }
    return line.end();
}

Result<void> PartReceiver::findData(BulkSession &session, size_t index)
{
    auto runs = dataRuns(session, m_folder, m_files.at(index).entry);
    if (!runs)
        return runs.error();
    const std::lock_guard lock(m_mutex);
    if (m_files[index].data.empty()) // another session may have been first
        m_files[index].data = *std::move(runs);
    return {};
}

std::optional<PartReceiver::Part> PartReceiver::take()
{
    const std::lock_guard lock(m_mutex);
    for (; m_current < m_files.size(); ++m_current) {
        File &file = m_files[m_current];
        const qint64 end = (file.entry.size + mebi - 1) / mebi;
        const qint64 partMiB = qBound(leastPartMiB, end / fewestParts, mostPartMiB);
        const bool mayBeSparse = file.entry.size >= leastAsked && mayHaveHoles(file.entry.size, file.entry.heldBytes);
        while (file.next < end && !file.isBad) {
            const qint64 noted = m_journal.run(file.entry, file.next);
            if (noted > 0) {
                pass(file, noted);
                continue;
            }
            if (mayBeSparse && file.data.empty())
                return Part{m_current, 0, 0};
            const auto run = std::find_if(file.data.cbegin(), file.data.cend(),
                                          [&file](const DataRun &data) { return data.end > file.next; });
            const qint64 dataEnd = run == file.data.cend() ? end : run->end;
            if (run != file.data.cend() && run->first > file.next) {
                m_journal.add(file.entry, file.next, run->first - file.next);
                continue;
            }
            const qint64 open = noted < -partMiB ? partMiB : -noted;
            const qint64 count = std::min({dataEnd - file.next, partMiB, open});
            return Part{m_current, std::exchange(file.next, file.next + count), count};
        }
    }
    return std::nullopt;
}

void PartReceiver::pass(File &file, qint64 count)
{
    m_counters.spare(qMin(count * mebi, file.entry.size - file.next * mebi));
    file.next += count;
}

void PartReceiver::spoil(size_t index, const QString &words)
{
    const std::lock_guard lock(m_mutex);
    m_files[index].isBad = true;
    m_reasons.note(m_nameHere(m_files[index].entry.path), words);
}

Result<void> PartReceiver::seal(StageWriter &writer)
{
    m_current = 0;
    std::vector<TreeEntry> whole;
    for (File &file : std::exchange(m_files, {})) {
        const qint64 end = (file.entry.size + mebi - 1) / mebi;
        if (file.isBad || m_journal.run(file.entry, 0) < end)
            continue;
        file.entry.path = m_nameHere(file.entry.path);
        whole.push_back(std::move(file.entry));
    }
    const int number = writer.sealParts(whole, [this](const TreeEntry &here, int trouble) {
        if (trouble != 0)
            m_reasons.note(here.path, wordsOf(trouble));
        else
            ++m_counters.filesDone;
    });
    return number == 0 ? Result<void>() : Result<void>(writer.trouble());
}

} // namespace engine
