// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <cstring>
#include <functional>
#include <vector>

namespace engine {

/// Writes files into the staging folder of this computer or of a machine. Functions return 0, an errno when one file
/// cannot be written, or `broken` when no file can: trouble() tells why. Paths are those in the staging folder, and
/// must satisfy staysInside(). One thread; several writers may fill one staging folder.
class StageWriter
{
public:
    static constexpr int broken = -1;

    virtual ~StageWriter() = default;

    [[nodiscard]] virtual int add(const TreeEntry &entry) = 0; ///< a folder, a link or an empty file
    /// Begins a file, as the source lists it, at \a path. All its bytes follow by write(), or it does not count as
    /// whole. Of a file of more than mostResent bytes the progress is noted; nothing may exist at its path yet.
    [[nodiscard]] virtual int begin(const TreeEntry &file, const QByteArray &path) = 0;
    [[nodiscard]] virtual int write(QByteArrayView bytes) = 0;
    [[nodiscard]] virtual int end() = 0;
    [[nodiscard]] virtual int finish() = 0; ///< ends the files that are written in order
    /// The same. \a listed gets the list of the staging folder, where the command that fills it can tell.
    [[nodiscard]] virtual int finishAndList(QByteArray & /*listed*/) { return finish(); }

    /// Begins a file that is written in parts.
    [[nodiscard]] virtual int beginParts(const TreeEntry &file, const QByteArray &path) = 0;
    /// Announces \a count MiB without a hole, which may be written as one part.
    [[nodiscard]] virtual int beginRun(qint64 /*first*/, qint64 /*count*/) { return 0; }
    /// Bytes of one MiB after the other, in order; endMebibyte() follows each MiB.
    [[nodiscard]] virtual int putBlock(qint64 at, QByteArrayView bytes) = 0;
    [[nodiscard]] virtual int putHole(qint64 at, qsizetype length) = 0; ///< zeros, which need not be kept
    [[nodiscard]] virtual int endMebibyte(qint64 mib) = 0;
    [[nodiscard]] virtual int endParts() = 0;
    /// Sets length, permissions and time of files whose parts are all written. \a sealed is called for each, with 0 or
    /// an errno.
    using Sealed = std::function<void(const TreeEntry &file, int number)>;
    [[nodiscard]] virtual int sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed) = 0;

    [[nodiscard]] const Error &trouble() const { return *m_trouble; }

protected:
    [[nodiscard]] bool isBroken() const { return m_trouble.has_value(); }
    int fail(const Error &error)
    {
        m_trouble = error;
        return broken;
    }

    /// Notes in the journal that a file is written in order.
    static void noteBegun(PartJournal &journal, const TreeEntry &file, const QByteArray &path)
    {
        if (file.size > mostResent)
            journal.begin(file, path);
    }

private:
    std::optional<Error> m_trouble;
};

/// Whether all bytes are zero, so that they may be a hole.
[[nodiscard]] inline bool isEmptyBlock(QByteArrayView bytes)
{
    return bytes.isEmpty()
        || (bytes.at(0) == '\0' && std::memcmp(bytes.data(), bytes.data() + 1, size_t(bytes.size() - 1)) == 0);
}

} // namespace engine
