// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <optional>

namespace models {
class ResourceStore;
}

namespace ui {

/// The machines whose files the storage page can show, with the states of their connections, and the storage accounts.
class StorageMachines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StorageMachines)

public:
    explicit StorageMachines(const models::ResourceStore &store, QObject *parent = nullptr);

    [[nodiscard]] engine::ResourceId named(const QString &place) const; ///< invalid: no such machine
    [[nodiscard]] std::optional<engine::LinkState> linkOf(const QString &place) const; ///< empty for this computer
    /// What a storage account is reached by; empty for other places.
    [[nodiscard]] QString accountText(const QString &place) const;

signals:
    void changed(); ///< the machines or their connection states, or the accounts
    void cameBack(const QString &place); ///< \a place is connected again, or an account is known

private:
    void update();

    const models::ResourceStore &m_store;
    QHash<engine::ResourceId, engine::LinkState> m_links;
    QSet<engine::ResourceId> m_accounts;
};

} // namespace ui
