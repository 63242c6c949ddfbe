// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/plan/planwords.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QStandardItemModel;
class QTableView;

namespace ui {

class CommandButton;
class PlanNotices;
class Segments;

/// "What will run": warnings, then for each node its mounts, container, environment, commands and files, asked of the
/// engine a moment after the last change. Only the node that is shown is laid out, so many nodes cost nothing.
class PlanPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanPanel)

public:
    explicit PlanPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void setTitle(const QString &title); ///< at first "What will run"
    void setRequest(const engine::JobRequest &request);
    void showHint(const QString &text); ///< instead of a plan, until the next request
    void askAgain(); ///< what a plan depends on has changed; without a request nothing is asked
    void setTold(const QList<engine::Fault> &warnings); ///< what stands beside it already is not said here
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive() && m_answered == m_asked; }

signals:
    void mapRequested(const QString &source);
    void planned(const QList<engine::Fault> &warnings); ///< an answer came; a refusal has none

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void ask();
    void receive(const engine::Result<engine::JobPlanSnapshot> &answer);
    void showInstead(const QString &text);
    void showNotices();
    void showNodes();
    void showNode(int node);
    void showText();
    void arrange();

    engine::EngineClient &m_client;
    engine::JobRequest m_request;
    engine::JobPlanSnapshot m_plan;
    QList<engine::Fault> m_told;
    quint64 m_asked = 0; // answers to an older question are dropped
    quint64 m_answered = 0;
    int m_node = 0;
    QTimer m_delay;
    QLabel *m_title;
    PlanNotices *m_notices;
    Segments *m_few;
    QStandardItemModel *m_names;
    QTableView *m_many;
    QComboBox *m_section;
    CommandButton *m_copy;
    CommandButton *m_copyAll;
    QHBoxLayout *m_upper;
    QHBoxLayout *m_lower; // takes nodes and parts where there is little room
    QPlainTextEdit *m_text;
};

} // namespace ui
