// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

namespace engine {

/// Connection to a service in another thread of this process. Calls that are open when the link dies are canceled.
class InProcessLink final : public EngineLink
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InProcessLink)

public:
    /// After the destruction of this link nothing of \a service runs.
    explicit InProcessLink(EngineLink &service);

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override;
    [[nodiscard]] bool isConnected() const override { return true; }

private:
    [[nodiscard]] Progress carried(const Progress &progress, const QFuture<Result<QJsonValue>> &call);

    EngineLink &m_service;
};

} // namespace engine
