// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/page.h"

class QLabel;
class QStandardItemModel;
class QTableView;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class PageHeader;

/// A cluster: its state, its nodes with what runs there, and who waits for it and why.
class ClusterPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterPage)

public:
    ClusterPage(const models::ResourceStore &store, const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;

private:
    void refresh();

    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    PageHeader *m_header;
    Banner *m_banner;
    QStandardItemModel *m_nodes;
    QStandardItemModel *m_queue;
    QTableView *m_nodeTable;
    QTableView *m_queueTable;
    QLabel *m_nodesTitle;
    QLabel *m_queueTitle;
};

} // namespace ui
