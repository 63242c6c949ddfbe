// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "engine/host/localhost.h"
#include "engine/node/doctor.h"
#include "engine/node/nodeagent.h"
#include "engine/node/wrapperprotocol.h"

#include "tests/engine/machine/sshfixture.h"
#include "tests/node/relayhost.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::SshFixture;
using Kind = AttemptStatus::Kind;
using Logout = Inventory::Logout;

namespace {

constexpr int patienceMs = 2 * testing::patience; // a machine in a machine is slow, and a logout takes ten seconds

const QByteArray stubborn = "mkdir launched; trap '' TERM; while :; do sleep 1; done\n#end\n";
const QByteArray gated = "mkdir launched; echo before; until [ -e /tmp/gate ]; do sleep 0.5; done; echo after; exit 3\n"
                         "#end\n";

/// Every command is a login of its own, and its end the logout.
class LoginHost final : public testing::RelayHost
{
public:
    LoginHost(const testing::UmlNode &node, const char *user)
        : m_command("exec ssh -q -F /dev/null -i " + shellQuote(node.identityFile().toUtf8())
                    + " -o BatchMode=yes -o ConnectTimeout=60 -o IdentityAgent=none -o UserKnownHostsFile="
                    + shellQuote(node.knownHostsFile().toUtf8()) + ' ' + user + '@' + node.address().toUtf8() + ' ')
    {
    }

private:
    [[nodiscard]] QByteArray relay(const QByteArray &command) const override { return m_command + shellQuote(command); }

    QByteArray m_command;
};

} // namespace

/// Jobs on a machine that ends all processes of a user at logout (KillUserProcesses=yes).
class TstLogout final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void cleanup();
    void warnsBeforehand();
    void refusesWhereLingeringIsForbidden();
    void endsWhatNobodyKeeps();
    void keepsJobsThroughTheLogout();
    void takesItsOwnLingeringBack();
    void leavesTheLingeringOfOthers();
    void finishesAJobWithoutTheEngine();
    void leavesAMachineAloneThatKeepsProcesses();

private:
    QByteArray asRoot(const QByteArray &script) { return output(*m_root, script); }
    QByteArray asAlice(const QByteArray &script) { return output(*m_alice, script); }
    // Nothing that the script leaves running may hold its streams: the login ends with the last that has them.
    static QByteArray output(testing::RelayHost &host, const QByteArray &script)
    {
        const auto result = await(host.run({script, {}, 100s}), patienceMs);
        return result ? result->output.trimmed() : result.error().message.englishText().toUtf8();
    }
    bool lingers() { return asRoot("ls /var/lib/systemd/linger") == "alice"; }
    // The user's last login has ended, and logind has dealt with what it left: "lingering", or "closing" while some
    // lives.
    bool comesTo(const QByteArray &state)
    {
        return asRoot("until [ \"$(loginctl show-user alice --value --property=State)\" = " + state
                      + " ]; do sleep 1; done; echo so")
            == "so";
    }
    // The normal run has what must never break; a machine in a machine is slow.
    static bool isWholeRun() { return testing::isLongRun() || testing::mustTestAll(); }
    AttemptStatus state(const char *name)
    {
        const auto states = await(m_agent->fetchStatus({attempt(name)}), patienceMs);
        return states ? states->constFirst() : AttemptStatus{};
    }
    // For root: no login of alice's is in the way.
    QByteArray untilItEnds(const char *name) const
    {
        return "until [ -s " + attempt(name).toUtf8() + "/exit ]; do sleep 1; done";
    }
    Result<AttemptStatus> start(const char *name, const QByteArray &payload)
    {
        return await(m_agent->start(attempt(name), 0s, 1s, payload), patienceMs);
    }
    Result<NodeAgent::Traces> clean(const QString &profile)
    {
        return await(m_agent->removeTraces(profile, false), patienceMs);
    }
    QString attempt(const char *name) const { return m_home + u"/jobs/p/u/a1/"_s + QLatin1StringView(name); }

    std::unique_ptr<testing::UmlNode> m_node;
    std::unique_ptr<LoginHost> m_root, m_alice;
    std::unique_ptr<NodeAgent> m_agent;
    QString m_home;
};

void TstLogout::initTestCase()
{
    SKIP_WITHOUT_UML();
    SKIP_WITHOUT("polkit");
    m_node = std::make_unique<testing::UmlNode>();
    QVERIFY(m_node->up());
    m_root = std::make_unique<LoginHost>(*m_node, "root");
    m_alice = std::make_unique<LoginHost>(*m_node, "alice");
    m_agent = std::make_unique<NodeAgent>(*m_alice, QString());
}

void TstLogout::cleanupTestCase()
{
    m_agent.reset();
    m_alice.reset();
    m_root.reset();
}

// What a failed test left on the machine is not the next one's.
void TstLogout::cleanup()
{
    if (QTest::currentTestFailed())
        asRoot("systemctl unmask polkit; loginctl terminate-user alice; loginctl disable-linger alice; "
               "rm -rf /home/alice/.batchdeck/jobs /home/alice/.batchdeck/nodes /tmp/gate");
}

void TstLogout::warnsBeforehand()
{
    const auto inventory = await(m_agent->fetchInventory(), patienceMs);
    VERIFY_RESULT(inventory);
    m_home = inventory->home;
    QCOMPARE(int(inventory->logout), int(Logout::Killed));
    QCOMPARE(inventory->homeFileSystem, u"tmpfs"_s);
    const QList<Message> warnings = inventory->warnings();
    QVERIFY(std::any_of(warnings.begin(), warnings.end(), [](const Message &warning) {
        return warning.englishText().contains(u"KillUserProcesses"_s) && warning.englishText().contains(u"alice"_s);
    }));
    const auto findings = await(m_agent->diagnose(), patienceMs);
    VERIFY_RESULT(findings);
    const auto finding =
        std::find_if(findings->begin(), findings->end(), [](const auto &f) { return f.check == u"logout"_s; });
    QVERIFY(finding != findings->end());
    QCOMPARE(int(finding->state), int(DoctorFinding::State::Warning));
    QVERIFY(finding->message.englishText().contains(u"KillUserProcesses"_s));
    QVERIFY(finding->remedy.englishText().contains(u"loginctl enable-linger"_s));
    VERIFY_RESULT(await(m_agent->install(), patienceMs));
}

void TstLogout::refusesWhereLingeringIsForbidden()
{
    asRoot("systemctl mask --now polkit");
    const auto refused = start("forbidden", stubborn);
    QCOMPARE(asRoot("systemctl unmask polkit; ls /home/alice/.batchdeck /var/lib/systemd/linger"),
             "/home/alice/.batchdeck:\nagent\n\n/var/lib/systemd/linger:");
    QVERIFY(!refused);
    const QString words = refusalOf(refused.error()).value_or(QString());
    QVERIFY2(words.contains(u"loginctl enable-linger alice"_s), qPrintable(refused.error().technical));
}

// Without us: a session's processes end with it, and a scope ends with the user's manager.
void TstLogout::endsWhatNobodyKeeps()
{
    const QByteArray count = "pgrep -fc '^[a-z/]*sleep 1001$'";
    QCOMPARE(asAlice("for keeper in '' 'systemd-run --user --scope --quiet'; do "
                     "setsid $keeper sleep 1001 </dev/null >/dev/null 2>&1 & done; "
                     "for second in $(seq 30); do [ $("
                     + count + ") -lt 2 ] || break; sleep 1; done; " + count),
             "2");
    QCOMPARE(asRoot("while [ $(" + count + ") -gt 0 ]; do sleep 1; done; echo ended"), "ended");
}

void TstLogout::keepsJobsThroughTheLogout()
{
    for (const auto &[name, payload] : {std::pair{"kept", stubborn}, std::pair{"ends", gated}}) {
        const auto begun = start(name, payload);
        VERIFY_RESULT(begun);
        QCOMPARE(int(begun->kind), int(Kind::Running));
    }
    QVERIFY(comesTo("lingering")); // nobody is logged in any more
    QCOMPARE(asRoot("touch /tmp/gate; " + untilItEnds("ends") + "; cat " + attempt("ends").toUtf8() + "/out"),
             "before\nafter");
    const auto states = await(m_agent->fetchStatus({attempt("ends"), attempt("kept")}), patienceMs);
    VERIFY_RESULT(states);
    QCOMPARE(int(states->at(0).kind), int(Kind::Exited));
    QCOMPARE(states->at(0).exitCode, 3);
    QCOMPARE(int(states->at(1).kind), int(Kind::Running));

    VERIFY_RESULT(clean(u"q"_s)); // takes nothing back while a job of another profile runs
    const auto refused = clean(u"p"_s);
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::Conflict));

    // The end is brought about after the login that asked for it.
    VERIFY_RESULT(await(m_agent->terminate(attempt("kept"), 3s, u"user"_s), patienceMs));
    QCOMPARE(asRoot(untilItEnds("kept") + "; ls /var/lib/systemd/linger"), "alice");
    const AttemptStatus end = state("kept");
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 137);
    QCOMPARE(end.endReason, u"user"_s);
}

void TstLogout::takesItsOwnLingeringBack()
{
    if (isWholeRun()) {
        asRoot("systemctl mask --now polkit");
        const auto forbidden = clean(u"p"_s);
        QCOMPARE(asRoot("systemctl unmask polkit; ls /var/lib/systemd/linger"), "alice");
        QVERIFY(!forbidden);
        QVERIFY2(forbidden.error().message.englishText().contains(u"loginctl disable-linger alice"_s),
                 qPrintable(forbidden.error().technical));
    }
    VERIFY_RESULT(clean(u"p"_s));
    QCOMPARE(asRoot("ls -A /home/alice /var/lib/systemd/linger"), "/home/alice:\n.ssh\n\n/var/lib/systemd/linger:");
}

void TstLogout::leavesTheLingeringOfOthers()
{
    if (!isWholeRun())
        return;
    asRoot("loginctl enable-linger alice");
    const auto inventory = await(m_agent->fetchInventory(), patienceMs);
    VERIFY_RESULT(inventory);
    QCOMPARE(int(inventory->logout), int(Logout::Lingers));
    VERIFY_RESULT(await(m_agent->install(), patienceMs));
    VERIFY_RESULT(start("short", "mkdir launched\n#end\n"));
    QTRY_COMPARE_WITH_TIMEOUT(int(state("short").kind), int(Kind::Exited), patienceMs);
    VERIFY_RESULT(clean(u"p"_s));
    QCOMPARE(asRoot("ls /var/lib/systemd/linger; loginctl disable-linger alice"), "alice");
}

void TstLogout::finishesAJobWithoutTheEngine()
{
    if (!isWholeRun())
        return;
    asRoot("rm -f /tmp/gate");
    SshFixture fixture;
    fixture.setOutputFolder(u"/tmp/out"_s);
    QVERIFY(fixture.start());
    VERIFY_RESULT(fixture.addMachine(u"u1"_s, testing::Door::of(*m_node)));
    VERIFY_RESULT(fixture.makeCluster({u"u1"_s}));
    VERIFY_RESULT(fixture.submit(u"one"_s, u"echo before; until [ -e /tmp/gate ]; do sleep 0.5; done; echo after"_s));
    QTRY_COMPARE_WITH_TIMEOUT(SshFixture::log(fixture.job(u"one"_s), u"stdout.txt"_s), "before\n", patienceMs);
    fixture.stop();
    QVERIFY(comesTo("lingering"));
    asRoot("touch /tmp/gate");
    const QByteArray record = "/home/alice/.batchdeck/jobs/*/*/a1/*/exit";
    QVERIFY(asRoot("until cat " + record + "; do sleep 1; done 2>/dev/null").startsWith("0 "));

    QVERIFY(fixture.start());
    const auto job = fixture.finished(u"one"_s);
    QCOMPARE(toString(job.state), toString(JobState::Succeeded));
    QCOMPARE(SshFixture::log(job, u"stdout.txt"_s), "before\nafter\n");
    VERIFY_RESULT(fixture.call(u"machine.clean"_s, {{u"id"_s, u"machines/u1"_s}}, patienceMs));
    QVERIFY(!lingers());
}

void TstLogout::leavesAMachineAloneThatKeepsProcesses()
{
    if (!isWholeRun())
        return;
    asRoot("sed -i s/yes/no/ /etc/systemd/logind.conf.d/batchdeck.conf; systemctl restart systemd-logind");
    const auto inventory = await(m_agent->fetchInventory(), patienceMs);
    VERIFY_RESULT(inventory);
    QCOMPARE(int(inventory->logout), int(Logout::Kept));
    VERIFY_RESULT(await(m_agent->install(), patienceMs));
    VERIFY_RESULT(start("plain", stubborn));
    QVERIFY(!lingers());
    QVERIFY(comesTo("closing"));
    QCOMPARE(int(state("plain").kind), int(Kind::Running));
    VERIFY_RESULT(await(m_agent->terminate(attempt("plain"), 0s, u"user"_s), patienceMs));
    QTRY_COMPARE_WITH_TIMEOUT(int(state("plain").kind), int(Kind::Exited), patienceMs);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstLogout)
#include "tst_logout.moc"
