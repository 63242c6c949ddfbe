// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace engine {

/// An unnamed temporary file that grows. Its disk space is freed by destruction, and by the death of the process. One
/// thread, except for path().
class NamelessFile final
{
    Q_DISABLE_COPY_MOVE(NamelessFile)

public:
    /// Creates the file in \a folder, which is created if missing.
    explicit NamelessFile(const QString &folder);

    [[nodiscard]] int error() const { return m_error; } ///< errno of the first error; 0 when there is none
    /// Opens the file within this process, while this object lives; empty when there is none.
    [[nodiscard]] QString path() const;
    [[nodiscard]] static bool isPathOfOne(const QString &path); ///< whether \a path has the form of path()

    /// Bytes removed from the beginning of the file.
    struct Gap
    {
        qint64 end = 0; ///< end of the line with the notice
        QByteArray notice; ///< the notice without the blanks before it
    };
    /// For the file at \a path, which may be written concurrently. Any thread.
    [[nodiscard]] static std::optional<Gap> gap(const QString &path);

    [[nodiscard]] qint64 size() const { return m_size; }
    /// False: see error(); ENOSPC when hasRoomFor(\a bytes) is false.
    bool append(QByteArrayView bytes);
    /// Removes whole lines at the beginning, at least an eighth of \a bytes, when more than \a bytes are on the disk; a
    /// notice replaces them. False: see error().
    bool keepBelow(qint64 bytes);

    [[nodiscard]] bool hasRoomFor(qint64 bytes) const; ///< while leaving space for other programs

private:
    int m_error = 0;
    qint64 m_size = 0;
    qint64 m_begin = 0; ///< end of the removed bytes
    const UniqueFd m_descriptor;
};

} // namespace engine
