// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QMimeData>
#include <QPixmap>

namespace ui {

/// What files of any place are for this program, dragged or on the clipboard.
inline constexpr QLatin1StringView filesFormat("application/x-batchdeck-files");

/// Files of any place on their way through the window. Other programs can take those of this computer only.
class DraggedFiles final : public QMimeData
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraggedFiles)

public:
    /// \a copies: of files of a machine, on this computer, for other programs.
    explicit DraggedFiles(const QList<engine::Location> &files, const QList<engine::Location> &copies = {});

    [[nodiscard]] static bool areIn(const QMimeData &data) { return areOurs(data) || data.hasUrls(); }
    /// They come from this window.
    [[nodiscard]] static bool areOurs(const QMimeData &data) { return qobject_cast<const DraggedFiles *>(&data); }
    /// None when what is dragged are no files of this computer, and none of this window.
    [[nodiscard]] static QList<engine::Location> filesOf(const QMimeData &data);

private:
    QList<engine::Location> m_files;
};

/// What moves with the pointer: the name of one, or how many there are.
[[nodiscard]] QPixmap chipOf(const QList<engine::Location> &files, qreal devicePixelRatio);

/// Names are bytes: what is no UTF-8 is percent-encoded as it is.
[[nodiscard]] QUrl urlOfFile(const QString &path);

} // namespace ui
