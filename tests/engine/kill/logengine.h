// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/sshhost.h"
#include "engine/log/logcollector.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>

#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace testing {

/// Copies logs in a separate process that can be killed: the engine's collector, and a machine by SSH that is
/// reconnected whenever the connection is lost. The test program must call serveLogs() in main() when its first
/// argument is "--logs".
class LogEngine final
{
public:
    struct Machine
    {
        QString destination;
        QString identityFile;
        QString knownHostsFile;
    };

    explicit LogEngine(Machine machine) : m_machine(std::move(machine)) { }
    ~LogEngine() { kill(); }

    void start()
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        startOwnProgram(m_process,
                        {QStringLiteral("--logs"), m_machine.destination, m_machine.identityFile,
                         m_machine.knownHostsFile, m_spoolRoot, QString::number(m_jobLimit)});
        m_process.waitForStarted(testing::patience);
    }
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished(testing::patience);
    }
    void setLimit(const QString &spoolRoot, qint64 ofAJob) ///< takes effect at the next start()
    {
        m_spoolRoot = spoolRoot;
        m_jobLimit = ofAJob;
    }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    void follow(const QString &path, const QString &spool) { say("follow " + path.toUtf8() + ' ' + spool.toUtf8()); }
    void finish(const QString &spool) { say("finish " + spool.toUtf8()); }
    /// The next line, "completed SPOOL SIZE" or "failed SPOOL WORDS"; empty when none comes in time.
    [[nodiscard]] QByteArray answer(int timeoutMs)
    {
        const bool hasLine = QTest::qWaitFor([this] { return m_process.canReadLine(); }, timeoutMs);
        return hasLine ? m_process.readLine().trimmed() : QByteArray();
    }

private:
    void say(const QByteArray &line)
    {
        m_process.write(line + '\n');
        m_process.waitForBytesWritten(testing::patience);
    }

    const Machine m_machine;
    QString m_spoolRoot;
    qint64 m_jobLimit = 0;
    QProcess m_process;
};

/// The process of LogEngine: takes commands as lines on stdin. Paths must have no blanks.
inline int serveLogs(const QStringList &arguments)
{
    using namespace engine;
    SshSpec spec;
    spec.destination = arguments.at(0);
    spec.identityFile = arguments.at(1);
    spec.configFile = QStringLiteral("/dev/null");
    const auto transport = std::make_shared<SshTransport>(arguments.at(2));
    const std::shared_ptr<RemoteHost> host = sharedHost<SshHost>(transport, spec);
    LogCollector::Settings settings;
    settings.firstDelay = std::chrono::milliseconds(100);
    settings.spoolRoot = arguments.value(3);
    if (const qint64 limit = arguments.value(4).toLongLong(); limit > 0)
        settings.limits.job = limit;
    LogCollector collector(nullptr, settings);
    QTimer again;
    again.callOnTimeout([&] {
        if (host->isOpen())
            return;
        again.stop();
        if (await(host->open()))
            collector.retryNow(host.get());
        again.start(100);
    });
    again.start(0);
    QObject::connect(&collector, &LogCollector::completed, [](const QString &key, qint64 size) {
        std::printf("completed %s %lld\n", qPrintable(key), static_cast<long long>(size));
        std::fflush(stdout);
    });
    QObject::connect(&collector, &LogCollector::failed, [](const QString &key, const Error &error) {
        std::printf("failed %s %s\n", qPrintable(key), qPrintable(error.message.englishText()));
        std::fflush(stdout);
    });
    QByteArray input;
    QSocketNotifier notifier(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, [&] {
        std::array<char, 65536> bytes{};
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count <= 0)
            return QCoreApplication::quit();
        input.append(bytes.data(), count);
        while (const qsizetype end = input.indexOf('\n') + 1) {
            const QStringList words = QString::fromUtf8(input.first(end - 1)).split(QLatin1Char(' '));
            input.remove(0, end);
            if (words.first() == QLatin1StringView("follow"))
                collector.follow({words.at(2), host, words.at(1), words.at(2)});
            else
                collector.finish(words.at(1));
        }
    });
    return QCoreApplication::exec();
}

} // namespace testing
