// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"

#include <atomic>
#include <mutex>

namespace engine {

/// A bulk session on this computer: runs scripts by /bin/sh, without a connection.
class LocalSession final : public BulkSession
{
    Q_DISABLE_COPY_MOVE(LocalSession)

public:
    LocalSession() = default;

    Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) override;
    void abort() override; ///< kills the running command with everything it started
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return std::chrono::microseconds(1); }
    [[nodiscard]] quint64 movedBytes() const override { return m_moved; }

private:
    class Command;

    std::atomic<bool> m_isAborted = false;
    std::atomic<quint64> m_moved = 0;
    std::mutex m_mutex; // guards the members below
    pid_t m_group = 0; // process group of the running command; 0 when none runs
};

} // namespace engine
