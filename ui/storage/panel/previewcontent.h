// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QImage>
#include <QStringList>

namespace ui {

/// Preview content of a file from its first bytes.
struct PreviewContent
{
    enum class Kind { Nothing, Text, Table, Image };

    Kind kind = Kind::Nothing;
    QString text; ///< of Text, without characters that move or hide others
    QList<QStringList> rows; ///< of Table; the first is the heading
    QImage image; ///< scaled for the panel
    QString note; ///< what is omitted, or why there is no preview
};

/// Number of bytes to read from the start; 0: no preview.
[[nodiscard]] qint64 previewLength(const engine::StorageEntry &entry);
/// Pure, for a worker. \a bytes are untrusted: content that needs too much memory is not decoded.
[[nodiscard]] PreviewContent previewOf(const engine::StorageEntry &entry, const QByteArray &bytes);

} // namespace ui
