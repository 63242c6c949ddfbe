// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace engine {

/// A file without a name, to which bytes are added. It takes room on the disk until this is destroyed, also by kill -9.
/// One thread, but for path().
class NamelessFile final
{
    Q_DISABLE_COPY_MOVE(NamelessFile)

public:
    /// In \a folder, which is made.
    explicit NamelessFile(const QString &folder);

    [[nodiscard]] int error() const { return m_error; } ///< errno of what failed first; 0: nothing
    [[nodiscard]] QString path() const; ///< opens the file in this process, as long as this lives; empty: there is none
    [[nodiscard]] static bool isPathOfOne(const QString &path); ///< as path() gives them

    /// What was given up, from the beginning of the file on.
    struct GivenUp
    {
        qint64 end = 0; ///< behind the line that says so
        QByteArray notice; ///< that line, without what is blank before it
    };
    /// Of the file at \a path, which somebody may write meanwhile. Any thread.
    [[nodiscard]] static std::optional<GivenUp> givenUp(const QString &path);

    [[nodiscard]] qint64 size() const { return m_size; }
    /// False: error() says why; ENOSPC where hasRoomFor() so much is not given any more.
    bool append(QByteArrayView bytes);
    /// Gives up whole lines at the beginning, an eighth of \a bytes and more, when those on the disk are more than
    /// that; a line says so instead. False: error() says why.
    bool keepBelow(qint64 bytes);

    [[nodiscard]] bool hasRoomFor(qint64 bytes) const; ///< and for what others need

private:
    int m_error = 0;
    qint64 m_size = 0;
    qint64 m_begin = 0; ///< of what was not given up
    const UniqueFd m_descriptor;
};

} // namespace engine
