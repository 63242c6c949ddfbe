// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpentries.h"

#include "engine/api/paths.h"
#include "engine/remote/remotefiles.h"
#include "engine/ssh/servertext.h"
#include "engine/ssh/sftp/sftpstreams.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestOwner = 64;

qint64 sizeIn(const SftpAttributes &attributes)
{
    constexpr auto most = quint64(std::numeric_limits<qint64>::max());
    return attributes.isFile() || !attributes.mode ? qint64(std::min(attributes.size.value_or(0), most)) : 0;
}

qint64 modifiedIn(const SftpAttributes &attributes)
{
    return attributes.times ? qint64(attributes.times->modified) * 1000 : 0;
}

EntryKind kindIn(const SftpAttributes &attributes)
{
    if (attributes.isFolder())
        return EntryKind::Folder;
    if (attributes.isLink())
        return EntryKind::Link;
    return attributes.isFile() || !attributes.mode ? EntryKind::File : EntryKind::Other;
}

bool isNumber(QByteArrayView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void nameOwners(StorageEntry &entry, const QByteArray &user, const QByteArray &group)
{
    if (!user.isEmpty())
        entry.owner = harmless(user, longestOwner);
    if (!group.isEmpty())
        entry.group = harmless(group, longestOwner);
}

// Adds owner and group from a line like "-rw-r--r--    1 owner    group        12 Jan  1 12:00 name". An owner's name
// with a blank shifts the columns.
void addOwners(StorageEntry &entry, const SftpName &name)
{
    if (name.attributes.owner) {
        entry.owner = QString::number(name.attributes.owner->user);
        entry.group = QString::number(name.attributes.owner->group);
    }
    constexpr qsizetype enough = 512;
    const QList<QByteArray> columns =
        name.longName.first(std::min(enough, name.longName.size())).simplified().split(' ');
    const bool isListing = columns.size() > 5 && columns.at(0).size() >= 10 && isNumber(columns.at(1))
        && (columns.at(4) == QByteArray::number(name.attributes.size.value_or(0)));
    if (isListing)
        nameOwners(entry, columns.at(2), columns.at(3));
}

// Applies a link's target: whether the link opens as a folder, its size and its time.
void follow(StorageEntry &entry, const std::optional<SftpAttributes> &target)
{
    if (!target)
        return;
    entry.isFolder = target->isFolder();
    entry.size = sizeIn(*target);
    entry.modifiedMs = modifiedIn(*target);
}

// Refuses all but regular files: opening a FIFO would block the server.
Result<void> checkFile(const SftpAttributes &attributes, const QString &path, SftpPurpose purpose)
{
    if (attributes.isFile() || !attributes.mode)
        return {};
    return refusedError(attributes.isFolder() ? u"it is a folder"_s : u"it is no regular file"_s, path, purpose);
}

} // namespace

StorageEntry entryOf(const SftpName &name)
{
    StorageEntry entry;
    entry.name = pathFromBytes(name.name);
    entry.kind = kindIn(name.attributes);
    entry.isFolder = entry.kind == EntryKind::Folder;
    entry.size = sizeIn(name.attributes);
    entry.modifiedMs = modifiedIn(name.attributes);
    if (name.attributes.mode)
        entry.mode = int(*name.attributes.mode & 07777);
    addOwners(entry, name);
    return entry;
}

Result<SftpFolder> openListing(SftpClient &client, const QString &path)
{
    Result<SftpHandle> handle = client.openFolder(path);
    if (!handle)
        return handle.error();
    return SftpFolder(std::move(*handle));
}

Result<QList<StorageEntry>> nextEntries(SftpClient &client, SftpFolder &folder, const QString &path, int most)
{
    const Result<QList<SftpName>> names = folder.next(most);
    if (!names)
        return names.error();
    QList<StorageEntry> entries;
    entries.reserve(names->size());
    QStringList links;
    for (const SftpName &name : *names) {
        entries.append(entryOf(name));
        if (entries.last().kind == EntryKind::Link)
            links.append(joinedPath(path, entries.last().name));
    }
    const Result<QList<std::optional<SftpAttributes>>> targets = client.statAll(links);
    if (!targets)
        return targets.error();
    auto target = targets->cbegin();
    for (StorageEntry &entry : entries) {
        if (entry.kind == EntryKind::Link)
            follow(entry, *target++);
    }
    return entries;
}

Result<StorageEntry> statEntry(SftpClient &client, const QString &path)
{
    const Result<SftpAttributes> attributes = client.lstat(path);
    if (!attributes)
        return attributes.error();
    StorageEntry entry = entryOf({{}, {}, *attributes});
    entry.name = nameOfPath(path);
    if (const auto names = attributes->owner ? client.namesOf(*attributes->owner) : std::nullopt)
        nameOwners(entry, names->user, names->group);
    if (entry.kind != EntryKind::Link)
        return entry;
    const Result<SftpAttributes> target = client.stat(path);
    follow(entry, target ? std::optional(*target) : std::nullopt);
    const Result<QString> where = client.readLink(path);
    if (where)
        entry.target = *where;
    if (client.isBroken())
        return client.broken();
    return entry;
}

Result<QByteArray> readPart(SftpClient &client, const QString &path, qint64 offset, qint64 length)
{
    if (offset < 0 || length < 0)
        return rangeError(path);
    const Result<SftpAttributes> attributes = client.stat(path);
    if (!attributes)
        return attributes.error();
    if (Result<void> isFile = checkFile(*attributes, path, SftpPurpose::Read); !isFile)
        return isFile.error();
    const Result<SftpHandle> file = client.openFile(path, SftpClient::ForRead);
    if (!file)
        return file.error();
    QByteArray bytes;
    const Result<qint64> got = readBytes(*file, offset, length, [&bytes](QByteArrayView part) {
        bytes.append(part.data(), part.size());
        return true;
    });
    if (!got)
        return got.error();
    return bytes;
}

Result<void> writePart(SftpClient &client, const QString &path, qint64 offset, const QByteArray &bytes)
{
    if (offset < 0)
        return rangeError(path);
    const Result<SftpAttributes> attributes = client.stat(path);
    if (!attributes && (client.isBroken() || attributes.error().code != ErrorCode::NotFound))
        return attributes.error();
    if (attributes) {
        if (Result<void> isFile = checkFile(*attributes, path, SftpPurpose::Change); !isFile)
            return isFile;
    }
    Result<SftpHandle> file = client.openFile(path, SftpClient::ForWrite | SftpClient::Create);
    if (!file)
        return file.error();
    {
        SftpWriter writer(*file);
        Result<void> written = writer.write(offset, bytes);
        if (written)
            written = writer.finish();
        if (!written)
            return written;
    }
    return client.close(std::move(*file));
}

// Version 3 has no status for a folder that is not empty, so this is checked after a refusal.
Result<void> removeEntry(SftpClient &client, const QString &path)
{
    const Result<SftpAttributes> attributes = client.lstat(path);
    if (!attributes)
        return attributes.error();
    if (!attributes->isFolder())
        return client.remove(path);
    const Result<void> removed = client.removeFolder(path);
    if (removed || removed.error().code != ErrorCode::IoError || client.isBroken())
        return removed;
    Result<SftpFolder> folder = openListing(client, path);
    const Result<QList<SftpName>> inside = folder ? folder->next(1) : folder.error();
    if (inside && !inside->isEmpty())
        return refusedError(u"the folder is not empty"_s, path, SftpPurpose::Change);
    return removed;
}

} // namespace engine
