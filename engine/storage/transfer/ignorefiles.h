// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/ignorerules.h"

#include <vector>

namespace engine {

/// Which files of a tree say what of it is left out: none, .batchdeckignore, or .gitignore as well. In one folder
/// .batchdeckignore has the last word.
enum class IgnoreFiles { None, Ours, OursAndGit };

/// The ignore files on the way from the top of a tree to where a walk is. One thread; blocks.
class IgnoreStack final
{
public:
    /// Of the tree in \a folder: where that lies in a git repository, the .gitignore of the folders above count, too.
    IgnoreStack(IgnoreFiles which, const QByteArray &folder);

    void enter(int folder, const QByteArray &path); ///< descriptor and path of a folder in the one before
    void leave();
    [[nodiscard]] bool ignores(const QByteArray &path, bool isFolder) const;

private:
    struct Level
    {
        IgnoreRules rules;
        QByteArray above; ///< of a folder above the tree: what paths of the tree begin with there
        qsizetype skipped = 0; ///< of one in it: so much of a path is before what is judged
    };

    void climb(const QByteArray &folder);

    IgnoreFiles m_which;
    std::vector<Level> m_levels;
};

} // namespace engine
