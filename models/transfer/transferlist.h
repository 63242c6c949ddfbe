// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QSet>

namespace models {

/// Order of display: running, next to run, paused, then the latest ended. Pure.
[[nodiscard]] bool comesFirst(const engine::TransferSnapshot &a, const engine::TransferSnapshot &b);

/// The profile's transfers, kept equal to the engine's. Thread: the GUI's.
class TransferList final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferList)

public:
    explicit TransferList(engine::EngineClient &client, QObject *parent = nullptr);

    [[nodiscard]] const QList<engine::TransferSnapshot> &all() const { return m_transfers; } ///< oldest first
    [[nodiscard]] const engine::TransferSnapshot *find(const QString &id) const;

signals:
    void changed(const QString &id); ///< changed or new
    void removed(const QString &id);
    void reset(); ///< any transfer may have changed

private:
    void fetch();
    void take(const engine::TransferSnapshot &transfer);

    engine::EngineClient &m_client;
    QList<engine::TransferSnapshot> m_transfers;
    // Ids of transfers with events since the list was requested: the events are newer than the list, although it
    // arrives later.
    QSet<QString> m_heard;
};

} // namespace models
