// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

class QLabel;
class QStackedWidget;
class QStandardItemModel;
class QTableView;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class DocumentView;
class FactList;
class ScalePanel;
class SecretPanel;

/// A cluster: its state, how many nodes it is to have, its nodes with what runs there, and who waits for it and why;
/// and what its document says.
class ClusterPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterPage)

public:
    ClusterPage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;

private:
    void refresh();
    [[nodiscard]] QWidget *newOverview();
    [[nodiscard]] QWidget *newConfiguration();
    /// \a waiting: how many, of which the store, and so \a queue, may lack older ones.
    void showQueue(const QList<engine::JobSnapshot> &queue, qint64 waiting);
    void showSetup(const engine::ClusterSnapshot &cluster, const QJsonObject &document);
    void setUpAgain();
    void showConfiguration(const QJsonObject &document);

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    PageHeader *m_header;
    Banner *m_banner;
    Banner *m_setupBanner;
    Banner *m_secretBanner;
    SecretPanel *m_secrets;
    QList<engine::ResourceId> m_unset; ///< machines whose setup failed
    QString m_told; ///< by the setup's banner
    bool m_lacksSecret = false; ///< and was asked
    QStackedWidget *m_stack;
    ScalePanel *m_scale;
    FactList *m_facts;
    DocumentView *m_document;
    QStandardItemModel *m_nodes;
    QStandardItemModel *m_queue;
    QTableView *m_nodeTable;
    QTableView *m_queueTable;
    QLabel *m_nodesTitle;
    QLabel *m_queueTitle;
};

} // namespace ui
