// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QObject>

namespace ui {

/// The file that is dragged, read once in another thread while it is dragged. What is no single file of this computer
/// has no path, and is no document.
class DraggedDocument final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraggedDocument)

public:
    using QObject::QObject;

    void read(const QString &path); ///< in place of the one before; an empty path reads nothing
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// Of kind Unknown while it is being read.
    [[nodiscard]] const models::OpenedDocument &document() const { return m_document; }

signals:
    void wasRead();

private:
    QString m_path;
    models::OpenedDocument m_document;
    quint64 m_reads = 0; // the answer to an earlier one is not taken
    bool m_isReading = false;
};

} // namespace ui
