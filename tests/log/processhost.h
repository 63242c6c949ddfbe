// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"
#include "tests/support/patience.h"

#include <QProcess>

#include <atomic>

namespace testing {

/// A host that runs sh on this computer and can be cut off: it then kills its processes and refuses new ones until it
/// is back.
class ProcessHost final : public engine::RemoteHost
{
public:
    QFuture<engine::Result<void>> open(const QList<engine::Answer> &) override { return {}; }
    void close() override { }
    [[nodiscard]] bool isOpen() const override { return true; }
    QFuture<engine::Result<engine::CommandResult>> run(const engine::RemoteCommand &) override { return {}; }
    engine::RemoteFiles &files() override { qFatal("not used"); }
    QFuture<engine::Result<std::shared_ptr<engine::BulkSession>>> openBulk() override { qFatal("not used"); }
    std::unique_ptr<engine::RemoteProcess> stream(const engine::RemoteCommand &command) override;

    QStringList shell{QStringLiteral("/bin/sh")};
    std::atomic<qint64> currentPid = 0; ///< pid of the last started process
    std::atomic<int> started = 0;
};

class LocalProcess final : public engine::RemoteProcess
{
    Q_OBJECT

public:
    LocalProcess(ProcessHost *host, const QByteArray &script)
    {
        connect(&m_process, &QProcess::readyReadStandardOutput, this,
                [this] { emit readyRead(m_process.readAllStandardOutput()); });
        connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
            emit finished(engine::CommandResult{.exitCode = status == QProcess::CrashExit ? 128 + code : code,
                                                .output = {},
                                                .errorOutput = m_process.readAllStandardError()});
        });
        QStringList arguments = host->shell.sliced(1);
        arguments << QStringLiteral("-c") << QString::fromUtf8(script);
        m_process.start(host->shell.constFirst(), arguments);
        host->currentPid = m_process.processId();
        ++host->started;
    }
    ~LocalProcess() override
    {
        m_process.disconnect();
        m_process.kill();
        m_process.waitForFinished(testing::patience);
    }
    void stop() override { m_process.terminate(); }

private:
    QProcess m_process;
};

inline std::unique_ptr<engine::RemoteProcess> ProcessHost::stream(const engine::RemoteCommand &command)
{
    return std::make_unique<LocalProcess>(this, command.script);
}

} // namespace testing
