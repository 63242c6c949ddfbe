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

/// "Check": looks at the nodes on which the job would run, when asked; what is in the way comes first, each with its
/// remedy. A check that is under way ends when the job changes. Without findings it is as high as its head.
class CheckPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckPanel)

public:
    explicit CheckPanel(engine::EngineClient &client, QWidget *parent = nullptr);
    ~CheckPanel() override { m_asked.cancel(); } ///< ends a check that is under way

    void setRequest(const engine::JobRequest &request);
    void refuse(const QString &why); ///< the job cannot be checked as it is
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
    QString m_refusal = tr("Possible once the document is valid."); // empty: it can be checked
    QFuture<engine::Result<QList<engine::CheckedNode>>> m_asked; // the newest
    quint64 m_question = 0; // answers to an older question are dropped
    bool m_isRunning = false;
    bool m_hasFindings = false;
    bool m_isStale = false; // the job has changed since
    QString m_summary;
    ToneLabel *m_fact;
    QPushButton *m_button;
    QProgressBar *m_bar;
    MarkList *m_findings;
    QScrollArea *m_scroll;
};

} // namespace ui
