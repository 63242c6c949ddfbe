// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/nodeagent.h"

#include "tests/node/namespacehost.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTemporaryDir>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::NamespaceHost;
using Kind = AttemptStatus::Kind;

namespace {

constexpr auto one = "11111111111111111111111111111111";
constexpr auto two = "22222222222222222222222222222222";
const QByteArray endless = "mkdir launched; exec sleep 1000\n#end\n";

} // namespace

/// Machines that share one $BATCHDECK_HOME, as a laboratory's NFS homes do.
class TstSharedHome final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void installsFromTwoMachinesAtOnce();
    void asksTheWrongMachine_data();
    void asksTheWrongMachine();
    void knowsItsOwnRestart();
    void tellsTheEndFromAnyMachine();

private:
    std::unique_ptr<NamespaceHost> boot(const char *id, const char *name) const
    {
        return std::make_unique<NamespaceHost>(id, name, m_folder->path());
    }
    QString attempt(const char *machineId) const
    {
        return m_folder->filePath(u"home/jobs/p/u/a1/"_s + QLatin1StringView(machineId));
    }
    NodeAgent agentOn(NamespaceHost &host) const { return {host, m_folder->filePath(u"home"_s)}; }
    static AttemptStatus statusOf(NodeAgent &agent, const QString &directory)
    {
        const auto states = await(agent.fetchStatus({directory}));
        return states ? states->constFirst() : AttemptStatus{};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstSharedHome::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    if (!boot(one, "probe")->isUp())
        SKIP_UNLESS_ALL("a machine of its own on this kernel can only be made by root.");
}

void TstSharedHome::installsFromTwoMachinesAtOnce()
{
    const auto first = boot(one, "n1");
    const auto second = boot(two, "n2");
    NodeAgent here = agentOn(*first);
    NodeAgent there = agentOn(*second);
    for (int round = 0; round < 10; ++round) {
        // In a fresh pid namespace both installations have the same pid.
        const auto a = here.install();
        const auto b = there.install();
        VERIFY_RESULT(await(a));
        VERIFY_RESULT(await(b));
        const QDir agents(m_folder->filePath(u"home/agent"_s));
        QCOMPARE(agents.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
        VERIFY_RESULT(await(here.fetchStatus({attempt(one)})));
        QVERIFY(QDir(agents.path()).removeRecursively());
    }
}

void TstSharedHome::asksTheWrongMachine_data()
{
    QTest::addColumn<QByteArray>("otherId");
    QTest::newRow("another id") << QByteArray(two);
    QTest::newRow("the same id, of one image") << QByteArray(one);
}

void TstSharedHome::asksTheWrongMachine()
{
    QFETCH(QByteArray, otherId);
    const auto first = boot(one, "n1");
    const auto second = boot(otherId.constData(), "n2");
    NodeAgent here = agentOn(*first);
    NodeAgent there = agentOn(*second);
    VERIFY_RESULT(await(here.install()));
    const QString directory = attempt(one);
    VERIFY_RESULT(await(here.start(directory, 0s, 1s, endless)));
    QCOMPARE(int(statusOf(here, directory).kind), int(Kind::Running));
    const AttemptStatus wrong = statusOf(there, directory);
    QCOMPARE(int(wrong.kind), int(Kind::Elsewhere));
    QCOMPARE(wrong.otherMachine, QString(QLatin1StringView(one) + u" n1"_s));
    VERIFY_RESULT(await(there.terminate(directory, 0s, u"user"_s)));
    QCOMPARE(int(await(there.makeVoid(directory))->kind), int(Kind::Elsewhere));
    QCOMPARE(int(await(there.start(directory, 0s, 1s, endless))->kind), int(Kind::Elsewhere));
    QCOMPARE(int(statusOf(here, directory).kind), int(Kind::Running));

    // The right machine away for good, the wrong one still claims nothing.
    first->crash();
    QCOMPARE(int(statusOf(there, directory).kind), int(Kind::Elsewhere));
}

void TstSharedHome::knowsItsOwnRestart()
{
    auto machine = boot(one, "n1");
    {
        NodeAgent agent = agentOn(*machine);
        VERIFY_RESULT(await(agent.install()));
        VERIFY_RESULT(await(agent.start(attempt(one), 0s, 1s, endless)));
    }
    machine->crash();
    machine = boot(one, "n1");
    NodeAgent agent = agentOn(*machine);
    QCOMPARE(int(statusOf(agent, attempt(one)).kind), int(Kind::Rebooted));
}

void TstSharedHome::tellsTheEndFromAnyMachine()
{
    const auto first = boot(one, "n1");
    const auto second = boot(two, "n2");
    NodeAgent here = agentOn(*first);
    NodeAgent there = agentOn(*second);
    VERIFY_RESULT(await(here.install()));
    VERIFY_RESULT(await(here.start(attempt(one), 0s, 1s, "mkdir launched; exit 3\n#end\n")));
    QTRY_COMPARE(int(statusOf(there, attempt(one)).kind), int(Kind::Exited));
    QCOMPARE(statusOf(there, attempt(one)).exitCode, 3);
}

BATCHDECK_TEST(QCoreApplication, TstSharedHome)

#include "tst_sharedhome.moc"
