// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpclient.h"

#include "engine/api/paths.h"
#include "engine/ssh/wire.h"

#include <limits>

namespace engine {

namespace {

template <typename... Parts> SftpRequest with(SftpRequest request, const Parts &...parts)
{
    (request.add(parts), ...);
    return request;
}

template <typename... Parts> SftpRequest requestOn(SftpType type, const QString &path, const Parts &...parts)
{
    return with(SftpRequest(type), pathToBytes(path), parts...);
}

template <typename... Parts> SftpRequest requestOn(SftpType type, const SftpHandle &handle, const Parts &...parts)
{
    return with(SftpRequest(type), handle.bytes(), parts...);
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

Result<std::shared_ptr<SftpClient>> SftpClient::open(std::shared_ptr<SftpChannel> channel,
                                                     std::chrono::milliseconds silence, QDeadlineTimer deadline)
{
    std::shared_ptr<SftpClient> client(new SftpClient(std::move(channel), silence, deadline));
    if (Result<void> greeted = client->greet(); !greeted)
        return greeted.error();
    return client;
}

template <typename T>
Result<T> SftpClient::decoded(SftpRequest request, SftpType type, std::optional<T> (*decode)(QByteArrayView),
                              const QString &path, SftpPurpose purpose)
{
    const Result<SftpReply> answer = reply(std::move(request));
    if (!answer)
        return answer.error();
    const std::optional<T> value = answer->as(type, decode);
    if (!value)
        return refused(*answer, path, purpose);
    return *value;
}

Result<SftpAttributes> SftpClient::stat(const QString &path)
{
    return decoded(requestOn(SftpType::Stat, path), SftpType::Attributes, decodeAttributes, path);
}

Result<SftpAttributes> SftpClient::lstat(const QString &path)
{
    return decoded(requestOn(SftpType::Lstat, path), SftpType::Attributes, decodeAttributes, path);
}

Result<SftpAttributes> SftpClient::stat(const SftpHandle &handle)
{
    return decoded(requestOn(SftpType::Fstat, handle), SftpType::Attributes, decodeAttributes, handle.path());
}

Result<QList<std::optional<SftpAttributes>>> SftpClient::statAll(const QStringList &paths, SftpType type)
{
    QList<std::optional<SftpAttributes>> all;
    QList<quint32> ids;
    while (all.size() < paths.size()) {
        while (ids.size() < paths.size() && ids.size() - all.size() < mostInFlight)
            ids.append(ask(requestOn(type, paths.at(ids.size()))));
        const Result<SftpReply> answer = answerTo(ids.at(all.size()));
        if (!answer)
            return answer.error();
        const auto found = answer->as(SftpType::Attributes, decodeAttributes);
        if (!found && type == SftpType::Lstat) {
            const Error why = refused(*answer, paths.at(all.size()), SftpPurpose::Read);
            if (why.code != ErrorCode::NotFound) {
                for (const quint32 id : ids.mid(all.size() + 1))
                    ignore(id);
                return why;
            }
        }
        all.append(found);
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
    const Result<QList<SftpName>> names = decoded(std::move(request), SftpType::Name, decodeNames, path);
    if (!names)
        return names.error();
    return pathFromBytes(names->first().name);
}

Result<SpaceInfo> SftpClient::space(const QString &path)
{
    if (!has("statvfs@openssh.com", "2"))
        return refusedError(SftpStatus{SftpCode::Unsupported, {}}, path, SftpPurpose::Read);
    const Result<SftpSpace> space = decoded(with(SftpRequest::extended("statvfs@openssh.com"), pathToBytes(path)),
                                            SftpType::ExtendedReply, decodeSpace, path);
    if (!space)
        return space.error();
    SpaceInfo info{product(space->blocks, space->blockSize), product(space->freeBlocks, space->blockSize), {}};
    if (space->entries > 0)
        info.freeEntries = product(space->freeEntries, 1);
    return info;
}

std::optional<SftpOwnerNames> SftpClient::namesOf(const SftpAttributes::Owner &owner)
{
    if (!has("users-groups-by-id@openssh.com", "1"))
        return {};
    const Result<SftpReply> answer = reply(
        with(SftpRequest::extended("users-groups-by-id@openssh.com"), wireNumber(owner.user), wireNumber(owner.group)));
    return answer ? answer->as(SftpType::ExtendedReply, decodeOwnerNames) : std::nullopt;
}

Result<SftpHandle> SftpClient::handle(SftpRequest request, const QString &path, SftpPurpose purpose)
{
    const Result<QByteArray> bytes = decoded(std::move(request), SftpType::Handle, decodeHandle, path, purpose);
    if (!bytes)
        return bytes.error();
    return SftpHandle(weak_from_this(), *bytes, path);
}

Result<SftpHandle> SftpClient::openFile(const QString &path, quint32 flags, std::optional<int> mode)
{
    Result<SftpHandle> opened = handle(requestOn(SftpType::Open, path, flags, withMode(mode)), path,
                                       flags & ForWrite ? SftpPurpose::Change : SftpPurpose::Read);
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
    const std::optional<SftpStatus> status = answer->as(SftpType::Status, decodeStatus);
    if (status && status->code == SftpCode::Ok)
        return {};
    return refused(*answer, path, SftpPurpose::Change);
}

Result<void> SftpClient::close(SftpHandle handle)
{
    handle.forget();
    return change(requestOn(SftpType::Close, handle), handle.path());
}

// AlreadyExists when \a path exists: version 3 has no status for that.
Error SftpClient::orExists(const Error &refusal, const QString &path)
{
    if (refusal.code == ErrorCode::IoError && lstat(path))
        return existsError(path);
    return isBroken() ? broken() : refusal;
}

Result<void> SftpClient::makeFolder(const QString &path, std::optional<int> mode)
{
    const Result<void> made = change(requestOn(SftpType::MakeFolder, path, withMode(mode)), path);
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

// Checks the target first: some servers replace it, and OpenSSH's replaces a dangling link.
Result<void> SftpClient::rename(const QString &from, const QString &to)
{
    if (lstat(to))
        return existsError(to);
    const Result<void> renamed = change(requestOn(SftpType::Rename, from, pathToBytes(to)), from);
    if (!renamed && renamed.error().code == ErrorCode::IoError && lstat(to))
        return existsError(to);
    return renamed;
}

Result<void> SftpClient::replace(const QString &from, const QString &to)
{
    if (has("posix-rename@openssh.com", "1"))
        return change(with(SftpRequest::extended("posix-rename@openssh.com"), pathToBytes(from), pathToBytes(to)),
                      from);
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
    return change(with(SftpRequest::extended("hardlink@openssh.com"), pathToBytes(file), pathToBytes(name)), file);
}

// OpenSSH expects the two paths in the reverse order of the draft, and other servers follow it.
Result<void> SftpClient::makeLink(const QString &path, const QString &target)
{
    const Result<void> made = change(requestOn(SftpType::Symlink, target, pathToBytes(path)), path);
    return made ? made : orExists(made.error(), path);
}

Result<void> SftpClient::setAttributes(const QString &path, const SftpAttributes &attributes)
{
    return change(requestOn(SftpType::Setstat, path, attributes), path);
}

Result<void> SftpClient::setAttributes(const SftpHandle &handle, const SftpAttributes &attributes)
{
    return change(requestOn(SftpType::Fsetstat, handle, attributes), handle.path());
}

Result<void> SftpClient::sync(const SftpHandle &handle)
{
    if (!has("fsync@openssh.com", "1"))
        return {};
    return change(with(SftpRequest::extended("fsync@openssh.com"), handle.bytes()), handle.path());
}

} // namespace engine
