// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/sftpplacement.h"

#include "engine/storage/transfer/machinelist.h"
#include "engine/api/paths.h"
#include "engine/ssh/sftpstreams.h"
#include "engine/storage/transfer/sftpstagewriter.h"
#include "engine/storage/transfer/sftptree.h"
#include "engine/storage/transfer/stage.h"

#include <optional>

namespace engine {

namespace {

constexpr int namesAtOnce = 512;

SftpRequest renaming(SftpRequest request, const QByteArray &from, const QByteArray &to)
{
    request.add(from).add(to);
    return request;
}

Result<void> told(const SftpReply &reply, const QByteArray &to)
{
    return isOk(reply) ? Result<void>() : refusedError(statusOf(reply), pathFromBytes(to), SftpPurpose::Change);
}

} // namespace

Result<void> SftpPlacement::place(const QByteArray &from, const QByteArray &to)
{
    auto placed = placeAll(from, to, {});
    for (qsizetype i = 0; placed && i < m_left.size(); ++i)
        placed = removeSftpTree(m_client, from + '/' + m_left.at(i));
    return placed;
}

// All, before any of them goes: a server may lose its place.
Result<SftpPlacement::Names> SftpPlacement::namesIn(const QByteArray &path)
{
    Result<SftpHandle> handle = m_client.openFolder(pathFromBytes(path));
    if (!handle)
        return handle.error();
    SftpFolder folder(std::move(*handle));
    Names all;
    while (true) {
        const Result<QList<SftpName>> names = folder.next(namesAtOnce);
        if (!names)
            return names.error();
        if (names->isEmpty())
            return all;
        for (const SftpName &name : *names) {
            if (name.attributes.isFolder())
                all.folders.push_back({name.name, int(name.attributes.mode.value_or(0) & 07777)});
            else
                all.files.append(name.name).append('\0');
        }
    }
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
    if (const auto placed = pipe.finish(); !placed)
        return placed;
    for (const Folder &one : names->folders) {
        const auto placed = placeFolder(one, from + '/' + one.name, to + '/' + one.name, above + one.name);
        if (!placed)
            return placed;
    }
    return {};
}

Result<void> SftpPlacement::placeFolder(const Folder &folder, const QByteArray &from, const QByteArray &to,
                                        const QByteArray &path)
{
    const Result<void> moved = moveSftpFolder(m_client, from, to, folder.mode);
    if (moved || moved.error().code != ErrorCode::AlreadyExists)
        return moved;
    const Result<SftpAttributes> there = m_client.lstat(pathFromBytes(to));
    if (!there || !there->isFolder()) {
        m_left.append(path);
        m_failed.add(path, metOtherKind(true));
        return m_client.isBroken() ? Result<void>(m_client.broken()) : Result<void>();
    }
    if ((folder.mode & 0700) != 0700) // all goes out of it
        (void)m_client.setAttributes(pathFromBytes(from), modeAlone(0700));
    return placeAll(from, to, path);
}

Result<void> SftpPlacement::placeFile(SftpPipe &pipe, const QByteArray &from, const QByteArray &to,
                                      const QByteArray &path)
{
    return pipe.ask(sftpRequest(SftpType::Lstat, to), [=, this, &pipe](const SftpReply &reply) -> Result<void> {
        const auto there = reply.type == SftpType::Attributes ? decodeAttributes(reply.body) : std::nullopt;
        if (there && there->isFolder()) {
            m_left.append(path);
            m_failed.add(path, metOtherKind(false));
            return {};
        }
        if (there)
            return meet(pipe, from, to, path);
        return pipe.ask(renaming(SftpRequest(SftpType::Rename), from, to),
                        [to](const SftpReply &done) { return told(done, to); });
    });
}

// A file of that name is there.
Result<void> SftpPlacement::meet(SftpPipe &pipe, const QByteArray &from, const QByteArray &to, const QByteArray &path)
{
    const auto hear = [to](const SftpReply &reply) { return told(reply, to); };
    if (m_rule == ConflictRule::Replace) {
        if (m_client.has("posix-rename@openssh.com", "1"))
            return pipe.ask(renaming(SftpRequest::extended("posix-rename@openssh.com"), from, to), hear);
        return m_client.replace(pathFromBytes(from), pathFromBytes(to));
    }
    m_left.append(path);
    if (m_rule == ConflictRule::Skip)
        ++m_counters.filesKept;
    else
        m_failed.add(path, metNew());
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
    Result<SftpHandle> handle = client.openFolder(pathFromBytes(from));
    if (!handle && handle.error().code == ErrorCode::NotFound)
        return false;
    if (!handle)
        return handle.error();
    SftpFolder folder(std::move(*handle));
    QList<SftpName> all; // before any of them goes: a server may lose its place
    while (true) {
        const Result<QList<SftpName>> names = folder.next(namesAtOnce);
        if (!names)
            return names.error();
        if (names->isEmpty())
            break;
        all += *names;
        if (all.size() > most)
            return listsTooMuch(most);
    }
    for (const SftpName &name : std::as_const(all)) {
        const int mode = name.attributes.isFolder() ? int(name.attributes.mode.value_or(0) & 07777) : 0700;
        if (const auto moved = moveSftpFolder(client, from + '/' + name.name, to + '/' + name.name, mode); !moved)
            return moved.error();
    }
    return true;
}

} // namespace engine
