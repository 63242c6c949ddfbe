// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QFuture>

namespace ui {

/// Reads a document in a worker, as its disk may not respond.
[[nodiscard]] QFuture<models::OpenedDocument> readDocument(const QString &path);

/// Writes a file atomically, in a worker.
[[nodiscard]] QFuture<engine::Result<void>> writeFile(const QString &path, const QByteArray &content);

} // namespace ui
