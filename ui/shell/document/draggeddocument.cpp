// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/document/draggeddocument.h"

#include "engine/base/whenfinished.h"
#include "ui/shell/document/documentfiles.h"

namespace ui {

void DraggedDocument::read(const QString &path)
{
    m_path = path;
    m_document = {};
    m_isReading = !path.isEmpty();
    const quint64 asked = ++m_reads;
    if (!m_isReading)
        return;
    engine::whenFinished(readDocument(path), this, [this, asked](const models::OpenedDocument &document) {
        if (asked != m_reads)
            return;
        m_document = document;
        m_isReading = false;
        emit wasRead();
    });
}

} // namespace ui
