// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QObject>

namespace ui {

/// Reads a dragged file once, in a worker, during the drag. Anything but a single local file has no path and no
/// document.
class DraggedDocument final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraggedDocument)

public:
    using QObject::QObject;

    void read(const QString &path); ///< replaces the previous file; empty: none
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// Kind Unknown while reading.
    [[nodiscard]] const models::OpenedDocument &document() const { return m_document; }

signals:
    void wasRead();

private:
    QString m_path;
    models::OpenedDocument m_document;
    quint64 m_reads = 0; // number of the last read; older results are dropped
    bool m_isReading = false;
};

} // namespace ui
