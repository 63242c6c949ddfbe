// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/localfiles.h"

#include <QThread>

namespace engine {

/// This computer as a machine: commands get the same environment and answers as by SSH. It has no address. run() and
/// files() may be called from any thread, stream() from one with an event loop; none blocks. Canceling the future of
/// run() kills the command and everything in its session; so does destroying the host, with Canceled. Output beyond 16
/// MiB is dropped.
class LocalHost final : public RemoteHost
{
    Q_DISABLE_COPY_MOVE(LocalHost)

public:
    LocalHost();
    ~LocalHost() override;

    QFuture<Result<void>> open(const QList<Answer> &answers = {}) override; ///< always open
    void close() override { }
    [[nodiscard]] bool isOpen() const override { return true; }
    QFuture<Result<CommandResult>> run(const RemoteCommand &command) override;
    std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) override;
    RemoteFiles &files() override { return m_files; }
    QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() override;

private:
    QThread m_thread; // reads and writes the pipes of the commands
    QObject *m_runs; // parent of the running commands, in m_thread
    LocalFiles m_files;
};

} // namespace engine
