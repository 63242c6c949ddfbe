// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/sftptrash.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftpstreams.h"
#include "engine/storage/filetaskerrors.h"
#include "engine/storage/transfer/sftptree.h"
#include "engine/storage/transfer/stagefolder.h"

#include <QDateTime>

namespace engine {

namespace {

constexpr int ownMode = 0700;
constexpr int mostOfAName = 10'000; // there
constexpr int namesTogether = 512;
constexpr qsizetype longestName = 230; // leaves room for a number and an ending

QByteArray pathLine(const QByteArray &path)
{
    return "[Trash Info]\nPath=" + path.toPercentEncoding("/") + '\n';
}

QByteArray dateLine()
{
    return "DeletionDate=" + QDateTime::currentDateTime().toString(Qt::ISODate).toLatin1() + '\n';
}

Result<void> writeInto(const SftpHandle &file, const QByteArray &bytes)
{
    SftpWriter writer(file);
    const auto written = writer.write(0, bytes);
    return written ? writer.finish() : written;
}

/// Of what is in a trash.
QByteArray noteOf(const QByteArray &trashed)
{
    return beforeLastPart(beforeLastPart(trashed)) + "/info/" + lastPart(trashed) + ".trashinfo";
}

bool isNotedAs(SftpClient &client, const QString &note, const QByteArray &line)
{
    const auto file = client.openFile(note, SftpClient::ForRead);
    QByteArray said;
    if (file)
        (void)readBytes(*file, 0, line.size(), [&said](QByteArrayView bytes) {
            said += bytes.toByteArray();
            return true;
        });
    return said == line;
}

Result<void> makeTrash(SftpClient &client, const QByteArray &trash)
{
    for (const char *part : {"/files", "/info"}) {
        if (const auto made = makeSftpPath(client, trash + part, ownMode); !made)
            return made;
    }
    return {};
}

} // namespace

Result<QByteArray> homeTrash(SftpClient &client)
{
    const auto home = client.realPath(QStringLiteral("."));
    if (!home)
        return home.error();
    const QByteArray trash = pathToBytes(*home) + "/.local/share/Trash";
    const auto made = makeTrash(client, trash);
    return made ? Result<QByteArray>(trash) : made.error();
}

Result<QByteArray> noteInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path, NotedBefore before)
{
    const auto above = client.realPath(pathFromBytes(QByteArray(beforeLastPart(path) + '/')));
    if (!above)
        return above.error();
    const QByteArray folder = *above == QLatin1StringView("/") ? QByteArray() : pathToBytes(*above);
    const QByteArray line = pathLine(folder + '/' + lastPart(path));
    const QByteArray name = lastPart(path).left(longestName);
    for (int number = 1; number < mostOfAName; ++number) {
        const QByteArray free = number == 1 ? name : name + '.' + QByteArray::number(number);
        const QString note = pathFromBytes(noteOf(trash + "/files/" + free));
        const auto there = client.lstat(pathFromBytes(QByteArray(trash + "/files/" + free)));
        if (!there && there.error().code != ErrorCode::NotFound)
            return there.error();
        if (before == NotedBefore::AsBefore && isNotedAs(client, note, line))
            return free;
        if (there)
            continue;
        const auto file =
            client.openFile(note, SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive, 0600);
        if (!file && file.error().code == ErrorCode::AlreadyExists)
            continue;
        if (!file)
            return client.isBroken() ? client.broken() : hasNoTrash(pathFromBytes(path));
        const auto written = writeInto(*file, line + dateLine());
        if (written)
            return free;
        (void)client.remove(note);
        return written.error();
    }
    return hasNoTrash(pathFromBytes(path));
}

Result<void> SftpKept::keep(const QByteArray &path)
{
    if (m_folder.isEmpty()) {
        const auto trash = homeTrash(m_client);
        const auto made = trash ? make(*trash) : makeInTarget();
        if (!made)
            return made;
    }
    auto kept = put(path);
    if (kept || m_isInTarget || m_client.isBroken())
        return kept;
    const QByteArray unused = m_folder;
    if (const auto made = makeInTarget(); !made)
        return made;
    (void)removeSftpTree(m_client, unused, FilesOfTree::Kept);
    (void)m_client.remove(pathFromBytes(noteOf(unused)));
    return put(path);
}

Result<void> SftpKept::make(const QByteArray &trash)
{
    const auto name = noteInTrash(m_client, trash, m_plan.target + '/' + m_plan.kept(), NotedBefore::AsBefore);
    if (!name)
        return name.error();
    m_folder = trash + "/files/" + *name;
    m_made.clear();
    return makeSftpPath(m_client, m_folder, ownMode);
}

// By the number of its owner, as at the top of a file system.
Result<void> SftpKept::makeInTarget()
{
    m_isInTarget = true;
    const auto stage = m_client.lstat(pathFromBytes(QByteArray(m_plan.target + '/' + m_plan.stage)));
    if (!stage)
        return stage.error();
    const QByteArray owner = QByteArray::number(stage->owner ? stage->owner->user : 0);
    const QByteArray trash = m_plan.target + "/.Trash-" + owner;
    const auto made = makeTrash(m_client, trash);
    return made ? make(trash) : made;
}

// What has the name there was kept by an earlier run, or is this file: nothing by SFTP tells which.
Result<void> SftpKept::put(const QByteArray &path)
{
    const QByteArray folder = beforeLastPart(QByteArray(m_folder + '/' + path));
    if (m_made != folder) {
        if (const auto made = makeSftpPath(m_client, folder, ownMode); !made)
            return made;
        m_made = folder;
    }
    const QString file = pathFromBytes(QByteArray(m_plan.target + '/' + path));
    for (int number = 1; number < mostOfAName; ++number) {
        const QByteArray ending = number == 1 ? QByteArray() : ".~" + QByteArray::number(number) + '~';
        const QString name = pathFromBytes(QByteArray(m_folder + '/' + path + ending));
        if (m_client.addName(file, name))
            return {};
        if (m_client.isBroken())
            return m_client.broken();
        if (m_client.lstat(name))
            continue;
        const auto moved = m_client.rename(file, name);
        const bool isGone = !moved && moved.error().code == ErrorCode::NotFound;
        return isGone ? Result<void>() : moved;
    }
    return hasNoTrash(pathFromBytes(path));
}

Result<void> SftpKept::tell(KeptFiles &kept)
{
    if (m_folder.isEmpty())
        return {};
    auto handle = m_client.openFolder(pathFromBytes(m_folder));
    if (!handle)
        return handle.error();
    SftpFolder folder(std::move(*handle));
    while (true) {
        const auto names = folder.next(namesTogether);
        if (!names)
            return names.error();
        if (names->isEmpty())
            return {};
        for (const SftpName &name : *names)
            kept.add({pathFromBytes(QByteArray(m_plan.target + '/' + name.name)),
                      pathFromBytes(QByteArray(m_folder + '/' + name.name))});
    }
}

} // namespace engine
