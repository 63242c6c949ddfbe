// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/nodeagent.h"
#include "engine/node/wrapperprotocol.h"

#include "tests/node/relayhost.h"
#include "tests/support/await.h"
#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/hosts/umlnode.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using Kind = AttemptStatus::Kind;
using Logout = Inventory::Logout;

namespace {

const QByteArray stubborn = "mkdir launched; trap '' TERM; while :; do sleep 1; done\n#end\n";

/// Every command is a login of its own, and its end the logout.
class LoginHost final : public testing::RelayHost
{
public:
    LoginHost(const testing::UmlNode &node, const char *user)
        : m_command("exec ssh -q -F /dev/null -i " + shellQuote(node.identityFile().toUtf8())
                    + " -o BatchMode=yes -o IdentityAgent=none -o UserKnownHostsFile="
                    + shellQuote(node.knownHostsFile().toUtf8()) + ' ' + user + '@' + node.address().toUtf8() + ' ')
    {
    }

private:
    [[nodiscard]] QByteArray relay(const QByteArray &command) const override { return m_command + shellQuote(command); }

    QByteArray m_command;
};

} // namespace

/// Jobs on a machine that ends all processes of a user at logout.
class TstLogout final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void refusesWhereLingeringIsForbidden();
    void keepsAJobThroughTheLogout();
    void leavesAMachineAloneThatKeepsProcesses();

private:
    QByteArray asRoot(const QByteArray &script) { return output(*m_root, script); }
    QByteArray asAlice(const QByteArray &script) { return output(*m_alice, script); }
    static QByteArray output(testing::RelayHost &host, const QByteArray &script)
    {
        const auto result = await(host.run({script, {}, 3min}));
        return result ? result->output.trimmed() : result.error().message.englishText().toUtf8();
    }
    QByteArray ofUser(const QByteArray &property)
    {
        return asRoot("loginctl show-user alice --value --property=" + property);
    }
    bool lingers() { return asRoot("ls /var/lib/systemd/linger") == "alice"; }
    Kind stateOf(const QString &directory)
    {
        const auto states = await(m_agent->fetchStatus({directory}));
        return states ? states->constFirst().kind : Kind::Absent;
    }
    QString attempt(const char *name) const { return m_home + u"/jobs/p/u/a1/"_s + QLatin1StringView(name); }

    std::unique_ptr<testing::UmlNode> m_node;
    std::unique_ptr<LoginHost> m_root, m_alice;
    std::unique_ptr<NodeAgent> m_agent;
    QString m_home;
};

void TstLogout::initTestCase()
{
    for (const char *part : {"sshd", "iproute2", "busybox", "uml", "systemd", "pam-systemd", "dbus-session", "polkit"})
        SKIP_WITHOUT_PART(QString::fromLatin1(part));
    SKIP_OUTSIDE_NETWORK();
    m_node = std::make_unique<testing::UmlNode>();
    QVERIFY(m_node->up());
    m_root = std::make_unique<LoginHost>(*m_node, "root");
    m_alice = std::make_unique<LoginHost>(*m_node, "alice");
    m_agent = std::make_unique<NodeAgent>(*m_alice, QString());
    const auto inventory = await(m_agent->fetchInventory());
    VERIFY_RESULT(inventory);
    m_home = inventory->home;
    QCOMPARE(int(inventory->logout), int(Logout::Killed));
    QCOMPARE(inventory->homeFileSystem, u"tmpfs"_s);
    VERIFY_RESULT(await(m_agent->install()));
}

void TstLogout::cleanupTestCase()
{
    m_agent.reset();
    m_alice.reset();
    m_root.reset();
}

void TstLogout::refusesWhereLingeringIsForbidden()
{
    asRoot("systemctl mask --now polkit");
    const auto refused = await(m_agent->start(attempt("forbidden"), 0s, 1s, stubborn));
    asRoot("systemctl unmask polkit");
    QVERIFY(!refused);
    const QString words = refusalOf(refused.error()).value_or(QString());
    QVERIFY2(words.contains(u"loginctl enable-linger alice"_s), qPrintable(refused.error().technical));
    QCOMPARE(int(stateOf(attempt("forbidden"))), int(Kind::Absent));
    QCOMPARE(asAlice("ls .batchdeck"), "agent");
    QVERIFY(!lingers());
}

void TstLogout::keepsAJobThroughTheLogout()
{
    // Without us: a session's processes end with it, and a scope ends with the user's manager.
    QCOMPARE(
        asAlice("setsid sleep 1001 </dev/null >/dev/null 2>&1 & setsid systemd-run --user --scope --quiet "
                "sleep 1002 </dev/null >/dev/null 2>&1 & while ! pgrep -f 'sleep 100[2]$' >/dev/null; do sleep 0.1; "
                "done; echo begun"),
        "begun");
    QTRY_COMPARE_WITH_TIMEOUT(asRoot("pgrep -f 'sleep 100[12]$'"), "", 60'000);

    const auto begun = await(m_agent->start(attempt("kept"), 0s, 1s, stubborn));
    VERIFY_RESULT(begun);
    QCOMPARE(int(begun->kind), int(Kind::Running));
    QVERIFY(lingers());
    QTRY_COMPARE_WITH_TIMEOUT(ofUser("State"), "lingering", 60'000); // nobody is logged in any more
    QCOMPARE(int(stateOf(attempt("kept"))), int(Kind::Running));
    const auto inventory = await(m_agent->fetchInventory());
    VERIFY_RESULT(inventory);
    QCOMPARE(int(inventory->logout), int(Logout::Lingers));

    VERIFY_RESULT(await(m_agent->restoreLinger()));
    QVERIFY(lingers()); // while it runs

    // The end is brought about after the login that asked for it.
    VERIFY_RESULT(await(m_agent->terminate(attempt("kept"), 3s, u"user"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(int(stateOf(attempt("kept"))), int(Kind::Exited), 60'000);
    const auto states = await(m_agent->fetchStatus({attempt("kept")}));
    QCOMPARE(states->constFirst().exitCode, 137);
    QCOMPARE(states->constFirst().endReason, u"user"_s);

    VERIFY_RESULT(await(m_agent->restoreLinger()));
    QVERIFY(!lingers());
    QCOMPARE(asAlice("ls .batchdeck"), "agent\njobs");

    // Lingering that somebody else switched on is left as it is.
    asRoot("loginctl enable-linger alice");
    VERIFY_RESULT(await(m_agent->restoreLinger()));
    QVERIFY(lingers());
    asRoot("loginctl disable-linger alice");
}

void TstLogout::leavesAMachineAloneThatKeepsProcesses()
{
    asRoot("sed -i s/yes/no/ /etc/systemd/logind.conf.d/batchdeck.conf; systemctl restart systemd-logind");
    const auto inventory = await(m_agent->fetchInventory());
    VERIFY_RESULT(inventory);
    QCOMPARE(int(inventory->logout), int(Logout::Kept));
    VERIFY_RESULT(await(m_agent->start(attempt("plain"), 0s, 1s, stubborn)));
    QVERIFY(!lingers());
    QTRY_COMPARE_WITH_TIMEOUT(ofUser("State"), "closing", 60'000);
    QCOMPARE(int(stateOf(attempt("plain"))), int(Kind::Running));
    VERIFY_RESULT(await(m_agent->terminate(attempt("plain"), 0s, u"user"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(int(stateOf(attempt("plain"))), int(Kind::Exited), 60'000);
}

BATCHDECK_NETWORK_TEST_MAIN(QCoreApplication, TstLogout)
#include "tst_logout.moc"
