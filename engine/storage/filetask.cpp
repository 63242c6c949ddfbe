// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/filetask.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/blobfiletask.h"
#include "engine/storage/sftpfiletask.h"
#include "engine/storage/transfer/places/shell/filetaskerrors.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

namespace engine {

namespace {

constexpr qsizetype readAtOnce = 64 * 1024;
constexpr qsizetype longestLine = 64 * 1024;
constexpr const char *nonsense = "its answer makes no sense";

QByteArray afterMark(const QByteArray &line, const char *mark)
{
    return line.sliced(qMin(line.size(), qsizetype(qstrlen(mark))));
}

QByteArray wordOf(const FileCount &count)
{
    return QByteArray::number(count.files) + ' ' + QByteArray::number(count.folders) + ' '
        + QByteArray::number(count.bytes);
}

template <typename Wanted> Wanted only(const FileTask::Access &access)
{
    const auto *wanted = std::get_if<Wanted>(&access);
    return wanted ? *wanted : Wanted();
}

} // namespace

FileTask::FileTask(FileTaskRequest request, const Access &access, std::function<void()> changed)
    : m_request(std::move(request)), m_sessions(only<OpenBulk>(access)),
      m_blobs(only<std::shared_ptr<BlobService>>(access)), m_changed(std::move(changed)),
      m_thread([this](const std::stop_token &stop) {
          const Result<void> done = run(stop);
          QMutexLocker lock(&m_mutex);
          m_shown.isDone = true;
          if (!done)
              m_shown.error = done.error();
          lock.unlock();
          m_isTold = false;
          tell();
      })
{
}

FileTask::~FileTask()
{
    abort();
}

void FileTask::abort()
{
    m_sessions.abort();
    m_thread.request_stop();
}

FileTaskSnapshot FileTask::snapshot() const
{
    const QMutexLocker lock(&m_mutex);
    m_isTold = false;
    return m_shown;
}

bool FileTask::isDone() const
{
    const QMutexLocker lock(&m_mutex);
    return m_shown.isDone;
}

void FileTask::tell()
{
    if (m_changed && !m_isTold.exchange(true))
        m_changed();
}

void FileTask::show(const FileTaskSnapshot &shown)
{
    ++m_shows;
    QMutexLocker lock(&m_mutex);
    m_shown = shown;
    lock.unlock();
    tell();
}

QByteArray FileTask::call() const
{
    using Kind = FileTaskRequest::Kind;
    QByteArrayList words;
    for (const QString &path : m_request.paths)
        words.append(pathToBytes(path));
    switch (m_request.kind) {
    case Kind::Measure:
        return filesCall("bd_measure", words);
    case Kind::Remove:
        return filesCall("bd_remove", QByteArrayList{wordOf(m_request.counted)} + words);
    case Kind::Trash:
        return filesCall("bd_trash", words);
    case Kind::Restore:
        for (const TrashedFile &file : m_request.trashed)
            words << pathToBytes(file.trashed) << pathToBytes(file.path);
        return filesCall("bd_restore", words);
    case Kind::Checksum:
        words.prepend(m_request.algorithm == QLatin1StringView("md5") ? "md5sum" : "sha256sum");
        return filesCall("bd_sum", words);
    }
    return {};
}

Result<void> FileTask::run(const std::stop_token &stop)
{
    const auto shows = [this](const FileTaskSnapshot &shown) { show(shown); };
    if (m_blobs)
        return BlobFileTask(m_blobs, m_request, shows, stop).run();
    const auto session = m_sessions.open();
    if (!session)
        return session.error();
    const Result<void> done = runCommand(**session);
    if (done)
        m_sessions.keep();
    if (done || m_hasSpoken || m_sessions.isAborted())
        return done;
    const auto client = (*session)->sftp(); // the machine runs no commands, or the connection is lost
    if (!client)
        return client.error().code == ErrorCode::IoError ? done : Result<void>(client.error());
    return SftpFileTask(**client, m_request, shows).run();
}

Result<void> FileTask::runCommand(BulkSession &session)
{
    const auto command = session.start(call());
    if (!command)
        return command.error();
    if (const auto closed = (*command)->closeInput(); !closed)
        return closed;
    while (true) {
        const Result<QByteArray> some = (*command)->read(readAtOnce);
        if (!some)
            return some.error();
        if (some->isEmpty())
            break;
        if (const auto heard = hear(*some); !heard) {
            if (heard.error().code != ErrorCode::CommandFailed || !heard.error().technical.isEmpty())
                return heard;
            const auto ended = (*command)->finish(); // its error output is not our script's
            return ended ? failure(ended->errorOutput) : Result<void>(ended.error());
        }
    }
    const auto ended = (*command)->finish();
    if (!ended)
        return ended.error();
    return m_isWhole ? Result<void>() : failure(ended->errorOutput);
}

Result<void> FileTask::hear(const QByteArray &output)
{
    m_heard += output;
    qsizetype begin = 0;
    for (qsizetype end; (end = m_heard.indexOf('\n', begin)) >= 0; begin = end + 1) {
        if (const auto heard = hearLine(m_heard.sliced(begin, end - begin)); !heard)
            return heard;
    }
    m_heard.remove(0, begin);
    tell();
    return m_heard.size() > longestLine ? Result<void>(failure("…")) : Result<void>();
}

Result<void> FileTask::hearLine(const QByteArray &line)
{
    const QMutexLocker lock(&m_mutex);
    m_hasSpoken = m_hasSpoken || line.isEmpty() || line.startsWith("@bd ");
    const auto path = [&line](const char *mark) { return pathFromBytes(afterMark(line, mark).trimmed()); };
    if (line.isEmpty()) {
        ++m_shown.itemsDone;
    } else if (line.startsWith("@bd count ")) {
        const QByteArrayList numbers = afterMark(line, "@bd count ").split(' ');
        m_shown.count = {numbers.value(0).toLongLong(), numbers.value(1).toLongLong(), numbers.value(2).toLongLong()};
    } else if (line.startsWith("@bd trashed ")) {
        const QByteArrayList words = afterMark(line, "@bd trashed ").split(' ');
        const qsizetype number = m_shown.trashed.size(); // answers come in the order of the paths
        if (number >= wanted(FileTaskRequest::Kind::Trash) || words.value(0).toLongLong() != number + 1)
            return failure(nonsense);
        m_shown.trashed.append({m_request.paths.at(number), pathFromBytes(QByteArray::fromHex(words.value(1)))});
        ++m_shown.itemsDone;
    } else if (line.startsWith("@bd restored ")) {
        const qsizetype number = afterMark(line, "@bd restored ").toLongLong();
        if (number <= m_restored || number > wanted(FileTaskRequest::Kind::Restore))
            return failure(nonsense);
        m_restored = number;
        m_shown.trashed.append(m_request.trashed.at(number - 1));
        ++m_shown.itemsDone;
    } else if (line.startsWith("@bd sum ")) {
        if (m_shown.sums.size() >= wanted(FileTaskRequest::Kind::Checksum))
            return failure(nonsense);
        m_shown.sums.append(harmless(afterMark(line, "@bd sum "), 200));
        m_summedBytes = m_shown.bytesDone;
        ++m_shown.itemsDone;
    } else if (line.startsWith("@bd at ")) {
        m_shown.bytesDone = m_summedBytes + qMax<qint64>(afterMark(line, "@bd at ").toLongLong(), 0);
    } else if (line == "@bd end") {
        m_isWhole =
            m_shown.trashed.size() == wanted(FileTaskRequest::Kind::Trash) + wanted(FileTaskRequest::Kind::Restore)
            && m_shown.sums.size() == wanted(FileTaskRequest::Kind::Checksum);
        if (!m_isWhole)
            return failure(nonsense);
    } else if (line.startsWith("@bd missing ")) {
        return isMissing(path("@bd missing "));
    } else if (line.startsWith("@bd refused ")) {
        return isTheHomeFolder(path("@bd refused "));
    } else if (line.startsWith("@bd no trash ")) {
        return hasNoTrash(path("@bd no trash "));
    } else if (line == "@bd changed") {
        return isAnother(m_shown.count);
    } else if (line.startsWith("@bd failed")) {
        return failure(afterMark(line, "@bd failed"));
    }
    return {};
}

qsizetype FileTask::wanted(FileTaskRequest::Kind kind) const
{
    if (m_request.kind != kind)
        return 0;
    return kind == FileTaskRequest::Kind::Restore ? m_request.trashed.size() : m_request.paths.size();
}

Error FileTask::failure(const QByteArray &said) const
{
    const QString words = harmlessEnd(said.trimmed(), 500);
    const Message message = m_request.place.isEmpty()
        ? Message(QT_TRANSLATE_NOOP("engine", "This computer could not do it: %1"), {words})
        : Message(QT_TRANSLATE_NOOP("engine", "%1 could not do it: %2"), {m_request.place, words});
    return {.code = ErrorCode::CommandFailed, .message = message, .target = m_request.place, .technical = words};
}

} // namespace engine
