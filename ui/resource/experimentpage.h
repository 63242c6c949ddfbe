// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page.h"

#include <QSet>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace models {
class JobTableModel;
class ResourceStore;
} // namespace models

namespace ui {

class Banner;
class EmptyState;

/// All jobs of an experiment in one table that filters and sorts. Older ones than the store has are fetched in pages.
class ExperimentPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExperimentPage)

public:
    ExperimentPage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                   QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override { return m_complete; }

private:
    void receive(const engine::ResourceDelta &delta);
    void fetchOlder(const engine::ResourceId &before);
    void showCounts();

    engine::EngineClient &m_client;
    engine::ResourceId m_id;
    models::JobTableModel *m_model;
    PageHeader *m_header;
    Banner *m_banner;
    QLineEdit *m_filter;
    QLabel *m_count;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    QSet<engine::ResourceId> m_heard; // whose changes came since a page was asked for: what it says of them is older
    bool m_complete = false;
};

} // namespace ui
