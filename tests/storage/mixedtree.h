// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/storage/transferfixture.h"

namespace testing {

/// How the bytes of a MixedTree get to their target.
enum class SentBy {
    Tools, ///< commands of a machine take them
    OurOwn ///< SFTP, or this computer
};
/// How many bytes a loss may cost at most: "a chunk of a large file and a batch of 8 MiB a session". The way to a
/// machine of this computer is short, and then there are two sessions. Commands of a machine have a part of up to 24
/// MiB each, which counts once all of it is written: 2 * (24 + 8) = 64 MiB. By all other ways each MiB counts by
/// itself; up to 8 of them are written and not confirmed yet, and as many are on their way: 2 * (8 + 8) = 32 MiB. Of
/// files of more than 8 MiB (mostResent) none is sent as a whole once more: the large ones, of 85.8 and 66.8 MiB, go in
/// parts, and of one that does not, as b/middle of 42.9 MiB, and b/holes of 40 MiB by SFTP, it is known how far it got.
/// What is below that is part of a batch.
constexpr qint64 mostTwiceALoss(SentBy by)
{
    constexpr qint64 sessions = 2;
    constexpr qint64 batchMiB = 8;
    const qint64 chunkMiB = by == SentBy::Tools ? 24 : 8;
    return sessions * (chunkMiB + batchMiB) * 1024 * 1024;
}

/// A tree "t" of some 215 MB in "here" that shall come to "there", where foreign files lie also in a folder of its
/// name.
class MixedTree
{
public:
    [[nodiscard]] bool make()
    {
        if (!m_folders.make())
            return false;
        m_folders.run(". '" BATCHDECK_SOURCE_DIR "/tests/storage/data/mixedtree.sh'");
        m_bytes = m_folders.run("du -sb --apparent-size here/t").split('\t').first().toLongLong();
        m_contents = m_folders.contents("here");
        return m_bytes > 0;
    }
    /// What a move took away.
    [[nodiscard]] bool restoreSources() const
    {
        return m_folders.run("[ -d kept ] || cp -a here kept; rm -rf here/t; cp -a kept/t here/ && echo done")
            == "done\n";
    }
    [[nodiscard]] bool hasSources() const { return !m_folders.run("ls -A here").isEmpty(); }
    /// Nothing there but what is foreign.
    [[nodiscard]] bool clearTarget()
    {
        m_folders.run("shopt -s dotglob; rm -rf there/* journal; umask 022; mkdir -p there/own there/t/a; echo mine > "
                      "there/own/file; echo old > there/t/a/foreign; touch -d 2001-01-01 there/own/file "
                      "there/t/a/foreign");
        m_foreign = foreign();
        return !m_foreign.isEmpty();
    }
    /// Whether both trees are one, or were where they come from is \a isEmptied, nothing half-made is left and nothing
    /// foreign was touched; else what is wrong.
    [[nodiscard]] QByteArray fault(bool isEmptied = false) const
    {
        if (const QByteArray now = foreign(); now != m_foreign)
            return "foreign files were:\n" + m_foreign + "and are:\n" + now;
        const QByteArray left = m_folders.run("find here there -name '*.part-*'; ls journal 2>/dev/null; ls -A there");
        if (left != "own\nt\n")
            return "there is left:\n" + left;
        if (const QByteArray here = m_folders.run("ls -A here"); isEmptied && !here.isEmpty())
            return "not all was removed:\n" + m_folders.run("find here | head -20");
        m_folders.run("rm -r there/own there/t/a/foreign");
        return m_folders.contents("there") == m_contents ? QByteArray() : "the trees differ:\n" + difference();
    }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] const TransferFolders &folders() const { return m_folders; }

private:
    [[nodiscard]] QByteArray foreign() const
    {
        return m_folders.run(
            "cat there/own/file there/t/a/foreign && stat -c '%a %y %s %i' there/own/file there/t/a/foreign");
    }
    [[nodiscard]] QByteArray difference() const
    {
        return m_folders.run(
            "for i in here there; do (cd $i; find . -mindepth 1 -printf '%P %y %m %l %s ' \\( -type d -printf '\\n' -o "
            "-printf '%T@\\n' \\) | sed 's/\\.[0-9]*$//' | sort) > list-$i; done; diff list-here list-there | head "
            "-20; "
            "diff -r here there 2>&1 | grep -v 'No such file' | head");
    }

    TransferFolders m_folders;
    qint64 m_bytes = 0;
    QByteArray m_contents, m_foreign;
};

} // namespace testing
