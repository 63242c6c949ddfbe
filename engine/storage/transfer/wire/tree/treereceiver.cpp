// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/treereceiver.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/packrequests.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"

#include <QScopeGuard>

#include <archive.h>
#include <archive_entry.h>

namespace engine {

namespace {

constexpr qsizetype archiveReadBytes = 1024 * 1024;
constexpr qint64 mostSkipped = 16 * 1024 * 1024;
constexpr qint64 mostHeaderBytes = 4 * 1024 * 1024; // between two files

struct FreeArchive
{
    void operator()(archive *reader) const { archive_read_free(reader); }
};

} // namespace

/// One archive. While it is read, the next files are requested for it.
class TreeReceiver::Stream final
{
    Q_DISABLE_COPY_MOVE(Stream)

public:
    Stream(TreeReceiver &receiver, WorkQueue<TreeBatch> &queue, StageWriter &writer)
        : m_receiver(receiver), m_context(receiver.m_context), m_writer(writer), m_requests(queue)
    {
    }

    /// Makes entries that need no bytes from the machine, up to the first batch with a file that does; false: there is
    /// none.
    bool prepare()
    {
        while (m_requests.isEmpty() && !m_trouble && !m_requests.isComplete())
            requestNext();
        return !m_requests.isEmpty() && !m_trouble;
    }

    Result<void> run(BulkSession &session)
    {
        auto command = session.start(transferCall("bd_pack", {m_context.plan.folder}));
        if (!command)
            return command.error();
        m_command = *std::move(command);
        if (const auto put = m_command->write(m_requests.names()); !put)
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
    void requestNext()
    {
        m_requests.next(m_toMake);
        if (!m_isInFile)
            makeAll();
    }

    // Not amid a file: the writer has one entry at a time.
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
            entry.path = m_context.targetPath(entry.path);
            ++m_context.counters.filesDone;
        }
        return m_writer.add(entry);
    }

    // Called by libarchive, which reads from m_block without another copy.
    la_ssize_t more(const void **bytes)
    {
        while (!m_requests.isComplete() && !m_requests.isFull() && !m_trouble) {
            requestNext();
            const auto put = m_requests.isComplete() ? m_command->closeInput() : m_command->write(m_requests.names());
            if (!put) // tar has ended; its output so far is read all the same
                m_requests.complete();
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

    bool takeAll(archive *reader) // false: the archive did not end as requested
    {
        archive_entry *entry = nullptr;
        while (true) {
            m_isInFile = false;
            m_headerBytes = 0;
            makeAll();
            const int rc = archive_read_next_header(reader, &entry);
            if (rc == ARCHIVE_EOF)
                return true;
            const auto request =
                rc == ARCHIVE_OK || rc == ARCHIVE_WARN ? m_requests.take(entry) : std::optional<TreeEntry>();
            if (!request)
                return m_isAtEnd;
            m_isInFile = request->kind == EntryKind::File;
            if (m_isInFile && !take(reader, entry, *request))
                return m_isAtEnd;
        }
    }

    bool take(archive *reader, archive_entry *header, const TreeEntry &file)
    {
        const QByteArray &path = file.path;
        if (archive_entry_size(header) != file.size || archive_entry_mtime(header) != time_t(file.modified)) {
            note(path, changedWhileBrought());
            return archive_entry_size(header) < file.size + mostSkipped && skip(reader);
        }
        if (const int number = m_writer.begin(file, m_context.targetPath(path)); number != 0) {
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
            if (offset != have || qint64(length) > file.size - have) // an archive with holes was not requested
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

    // Only padding of the last block may follow.
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

    // The rest of the archive is not used.
    Result<void> refuse()
    {
        m_isRefused = true;
        if (const TreeEntry *expected = m_requests.expected())
            note(expected->path, QStringLiteral("the machine sent something that it was not asked for"));
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
        m_requests.missRest();
        noteMissed(result->errorOutput);
        return spoilUnread(
            result->errorOutput, [this](const QByteArray &path) { return m_context.targetPath(path); },
            m_context.failed);
    }

    // "tar: ./a: Cannot open: Permission denied"
    void noteMissed(const QByteArray &said)
    {
        eachTarLine(said, [this](const QByteArray &path, const QByteArray &words) {
            if (m_requests.isMissed(path))
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
        m_context.reasons.note(m_context.targetPath(path), words);
    }

    TreeReceiver &m_receiver;
    RunContext &m_context;
    StageWriter &m_writer;
    PackRequests m_requests;
    std::unique_ptr<BulkCommand> m_command;
    std::vector<TreeEntry> m_toMake; // entries without bytes
    bool m_isAtEnd = false; // of the command's output
    bool m_isInFile = false;
    bool m_isRefused = false;
    qint64 m_headerBytes = 0; // since the last file
    std::optional<Error> m_trouble; // ends the run
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
