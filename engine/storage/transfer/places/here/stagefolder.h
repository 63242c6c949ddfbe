// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <QString>

#include <functional>
#include <sys/stat.h>

namespace engine {

/// A folder of this computer that is filled from an untrusted source. Nothing is written outside it: each part of a
/// path is opened from the folder before it, and no link is followed. Functions return 0 or errno. Paths must satisfy
/// staysInside(). One thread; several objects may fill one folder.
class StageFolder final
{
    Q_DISABLE_COPY_MOVE(StageFolder)

public:
    static constexpr qsizetype deepest = 200; ///< nested folders: a walk has a descriptor open for each

    explicit StageFolder(int folder) : m_root(::dup(folder)) { }

    [[nodiscard]] int makeFolder(const QByteArray &path); ///< with parents; success if it exists
    /// Creates a file with its parents, and replaces an existing one. Invalid: an error, with errno.
    [[nodiscard]] UniqueFd createFile(const QByteArray &path);
    /// The same, but keeps an existing file's bytes.
    [[nodiscard]] UniqueFd openFile(const QByteArray &path);
    [[nodiscard]] int makeLink(const TreeEntry &link); ///< replaces an existing entry
    [[nodiscard]] int remove(const QByteArray &path); ///< a file or a link, or an empty folder
    /// Sets permissions, without set-uid and its like, and the time of a folder.
    [[nodiscard]] int sealFolder(const TreeEntry &folder);
    /// The same of an open file that is complete.
    [[nodiscard]] static int sealFile(int file, const TreeEntry &entry);
    /// The note for an entry with permissions that the two do not set; empty: it has none.
    [[nodiscard]] static QString unsetWords(const TreeEntry &entry);

private:
    [[nodiscard]] int folderOf(const QByteArray &path, bool makes); // descriptor, or -1 with errno
    [[nodiscard]] UniqueFd create(const QByteArray &path, int flags);

    UniqueFd m_root;
    QByteArray m_path; // of what follows
    UniqueFd m_folder; // of the last entry, as entries come in the order of their folders
};

/// First and last part of a path, and the path before the last part.
[[nodiscard]] QByteArray firstPart(const QByteArray &path);
[[nodiscard]] QByteArray lastPart(const QByteArray &path);
[[nodiscard]] QByteArray beforeLastPart(const QByteArray &path);

/// Facts of a name in an open folder, of a link itself; or of an open file. None: an error, with errno.
[[nodiscard]] std::optional<struct ::stat> statAt(int folder, const QByteArray &name);
[[nodiscard]] std::optional<struct ::stat> statOf(int file);
/// Opens a folder in a folder, but not a link.
[[nodiscard]] UniqueFd openFolderAt(int folder, const char *name);
/// The same of a folder that we made: changes its permissions if they do not allow it.
[[nodiscard]] UniqueFd openOwnFolderAt(int folder, const char *name);
/// Calls \a take with each name in an open folder, until it returns false. All names are read first, so that \a take
/// may move or remove entries. Returns 0, or errno when the folder cannot be read to its end.
[[nodiscard]] int eachName(int folder, const std::function<bool(const QByteArray &name)> &take);
/// Removes a folder with all its entries. 0 or errno; 0 also when it does not exist.
[[nodiscard]] int removeTree(int folder, const QByteArray &name);
/// The same of a folder that holds only folders. ENOTEMPTY: it holds other entries, which stay.
[[nodiscard]] int removeFolders(int folder, const QByteArray &name);

} // namespace engine
