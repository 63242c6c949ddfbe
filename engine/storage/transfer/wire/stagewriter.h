// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <cstring>
#include <functional>
#include <vector>

namespace engine {

/// Where what a source gives is put: a stage of this computer, or of a machine. Each function answers 0, or
/// errno when one file cannot be written, or `broken` when nothing more can: trouble() says why. Paths are those in the
/// stage, and must be such that staysInside(). One thread; several may fill one stage.
class StageWriter
{
public:
    static constexpr int broken = -1;

    virtual ~StageWriter() = default;

    [[nodiscard]] virtual int add(const TreeEntry &entry) = 0; ///< a folder, a link or an empty file
    /// A file, as the source lists it, and its path in the stage. Its bytes follow, all of them, or it does not count
    /// as whole; of one of more than mostAnew it is noted how far it got, and nothing may be there yet.
    [[nodiscard]] virtual int begin(const TreeEntry &file, const QByteArray &path) = 0;
    [[nodiscard]] virtual int write(QByteArrayView bytes) = 0;
    [[nodiscard]] virtual int end() = 0;
    [[nodiscard]] virtual int finish() = 0; ///< no more of these
    /// The same. \a listed is all that is in the stage then, where what fills it can tell.
    [[nodiscard]] virtual int finishAndList(QByteArray & /*listed*/) { return finish(); }

    /// The same of one that comes in parts.
    [[nodiscard]] virtual int beginParts(const TreeEntry &file, const QByteArray &path) = 0;
    /// So many MiB follow, all bytes of them, and no hole: they may be written at once.
    [[nodiscard]] virtual int beginRun(qint64 /*first*/, qint64 /*count*/) { return 0; }
    /// The bytes of one MiB after the other, in order, and endMebibyte() after each.
    [[nodiscard]] virtual int putBlock(qint64 at, QByteArrayView bytes) = 0;
    [[nodiscard]] virtual int putHole(qint64 at, qsizetype length) = 0; ///< zeros, which need not be kept
    [[nodiscard]] virtual int endMebibyte(qint64 mib) = 0;
    [[nodiscard]] virtual int endParts() = 0;
    /// Of files of which all parts are there: length, permissions, time. \a sealed hears each, with 0 or errno.
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

    /// Of one that is written in order.
    static void noteBegun(PartJournal &journal, const TreeEntry &file, const QByteArray &path)
    {
        if (file.size > mostAnew)
            journal.begin(file, path);
    }

private:
    std::optional<Error> m_trouble;
};

/// Nothing but zeros: it may be a hole.
[[nodiscard]] inline bool isEmptyBlock(QByteArrayView bytes)
{
    return bytes.isEmpty()
        || (bytes.at(0) == '\0' && std::memcmp(bytes.data(), bytes.data() + 1, size_t(bytes.size() - 1)) == 0);
}

} // namespace engine
