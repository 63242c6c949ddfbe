// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QImage>
#include <QStringList>

namespace ui {

/// What a file looks like from its first bytes.
struct PreviewContent
{
    enum class Kind { Nothing, Text, Table, Image };

    Kind kind = Kind::Nothing;
    QString text; ///< of Text: nothing in it that moves or hides other parts of it
    QList<QStringList> rows; ///< of Table; the first is the heading
    QImage image; ///< small enough to be shown
    QString note; ///< what is left out, or why there is nothing
};

/// How many bytes from the start are wanted; 0: there is nothing to be seen.
[[nodiscard]] qint64 previewLength(const engine::StorageEntry &entry);
/// Pure, for a worker. \a bytes may be anything: what would take too much memory is not decoded.
[[nodiscard]] PreviewContent previewOf(const engine::StorageEntry &entry, const QByteArray &bytes);

} // namespace ui
