// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/places/ignorefiles.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <dirent.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace engine {

/// Name of a user of this computer; the number if there is no name.
[[nodiscard]] QByteArray userName(unsigned id);

/// Lists a tree of this computer, one entry a call, in the order of the disk: each folder before its entries. As many
/// folders are open as the tree is deep; no list is kept in memory. Links are entries, and never followed. Entries that
/// ignore files match are left out, but never the tree itself. One thread; blocks.
class TreeWalk final
{
    Q_DISABLE_COPY_MOVE(TreeWalk)

public:
    /// Called for an entry that cannot be read (no permission, or it vanished meanwhile), which is left out.
    using Trouble = std::function<void(const QByteArray &path, int error)>;
    /// What happens to a folder that its permissions close.
    enum class Locked {
        PassedOver,
        Opened, ///< by changing its permissions, as it is ours
    };

    TreeWalk(const QByteArray &folder, const QByteArray &name, Trouble trouble,
             IgnoreFiles ignoreFiles = IgnoreFiles::None, Locked locked = Locked::PassedOver);

    std::optional<TreeEntry> next(); ///< none: the end
    [[nodiscard]] qint64 ignored() const { return m_ignored; } ///< entries so far; a folder counts as one

private:
    struct CloseFolder
    {
        void operator()(DIR *folder) const { ::closedir(folder); }
    };
    struct Level
    {
        std::unique_ptr<DIR, CloseFolder> folder;
        QByteArray path;
    };

    [[nodiscard]] std::optional<TreeEntry> entryAt(int folder, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] bool isIgnored(const QByteArray &path, bool isFolder);
    void descend(int folder, const QByteArray &name, const QByteArray &path);
    void ascend();

    QByteArray m_folder;
    QByteArray m_name;
    Trouble m_trouble;
    Locked m_locked;
    bool m_hasBegun = false;
    std::vector<Level> m_levels;
    IgnoreStack m_ignoreFiles;
    qint64 m_ignored = 0;
};

/// Whether an open file is still in the version that the walk saw.
[[nodiscard]] bool isAsItWas(int descriptor, const TreeEntry &entry);

/// Opens regular files of trees for reading, and follows no link below \a folder. The last file's folder stays open, so
/// that the next file of it costs one system call. One thread.
class TreeFiles final
{
public:
    /// \a folder holds the trees.
    explicit TreeFiles(QByteArray folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] UniqueFd open(const QByteArray &path); ///< invalid: an error, with errno

private:
    [[nodiscard]] UniqueFd openFolder(const QByteArray &path) const;

    QByteArray m_folder;
    QByteArray m_lastPath;
    UniqueFd m_last;
};

} // namespace engine
