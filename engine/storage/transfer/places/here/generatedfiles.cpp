// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/generatedfiles.h"

#include "engine/api/paths.h"
#include "engine/ssh/servertext.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <cerrno>
#include <unistd.h>

namespace engine {

namespace {

Error unread(const QString &words)
{
    return Error::of(ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "A file could not be read."), {}, words);
}

} // namespace

// A container may be called proc. Its files have an ETag.
bool GeneratedFiles::has(const TransferPlan &plan, const TreeEntry &source)
{
    const QByteArray path = (plan.folder == "/" ? QByteArray() : plan.folder) + '/' + source.path;
    return source.kind == EntryKind::File && source.target.isEmpty()
        && (path.startsWith("/proc/") || path.startsWith("/sys/"));
}

bool GeneratedFiles::take(const TreeEntry &source)
{
    if (!has(m_context.plan, source))
        return false;
    m_files.push_back(source);
    return true;
}

Result<void> GeneratedFiles::bring(Stage &stage, const Read &read)
{
    if (m_files.empty())
        return {};
    m_context.listed.clear(); // the list lacks the files that follow
    const auto writer = stage.openWriter(0);
    if (!writer)
        return writer.error();
    for (const TreeEntry &file : std::exchange(m_files, {})) {
        const Result<QByteArray> bytes = read(file.path);
        if (!bytes && bytes.error().code != ErrorCode::IoError)
            return bytes.error();
        const QByteArray name = m_context.targetPath(file.path);
        if (!bytes || bytes->size() > mostBytes) {
            m_context.reasons.note(name,
                                   bytes ? QStringLiteral("it has no end within 16 MiB") : bytes.error().technical);
            continue;
        }
        TreeEntry there = m_context.state.entries.atTarget(file);
        there.size = there.heldBytes = bytes->size();
        const int number = put(**writer, there, *bytes);
        if (number == StageWriter::broken)
            return (*writer)->trouble();
        if (number != 0) {
            m_context.reasons.note(name, wordsOf(number));
            continue;
        }
        m_context.state.versions.add(there);
        TransferCounters &counters = m_context.counters;
        counters.bytesTotal += there.size - file.size;
        counters.bytesSent += there.size;
        counters.bytesDone += there.size;
        ++counters.filesDone;
    }
    return {};
}

// The writer may use the session that reads, so it ends its command after each file.
int GeneratedFiles::put(StageWriter &writer, const TreeEntry &there, QByteArrayView bytes)
{
    m_context.pacer.wait(bytes.size());
    int number = bytes.isEmpty() ? writer.add(there) : writer.begin(there, there.path);
    if (number == 0 && !bytes.isEmpty())
        number = writer.write(bytes);
    if (number == 0 && !bytes.isEmpty())
        number = writer.end();
    const int finished = number == StageWriter::broken ? number : writer.finish();
    return number != 0 ? number : finished;
}

Result<QByteArray> readGenerated(const QByteArray &folder, const QByteArray &path)
{
    const UniqueFd file = TreeFiles(folder).open(path);
    if (!file.isValid())
        return unread(wordsOf(errno));
    QByteArray bytes;
    QByteArray some(fileReadBytes, Qt::Uninitialized);
    while (bytes.size() <= GeneratedFiles::mostBytes) {
        const ssize_t got = ::read(file.get(), some.data(), size_t(some.size()));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return unread(wordsOf(errno));
        if (got == 0)
            break;
        bytes.append(some.constData(), got);
    }
    return bytes;
}

Result<QByteArray> readGenerated(BulkSession &session, const QByteArray &folder, const QByteArray &path)
{
    auto command = session.start(transferCall("bd_read_made", {folder, path}));
    if (!command)
        return command.error();
    if (const auto closed = (*command)->closeInput(); !closed)
        return closed.error();
    const auto result = (*command)->finish();
    if (!result)
        return result.error();
    if (result->isKilled())
        return endedEarly();
    if (result->exitCode != 0)
        return unread(harmlessEnd(result->errorOutput.trimmed(), 200));
    return result->output;
}

Result<QByteArray> readGenerated(SftpClient &client, const QByteArray &folder, const QByteArray &path)
{
    const auto handle = client.openFile(pathFromBytes(QByteArray(folder + '/' + path)), SftpClient::ForRead);
    QByteArray bytes;
    const auto take = [&bytes](QByteArrayView some) {
        bytes.append(some);
        return true;
    };
    const auto got =
        handle ? readBytes(*handle, 0, GeneratedFiles::mostBytes + 1, take, 1) : Result<qint64>(handle.error());
    if (client.isBroken())
        return client.broken();
    if (!got)
        return unread(got.error().message.englishText());
    return bytes;
}

} // namespace engine
