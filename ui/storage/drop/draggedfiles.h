// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QMimeData>
#include <QPixmap>

namespace ui {

/// MIME type of files of any place, for drags and the clipboard within this program.
inline constexpr QLatin1StringView filesFormat("application/x-batchdeck-files");

/// Dragged files of any place. Other programs can take only files of this computer.
class DraggedFiles final : public QMimeData
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraggedFiles)

public:
    /// \a copies: local copies of files of a machine, for other programs.
    explicit DraggedFiles(const QList<engine::Location> &files, const QList<engine::Location> &copies = {});

    [[nodiscard]] static bool areIn(const QMimeData &data) { return areOurs(data) || data.hasUrls(); }
    /// Whether the drag began in this program.
    [[nodiscard]] static bool areOurs(const QMimeData &data) { return qobject_cast<const DraggedFiles *>(&data); }
    /// Files of this program's drag, else of local URLs; empty without any.
    [[nodiscard]] static QList<engine::Location> filesOf(const QMimeData &data);

private:
    QList<engine::Location> m_files;
};

/// Drag pixmap: the name of a single file, or the number of files.
[[nodiscard]] QPixmap chipOf(const QList<engine::Location> &files, qreal devicePixelRatio);

/// URL of a file; bytes of its name that are not UTF-8 are percent-encoded unchanged.
[[nodiscard]] QUrl urlOfFile(const QString &path);

} // namespace ui
