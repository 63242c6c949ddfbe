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

/// The text of a document that was opened, to be mended in place, with every fault and warning below it.
class DocumentPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentPane)

public:
    /// \a document of a kind that describes no resource is shown and not checked.
    explicit DocumentPane(const models::OpenedDocument &document, QWidget *parent = nullptr);

    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] const engine::DocumentCheck &check() const { return m_check; } ///< of the text as it was last read
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive() && m_checked == m_asked; }
    void setText(const QByteArray &text);
    void readNow(); ///< the text as it stands
    void showFaults(const QList<engine::Fault> &faults); ///< what the engine refused, in place of our own

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
    quint64 m_asked = 0; // checks of an older text are dropped
    quint64 m_checked = 0;
    QTimer m_delay;
};

} // namespace ui
