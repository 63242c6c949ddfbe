// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftptree.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/tree/machinelist.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

constexpr int mostAhead = 16; // folders with an open handle
constexpr size_t readsAhead = 2;
constexpr qint64 mostWaitingBytes = 48 * 1024 * 1024; // of names
constexpr qint64 waitingCost = 500; // bytes of a folder beside its name
constexpr qsizetype longestTarget = 8192;

} // namespace

Result<QList<std::optional<SftpAttributes>>> lookUp(SftpClient &client, const QByteArray &folder,
                                                    const QByteArrayList &names)
{
    QStringList paths;
    for (const QByteArray &name : names)
        paths.append(pathFromBytes(QByteArray(folder + '/' + name)));
    return client.statAll(paths, SftpType::Lstat);
}

TreeEntry treeEntryOf(const QByteArray &path, const SftpAttributes &attributes)
{
    constexpr auto mostSize = quint64(std::numeric_limits<qint64>::max()) / 2;
    TreeEntry entry;
    entry.path = path;
    entry.kind = attributes.isFolder()            ? EntryKind::Folder
        : attributes.isLink()                     ? EntryKind::Link
        : attributes.isFile() || !attributes.mode ? EntryKind::File
                                                  : EntryKind::Other;
    if (entry.kind == EntryKind::File)
        entry.size = entry.heldBytes = qint64(qMin(attributes.size.value_or(0), mostSize));
    entry.modified = attributes.times ? qint64(attributes.times->modified) : 0;
    entry.mode = int(attributes.mode.value_or(entry.kind == EntryKind::Folder ? 0755 : 0644) & 07777);
    return entry;
}

SftpTree::SftpTree(SftpClient &client, qint64 most, Trouble trouble, Locked locked)
    : m_client(client), m_most(most), m_trouble(std::move(trouble)), m_locked(locked)
{
}

QByteArray SftpTree::full(const QByteArray &path) const
{
    return path.isEmpty() ? m_folder : m_folder + '/' + path;
}

Result<void> SftpTree::list(const QByteArray &folder, const QByteArray &name, const Take &take)
{
    return list(folder, QByteArrayList{name}, take);
}

Result<void> SftpTree::list(const QByteArray &folder, const QByteArrayList &names, const Take &take)
{
    const auto found = lookUp(m_client, folder, names);
    if (!found)
        return found.error();
    m_folder = folder;
    m_take = &take;
    m_isDeep = true;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (const auto listed = found->at(i) ? listFound(names.at(i), *found->at(i)) : Result<void>(); !listed)
            return listed;
    }
    return {};
}

Result<void> SftpTree::listFound(const QByteArray &name, const SftpAttributes &found)
{
    TreeEntry entry = treeEntryOf(name, found);
    if (entry.kind == EntryKind::Link) {
        std::vector<TreeEntry> one;
        one.push_back(std::move(entry));
        return takeLinks(std::move(one));
    }
    if (entry.kind != EntryKind::Folder)
        return give(std::move(entry));
    Waiting top;
    top.entry = std::move(entry);
    if (const auto read = descend(top, 0); !read)
        return read;
    return give(std::move(top.entry));
}

Result<void> SftpTree::listAll(const QByteArray &folder, Depth depth, const Take &take)
{
    m_folder = folder;
    m_take = &take;
    m_isDeep = depth == Depth::Below;
    Waiting top;
    return descend(top, 0);
}

Result<void> SftpTree::descend(Waiting &folder, int depth)
{
    if (depth > StageFolder::deepest) {
        m_trouble(folder.entry.path, QStringLiteral("it is in too many folders"));
        return {};
    }
    std::deque<Waiting> below;
    if (const auto done = read(folder, below); !done)
        return done;
    for (size_t i = 0; i < below.size(); ++i) {
        askAhead(below, i);
        if (m_isDeep) {
            if (const auto done = descend(below[i], depth + 1); !done)
                return done;
        }
        m_waitingBytes -= below[i].entry.path.size() + waitingCost;
        if (const auto given = give(std::move(below[i].entry)); !given)
            return given;
    }
    return {};
}

void SftpTree::askAhead(std::deque<Waiting> &folders, size_t from)
{
    for (size_t i = from; m_isDeep && i < folders.size() && i < from + mostAhead; ++i) {
        Waiting &folder = folders[i];
        if (!folder.isAsked && (i == from || m_ahead < 4 * mostAhead))
            askFor(folder);
        else if (folder.opening != 0 && m_client.hasAnswer(folder.opening))
            begin(folder);
    }
}

void SftpTree::askFor(Waiting &folder)
{
    const QByteArray path = full(folder.entry.path);
    if (m_locked == Locked::Opened && (folder.entry.mode & 0700) != 0700 && !folder.entry.path.isEmpty()) {
        SftpAttributes open;
        open.mode = 0700;
        m_client.ignore(m_client.ask(sftpRequest(SftpType::Setstat, path, open)));
    }
    folder.opening = m_client.ask(sftpRequest(SftpType::OpenFolder, path));
    folder.isAsked = true;
    ++m_ahead;
}

// Requests the first pages of a folder that is open.
void SftpTree::begin(Waiting &folder)
{
    takeHandle(folder);
    while (!folder.isRefused && folder.reads.size() < readsAhead)
        folder.reads.push_back(m_client.ask(sftpRequest(SftpType::ReadFolder, folder.handle.bytes())));
}

void SftpTree::takeHandle(Waiting &folder)
{
    const Result<SftpReply> reply = m_client.answerTo(std::exchange(folder.opening, 0));
    const auto handle =
        reply && reply->type == SftpType::Handle ? decodeHandle(reply->body) : std::optional<QByteArray>();
    folder.isRefused = !handle;
    if (handle) {
        folder.handle = SftpHandle(m_client.weak_from_this(), *handle, pathFromBytes(full(folder.entry.path)));
    } else if (reply) {
        m_trouble(folder.entry.path, refusalWords(statusOf(*reply)));
    }
}

Result<void> SftpTree::read(Waiting &folder, std::deque<Waiting> &below)
{
    if (!folder.isAsked)
        askFor(folder);
    if (folder.opening != 0)
        begin(folder);
    --m_ahead;
    bool isAtEnd = folder.isRefused;
    while (!folder.reads.empty()) {
        const quint32 id = folder.reads.front();
        folder.reads.erase(folder.reads.begin());
        if (isAtEnd) {
            m_client.ignore(id);
            continue;
        }
        const Result<SftpReply> reply = m_client.answerTo(id);
        if (!reply)
            return reply.error();
        const auto names = reply->type == SftpType::Name ? decodeNames(reply->body) : std::nullopt;
        if (!names) {
            isAtEnd = true;
            if (const SftpStatus status = statusOf(*reply); status.code != SftpCode::EndOfFile)
                m_trouble(folder.entry.path, refusalWords(status));
            continue;
        }
        folder.reads.push_back(m_client.ask(sftpRequest(SftpType::ReadFolder, folder.handle.bytes())));
        if (const auto taken = takePage(folder, *names, below); !taken)
            return taken;
    }
    folder.handle = {};
    return m_client.isBroken() ? Result<void>(m_client.broken()) : Result<void>();
}

Result<void> SftpTree::takePage(const Waiting &folder, const QList<SftpName> &names, std::deque<Waiting> &below)
{
    const QByteArray before = folder.entry.path.isEmpty() ? QByteArray() : folder.entry.path + '/';
    std::vector<TreeEntry> links;
    std::vector<TreeEntry> folders;
    for (const SftpName &name : names) {
        if (!isEntryName(pathFromBytes(name.name)))
            continue;
        TreeEntry entry = treeEntryOf(before + name.name, name.attributes);
        if (entry.kind == EntryKind::Folder) {
            folders.push_back(std::move(entry));
        } else if (entry.kind == EntryKind::Link) {
            links.push_back(std::move(entry));
        } else if (const auto given = give(std::move(entry)); !given) {
            return given;
        }
    }
    if (const auto taken = takeFolders(std::move(folders), links, below); !taken)
        return taken;
    return takeLinks(std::move(links));
}

// Some servers list a link with the attributes of its target. To follow it would list, and remove, files elsewhere.
Result<void> SftpTree::takeFolders(std::vector<TreeEntry> &&folders, std::vector<TreeEntry> &links,
                                   std::deque<Waiting> &below)
{
    SftpPipe pipe(m_client);
    for (TreeEntry &folder : folders) {
        const auto take = [&](const SftpReply &reply) -> Result<void> {
            const auto facts = reply.type == SftpType::Attributes ? decodeAttributes(reply.body) : std::nullopt;
            if (facts && facts->isLink()) {
                links.push_back(treeEntryOf(folder.path, *facts));
                return {};
            }
            m_waitingBytes += folder.path.size() + waitingCost;
            if (++m_entries > m_most || m_waitingBytes > mostWaitingBytes)
                return listsTooMuch(m_entries);
            --m_entries; // give() counts it
            below.emplace_back().entry = std::move(folder);
            return {};
        };
        if (const auto asked = pipe.ask(sftpRequest(SftpType::Lstat, full(folder.path)), take); !asked)
            return asked;
    }
    return pipe.finish();
}

Result<void> SftpTree::takeLinks(std::vector<TreeEntry> &&links)
{
    SftpPipe pipe(m_client);
    for (TreeEntry &link : links) {
        SftpRequest request = sftpRequest(SftpType::ReadLink, full(link.path));
        const auto asked = pipe.ask(std::move(request), [this, &link](const SftpReply &reply) -> Result<void> {
            const auto names = reply.type == SftpType::Name ? decodeNames(reply.body) : std::nullopt;
            if (!names || names->constFirst().name.size() > longestTarget) {
                m_trouble(link.path, QStringLiteral("it cannot be told where it leads"));
                return {};
            }
            link.target = names->constFirst().name;
            if (const qsizetype nul = link.target.indexOf('\0'); nul >= 0)
                link.target.truncate(nul);
            return give(std::move(link));
        });
        if (!asked)
            return asked;
    }
    return pipe.finish();
}

Result<void> SftpTree::give(TreeEntry &&entry)
{
    if (++m_entries > m_most)
        return listsTooMuch(m_most);
    return (*m_take)(std::move(entry));
}

Result<void> eachSftpName(SftpClient &client, const QByteArray &folder,
                          const std::function<bool(const SftpName &)> &take)
{
    constexpr int namesAtOnce = 512;
    Result<SftpHandle> handle = client.openFolder(pathFromBytes(folder));
    if (!handle)
        return handle.error();
    SftpFolder pages(std::move(*handle));
    while (true) {
        const Result<QList<SftpName>> names = pages.next(namesAtOnce);
        if (!names)
            return names.error();
        if (names->isEmpty() || !std::all_of(names->cbegin(), names->cend(), take))
            return {};
    }
}

Result<void> makeSftpPath(SftpClient &client, const QByteArray &path, std::optional<int> mode)
{
    Result<void> made;
    for (qsizetype end = path.isEmpty() ? 0 : path.indexOf('/', 1); end != 0; end = path.indexOf('/', end + 1)) {
        made = client.makeFolder(pathFromBytes(end < 0 ? path : path.first(end)), mode);
        if (client.isBroken())
            return client.broken();
        if (end < 0)
            break;
    }
    const Result<SftpAttributes> there = client.stat(pathFromBytes(path.isEmpty() ? QByteArray("/") : path));
    if (there && there->isFolder())
        return {};
    if (!made && made.error().code != ErrorCode::AlreadyExists)
        return made;
    return refusedError(QStringLiteral("it is no folder"), pathFromBytes(path), SftpPurpose::Change);
}

Result<void> removeSftpTree(SftpClient &client, const QByteArray &path, FilesOfTree files)
{
    const auto there = client.lstat(pathFromBytes(path));
    if (!there)
        return there.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(there.error());
    const auto notEmpty = [](const QByteArray &full) {
        return refusedError(QStringLiteral("it was not moved to its place"), pathFromBytes(full), SftpPurpose::Change);
    };
    if (!there->isFolder()) // a link must not be followed
        return files == FilesOfTree::Kept ? notEmpty(path) : client.remove(pathFromBytes(path));
    std::optional<Error> refused;
    {
        SftpPipe pipe(client);
        SftpTree tree(
            client, std::numeric_limits<qint64>::max(), [](const QByteArray &, const QString &) {},
            SftpTree::Locked::Opened);
        const auto remove = [&](TreeEntry &&entry) -> Result<void> {
            const QByteArray full = path + '/' + entry.path;
            const bool isFolder = entry.kind == EntryKind::Folder;
            if (!isFolder && files == FilesOfTree::Kept)
                return notEmpty(full);
            return pipe.ask(sftpRequest(isFolder ? SftpType::RemoveFolder : SftpType::Remove, full),
                            [&refused, full](const SftpReply &reply) -> Result<void> {
                                const SftpStatus status = statusOf(reply);
                                if (status.code != SftpCode::Ok && status.code != SftpCode::NoSuchFile && !refused)
                                    refused = refusedError(status, pathFromBytes(full), SftpPurpose::Change);
                                return {};
                            });
        };
        const auto listed = tree.listAll(path, SftpTree::Depth::Below, remove);
        if (!listed)
            return listed;
        if (const auto finished = pipe.finish(); !finished)
            return finished;
    }
    if (refused)
        return *refused;
    const auto removed = client.removeFolder(pathFromBytes(path));
    return removed || removed.error().code == ErrorCode::NotFound ? Result<void>() : removed;
}

} // namespace engine
