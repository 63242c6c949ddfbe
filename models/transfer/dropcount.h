// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// Asks the engine what transfers would do, and is told while it counts. Thread: its client's.
class DropCount final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropCount)

public:
    explicit DropCount(engine::EngineClient &client, QObject *parent = nullptr);
    ~DropCount() override;

    void begin(const QList<engine::TransferRequest> &requests); ///< instead of those before
    void stop();
    /// One for each request, in their order; empty once it was stopped.
    [[nodiscard]] const QList<engine::TransferPreview> &previews() const { return m_previews; }
    [[nodiscard]] bool isDone() const { return m_open == 0; }

signals:
    void changed();

private:
    void beginNext();
    void receive(quint64 round, qsizetype index, const engine::Result<engine::TransferPreview> &preview, bool isAll);

    engine::EngineClient &m_client;
    QList<engine::TransferRequest> m_requests;
    QList<QFuture<engine::Result<engine::TransferPreview>>> m_asked; // of the first requests
    QList<engine::TransferPreview> m_previews;
    quint64 m_round = 0; // what belongs to another one comes too late
    qsizetype m_open = 0;
};

} // namespace models
