// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/node/relayhost.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>
#include <QTest>

namespace testing {

/// A machine in namespaces of this kernel: with its own processes, name and machine id, and this computer's files.
/// Needs root.
class NamespaceHost final : public RelayHost
{
public:
    NamespaceHost(const QByteArray &machineId, const QByteArray &name, const QString &folder)
    {
        const QString idFile = folder + QLatin1StringView("/machine-id-of-") + QString::fromLatin1(name);
        QFile file(idFile);
        if (!file.open(QIODevice::WriteOnly) || file.write(machineId + '\n') < 0)
            return;
        file.close();
        const QByteArray script = "mount --bind " + engine::shellQuote(idFile.toUtf8())
            + " /etc/machine-id && hostname " + name + " && echo up && exec sleep 86400";
        m_process.start(QStringLiteral("unshare"),
                        {QStringLiteral("-pmuf"), QStringLiteral("--mount-proc"), QStringLiteral("--kill-child"),
                         QStringLiteral("sh"), QStringLiteral("-c"), QString::fromUtf8(script)});
        m_isUp = m_process.waitForReadyRead(testing::patience) && m_process.readLine() == "up\n";
        QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(m_process.processId()));
        if (m_isUp && children.open(QIODevice::ReadOnly))
            m_init = children.readAll().trimmed();
    }
    ~NamespaceHost() override { crash(); }

    bool isUp() const { return m_isUp && !m_init.isEmpty(); }
    void crash() ///< as by a power cut
    {
        m_process.kill();
        m_process.waitForFinished(testing::patience);
    }

private:
    [[nodiscard]] QByteArray relay(const QByteArray &command) const override
    {
        return "exec nsenter -m -p -u -t " + m_init + " sh -c " + engine::shellQuote(command);
    }

    QProcess m_process;
    QByteArray m_init;
    bool m_isUp = false;
};

} // namespace testing
