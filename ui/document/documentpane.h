// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "models/document/documentkind.h"

#include <QTimer>
#include <QWidget>

namespace ui {

class FaultList;
class JsonEditor;
class ToneLabel;

/// Editor of an opened document with all faults and warnings below.
class DocumentPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentPane)

public:
    /// A \a document of a kind without a resource is shown without a check.
    explicit DocumentPane(const models::OpenedDocument &document, QWidget *parent = nullptr);

    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] const engine::DocumentCheck &check() const { return m_check; } ///< of the last read text
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive() && m_checked == m_asked; }
    void setText(const QByteArray &text);
    void readNow(); ///< reads the current text
    void showFaults(const QList<engine::Fault> &faults); ///< shows faults of the engine in place of those of the check

signals:
    void edited();
    void checked(); ///< the text was read again

private:
    void read();
    void receive(const engine::DocumentCheck &check);

    models::DocumentKind m_kind;
    JsonEditor *m_json;
    FaultList *m_faults;
    ToneLabel *m_verdict;
    engine::DocumentCheck m_check;
    quint64 m_asked = 0; // number of the last check; older results are dropped
    quint64 m_checked = 0;
    QTimer m_delay;
};

} // namespace ui
