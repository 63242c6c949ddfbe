// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/filesums.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <cerrno>
#include <limits>
#include <unistd.h>

namespace engine {

namespace {

constexpr qsizetype sumLength = 64; // in hexadecimal digits
constexpr qsizetype readBytesAtOnce = 1024 * 1024;

// sha256sum escapes some names, and versions of it differ; other names could look like lines of our script.
bool isOdd(const QByteArray &path)
{
    return path.contains('\n') || path.contains('\r') || path.contains('\\') || path.contains("@bd ");
}

bool isSum(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char digit) { return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'); });
}

// Parses lines "SUM  NAME". Other lines only show that the command is running.
void takeLines(const QByteArray &said, const std::function<void(const QByteArray &sum, const QByteArray &name)> &take)
{
    constexpr qsizetype nameAt = sumLength + 2;
    for (const QByteArray &line : said.split('\n')) {
        if (line.size() > nameAt && isSum(QByteArrayView(line).first(sumLength)))
            take(line.first(sumLength), line.sliced(nameAt));
    }
}

std::optional<QByteArray> sumOf(int file, const std::function<bool()> &isAborted, TransferCounters &counters)
{
    thread_local QByteArray buffer(readBytesAtOnce, Qt::Uninitialized);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!isAborted()) {
        const ssize_t got = ::read(file, buffer.data(), size_t(buffer.size()));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            return hash.result().toHex();
        hash.addData(QByteArrayView(buffer).first(got));
        counters.bytesSummed += quint64(got);
    }
    return std::nullopt;
}

} // namespace

Result<FileSums> shellSums(BulkSession &session, const QByteArray &folder, const QByteArrayList &paths,
                           const std::stop_token &stop)
{
    FileSums sums;
    QByteArray names;
    for (const QByteArray &path : paths) {
        if (!isOdd(path))
            names += "./" + path + '\0';
    }
    const auto said = answerUntil(stop, session, transferCall("bd_sums", {folder}), names);
    if (!said)
        return said.error();
    takeLines(*said, [&sums](const QByteArray &sum, const QByteArray &name) {
        if (name.startsWith("./"))
            sums.insert(name.sliced(2), sum);
    });
    for (const QByteArray &path : paths) {
        if (!isOdd(path))
            continue;
        const auto one = answerUntil(stop, session, transferCall("bd_sum_of", {folder, path}), {});
        if (!one)
            return one.error();
        takeLines(*one, [&](const QByteArray &sum, const QByteArray &) { sums.insert(path, sum); });
    }
    return sums;
}

Result<FileSums> sftpSums(SftpClient &client, const QByteArray &folder, const QByteArrayList &paths, Pacer &pacer,
                          const std::stop_token &stop)
{
    FileSums sums;
    const auto read = [&](qint64 bytes) {
        pacer.wait(bytes);
        return !stop.stop_requested();
    };
    for (const QByteArray &path : paths) {
        const auto sum =
            sftpSum(client, pathFromBytes(QByteArray(folder + '/' + path)), QCryptographicHash::Sha256, read);
        if (client.isBroken())
            return client.broken();
        if (stop.stop_requested())
            return connectionClosed();
        if (sum)
            sums.insert(path, *sum);
    }
    return sums;
}

Result<QByteArray> sftpSum(SftpClient &client, const QString &path, QCryptographicHash::Algorithm algorithm,
                           const std::function<bool(qint64 bytes)> &read)
{
    const auto handle = client.openFile(path, SftpClient::ForRead);
    if (!handle)
        return handle.error();
    QCryptographicHash hash(algorithm);
    const auto done = readBytes(*handle, 0, std::numeric_limits<qint64>::max(), [&](QByteArrayView bytes) {
        hash.addData(bytes);
        return read(bytes.size());
    });
    if (!done)
        return done.error();
    return hash.result().toHex();
}

Result<FileSums> hereSums(const QByteArray &folder, const QByteArrayList &paths, const std::function<bool()> &isAborted,
                          TransferCounters &counters, const std::stop_token &stop)
{
    FileSums sums;
    TreeFiles files(folder);
    const auto isEnough = [&] { return stop.stop_requested() || isAborted(); };
    for (const QByteArray &path : paths) {
        const UniqueFd file = files.open(path);
        const auto sum = file.isValid() ? sumOf(file.get(), isEnough, counters) : std::nullopt;
        if (isEnough())
            return connectionClosed();
        if (sum)
            sums.insert(path, *sum);
    }
    return sums;
}

} // namespace engine
