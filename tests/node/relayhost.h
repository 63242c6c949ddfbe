// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/shellquote.h"
#include "engine/host/localhost.h"

namespace testing {

/// A machine that is reached by a command on this computer.
class RelayHost : public engine::RemoteHost
{
public:
    QFuture<engine::Result<void>> open(const QList<engine::Answer> &answers) override { return m_host.open(answers); }
    void close() override { }
    [[nodiscard]] bool isOpen() const override { return true; }
    QFuture<engine::Result<engine::CommandResult>> run(const engine::RemoteCommand &command) override
    {
        return m_host.run({relay("exec sh -c " + engine::shellQuote(command.script)), command.input, command.deadline});
    }
    std::unique_ptr<engine::RemoteProcess> stream(const engine::RemoteCommand &command) override
    {
        return m_host.stream({relay("exec sh -c " + engine::shellQuote(command.script)), command.input});
    }
    engine::RemoteFiles &files() override { return m_host.files(); }
    QFuture<engine::Result<std::shared_ptr<engine::BulkSession>>> openBulk() override { return m_host.openBulk(); }

private:
    /// The command on this computer that runs \a command on the machine.
    [[nodiscard]] virtual QByteArray relay(const QByteArray &command) const = 0;

    engine::LocalHost m_host;
};

} // namespace testing
