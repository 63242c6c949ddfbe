// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/treereceiver.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"

#include <QScopeGuard>
#include <QSet>

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <deque>

namespace engine {

namespace {

constexpr qsizetype archiveReadBytes = 1024 * 1024;
constexpr size_t mostBatches = 3; // asked for and not there yet: covers a long way
// tar says nothing of what it does not find, and gives what it has in blocks of 10 KiB. After each batch it is asked
// for as much of something that is there for sure: so all that is before comes, and what did not will not.
constexpr int marksABatch = 20;
constexpr QByteArrayView markPath("/dev/null");
constexpr qint64 mostSkipped = 16 * 1024 * 1024;
constexpr qint64 mostHeaderBytes = 4 * 1024 * 1024; // what it may say between two files
constexpr qsizetype mostMissed = 1000;

struct FreeArchive
{
    void operator()(archive *reader) const { archive_read_free(reader); }
};

} // namespace

/// One archive: while it is read, the machine is told what it shall hold next.
class TreeReceiver::Stream final
{
    Q_DISABLE_COPY_MOVE(Stream)

public:
    Stream(TreeReceiver &receiver, WorkQueue<TreeBatch> &queue, StageWriter &writer)
        : m_receiver(receiver), m_context(receiver.m_context), m_queue(queue), m_writer(writer)
    {
    }

    /// What needs no bytes from the machine is made; whether there is anything to ask for then.
    bool prepare()
    {
        while (m_asked.empty() && !m_trouble && !m_isAllAsked)
            makeNext();
        return !m_asked.empty() && !m_trouble;
    }

    Result<void> run(BulkSession &session)
    {
        auto command = session.start(transferCall("bd_pack", {m_context.plan.folder}));
        if (!command)
            return command.error();
        m_command = *std::move(command);
        if (const auto put = m_command->write(m_names); !put)
            return put;
        const std::unique_ptr<archive, FreeArchive> reader(archive_read_new());
        archive_read_support_format_tar(reader.get());
        archive_read_open(
            reader.get(), this, nullptr,
            [](archive *, void *self, const void **bytes) { return static_cast<Stream *>(self)->more(bytes); },
            nullptr);
        bool isWhole = takeAll(reader.get());
        if (m_trouble)
            return *m_trouble;
        isWhole = isWhole && drain();
        if (m_trouble)
            return *m_trouble;
        if (!isWhole)
            return refuse();
        return end();
    }

    [[nodiscard]] const std::optional<Error> &trouble() const { return m_trouble; }
    [[nodiscard]] bool isRefused() const { return m_isRefused; }

private:
    void makeNext()
    {
        const auto batch = m_queue.pop();
        m_isAllAsked = !batch;
        if (!batch)
            return;
        m_names.clear();
        for (const TreeEntry &entry : *batch) {
            if (entry.kind == EntryKind::File && entry.size > 0) {
                m_names += "./" + entry.path + '\0';
                m_asked.push_back(entry);
            } else {
                m_toMake.push_back(entry);
            }
        }
        if (!m_isInFile)
            makeAll();
        if (m_names.isEmpty())
            return;
        ++m_batches;
        TreeEntry entry;
        entry.path = markPath.toByteArray();
        entry.kind = EntryKind::Other;
        for (int i = 0; i < marksABatch; ++i) {
            m_names += entry.path + '\0';
            m_asked.push_back(entry);
        }
    }

    // Not between the bytes of a file: the writer has one at a time.
    void makeAll()
    {
        for (const TreeEntry &entry : std::exchange(m_toMake, {})) {
            if (const int number = make(entry); number != 0)
                give(entry.path, number);
        }
    }

    int make(TreeEntry entry)
    {
        if (entry.kind != EntryKind::Folder) {
            entry.path = m_context.nameThere(entry.path);
            ++m_context.counters.filesDone;
        }
        return m_writer.add(entry);
    }

    // For libarchive, which then gives the bytes on without another copy.
    la_ssize_t more(const void **bytes)
    {
        while (!m_isAllAsked && m_batches < mostBatches && !m_trouble) {
            makeNext();
            const auto put = m_isAllAsked ? m_command->closeInput() : m_command->write(m_names);
            if (!put) // where tar ended, what it sent before is read all the same
                m_isAllAsked = true;
        }
        const Result<QByteArray> some = m_command->read(archiveReadBytes);
        if (!some)
            m_trouble = some.error();
        if (m_trouble)
            return -1;
        m_block = *some;
        m_isAtEnd = m_block.isEmpty();
        m_context.pacer.wait(m_block.size());
        m_context.counters.bytesSent += m_block.size();
        m_headerBytes += m_block.size();
        if (m_headerBytes > mostHeaderBytes && !m_isInFile)
            return -1;
        *bytes = m_block.constData();
        return m_block.size();
    }

    bool takeAll(archive *reader) // whether it ended as it should
    {
        archive_entry *entry = nullptr;
        while (true) {
            m_isInFile = false;
            m_headerBytes = 0;
            makeAll();
            const int rc = archive_read_next_header(reader, &entry);
            if (rc == ARCHIVE_EOF)
                return true;
            if ((rc != ARCHIVE_OK && rc != ARCHIVE_WARN) || !find(entry))
                return m_isAtEnd;
            const TreeEntry asked = std::move(m_asked.front());
            m_asked.pop_front();
            m_isInFile = asked.kind == EntryKind::File;
            if (m_isInFile && !take(reader, entry, asked))
                return m_isAtEnd;
            if (!m_isInFile && (m_asked.empty() || m_asked.front().kind == EntryKind::File))
                --m_batches;
        }
    }

    // Brings what the archive's next entry is to the front of what was asked for; what tar left out goes.
    bool find(archive_entry *entry)
    {
        const QByteArray name = archive_entry_pathname(entry);
        const auto type = archive_entry_filetype(entry);
        const auto isIt = [&](const TreeEntry &asked) {
            return asked.kind == EntryKind::File ? type == AE_IFREG && name == "./" + asked.path
                                                 : type == AE_IFCHR && name == asked.path;
        };
        const auto found =
            archive_entry_hardlink(entry) ? m_asked.end() : std::find_if(m_asked.begin(), m_asked.end(), isIt);
        if (found == m_asked.end())
            return false;
        for (auto left = m_asked.begin(); left != found; ++left)
            miss(*left);
        m_asked.erase(m_asked.begin(), found);
        return true;
    }

    void miss(const TreeEntry &entry)
    {
        if (entry.kind == EntryKind::File && m_missed.size() < mostMissed)
            m_missed.insert(entry.path);
    }

    bool take(archive *reader, archive_entry *header, const TreeEntry &file)
    {
        const QByteArray &path = file.path;
        if (archive_entry_size(header) != file.size || archive_entry_mtime(header) != time_t(file.modified)) {
            note(path, changedWhileBrought());
            return archive_entry_size(header) < file.size + mostSkipped && skip(reader);
        }
        if (const int number = m_writer.begin(file, m_context.nameThere(path)); number != 0) {
            give(path, number);
            return !m_trouble && skip(reader);
        }
        const void *bytes = nullptr;
        size_t length = 0;
        la_int64_t offset = 0;
        qint64 have = 0;
        auto uncounted = qScopeGuard([&] { m_context.counters.bytesDone -= have; });
        int rc = ARCHIVE_OK;
        while ((rc = archive_read_data_block(reader, &bytes, &length, &offset)) == ARCHIVE_OK) {
            if (offset != have || qint64(length) > file.size - have) // it pretends to have holes
                return false;
            if (const int number = m_writer.write({static_cast<const char *>(bytes), qsizetype(length)}); number != 0) {
                give(path, number);
                return !m_trouble && skip(reader);
            }
            have += qint64(length);
            m_context.counters.bytesDone += qint64(length);
        }
        if (rc != ARCHIVE_EOF || have != file.size)
            return false;
        if (const int number = m_writer.end(); number != 0) {
            give(path, number);
            return !m_trouble;
        }
        ++m_context.counters.filesDone;
        uncounted.dismiss();
        return true;
    }

    static bool skip(archive *reader)
    {
        const void *bytes = nullptr;
        size_t length = 0;
        la_int64_t offset = 0;
        int rc = ARCHIVE_OK;
        while ((rc = archive_read_data_block(reader, &bytes, &length, &offset)) == ARCHIVE_OK) { }
        return rc == ARCHIVE_EOF;
    }

    // Nothing but the end of the last block may follow.
    bool drain()
    {
        for (qint64 bytes = 0; bytes <= mostHeaderBytes;) {
            const Result<QByteArray> some = m_command->read(archiveReadBytes);
            if (!some)
                m_trouble = some.error();
            if (!some || some->isEmpty())
                return bool(some);
            bytes += some->size();
        }
        return false;
    }

    // Nothing it says is worth anything any more.
    Result<void> refuse()
    {
        m_isRefused = true;
        if (!m_asked.empty())
            note(m_asked.front().path, QStringLiteral("the machine sent something that it was not asked for"));
        return {};
    }

    Result<void> end()
    {
        const Result<CommandResult> result = m_command->finish();
        if (!result)
            return result.error();
        if (result->isKilled())
            return endedEarly();
        if (result->exitCode != 0)
            m_receiver.m_isDoubtful = true;
        for (const TreeEntry &entry : std::exchange(m_asked, {}))
            miss(entry);
        noteMissed(result->errorOutput);
        return spoilUnread(
            result->errorOutput, [this](const QByteArray &path) { return m_context.nameThere(path); },
            m_context.failed);
    }

    // "tar: ./a: Cannot open: Permission denied"
    void noteMissed(const QByteArray &said)
    {
        eachTarLine(said, [this](const QByteArray &path, const QByteArray &words) {
            if (m_missed.contains(path))
                note(path, harmless(words, 200));
        });
    }

    void give(const QByteArray &path, int number)
    {
        if (number == StageWriter::broken)
            m_trouble = m_writer.trouble();
        else
            note(path, wordsOf(number));
    }

    void note(const QByteArray &path, const QString &words)
    {
        m_context.reasons.note(m_context.nameThere(path), words);
    }

    TreeReceiver &m_receiver;
    RunContext &m_context;
    WorkQueue<TreeBatch> &m_queue;
    StageWriter &m_writer;
    std::unique_ptr<BulkCommand> m_command;
    std::deque<TreeEntry> m_asked; // of the machine, in the order in which it answers
    size_t m_batches = 0; // of that
    std::vector<TreeEntry> m_toMake; // of the list alone
    bool m_isAllAsked = false;
    bool m_isAtEnd = false; // of what it says
    bool m_isInFile = false;
    bool m_isRefused = false;
    qint64 m_headerBytes = 0; // since the last file
    std::optional<Error> m_trouble; // that ends the run
    QSet<QByteArray> m_missed;
    QByteArray m_names; // to ask for next
    QByteArray m_block; // libarchive reads from it
};

Result<void> TreeReceiver::receive(BulkSession &session, StageWriter &writer, WorkQueue<TreeBatch> &queue)
{
    while (true) {
        Stream stream(*this, queue, writer);
        const bool isRunning = stream.prepare();
        if (const auto run = isRunning ? stream.run(session) : Result<void>(); !run)
            return run;
        if (stream.trouble())
            return *stream.trouble();
        if (stream.isRefused())
            queue.giveUp();
        if (!isRunning || stream.isRefused())
            return {};
    }
}

} // namespace engine
