// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/logcollector.h"
#include "engine/protocol/logs.h"
#include "engine/service/router.h"
#include "engine/store/store.h"

namespace engine {

/// Quotas of log copies: log.*
class LogService final : public QObject
{
    Q_DISABLE_COPY_MOVE(LogService)

public:
    LogService(Router &router, Store &store, LogCollector &logs);

    /// The limits in the store.
    [[nodiscard]] static SpoolLimits storedLimits(const StoreContents &contents);

private:
    void limit(const LimitLogs &request, const ReplyTo<LogLimits> &reply);

    Store &m_store;
    LogCollector &m_logs;
};

} // namespace engine
