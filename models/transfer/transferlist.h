// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QSet>

namespace models {

/// Whether \a a is to be shown before \a b: what runs, then what is next, then what rests, then what ended last. Pure.
[[nodiscard]] bool comesFirst(const engine::TransferSnapshot &a, const engine::TransferSnapshot &b);

/// The profile's transfers, as the engine tells them. Thread: the GUI's.
class TransferList final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferList)

public:
    explicit TransferList(engine::EngineClient &client, QObject *parent = nullptr);

    [[nodiscard]] const QList<engine::TransferSnapshot> &all() const { return m_transfers; } ///< oldest first
    [[nodiscard]] const engine::TransferSnapshot *find(const QString &id) const;

signals:
    void changed(const QString &id); ///< or new
    void removed(const QString &id);
    void reset(); ///< any of them may be another one now

private:
    void fetch();
    void take(const engine::TransferSnapshot &transfer);

    engine::EngineClient &m_client;
    QList<engine::TransferSnapshot> m_transfers;
    QSet<QString> m_heard; // ids of which news came since all were asked for: newer than that list, which came later
};

} // namespace models
