// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/host/hostcontract.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

using namespace engine;
using testing::SshServer;

/// The contract, on a machine behind a real sshd: as it is usually configured; or, with the argument --sessions=N in
/// front, with MaxSessions N.
class TstSshHost final : public HostContract
{
    Q_OBJECT

public:
    explicit TstSshHost(const QByteArray &configuration) : TstSshHost(std::make_unique<Machine>(configuration)) { }

private:
    struct Machine
    {
        // HOME is the one that the system gives, in which a login begins.
        explicit Machine(const QByteArray &configuration) : server("SetEnv SHLVL=1\n" + configuration) { }
        QTemporaryDir folder;
        SshServer server;
        std::shared_ptr<SshTransport> transport;
    };

    explicit TstSshHost(std::unique_ptr<Machine> machine)
        : HostContract([this] { return open(); }, machine->folder.path()), m_machine(std::move(machine))
    {
    }

    std::unique_ptr<RemoteHost> open();

    std::unique_ptr<Machine> m_machine;

private slots:
    void initTestCase()
    {
        SKIP_WITHOUT("sshd");
        QVERIFY(m_machine->server.start());
        m_machine->transport = std::make_shared<SshTransport>(m_machine->server.knownHostsFile());
        m_machine->transport->setAgentSocket({});
    }
    void runsCommandsBesideStreamsThatTookAllChannels();
};

std::unique_ptr<RemoteHost> TstSshHost::open()
{
    SshSpec spec;
    spec.destination = m_machine->server.destination();
    spec.identityFile = m_machine->server.identityFile();
    spec.configFile = QStringLiteral("/dev/null");
    auto host = std::make_unique<SshHost>(m_machine->transport, spec);
    if (const auto opened = testing::await(host->open()); !opened)
        qCritical("%s (%s)", qPrintable(opened.error().message.englishText()), qPrintable(opened.error().technical));
    return host;
}

// The streams were asked for before it was known how few channels the machine grants.
void TstSshHost::runsCommandsBesideStreamsThatTookAllChannels()
{
    const auto host = open();
    int begun = 0;
    std::vector<std::unique_ptr<RemoteProcess>> streams;
    for (int i = 0; i < 4; ++i) {
        streams.push_back(host->stream({"echo begun; sleep 1000"}));
        connect(streams.back().get(), &RemoteProcess::readyRead, this, [&begun] { ++begun; });
    }
    QTRY_VERIFY(begun >= 2);
    VERIFY_RESULT(testing::await(host->run({"true"})));
}

int runSshHost(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QStringList arguments = application.arguments();
    QByteArray configuration;
    if (arguments.value(1).startsWith(QStringLiteral("--sessions=")))
        configuration = "MaxSessions " + arguments.takeAt(1).section(u'=', 1).toLatin1();
    TstSshHost test(configuration);
    return QTest::qExec(&test, arguments);
}

BATCHDECK_TEST_RUN(TstSshHost, runSshHost);
#include "tst_sshhost.moc"
