// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/storage/transferfixture.h"

namespace testing {

/// How the bytes of a MixedTree are sent.
enum class SentBy {
    Tools, ///< by commands on a machine
    OurOwn ///< by SFTP, or by this computer
};
/// The most bytes that one loss may cause to be sent again: "a chunk of a large file and a batch of 8 MiB a session". A
/// machine on this computer has a short round trip, for which there are two sessions. Commands on a machine have a part
/// of up to 24 MiB each, which counts only when it is written completely: 2 * (24 + 8) = 64 MiB. Otherwise each MiB
/// counts by itself; up to 8 MiB are written and not confirmed, and up to 8 more are under way: 2 * (8 + 8) = 32 MiB.
/// No file of more than 8 MiB (mostResent) is sent again as a whole: the large ones, of 85.8 and 66.8 MiB, are sent in
/// parts; for others, such as b/middle of 42.9 MiB, and b/holes of 40 MiB by SFTP, the progress is known. Smaller files
/// are part of a batch.
constexpr qint64 mostTwiceALoss(SentBy by)
{
    constexpr qint64 sessions = 2;
    constexpr qint64 batchMiB = 8;
    const qint64 chunkMiB = by == SentBy::Tools ? 24 : 8;
    return sessions * (chunkMiB + batchMiB) * 1024 * 1024;
}

/// A tree "t" of some 215 MB in "here" to transfer to "there", which has foreign files, also in a folder "t".
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
    /// Restores the sources that a move removed.
    [[nodiscard]] bool restoreSources() const
    {
        return m_folders.run("[ -d kept ] || cp -a here kept; rm -rf here/t; cp -a kept/t here/ && echo done")
            == "done\n";
    }
    [[nodiscard]] bool hasSources() const { return !m_folders.run("ls -A here").isEmpty(); }
    /// Removes all from "there" but the foreign files.
    [[nodiscard]] bool clearTarget()
    {
        m_folders.run("shopt -s dotglob; rm -rf there/* journal; umask 022; mkdir -p there/own there/t/a; echo mine > "
                      "there/own/file; echo old > there/t/a/foreign; touch -d 2001-01-01 there/own/file "
                      "there/t/a/foreign");
        m_foreign = foreign();
        return !m_foreign.isEmpty();
    }
    /// Nothing when the target has the whole tree, no partial files are left and no foreign file was changed; else the
    /// fault. \a isEmptied: a move emptied the source.
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
