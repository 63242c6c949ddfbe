// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

class QSettings;
class QStackedWidget;

namespace models {
class ResourceStore;
}

namespace ui {

class ClusterTrouble;
class DocumentView;
class FactList;
class ItemTable;
class ScalePanel;

/// The page of a cluster: state, target size, nodes with their jobs, queue with reasons, and configuration.
class ClusterPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterPage)

public:
    ClusterPage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;

private:
    void refresh();
    [[nodiscard]] QWidget *newOverview();
    [[nodiscard]] QWidget *newConfiguration();
    /// \a online: number of online nodes. \a reached: states of the connected nodes.
    void showState(int online, bool isBusy, const QList<engine::NodeState> &reached);
    /// \a waiting: number of queued jobs; \a queue may lack older ones that the store does not have.
    void showQueue(const QList<engine::JobSnapshot> &queue, qint64 waiting);
    void showConfiguration(const QJsonObject &document);

    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    PageHeader *m_header;
    ClusterTrouble *m_trouble;
    QStackedWidget *m_stack;
    ScalePanel *m_scale;
    FactList *m_facts;
    DocumentView *m_document;
    ItemTable *m_nodes;
    ItemTable *m_queue;
};

} // namespace ui
