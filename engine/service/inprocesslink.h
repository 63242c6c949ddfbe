// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

namespace engine {

/// The way to a service that lives in another thread of this process. Calls that are open when it dies are cancelled.
class InProcessLink final : public EngineLink
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InProcessLink)

public:
    /// \a service outlives this link.
    explicit InProcessLink(EngineLink &service);

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters) override;
    [[nodiscard]] bool isConnected() const override { return true; }

private:
    EngineLink &m_service;
};

} // namespace engine
