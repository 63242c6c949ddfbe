// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

class QProgressBar;
class QPushButton;
class QScrollArea;

namespace ui {

class MarkList;
class ToneLabel;

/// "Check": runs a preflight on request and lists findings with their remedies, obstacles first. A change of the job
/// ends a running check. Without findings only the header is shown.
class CheckPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckPanel)

public:
    explicit CheckPanel(engine::EngineClient &client, QWidget *parent = nullptr);
    ~CheckPanel() override { m_asked.cancel(); } ///< cancels a running check

    void setRequest(const engine::JobRequest &request);
    void refuse(const QString &why); ///< the job cannot be checked; \a why is shown
    [[nodiscard]] bool isSettled() const { return !m_isRunning; }

signals:
    void begun();
    void failed(const engine::Error &error);

private:
    void build();
    void press();
    void check();
    void cancel();
    void receive(const engine::Result<QList<engine::CheckedNode>> &answer);
    void showState();

    engine::EngineClient &m_client;
    engine::JobRequest m_request;
    QString m_refusal = tr("Possible once the document is valid."); // empty: check is possible
    QFuture<engine::Result<QList<engine::CheckedNode>>> m_asked; // the last request
    quint64 m_question = 0; // number of the last request; older answers are dropped
    bool m_isRunning = false;
    bool m_hasFindings = false;
    bool m_isStale = false; // the job changed after the check
    QString m_summary;
    ToneLabel *m_fact;
    QPushButton *m_button;
    QProgressBar *m_bar;
    MarkList *m_findings;
    QScrollArea *m_scroll;
};

} // namespace ui
