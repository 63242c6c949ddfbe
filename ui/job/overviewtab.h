// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "engine/log/reader/logfailure.h"

#include <QScrollArea>

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace ui {

class Banner;

/// Overview of a job: why it waits or failed, with remedy and last lines of output; timeline, command, environment,
/// directories and placement.
class OverviewTab final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OverviewTab)

public:
    explicit OverviewTab(QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);
    void setCause(const std::optional<engine::LogFailure> &cause); ///< the cause found in the logs
    void setEvents(const QList<engine::JobEvent> &events);

signals:
    void logRequested();
    void rerunRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QGridLayout *addSection(QBoxLayout *column, const QString &title);
    void arrange();
    void showBanner();
    void showLastWords();
    void showTimeline();
    void showFacts();

    engine::JobSnapshot m_job;
    std::optional<engine::LogFailure> m_cause;
    QJsonObject m_facts; ///< shown facts
    QList<engine::JobEvent> m_events;
    Banner *m_banner;
    QWidget *m_lastWords;
    QLabel *m_lastWordsOf;
    QLabel *m_lastWordsText;
    QBoxLayout *m_columns;
    QGridLayout *m_timeline;
    QGridLayout *m_commands;
    QGridLayout *m_placement;
    QGridLayout *m_environment;
    QGridLayout *m_directories;
};

} // namespace ui
