// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftptrash.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/shell/filetaskerrors.h"

#include <QDateTime>

namespace engine {

namespace {

constexpr int ownMode = 0700;
constexpr int mostOfAName = 10'000; // entries of the trash with one name
constexpr qsizetype longestName = 230; // leaves room for a number and an ending

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

/// Path of the note for \a trashed, a path in a trash.
QByteArray noteOf(const QByteArray &trashed)
{
    return beforeLastPart(beforeLastPart(trashed)) + "/info/" + lastPart(trashed) + ".trashinfo";
}

bool says(const SftpHandle &note, const QByteArray &line)
{
    QByteArray said;
    (void)readBytes(note, 0, line.size(), [&said](QByteArrayView bytes) {
        said += bytes.toByteArray();
        return true;
    });
    return said == line;
}

Result<QByteArray> pathLineOf(SftpClient &client, const QByteArray &path)
{
    const auto above = client.realPath(pathFromBytes(QByteArray(beforeLastPart(path) + '/')));
    if (!above)
        return above.error();
    const QByteArray folder = *above == QLatin1StringView("/") ? QByteArray() : pathToBytes(*above);
    return QByteArray("[Trash Info]\nPath=" + QByteArray(folder + '/' + lastPart(path)).toPercentEncoding("/") + '\n');
}

QByteArray nameInTrash(const QByteArray &path, int number)
{
    const QByteArray name = lastPart(path).left(longestName);
    return number == 1 ? name : name + '.' + QByteArray::number(number);
}

/// The entry in \a trash whose note says that it was at \a path; empty: there is none.
Result<QByteArray> notedInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path)
{
    const auto line = pathLineOf(client, path);
    if (!line)
        return line;
    for (int number = 1; number < mostOfAName; ++number) {
        const QByteArray trashed = trash + "/files/" + nameInTrash(path, number);
        const auto note = client.openFile(pathFromBytes(noteOf(trashed)), SftpClient::ForRead);
        if (!note)
            break;
        if (says(*note, *line))
            return trashed;
    }
    return client.isBroken() ? Result<QByteArray>(client.broken()) : QByteArray();
}

// Removes the note of \a trashed, which is not in its trash any more. A trash of .Trash-USER is removed with its last
// note.
void forgetNote(SftpClient &client, const QByteArray &trashed)
{
    const QByteArray trash = beforeLastPart(beforeLastPart(trashed));
    (void)client.remove(pathFromBytes(noteOf(trashed)));
    for (const char *part : {"/files", "/info", ""}) {
        if (!lastPart(trash).startsWith(".Trash-") || !client.removeFolder(pathFromBytes(QByteArray(trash + part))))
            return;
    }
}

Result<QByteArray> homeTrashPath(SftpClient &client)
{
    const auto home = client.realPath(QStringLiteral("."));
    return home ? Result<QByteArray>(pathToBytes(*home) + "/.local/share/Trash") : home.error();
}

/// Attributes that the server does not tell count as different.
bool isAlike(const Result<SftpAttributes> &one, const Result<SftpAttributes> &other)
{
    return one && other && one->size && one->size == other->size && one->mode && one->mode == other->mode && one->times
        && other->times && one->times->modified == other->times->modified;
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
    const auto trash = homeTrashPath(client);
    const auto made = trash ? makeTrash(client, *trash) : Result<void>(trash.error());
    return made ? trash : made.error();
}

Result<QByteArray> noteInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path)
{
    const auto line = pathLineOf(client, path);
    if (!line)
        return line;
    for (int number = 1; number < mostOfAName; ++number) {
        const QByteArray free = nameInTrash(path, number);
        const QString note = pathFromBytes(noteOf(trash + "/files/" + free));
        const auto there = client.lstat(pathFromBytes(QByteArray(trash + "/files/" + free)));
        if (!there && there.error().code != ErrorCode::NotFound)
            return there.error();
        if (there)
            continue;
        const auto file =
            client.openFile(note, SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive, 0600);
        if (!file && file.error().code == ErrorCode::AlreadyExists)
            continue;
        if (!file)
            return client.isBroken() ? client.broken() : hasNoTrash(pathFromBytes(path));
        const auto written = writeInto(*file, *line + dateLine());
        if (written)
            return free;
        (void)client.remove(note);
        return written.error();
    }
    return hasNoTrash(pathFromBytes(path));
}

void leaveTrash(SftpClient &client, const QByteArray &folder)
{
    if (lastPart(beforeLastPart(folder)) == "files" && client.lstat(pathFromBytes(noteOf(folder)))
        && client.removeFolder(pathFromBytes(folder)))
        forgetNote(client, folder);
}

Result<SftpKept::Kept> SftpKept::keep(const QByteArray &path)
{
    Result<Kept> kept = hasNoTrash(pathFromBytes(path));
    for (Folder &folder : m_folders) {
        if (!folder.path)
            folder.path = make(folder.where);
        kept = *folder.path ? put(**folder.path, path) : Result<Kept>(folder.path->error());
        if (m_client.isBroken())
            return m_client.broken();
        if (!kept)
            continue;
        std::swap(folder, m_folders.front());
        break;
    }
    return kept;
}

Result<QByteArray> SftpKept::trashIn(Where where, Making making)
{
    if (where == Where::Target)
        return ownTrash(making);
    return making == Making::Yes ? homeTrash(m_client) : homeTrashPath(m_client);
}

// Its name has this user's number, as at the top of a file system. This user is the owner of the staging folder. Others
// may have made a folder of that name, so it is used only if this user owns it and the folders in it, and it is no
// link.
Result<QByteArray> SftpKept::ownTrash(Making making)
{
    const auto stage = m_client.lstat(pathFromBytes(QByteArray(m_plan.target + '/' + m_plan.stage)));
    if (!stage)
        return stage.error();
    if (!stage->owner)
        return hasNoTrash(pathFromBytes(m_plan.target));
    const quint32 user = stage->owner->user;
    const QByteArray trash = m_plan.target + "/.Trash-" + QByteArray::number(user);
    for (const char *part : {"", "/files", "/info"}) {
        const QString folder = pathFromBytes(QByteArray(trash + part));
        if (making == Making::Yes)
            (void)m_client.makeFolder(folder, ownMode);
        const auto there = m_client.lstat(folder);
        if (!there)
            return there.error();
        if (!there->isFolder() || !there->owner || there->owner->user != user)
            return hasNoTrash(pathFromBytes(m_plan.target));
    }
    return trash;
}

Result<QByteArray> SftpKept::make(Where where)
{
    const auto trash = trashIn(where, Making::Yes);
    if (!trash)
        return trash;
    auto folder = notedInTrash(m_client, *trash, asNoted());
    if (folder && folder->isEmpty()) {
        const auto name = noteInTrash(m_client, *trash, asNoted());
        folder = name ? Result<QByteArray>(*trash + "/files/" + *name) : name;
    }
    const auto made = folder ? makeSftpPath(m_client, *folder, ownMode) : Result<void>(folder.error());
    return made ? folder : made.error();
}

// An entry of that name in the trash was kept by an earlier run, or is a hard link of this file. SFTP does not tell
// which.
Result<SftpKept::Kept> SftpKept::put(const QByteArray &folder, const QByteArray &path)
{
    const QByteArray above = beforeLastPart(QByteArray(folder + '/' + path));
    if (m_made != above) {
        if (const auto made = makeSftpPath(m_client, above, ownMode); !made)
            return made.error();
        m_made = above;
    }
    const QString file = pathFromBytes(QByteArray(m_plan.target + '/' + path));
    for (int number = 1; number < mostOfAName; ++number) {
        const QByteArray ending = number == 1 ? QByteArray() : ".~" + QByteArray::number(number) + '~';
        const QString name = pathFromBytes(QByteArray(folder + '/' + path + ending));
        if (m_client.addName(file, name))
            return Kept{file, name, true};
        if (m_client.isBroken())
            return m_client.broken();
        if (m_client.lstat(name))
            continue;
        const auto moved = m_client.rename(file, name);
        if (!moved && moved.error().code == ErrorCode::NotFound)
            return Kept{file};
        return moved ? Result<Kept>(Kept{file, name}) : moved.error();
    }
    return hasNoTrash(pathFromBytes(path));
}

// A server may replace a file and still report an error: then the entry in the trash is the last name of the old file.
// SFTP does not tell whether two names are of one file, so the hard link is removed only if all attributes are equal.
Result<void> SftpKept::giveBack(const Kept &kept, const QByteArray &staged)
{
    if (!kept.name.isEmpty() && m_client.lstat(pathFromBytes(staged))) {
        if (kept.isFurther && isAlike(m_client.lstat(kept.name), m_client.lstat(kept.place)))
            (void)m_client.remove(kept.name);
        else
            (void)m_client.rename(kept.name, kept.place); // does not replace a file
    }
    return m_client.isBroken() ? Result<void>(m_client.broken()) : Result<void>();
}

Result<void> SftpKept::tell(KeptFiles &kept)
{
    QList<TrashedFile> files;
    for (const Where where : {Where::Home, Where::Target}) {
        const auto trash = trashIn(where, Making::No);
        const auto folder = trash ? notedInTrash(m_client, *trash, asNoted()) : trash;
        if (m_client.isBroken())
            return m_client.broken();
        if (!folder || folder->isEmpty())
            continue;
        const auto names = namesIn(*folder);
        if (!names)
            return names.error();
        for (const QByteArray &name : *names)
            files.append({pathFromBytes(QByteArray(m_plan.target + '/' + name)),
                          pathFromBytes(QByteArray(*folder + '/' + name))});
        if (names->isEmpty()) {
            (void)m_client.removeFolder(pathFromBytes(*folder));
            forgetNote(m_client, *folder);
        }
    }
    kept.set(files);
    return {};
}

// Removes folders that hold only folders.
Result<QByteArrayList> SftpKept::namesIn(const QByteArray &folder)
{
    QList<SftpName> all;
    const auto listed = eachSftpName(m_client, folder, [&all](const SftpName &name) {
        all.append(name);
        return true;
    });
    if (!listed)
        return listed.error().code == ErrorCode::NotFound ? Result<QByteArrayList>(QByteArrayList()) : listed.error();
    QByteArrayList kept;
    for (const SftpName &one : std::as_const(all)) {
        if (!one.attributes.isFolder() || !removeSftpTree(m_client, folder + '/' + one.name, FilesOfTree::Kept))
            kept.append(one.name);
    }
    return m_client.isBroken() ? Result<QByteArrayList>(m_client.broken()) : kept;
}

} // namespace engine
