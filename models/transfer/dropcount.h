// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// Runs the engine's previews of transfers and collects partial results. Thread: its client's.
class DropCount final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropCount)

public:
    explicit DropCount(engine::EngineClient &client, QObject *parent = nullptr);
    ~DropCount() override;

    void begin(const QList<engine::TransferRequest> &requests); ///< cancels the current previews
    void stop();
    /// One for each request, in their order; empty after stop().
    [[nodiscard]] const QList<engine::TransferPreview> &previews() const { return m_previews; }
    [[nodiscard]] bool isDone() const { return m_open == 0; }

signals:
    void changed();

private:
    void beginNext();
    void receive(quint64 round, qsizetype index, const engine::Result<engine::TransferPreview> &preview, bool isAll);

    engine::EngineClient &m_client;
    QList<engine::TransferRequest> m_requests;
    QList<QFuture<engine::Result<engine::TransferPreview>>> m_asked; // of the started requests
    QList<engine::TransferPreview> m_previews;
    quint64 m_round = 0; // number of begin(): answers of earlier ones are ignored
    qsizetype m_open = 0;
};

} // namespace models
