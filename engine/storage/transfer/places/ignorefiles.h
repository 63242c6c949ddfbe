// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <vector>

namespace engine {

/// What ignore files of one folder say, by the rules of gitignore(5). libgit2 knows them, too, but only in a repository
/// and under the one name .gitignore. Pure.
class IgnoreRules final
{
public:
    enum class Verdict {
        Unsaid, ///< another folder's files may say something
        Ignored,
        Kept,
    };

    void add(const QByteArray &text); ///< of a file; what is added later wins
    [[nodiscard]] bool isEmpty() const { return m_patterns.isEmpty(); }
    /// \a path: from the folder of the files. What lies in a folder that is ignored is not asked for.
    [[nodiscard]] Verdict judge(QByteArrayView path, bool isFolder) const;

private:
    struct Pattern
    {
        QByteArray text;
        bool isNegated = false;
        bool isForFolders = false;
        bool isOfName = false; ///< of the last part alone, in whatever folder
        qsizetype literal = 0; ///< so many bytes at its beginning mean themselves

        [[nodiscard]] bool matches(QByteArrayView path) const;
    };

    void addLine(QByteArray line);

    QList<Pattern> m_patterns;
};

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
