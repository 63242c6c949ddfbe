// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QPlainTextEdit>

namespace ui {

/// A document as the engine has it, to be read and copied.
class DocumentView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentView)

public:
    explicit DocumentView(const QString &accessibleName, QWidget *parent = nullptr);

    /// Keeps the place; what somebody has selected to copy does not move.
    void setDocumentOf(engine::ResourceKind kind, const QJsonObject &document);
};

} // namespace ui
