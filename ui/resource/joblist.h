// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/job/jobcounts.h"
#include "ui/widgets/text/linklabel.h"

#include <QSet>
#include <QWidget>

class QAbstractButton;
class QLabel;
class QLineEdit;
class QSettings;
class QStackedWidget;
class QTableView;

namespace models {
class JobTableModel;
class ResourceStore;
} // namespace models

namespace ui {

class Banner;
class EmptyState;
class Segments;

/// A count as a link to the counted jobs, if any; groupOfFact() decodes the link.
[[nodiscard]] LinkText jobsFact(qint64 count, models::JobGroup group);
[[nodiscard]] models::JobGroup groupOfFact(const QString &link);

/// All jobs of an experiment, workspace or group: new ones come from the store, older ones are fetched.
class JobList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobList)

public:
    /// \a settings keep the choice of columns.
    JobList(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
            const engine::ResourceId &scope, QWidget *parent);

    void showGroup(models::JobGroup group); ///< clears the filter and focuses the table
    [[nodiscard]] int countOf(models::JobGroup group) const; ///< of the jobs known so far
    [[nodiscard]] bool isComplete() const { return m_complete; } ///< all older jobs were fetched
    QAbstractButton *setEmptyButton(const QString &text); ///< of the empty state

signals:
    void openRequested(const engine::ResourceId &job);
    void counted(); ///< the counts changed

private:
    void receive(const engine::ResourceDelta &delta);
    void fetchAll();
    void fetchOlder(const engine::ResourceId &before);
    void showCounts();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_scope;
    models::JobTableModel *m_model;
    Banner *m_banner;
    QLineEdit *m_filter;
    Segments *m_groups;
    QLabel *m_count;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    EmptyState *m_nothing;
    QList<engine::ResourceId> m_unread; // experiments to be fetched; the first is being fetched
    QSet<engine::ResourceId> m_heard; // jobs that changed during the fetch, whose answer is older
    bool m_complete = false;
};

} // namespace ui
