// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/snapshots.h"
#include "ui/widgets/page.h"

class QStandardItemModel;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class PageHeader;

/// A machine: whether it answers, as of when, and what it has.
class MachinePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachinePage)

public:
    MachinePage(const models::ResourceStore &store, const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;
    /// It has answered, or has said why not.
    [[nodiscard]] static bool isKnown(const engine::MachineSnapshot &machine);

private:
    void refresh();

    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    PageHeader *m_header;
    Banner *m_banner;
    QStandardItemModel *m_facts;
};

} // namespace ui
