// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "tests/support/files.h"
#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using engine::shellQuote;
using testing::contentOf;
using testing::Node;
using testing::NodeFleet;
using testing::NodeOptions;
using testing::writeFile;

namespace {

/// A job on all nodes of a fleet, without an engine: payloads as launchpayload.cpp writes them, started by wrapper.sh.
struct Gang
{
    NodeFleet &fleet;
    QByteArray shell = "sh";
    QString user = Node::user();
    QString home = u"/home/alice/it's \"5%\" home"_s; ///< $BATCHDECK_HOME
    bool hasSharedHome = false;
    QByteArray needsShell = "yes";
    bool needsShared = false;
    QByteArray preparation = {}; ///< shell text
    QByteArrayList lines = {}; ///< the process of each node; empty: it runs nothing; not given: a long one

    static QString id(int index) { return QString(u"machine-"_s + QString::number(index + 1)); }
    QString directory(int index) const { return QString(home + u"/jobs/p/0f-u/a1/" + id(index)); }
    QByteArray word(int index, const char *name = "") const
    {
        return shellQuote(QFile::encodeName(directory(index)) + name);
    }

    /// By \a user on the node; true in the background too, as nothing of it hangs on us.
    Node::Executed run(int index, const QByteArray &script, int milliseconds = testing::patience) const
    {
        const QByteArray shellHome = user == u"root" ? "/root" : "/home/alice";
        return fleet.node(index).exec(u"cd / && exec runuser -u "_s + user + u" -- env -u TMPDIR HOME="_s
                                          + QString::fromUtf8(shellHome + " sh -c " + shellQuote(script)),
                                      milliseconds);
    }
    QByteArray read(int index, const QByteArray &name) const
    {
        return run(index, "cat " + word(index, QByteArray('/' + name).constData()) + " 2>/dev/null").output;
    }
    bool has(int index, const QByteArray &name) const
    {
        return bool(run(index, "test -e " + word(index, QByteArray('/' + name).constData())));
    }

    bool install() const
    {
        for (int i = 0; i < fleet.count(); ++i) {
            const QString agent = fleet.node(i).homeFolder() + u"/agent"_s;
            if (!QDir().mkpath(agent))
                return false;
            for (const QString &name :
                 QDir(QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts")).entryList(QDir::Files)) {
                if (!writeFile(agent + u'/' + name,
                               contentOf(QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts/") + name)))
                    return false;
            }
        }
        return true;
    }

    QByteArray payload(int index) const
    {
        const QByteArray name = fleet.node(index).name().toUtf8();
        QByteArray text = "set +eu; . \"${self%/*}/runtime.sh\"\nexport AZ_BATCHAI_JOB_TEMP=" + word(index, "/temp")
            + "\nbd_begin " + word(index) + " execution.log " + name + "\nbd_variables() { :; export WHO=\"it's\n"
            + name + "\" SECRET=hidden; }\nbd_folders; bd_directory " + word(index, "/logs")
            + " stdouterr; bd_use_log\n. \"$bd_agent/gang.sh\"; bd_secrets=SECRET\nbd_gang " + QByteArray::number(index)
            + ' ' + QByteArray::number(fleet.count()) + ' ' + word(0) + (hasSharedHome ? " yes" : " no") + ' '
            + needsShell + (needsShared ? " yes" : " no");
        for (int i = 0; i < fleet.count(); ++i)
            text += ' ' + fleet.node(i).name().toUtf8() + ' ' + fleet.node(i).address().toUtf8();
        text += '\n' + preparation + "\nbd_offer; bd_gate; bd_join; true > " + word(index, "/joined")
            + "\nbd_processes() { :\n";
        const QByteArray line = lines.value(index, "exec sleep 1000");
        if (!line.isEmpty())
            text += "bd_process process 0 stdout.txt stderr.txt " + shellQuote(line) + '\n';
        return text + "}\nbd_run " + (line.isEmpty() ? "0" : "1") + " 0\n";
    }

    /// On all nodes.
    QByteArray begin() const
    {
        for (int i = 0; i < fleet.count(); ++i) {
            const auto started =
                run(i,
                    "BATCHDECK_SH=" + shellQuote(shell) + " " + shell + " /home/agent/wrapper.sh start " + word(i)
                        + " 0 2 mark <<'END-OF-PAYLOAD'\n" + payload(i) + "#mark\nEND-OF-PAYLOAD\n");
            if (!started || !started.output.contains(" running "))
                return "start: " + started.output;
        }
        return {};
    }
    /// The same; waits until they are ready, or one of them says why not.
    QByteArray start() const
    {
        if (const QByteArray words = begin(); !words.isEmpty())
            return words;
        for (int i = 0; i < fleet.count(); ++i) {
            if (!QTest::qWaitFor([&] { return has(i, "offer") || has(i, "exit"); }, testing::patience))
                return "no offer";
            if (!has(i, "offer"))
                return read(i, "err");
        }
        return {};
    }
    /// As the engine lets them go on; waits until all have joined, or one of them says why not.
    QByteArray release() const
    {
        QByteArray offers;
        for (int i = 0; i < fleet.count(); ++i)
            offers += read(i, "offer");
        for (int i = 0; i < fleet.count(); ++i) {
            if (!run(i,
                     "cat > " + word(i, "/r") + " <<'END'\n" + offers + "END\nmv " + word(i, "/r") + ' '
                         + word(i, "/released")))
                return "cannot release";
        }
        const auto isThrough = [&](int i) { return has(i, "joined") || has(i, "exit"); };
        QByteArray reasons;
        for (int i = 0; i < fleet.count(); ++i) {
            if (!QTest::qWaitFor([&] { return isThrough(i); }, 2 * testing::patience))
                return "did not join";
            if (!has(i, "joined"))
                reasons += read(i, "cause") + read(i, "err");
        }
        return reasons;
    }
    Node::Executed ssh(int from, int to, const QByteArray &command) const
    {
        return run(from,
                   word(from, "/temp/mpi-ssh") + ' ' + fleet.node(to).address().toUtf8() + ' ' + shellQuote(command));
    }
    bool end(int index, const QByteArray &why) const
    {
        return bool(run(index, "sh /home/agent/wrapper.sh end " + word(index) + ' ' + why));
    }
    /// At one blow, so that none of them says anything of another's end. \a records: "job", "wrapper".
    bool kill(int index, const QByteArrayList &records) const
    {
        QByteArray script = "cd " + word(index) + " && set --";
        for (const QByteArray &record : records)
            script += " $(cut -d' ' -f1 " + record + ')';
        return bool(run(index, script + "; kill -STOP $* && kill -KILL $*"));
    }
    /// What is left of it on the node: processes, mounts, keys, the folder with the keys.
    QByteArray left(int index) const
    {
        return fleet.node(index)
            .exec(u"grep -zl BATCHDECK_TOKEN /proc/[0-9]*/environ 2>/dev/null | while IFS= read -rd '' f || [ -n "
                  u"\"$f\" ]; do "
                  "tr '\\0' ' ' < \"${f%/environ}/cmdline\"; echo; done; pgrep -a sshd | grep -v '/usr/sbin/sshd -E'; "
                  "pgrep -a 'sshfs|ssh$'; grep fuse /proc/self/mounts; grep -h batchdeck: /home/*/.ssh/authorized_keys "
                  "/root/.ssh/authorized_keys 2>/dev/null; ls -d "_s
                  + QString::fromUtf8(word(index, "/temp/ssh")) + u" 2>/dev/null; true"_s)
            .output;
    }
};

} // namespace

#define VERIFY_SAYS_NOTHING(call)                                                                                      \
    do {                                                                                                               \
        const QByteArray words_ = (call);                                                                              \
        QVERIFY2(words_.isEmpty(), words_.constData());                                                                \
    } while (false)

/// gang.sh, gangsession.sh and authorizedkeys.sh: what the nodes of one job do with each other, on machines of their
/// own.
class TstGangNet final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fleet.reset(); }

    void reachesEachOther_data();
    void reachesEachOther();
    void runsMpi_data();
    void runsMpi();
    void usesTheSystemsSshd();
    void runsWhereNobodyCanLogIn_data();
    void runsWhereNobodyCanLogIn();
    void endsTogether_data();
    void endsTogether();
    void tellsOfANodeThatWasKilled_data();
    void tellsOfANodeThatWasKilled();
    void stopsTellingWhenItIsEnded();

private:
    std::unique_ptr<NodeFleet> m_fleet;
};

void TstGangNet::init()
{
    SKIP_WITHOUT_NODES();
    m_fleet = std::make_unique<NodeFleet>();
}

void TstGangNet::reachesEachOther_data()
{
    QTest::addColumn<QByteArray>("shell");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("loginShell");
    QTest::addColumn<bool>("hasSharedHome");
    QTest::newRow("dash") << "dash"_ba << Node::user() << u"/bin/bash"_s << false;
    QTest::newRow("bash") << "bash --posix"_ba << Node::user() << u"/bin/bash"_s << true;
    QTest::newRow("busybox") << "busybox ash"_ba << Node::user() << u"/usr/bin/fish"_s << false;
    QTest::newRow("mksh") << "mksh"_ba << Node::user() << u"/usr/bin/tcsh"_s << false;
    QTest::newRow("root") << "dash"_ba << u"root"_s << u"/bin/bash"_s << false;
}

void TstGangNet::reachesEachOther()
{
    SKIP_WITHOUT("sshfs");
    QFETCH(QByteArray, shell);
    QFETCH(QString, user);
    QFETCH(QString, loginShell);
    QFETCH(bool, hasSharedHome);
    NodeOptions options;
    options.shell = loginShell;
    if (hasSharedHome)
        options.sharedHome = NodeFleet::makeSharedHome();
    QVERIFY(m_fleet->up(3, options));
    Gang gang{*m_fleet, shell, user};
    gang.hasSharedHome = hasSharedHome;
    gang.needsShared = true;
    QVERIFY(gang.install());
    // What a login shell says of itself is no word of ours.
    for (int i = 0; i < 3; ++i)
        QVERIFY(gang.run(i,
                         "echo 'echo chatter' | tee ~/.bashrc > ~/.cshrc; mkdir -p ~/.config/fish; "
                         "cp ~/.cshrc ~/.config/fish/config.fish"));
    VERIFY_SAYS_NOTHING(gang.start());
    VERIFY_SAYS_NOTHING(gang.release());

    for (int from = 0; from < 3; ++from) {
        for (int to = 0; to < 3; ++to) {
            const auto said = gang.ssh(from, to, "echo \"$WHO,$SECRET\"; pwd; exit 7");
            QVERIFY2(said.exitCode == 7, said.output.constData());
            const QByteArray expected =
                "it's\nn" + QByteArray::number(to + 1) + ",\n" + QFile::encodeName(gang.directory(to)) + "/temp/wd\n";
            QVERIFY2(said.output.endsWith(expected), said.output.constData());
        }
    }
    QVERIFY(gang.run(2, "echo of-n3 > " + gang.word(2, "/../shared/of-n3")));
    QCOMPARE(gang.run(0, "cat " + gang.word(0, "/../shared/of-n3")).output, "of-n3\n"_ba);
    QCOMPARE(gang.run(1, "cat " + gang.word(1, "/../shared/of-n3")).output, "of-n3\n"_ba);
    // A rank that another node started is of this node's attempt.
    QVERIFY(gang.ssh(0, 1, "sleep 1000 > /dev/null 2>&1 < /dev/null & echo begun").output.contains("begun"));

    QVERIFY(gang.end(0, "n1"));
    for (int i = 0; i < 3; ++i) {
        QTRY_VERIFY2(gang.has(i, "exit"), gang.read(i, "err").constData());
        QTRY_COMPARE(gang.left(i), QByteArray());
        QCOMPARE(gang.read(i, "ended"), "n1\n"_ba);
    }
}

void TstGangNet::runsMpi_data()
{
    QTest::addColumn<bool>("hasSharedHome");
    QTest::addColumn<QByteArray>("begin");
    const QByteArray named =
        "exec mpirun -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1";
    QTest::newRow("homes of their own") << false << named;
    QTest::newRow("a shared home") << true << named;
    QTest::newRow("a line of the user's") << false
                                          << "export OMPI_MCA_plm_rsh_agent=mpi-ssh OMPI_MCA_plm_rsh_no_tree_spawn=1 "
                                             "OMPI_MCA_orte_leave_session_attached=1; exec mpirun"_ba;
}

void TstGangNet::runsMpi()
{
    SKIP_WITHOUT("openmpi");
    SKIP_WITHOUT("mpi4py");
    SKIP_WITHOUT("sshfs");
    QFETCH(bool, hasSharedHome);
    QFETCH(QByteArray, begin);
    NodeOptions options;
    options.sharedHome = hasSharedHome ? NodeFleet::makeSharedHome() : QString();
    QVERIFY(m_fleet->up(3, options));
    Gang gang{*m_fleet};
    gang.hasSharedHome = hasSharedHome;
    QVERIFY(gang.install());
    const QByteArray program =
        "from mpi4py import MPI; import os; c = MPI.COMM_WORLD; "
        "os.write(1, b\"%d %d %a %a\\n\" % (c.Get_rank(), c.allreduce(c.Get_rank() + 1), "
        "os.getcwd() == os.environ[\"AZ_BATCHAI_JOB_TEMP\"] + \"/wd\", os.environ[\"WHO\"][-2:]))";
    QByteArray hosts;
    for (int i = 0; i < 3; ++i)
        hosts += m_fleet->node(i).address().toUtf8() + ":2,";
    hosts.chop(1);
    gang.lines = {begin + " -np 6 --oversubscribe --host " + hosts + " sh -c "
                      + shellQuote("cd \"$AZ_BATCHAI_JOB_TEMP/wd\" && exec /usr/bin/python3 -c '" + program + "'"),
                  "", ""};
    VERIFY_SAYS_NOTHING(gang.start());
    VERIFY_SAYS_NOTHING(gang.release());
    for (int i = 0; i < 3; ++i) {
        const bool isOver = QTest::qWaitFor([&] { return gang.has(i, "exit"); }, 2 * testing::patience);
        QVERIFY2(isOver, gang.read(0, "logs/stderr.txt").constData());
    }
    QByteArrayList said = gang.read(0, "logs/stdout.txt").trimmed().split('\n');
    std::sort(said.begin(), said.end());
    const QByteArrayList expected{"0 21 True 'n1'", "1 21 True 'n1'", "2 21 True 'n2'",
                                  "3 21 True 'n2'", "4 21 True 'n3'", "5 21 True 'n3'"};
    const QByteArray words = said.join('\n') + gang.read(0, "logs/stderr.txt");
    QVERIFY2(said == expected, words.constData());
    for (int i = 0; i < 3; ++i) {
        QVERIFY(gang.read(i, "exit").startsWith("0 "));
        QCOMPARE(gang.read(i, "ended"), "done\n"_ba);
        QTRY_COMPARE(gang.left(i), QByteArray());
    }
}

void TstGangNet::usesTheSystemsSshd()
{
    QVERIFY(m_fleet->up(2));
    Gang gang{*m_fleet};
    QVERIFY(gang.install());
    // Theirs runs; ours cannot be started.
    for (int i = 0; i < 2; ++i)
        QVERIFY(m_fleet->node(i).exec(u"chmod 700 /usr/sbin/sshd"_s));
    const QByteArray before = gang.run(1, "cat ~/.ssh/authorized_keys").output;
    VERIFY_SAYS_NOTHING(gang.start());
    VERIFY_SAYS_NOTHING(gang.release());
    QCOMPARE(gang.run(1, "grep -c '^restrict,command=.* batchdeck:0f-u:a1:machine-2$' ~/.ssh/authorized_keys").output,
             "2\n"_ba);
    for (int from = 0; from < 2; ++from) {
        const auto said = gang.ssh(from, 1 - from, "echo \"$AZ_BATCHAI_JOB_TEMP\"");
        QCOMPARE(said.output, QByteArray(QFile::encodeName(gang.directory(1 - from)) + "/temp\n"));
    }
    QVERIFY(gang.end(1, "n2"));
    for (int i = 0; i < 2; ++i) {
        QVERIFY(i == 1 || gang.end(i, "n2"));
        QTRY_VERIFY(gang.has(i, "exit"));
        QTRY_COMPARE(gang.left(i), QByteArray());
    }
    QCOMPARE(gang.run(1, "cat ~/.ssh/authorized_keys").output, before);
}

// A command that may log in elsewhere, or not, runs where nobody can.
void TstGangNet::runsWhereNobodyCanLogIn_data()
{
    QTest::addColumn<int>("closed");
    QTest::newRow("the first node") << 0;
    QTest::newRow("another node") << 1;
}

void TstGangNet::runsWhereNobodyCanLogIn()
{
    QFETCH(int, closed);
    QVERIFY(m_fleet->up(2));
    Gang gang{*m_fleet};
    gang.needsShell = "offer";
    gang.lines = {"echo alone > ran", ""};
    QVERIFY(gang.install());
    QVERIFY(m_fleet->node(closed).exec(u"chmod 700 /usr/bin/ssh-keygen"_s));
    VERIFY_SAYS_NOTHING(gang.start());
    QCOMPARE(gang.read(closed, "offer"), "-\n"_ba);
    VERIFY_SAYS_NOTHING(gang.release());
    QTRY_COMPARE(gang.read(0, "temp/wd/ran"), "alone\n"_ba);
    const QByteArray log = gang.run(closed, "cat " + gang.word(closed, "/logs/execution.log")).output;
    QVERIFY2(log.contains("other nodes cannot log in to this one"), log.constData());
    for (int i = 0; i < 2; ++i) {
        QVERIFY(gang.end(i, "done"));
        QTRY_VERIFY(gang.has(i, "exit"));
        QVERIFY(gang.read(i, "exit").startsWith("0 "));
        QTRY_COMPARE(gang.left(i), QByteArray());
    }
}

void TstGangNet::endsTogether_data()
{
    QTest::addColumn<bool>("hasSharedHome");
    QTest::addColumn<int>("failing");
    QTest::addColumn<bool>("isCut");
    QTest::newRow("another node fails") << false << 2 << false;
    QTest::newRow("another node fails, a shared home") << true << 2 << false;
    QTest::newRow("the first fails") << false << 0 << false;
    QTest::newRow("the link to the one that fails is away for a while") << false << 2 << true;
}

void TstGangNet::endsTogether()
{
    QFETCH(bool, hasSharedHome);
    QFETCH(int, failing);
    QFETCH(bool, isCut);
    NodeOptions options;
    options.sharedHome = hasSharedHome ? NodeFleet::makeSharedHome() : QString();
    QVERIFY(m_fleet->up(3, options));
    Gang gang{*m_fleet};
    gang.hasSharedHome = hasSharedHome;
    gang.needsShell = "no";
    gang.lines = {"exec sleep 1000", "exec sleep 1000", "exec sleep 1000"};
    gang.lines[failing] = "while [ ! -e fail ]; do sleep 0.2; done; exit 9";
    QVERIFY(gang.install());
    VERIFY_SAYS_NOTHING(gang.start());
    VERIFY_SAYS_NOTHING(gang.release());
    const QByteArray name = m_fleet->node(failing).name().toUtf8();
    if (isCut)
        QVERIFY(m_fleet->node(failing).cut());
    QVERIFY(gang.run(failing, "true > " + gang.word(failing, "/temp/wd/fail")));
    if (isCut) {
        QTRY_VERIFY(gang.has(failing, "failed"));
        QVERIFY(!gang.has(0, "ended"));
        QVERIFY(m_fleet->node(failing).mend());
    }
    for (int i = 0; i < 3; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(gang.has(i, "exit"), 2 * testing::patience);
        QCOMPARE(gang.read(i, "ended"), name + '\n');
        QTRY_COMPARE(gang.left(i), QByteArray());
    }
    QVERIFY(gang.read(failing, "exit").startsWith("9 "));
}

void TstGangNet::tellsOfANodeThatWasKilled_data()
{
    QTest::addColumn<bool>("hasSharedHome");
    QTest::addColumn<int>("victim");
    QTest::addColumn<QByteArrayList>("killed");
    QTest::newRow("the shell, in preparation") << true << 1 << QByteArrayList{"job"};
    QTest::newRow("all of it, in preparation") << true << 1 << QByteArrayList{"job", "wrapper"};
    QTest::newRow("the first node's shell, in preparation") << true << 0 << QByteArrayList{"job"};
    QTest::newRow("all of it, homes of their own") << false << 1 << QByteArrayList{"job", "wrapper"};
}

// No engine looks, and nobody is left on the node whose business it was. Where homes are not shared, the ways to the
// first node must have been made.
void TstGangNet::tellsOfANodeThatWasKilled()
{
    QFETCH(bool, hasSharedHome);
    QFETCH(int, victim);
    QFETCH(QByteArrayList, killed);
    NodeOptions options;
    options.sharedHome = hasSharedHome ? NodeFleet::makeSharedHome() : QString();
    QVERIFY(m_fleet->up(2, options));
    Gang gang{*m_fleet};
    gang.hasSharedHome = hasSharedHome;
    gang.needsShell = "no";
    const QByteArray name = m_fleet->node(victim).name().toUtf8();
    if (hasSharedHome)
        gang.preparation = "[ $bd_node != " + name + " ] || { true > \"$bd_dir/prepares\"; sleep 1000; }";
    QVERIFY(gang.install());
    if (hasSharedHome) {
        VERIFY_SAYS_NOTHING(gang.begin());
        QTRY_VERIFY(gang.has(victim, "prepares"));
        QTRY_VERIFY(gang.has(1 - victim, "offer"));
    } else {
        VERIFY_SAYS_NOTHING(gang.start());
        VERIFY_SAYS_NOTHING(gang.release());
    }
    QVERIFY(gang.kill(victim, killed));
    QTRY_VERIFY(gang.has(1 - victim, "exit"));
    QCOMPARE(gang.read(1 - victim, "ended"), name + '\n');
    for (int i = 0; i < 2; ++i)
        QTRY_COMPARE(gang.left(i), QByteArray());
}

// Nothing on a node asks a silent one for ever.
void TstGangNet::stopsTellingWhenItIsEnded()
{
    QVERIFY(m_fleet->up(2));
    Gang gang{*m_fleet};
    gang.needsShell = "no";
    gang.lines = {"exec sleep 1000", "while [ ! -e fail ]; do sleep 0.2; done; exit 9"};
    QVERIFY(gang.install());
    VERIFY_SAYS_NOTHING(gang.start());
    VERIFY_SAYS_NOTHING(gang.release());
    QVERIFY(m_fleet->node(0).cut());
    QVERIFY(gang.run(1, "true > " + gang.word(1, "/temp/wd/fail")));
    QTRY_VERIFY(m_fleet->node(1).exec(u"pgrep -u alice -f 'ssh -F ssh_config node-0 @end n2'"_s));
    QVERIFY(!gang.has(1, "ended"));
    QVERIFY(gang.end(1, "n2"));
    QTRY_VERIFY(gang.has(1, "exit"));
    QVERIFY(gang.read(1, "exit").startsWith("9 "));
    QTRY_COMPARE(gang.left(1), QByteArray());
    QVERIFY(gang.end(0, "n2"));
    QTRY_COMPARE(gang.left(0), QByteArray());
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstGangNet)

#include "tst_gangnet.moc"
