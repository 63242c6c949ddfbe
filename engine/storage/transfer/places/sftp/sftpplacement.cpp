// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpplacement.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftpstagewriter.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/wire/tree/machinelist.h"

#include <optional>

namespace engine {

namespace {

SftpRequest renaming(SftpRequest request, const QByteArray &from, const QByteArray &to)
{
    request.add(from).add(to);
    return request;
}

} // namespace

Result<void> SftpPlacement::place(const QByteArray &from, const QByteArray &to)
{
    auto placed = placeAll(from, to, {});
    const auto told = m_client.isBroken() ? Result<void>() : m_kept.tell(m_context.kept);
    if (placed && !told)
        placed = told;
    for (qsizetype i = 0; placed && i < m_left.size(); ++i)
        placed = removeSftpTree(m_client, from + '/' + m_left.at(i));
    return placed;
}

Result<SftpPlacement::Names> SftpPlacement::namesIn(const QByteArray &folder)
{
    Names all;
    const auto listed = eachSftpName(m_client, folder, [&all](const SftpName &name) {
        if (name.attributes.isFolder())
            all.folders.push_back({name.name, int(name.attributes.mode.value_or(0) & 07777)});
        else
            all.files.append(name.name).append('\0');
        return true;
    });
    return listed ? Result<Names>(std::move(all)) : listed.error();
}

Result<void> SftpPlacement::placeAll(const QByteArray &from, const QByteArray &to, const QByteArray &path)
{
    const Result<Names> names = namesIn(from);
    if (!names)
        return names.error();
    const QByteArray above = path.isEmpty() ? path : path + '/';
    SftpPipe pipe(m_client);
    for (qsizetype at = 0, end = 0; (end = names->files.indexOf('\0', at)) >= 0; at = end + 1) {
        const QByteArray name = names->files.sliced(at, end - at);
        if (const auto placed = placeFile(pipe, from + '/' + name, to + '/' + name, above + name); !placed)
            return placed;
    }
    std::vector<const Folder *> others; // that cannot just be renamed
    for (const Folder &one : names->folders) {
        const QByteArray there = to + '/' + one.name;
        const auto renamed = [&others, &one](const SftpReply &reply) {
            if (!isOk(reply))
                others.push_back(&one);
            return Result<void>();
        };
        const auto looked = [&, there, renamed](const SftpReply &reply) {
            if (reply.type == SftpType::Attributes)
                return renamed(reply);
            return pipe.ask(renaming(SftpRequest(SftpType::Rename), from + '/' + one.name, there), renamed);
        };
        if (const auto asked = pipe.ask(sftpRequest(SftpType::Lstat, there), looked); !asked)
            return asked;
    }
    Result<void> placed = pipe.finish();
    for (auto one = others.cbegin(); one != others.cend() && placed; ++one) {
        const QByteArray &name = (*one)->name;
        placed = placeFolder(**one, from + '/' + name, to + '/' + name, above + name);
    }
    return placed;
}

Result<void> SftpPlacement::placeFolder(const Folder &folder, const QByteArray &from, const QByteArray &to,
                                        const QByteArray &path)
{
    const Result<void> moved = moveSftpFolder(m_client, from, to, folder.mode);
    if (moved)
        return moved;
    if (moved.error().code != ErrorCode::AlreadyExists) {
        leave(path, filesIn(from), moved.error().message.englishText());
        return m_client.isBroken() ? Result<void>(m_client.broken()) : Result<void>();
    }
    const Result<SftpAttributes> there = m_client.lstat(pathFromBytes(to));
    if (!there || !there->isFolder()) {
        leave(path, filesIn(from), otherKindWords(true));
        return m_client.isBroken() ? Result<void>(m_client.broken()) : Result<void>();
    }
    if ((folder.mode & 0700) != 0700) // its entries are moved out of it
        (void)m_client.setAttributes(pathFromBytes(from), modeAlone(0700));
    return placeAll(from, to, path);
}

Result<void> SftpPlacement::placeFile(SftpPipe &pipe, const QByteArray &from, const QByteArray &to,
                                      const QByteArray &path)
{
    return pipe.ask(sftpRequest(SftpType::Lstat, to), [=, this, &pipe](const SftpReply &reply) -> Result<void> {
        const auto there = reply.type == SftpType::Attributes ? decodeAttributes(reply.body) : std::nullopt;
        if (there && there->isFolder()) {
            leave(path, 1, otherKindWords(false));
            return {};
        }
        if (there)
            return meet(pipe, from, to, path);
        return pipe.ask(renaming(SftpRequest(SftpType::Rename), from, to), [=, this](const SftpReply &done) {
            if (!isOk(done))
                leave(path, 1, refusalWords(statusOf(done)));
            return Result<void>();
        });
    });
}

// A file with this name exists at the place.
Result<void> SftpPlacement::meet(SftpPipe &pipe, const QByteArray &from, const QByteArray &to, const QByteArray &path)
{
    const ConflictRule rule = m_context.plan.conflicts;
    if (rule == ConflictRule::Replace) {
        const auto kept = m_kept.keep(path);
        if (!kept)
            return refuse(path, kept.error());
        if (m_client.has("posix-rename@openssh.com", "1"))
            return pipe.ask(renaming(SftpRequest::extended("posix-rename@openssh.com"), from, to),
                            [=, this](const SftpReply &reply) {
                                if (isOk(reply))
                                    return Result<void>();
                                leave(path, 1, refusalWords(statusOf(reply)));
                                return m_kept.giveBack(*kept, from);
                            });
        const auto replaced = m_client.replace(pathFromBytes(from), pathFromBytes(to));
        if (replaced)
            return replaced;
        const auto back = m_kept.giveBack(*kept, from);
        return back ? refuse(path, replaced.error()) : back;
    }
    if (rule == ConflictRule::KeepBoth) {
        leave(path, 1, newFileWords());
        return {};
    }
    m_left.append(path);
    m_context.failed.addUnplaced(path);
    ++m_context.counters.filesKept;
    --m_context.counters.filesDone;
    return {};
}

void SftpPlacement::leave(const QByteArray &path, qint64 files, const QString &words)
{
    m_left.append(path);
    m_context.failUnplaced(path, words, files);
}

qint64 SftpPlacement::filesIn(const QByteArray &folder)
{
    qint64 files = 0;
    SftpTree tree(m_client, m_context.plan.mostEntries, [](const QByteArray &, const QString &) {});
    (void)tree.listAll(folder, SftpTree::Depth::Below, [&files](TreeEntry &&entry) {
        files += entry.kind != EntryKind::Folder;
        return Result<void>();
    });
    return files;
}

Result<void> SftpPlacement::refuse(const QByteArray &path, const Error &error)
{
    if (m_client.isBroken())
        return error;
    leave(path, 1, error.message.englishText());
    return {};
}

Result<void> SftpPlacement::renew(const QByteArrayList &paths)
{
    for (const QByteArray &path : paths) {
        const QString from = pathFromBytes(QByteArray(m_context.stagePath() + '/' + path));
        const QString to = pathFromBytes(QByteArray(m_context.plan.target + '/' + path));
        const auto one = m_client.lstat(from);
        const auto other = one && one->isFile() ? m_client.lstat(to) : one;
        if (m_client.isBroken())
            return m_client.broken();
        const bool isMeant = one && other && one->isFile() && other->isFile() && one->size && one->size == other->size
            && one->times && other->times && one->times->modified == other->times->modified;
        if (!isMeant)
            continue;
        const auto kept = m_kept.keep(path);
        const auto moved = kept ? m_client.replace(from, to) : Result<void>(kept.error());
        if (m_client.isBroken())
            return m_client.broken();
        if (moved)
            continue;
        if (kept)
            (void)m_kept.giveBack(*kept, pathToBytes(from));
        m_context.failUnplaced(path, moved.error().message.englishText());
        (void)m_client.setAttributes(pathFromBytes(QByteArray(m_context.stagePath() + '/' + beforeLastPart(path))),
                                     modeAlone(0700));
        if (const auto removed = removeSftpTree(m_client, pathToBytes(from)); !removed) // the server may have moved it
            return removed;
    }
    return {};
}

Result<void> moveSftpFolder(SftpClient &client, const QByteArray &from, const QByteArray &to, int mode)
{
    const QString source = pathFromBytes(from);
    const QString target = pathFromBytes(to);
    Result<void> moved = client.rename(source, target);
    if (!moved && moved.error().code != ErrorCode::AlreadyExists && (mode & 0200) == 0 && !client.isBroken()) {
        (void)client.setAttributes(source, modeAlone(mode | 0700));
        moved = client.rename(source, target);
        (void)client.setAttributes(moved ? target : source, modeAlone(mode));
    }
    return client.isBroken() ? Result<void>(client.broken()) : moved;
}

Result<bool> placeNew(SftpClient &client, const QByteArray &from, const QByteArray &to, qsizetype most)
{
    QList<SftpName> all;
    const auto listed = eachSftpName(client, from, [&](const SftpName &name) {
        all.append(name);
        return all.size() <= most;
    });
    if (!listed)
        return listed.error().code == ErrorCode::NotFound ? Result<bool>(false) : listed.error();
    if (all.size() > most)
        return listsTooMuch(most);
    for (const SftpName &name : std::as_const(all)) {
        const int mode = name.attributes.isFolder() ? int(name.attributes.mode.value_or(0) & 07777) : 0700;
        if (const auto moved = moveSftpFolder(client, from + '/' + name.name, to + '/' + name.name, mode); !moved)
            return moved.error();
    }
    return true;
}

} // namespace engine
