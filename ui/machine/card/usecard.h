// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "ui/widgets/list/card.h"

class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class FactList;

/// Clusters of a machine and its running jobs. A button adds the machine to a cluster.
class UseCard final : public Card
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UseCard)

public:
    UseCard(const models::ResourceStore &store, const engine::ResourceId &machine, QWidget *parent);

    void refresh();
    void setAddable(bool isAddable); ///< default: addable

signals:
    void openRequested(const engine::ResourceId &id);
    void clusterRequested(const QList<engine::ResourceId> &machines); ///< create a cluster of these

private:
    const models::ResourceStore &m_store;
    engine::ResourceId m_machine;
    FactList *m_facts;
    QPushButton *m_add;
};

} // namespace ui
