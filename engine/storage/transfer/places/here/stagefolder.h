// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <QString>

#include <functional>
#include <sys/stat.h>

namespace engine {

/// A folder of this computer that is filled with what a machine sends. Nothing is ever written outside it: each part of
/// a path is opened from the folder before it, and no link is followed. Functions return 0 or errno; paths must be such
/// that staysInside(). One thread; several objects may fill one folder.
class StageFolder final
{
    Q_DISABLE_COPY_MOVE(StageFolder)

public:
    static constexpr qsizetype deepest = 200; ///< folders in folders: who walks it needs descriptors for each

    explicit StageFolder(int folder) : m_root(::dup(folder)) { }

    [[nodiscard]] int makeFolder(const QByteArray &path); ///< with those above; one that is there is fine
    /// A new file in place of one that is there, with its folders; invalid, with errno.
    [[nodiscard]] UniqueFd createFile(const QByteArray &path);
    /// The same of one that is written in several turns: what it holds stays.
    [[nodiscard]] UniqueFd openFile(const QByteArray &path);
    [[nodiscard]] int makeLink(const TreeEntry &link); ///< in place of what is there
    [[nodiscard]] int remove(const QByteArray &path); ///< a file or a link, or an empty folder
    /// Permissions, but set-uid and its like, and time of a folder.
    [[nodiscard]] int sealFolder(const TreeEntry &folder);
    /// The same of an open file: it is whole.
    [[nodiscard]] static int sealFile(int file, const TreeEntry &entry);
    /// What is to be noted of an entry with permissions that neither of them sets; empty: it has none.
    [[nodiscard]] static QString unsetWords(const TreeEntry &entry);

private:
    [[nodiscard]] int folderOf(const QByteArray &path, bool makes); // descriptor, or -1 with errno
    [[nodiscard]] UniqueFd create(const QByteArray &path, int flags);

    UniqueFd m_root;
    QByteArray m_path; // of what follows
    UniqueFd m_folder; // the last that was used: entries come in order of their folders
};

/// The name of a path's first or last part, and the path before that.
[[nodiscard]] QByteArray firstPart(const QByteArray &path);
[[nodiscard]] QByteArray lastPart(const QByteArray &path);
[[nodiscard]] QByteArray beforeLastPart(const QByteArray &path);

/// What the system says of a name in an open folder, of a link itself; or of an open file. None, with errno.
[[nodiscard]] std::optional<struct ::stat> statAt(int folder, const QByteArray &name);
[[nodiscard]] std::optional<struct ::stat> statOf(int file);
/// Opens a folder in a folder, not through a link.
[[nodiscard]] UniqueFd openFolderAt(int folder, const char *name);
/// The same of one that we made: where its permissions forbid it, they are changed.
[[nodiscard]] UniqueFd openOwnFolderAt(int folder, const char *name);
/// Calls \a take with each name in an open folder, until one is answered with false. All are read before the first is
/// taken, so that none is passed over when it moves or removes them. 0, or errno of what cannot be listed to its end.
[[nodiscard]] int eachName(int folder, const std::function<bool(const QByteArray &name)> &take);
/// Takes a folder away with all it holds. 0 or errno; 0, too, when there is none.
[[nodiscard]] int removeTree(int folder, const QByteArray &name);
/// The same of one that holds folders and nothing else; ENOTEMPTY: something else is there, and stays.
[[nodiscard]] int removeFolders(int folder, const QByteArray &name);

} // namespace engine
