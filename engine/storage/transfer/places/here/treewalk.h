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

/// What a user of this computer is called; the number of one without a name.
[[nodiscard]] QByteArray userName(unsigned id);

/// The tree under one name of a folder of this computer: an entry a call, each folder before what it holds, in the
/// order of the disk, with as many open folders as the tree is deep and no other memory. Links are entries, and never
/// followed. What ignore files in it name is left out, with all that it holds; but not what the walk was asked for. One
/// thread; blocks.
class TreeWalk final
{
    Q_DISABLE_COPY_MOVE(TreeWalk)

public:
    /// What cannot be read (a folder without permission, one that went meanwhile) is told, and left out.
    using Trouble = std::function<void(const QByteArray &path, int error)>;
    /// A folder into which nobody may look.
    enum class Locked {
        PassedOver,
        Opened, ///< by permissions of its own: it is ours
    };

    TreeWalk(const QByteArray &folder, const QByteArray &name, Trouble trouble,
             IgnoreFiles ignoreFiles = IgnoreFiles::None, Locked locked = Locked::PassedOver);

    std::optional<TreeEntry> next(); ///< none: that was all
    [[nodiscard]] qint64 ignored() const { return m_ignored; } ///< entries so far, a folder with all in it as one

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

/// Whether an open file is still what the walk saw.
[[nodiscard]] bool isAsItWas(int descriptor, const TreeEntry &entry);

/// Opens regular files of trees for reading, following no link on the way into them. The last one's folder stays open:
/// of one folder each costs a call. One thread.
class TreeFiles final
{
public:
    /// \a folder holds the trees.
    explicit TreeFiles(QByteArray folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] UniqueFd open(const QByteArray &path); ///< invalid, with errno, when that cannot be

private:
    [[nodiscard]] UniqueFd openFolder(const QByteArray &path) const;

    QByteArray m_folder;
    QByteArray m_lastPath;
    UniqueFd m_last;
};

} // namespace engine
