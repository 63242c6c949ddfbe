// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/plan/planwords.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;

namespace ui {

class CommandButton;
class PlanNodes;
class PlanNotices;
class PlanQuestion;

/// "What will run": warnings of a job's plan, then mounts, container, environment, commands and files of the chosen
/// node. Only that node is laid out, so the number of nodes does not matter.
class PlanPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanPanel)

public:
    explicit PlanPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void setTitle(const QString &title); ///< default: "What will run"
    void setRequest(const engine::JobRequest &request);
    void showHint(const QString &text); ///< instead of a plan, until the next request
    void askAgain(); ///< after a change that plans depend on; no effect without a request
    void setTold(const QList<engine::Fault> &warnings); ///< warnings shown elsewhere, which are left out here
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isSettled() const;

signals:
    void mapRequested(const QString &source);
    void planned(const QList<engine::Fault> &warnings); ///< after an answer; empty after a refusal

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void receive(const engine::Result<engine::JobPlanSnapshot> &answer);
    void showPlan(const engine::JobPlanSnapshot &plan);
    void showNotices();
    void showNode();
    void showText();
    void arrange();

    PlanQuestion *m_question;
    engine::JobPlanSnapshot m_plan;
    QList<engine::Fault> m_told;
    QLabel *m_title;
    PlanNotices *m_notices;
    PlanNodes *m_nodes;
    QComboBox *m_section;
    CommandButton *m_copy;
    CommandButton *m_copyAll;
    QHBoxLayout *m_upper;
    QHBoxLayout *m_lower; // contains nodes and parts if the panel is narrow
    QPlainTextEdit *m_text;
};

} // namespace ui
