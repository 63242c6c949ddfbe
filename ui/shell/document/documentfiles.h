// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QFuture>

namespace ui {

/// Reads a document that somebody opens or drops, in another thread: a file may lie on a disk that does not answer.
[[nodiscard]] QFuture<models::OpenedDocument> readDocument(const QString &path);

/// Writes a file whole or not at all, in another thread.
[[nodiscard]] QFuture<engine::Result<void>> writeFile(const QString &path, const QByteArray &content);

} // namespace ui
