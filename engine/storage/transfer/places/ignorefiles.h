// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <vector>

namespace engine {

/// The rules of a folder's ignore files, as in gitignore(5). libgit2 implements them, too, but only within a repository
/// and for the name .gitignore. Pure.
class IgnoreRules final
{
public:
    enum class Verdict {
        Unsaid, ///< ignore files of other folders decide
        Ignored,
        Kept,
    };

    void add(const QByteArray &text); ///< text of a file; later rules override earlier ones
    [[nodiscard]] bool isEmpty() const { return m_patterns.isEmpty(); }
    /// \a path: relative to the folder of the ignore files. Not called for entries of ignored folders.
    [[nodiscard]] Verdict judge(QByteArrayView path, bool isFolder) const;

private:
    struct Pattern
    {
        QByteArray text;
        bool isNegated = false;
        bool isForFolders = false;
        bool isOfName = false; ///< matches the last part of a path only, in any folder
        qsizetype literal = 0; ///< bytes at the beginning without wildcards

        [[nodiscard]] bool matches(QByteArrayView path) const;
    };

    void addLine(QByteArray line);

    QList<Pattern> m_patterns;
};

/// The ignore files of all folders from the top of a tree to the current folder of a walk. One thread; blocks.
class IgnoreStack final
{
public:
    /// \a folder holds the tree. If it is in a git repository, the .gitignore files above it count, too.
    IgnoreStack(IgnoreFiles which, const QByteArray &folder);

    void enter(int folder, const QByteArray &path); ///< descriptor and path of a folder in the one before
    void leave();
    [[nodiscard]] bool ignores(const QByteArray &path, bool isFolder) const;

private:
    struct Level
    {
        IgnoreRules rules;
        QByteArray above; ///< of a folder above the tree: prefix of the tree's paths
        qsizetype skipped = 0; ///< of a folder in the tree: length of its own path
    };

    void climb(const QByteArray &folder);

    IgnoreFiles m_which;
    std::vector<Level> m_levels;
};

} // namespace engine
