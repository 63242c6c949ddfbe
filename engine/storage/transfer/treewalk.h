// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage.h"
#include "engine/base/bytes.h"
#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/ignorefiles.h"

#include <dirent.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace engine {

/// What a transfer has to do with. Value; any thread.
struct TreeEntry
{
    QByteArray path; ///< from the folder that holds the tree: "photos/2024/a.jpg"
    EntryKind kind = EntryKind::File;
    qint64 size = 0; ///< of a file
    qint64 heldBytes = 0; ///< on the disk: less than the size of a file with holes
    qint64 modified = 0; ///< seconds, UTC
    long modifiedNs = 0; ///< of the second
    int mode = 0;
    QByteArray target; ///< of a link; of what is neither file nor folder: why nothing is known of it
    QByteArray owner; ///< its name, or number, as its machine says it; empty: who reads it, or nobody tells
};

/// What a user of this computer is called; the number of one without a name.
[[nodiscard]] QByteArray userName(unsigned id);

/// As a number, for tools that take one: "1700000000.123456789", and "-4.5" half a second after "-5".
[[nodiscard]] QByteArray timeWord(const TreeEntry &entry);

/// Whether so few bytes are held of a file that more than half of it may be holes.
[[nodiscard]] inline bool mayHaveHoles(qint64 size, qint64 heldBytes)
{
    constexpr qint64 least = mebi; // less is not worth it
    return size > least && heldBytes < size / 2;
}

/// How many MiB so many bytes take, the last of which may not be whole.
[[nodiscard]] inline qint64 mebibytesOf(qint64 size)
{
    return (size + mebi - 1) / mebi;
}

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
