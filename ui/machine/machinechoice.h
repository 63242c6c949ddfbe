// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/machine/checklistmodel.h"

#include <QWidget>

namespace models {
class ResourceStore;
}

namespace ui {

/// Check list of the machines for a new cluster.
class MachineChoice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineChoice)

public:
    /// OfDocument: also offers this computer, and is narrower, beside the document.
    enum class Cluster { New, OfDocument };

    MachineChoice(const models::ResourceStore &store, Cluster cluster, QWidget *parent);

    [[nodiscard]] models::CheckListModel &model() { return m_model; }

private:
    void refresh();

    const models::ResourceStore &m_store;
    Cluster m_cluster;
    models::CheckListModel m_model;
};

} // namespace ui
