// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QPlainTextEdit>

namespace ui {

/// Read-only view of a document of the engine.
class DocumentView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentView)

public:
    explicit DocumentView(const QString &accessibleName, QWidget *parent = nullptr);

    /// Shows \a document at the same scroll position; no effect while text is selected.
    void setDocumentOf(engine::ResourceKind kind, const QJsonObject &document);
};

} // namespace ui
