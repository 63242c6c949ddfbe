// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What an SFTP server is asked to do with files and folders, one request or a few at a time.

#include "engine/api/paths.h"
#include "engine/ssh/sftpclient.h"
#include "engine/ssh/wire.h"

#include <limits>

namespace engine {

namespace {

SftpRequest requestOn(SftpType type, const QString &path)
{
    SftpRequest request(type);
    request.add(pathToBytes(path));
    return request;
}

SftpRequest requestOn(SftpType type, const SftpHandle &handle)
{
    SftpRequest request(type);
    request.add(handle.bytes());
    return request;
}

SftpAttributes withMode(std::optional<int> mode)
{
    SftpAttributes attributes;
    if (mode)
        attributes.mode = quint32(*mode) & 07777;
    return attributes;
}

qint64 product(quint64 a, quint64 b)
{
    constexpr auto most = quint64(std::numeric_limits<qint64>::max());
    return qint64(b != 0 && a > most / b ? most : a * b);
}

} // namespace

Result<SftpAttributes> SftpClient::attributes(SftpRequest request, const QString &path)
{
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<SftpAttributes> attributes =
        answer->type == SftpType::Attributes ? decodeAttributes(answer->body) : std::nullopt;
    if (!attributes)
        return refused(*answer, path, SftpPurpose::Read);
    return *attributes;
}

Result<SftpAttributes> SftpClient::stat(const QString &path)
{
    return attributes(requestOn(SftpType::Stat, path), path);
}

Result<SftpAttributes> SftpClient::lstat(const QString &path)
{
    return attributes(requestOn(SftpType::Lstat, path), path);
}

Result<SftpAttributes> SftpClient::stat(const SftpHandle &handle)
{
    return attributes(requestOn(SftpType::Fstat, handle), handle.path());
}

Result<QList<std::optional<SftpAttributes>>> SftpClient::statAll(const QStringList &paths)
{
    QList<std::optional<SftpAttributes>> all;
    QList<quint32> ids;
    while (all.size() < paths.size()) {
        while (ids.size() < paths.size() && ids.size() - all.size() < mostInFlight)
            ids.append(ask(requestOn(SftpType::Stat, paths.at(ids.size()))));
        const Result<SftpReply> answer = answerTo(ids.at(all.size()));
        if (!answer)
            return answer.error();
        all.append(answer->type == SftpType::Attributes ? decodeAttributes(answer->body) : std::nullopt);
    }
    return all;
}

Result<QString> SftpClient::readLink(const QString &path)
{
    return name(requestOn(SftpType::ReadLink, path), path);
}

Result<QString> SftpClient::realPath(const QString &path)
{
    return name(requestOn(SftpType::RealPath, path), path);
}

Result<QString> SftpClient::name(SftpRequest request, const QString &path)
{
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<QList<SftpName>> names =
        answer->type == SftpType::Name ? decodeNames(answer->body) : std::nullopt;
    if (!names || names->isEmpty())
        return refused(*answer, path, SftpPurpose::Read);
    return pathFromBytes(names->first().name);
}

Result<SpaceInfo> SftpClient::space(const QString &path)
{
    if (!has("statvfs@openssh.com", "2"))
        return refusedError(SftpStatus{SftpCode::Unsupported, {}}, path, SftpPurpose::Read);
    SftpRequest request = SftpRequest::extended("statvfs@openssh.com");
    request.add(pathToBytes(path));
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<SftpSpace> space =
        answer->type == SftpType::ExtendedReply ? decodeSpace(answer->body) : std::nullopt;
    if (!space)
        return refused(*answer, path, SftpPurpose::Read);
    SpaceInfo info{product(space->blocks, space->blockSize), product(space->freeBlocks, space->blockSize), {}};
    if (space->entries > 0)
        info.freeEntries = product(space->freeEntries, 1);
    return info;
}

std::optional<SftpOwnerNames> SftpClient::namesOf(const SftpAttributes::Owner &owner)
{
    if (!has("users-groups-by-id@openssh.com", "1"))
        return {};
    SftpRequest request = SftpRequest::extended("users-groups-by-id@openssh.com");
    request.add(wireNumber(owner.user)).add(wireNumber(owner.group));
    const Result<SftpReply> answer = reply(std::move(request));
    return answer && answer->type == SftpType::ExtendedReply ? decodeOwnerNames(answer->body) : std::nullopt;
}

Result<SftpHandle> SftpClient::handle(SftpRequest request, const QString &path, SftpPurpose purpose)
{
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<QByteArray> bytes =
        answer->type == SftpType::Handle ? decodeHandle(answer->body) : std::nullopt;
    if (!bytes)
        return refused(*answer, path, purpose);
    return SftpHandle(weak_from_this(), *bytes, path);
}

Result<SftpHandle> SftpClient::openFile(const QString &path, quint32 flags, std::optional<int> mode)
{
    SftpRequest request = requestOn(SftpType::Open, path);
    request.add(flags).add(withMode(mode));
    Result<SftpHandle> opened =
        handle(std::move(request), path, flags & ForWrite ? SftpPurpose::Change : SftpPurpose::Read);
    if (!opened && flags & Exclusive)
        return orExists(opened.error(), path);
    return opened;
}

Result<SftpHandle> SftpClient::openFolder(const QString &path)
{
    return handle(requestOn(SftpType::OpenFolder, path), path, SftpPurpose::Read);
}

Result<void> SftpClient::change(SftpRequest request, const QString &path)
{
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<SftpStatus> status =
        answer->type == SftpType::Status ? decodeStatus(answer->body) : std::nullopt;
    if (status && status->code == SftpCode::Ok)
        return {};
    return refused(*answer, path, SftpPurpose::Change);
}

Result<void> SftpClient::close(SftpHandle handle)
{
    handle.m_client.reset();
    return change(requestOn(SftpType::Close, handle), handle.path());
}

// Version 3 has no word for it.
Error SftpClient::orExists(const Error &refusal, const QString &path)
{
    if (refusal.code == ErrorCode::IoError && lstat(path))
        return existsError(path);
    return m_broken.value_or(refusal);
}

Result<void> SftpClient::makeFolder(const QString &path, std::optional<int> mode)
{
    SftpRequest request = requestOn(SftpType::MakeFolder, path);
    request.add(withMode(mode));
    const Result<void> made = change(std::move(request), path);
    return made ? made : orExists(made.error(), path);
}

Result<void> SftpClient::remove(const QString &path)
{
    return change(requestOn(SftpType::Remove, path), path);
}

Result<void> SftpClient::removeFolder(const QString &path)
{
    return change(requestOn(SftpType::RemoveFolder, path), path);
}

// Looks first: some servers replace, and OpenSSH's does where a link leads nowhere.
Result<void> SftpClient::rename(const QString &from, const QString &to)
{
    if (lstat(to))
        return existsError(to);
    SftpRequest request = requestOn(SftpType::Rename, from);
    request.add(pathToBytes(to));
    const Result<void> renamed = change(std::move(request), from);
    if (!renamed && renamed.error().code == ErrorCode::IoError && lstat(to))
        return existsError(to);
    return renamed;
}

Result<void> SftpClient::replace(const QString &from, const QString &to)
{
    const QByteArray old = pathToBytes(from);
    const QByteArray target = pathToBytes(to);
    if (has("posix-rename@openssh.com", "1")) {
        SftpRequest request = SftpRequest::extended("posix-rename@openssh.com");
        request.add(old).add(target);
        return change(std::move(request), from);
    }
    const Result<void> renamed = rename(from, to);
    if (renamed || renamed.error().code != ErrorCode::AlreadyExists)
        return renamed;
    if (Result<void> removed = remove(to); !removed)
        return removed;
    return rename(from, to);
}

Result<void> SftpClient::addName(const QString &file, const QString &name)
{
    if (!has("hardlink@openssh.com", "1"))
        return refusedError({SftpCode::Unsupported, {}}, file, SftpPurpose::Change);
    SftpRequest request = SftpRequest::extended("hardlink@openssh.com");
    request.add(pathToBytes(file)).add(pathToBytes(name));
    return change(std::move(request), file);
}

// OpenSSH took the two in the other order than the draft, and everybody followed.
Result<void> SftpClient::makeLink(const QString &path, const QString &target)
{
    SftpRequest request = requestOn(SftpType::Symlink, target);
    request.add(pathToBytes(path));
    const Result<void> made = change(std::move(request), path);
    return made ? made : orExists(made.error(), path);
}

Result<void> SftpClient::setAttributes(const QString &path, const SftpAttributes &attributes)
{
    SftpRequest request = requestOn(SftpType::Setstat, path);
    request.add(attributes);
    return change(std::move(request), path);
}

Result<void> SftpClient::setAttributes(const SftpHandle &handle, const SftpAttributes &attributes)
{
    SftpRequest request = requestOn(SftpType::Fsetstat, handle);
    request.add(attributes);
    return change(std::move(request), handle.path());
}

Result<void> SftpClient::sync(const SftpHandle &handle)
{
    if (!has("fsync@openssh.com", "1"))
        return {};
    SftpRequest request = SftpRequest::extended("fsync@openssh.com");
    request.add(handle.bytes());
    return change(std::move(request), handle.path());
}

} // namespace engine
