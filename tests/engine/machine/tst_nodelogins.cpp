// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QTimer>

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::Door;
using testing::Node;
using testing::NodeFleet;
using testing::TroubleFixture;

/// Machines whose login is odd: other shells, words at every login, few sessions, few logins at once, a forced command.
class TstNodeLogins final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsForUserOf_data();
    void runsForUserOf();
    void runsWithOneSession();
    void waitsWhereFewMayLogInAtOnce();
    void refusesForcedCommand_data();
    void refusesForcedCommand();

private:
    std::unique_ptr<TroubleFixture> m_fixture;
};

namespace {

testing::NodeOptions withShell(const QString &shell)
{
    testing::NodeOptions options;
    options.shell = shell;
    return options;
}

testing::NodeOptions withSshd(const QByteArray &lines)
{
    testing::NodeOptions options;
    options.sshdConfig = lines;
    return options;
}

} // namespace

void TstNodeLogins::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstNodeLogins::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
}

void TstNodeLogins::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstNodeLogins::runsForUserOf_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("greeting"); // file below the home with what it says at every login
    QTest::newRow("tcsh") << u"/bin/tcsh"_s << u".cshrc"_s;
    QTest::newRow("fish") << u"/usr/bin/fish"_s << u".config/fish/config.fish"_s;
    QTest::newRow("bash that greets") << u"/bin/bash"_s << u".bashrc"_s;
}

void TstNodeLogins::runsForUserOf()
{
    QFETCH(QString, shell);
    QFETCH(QString, greeting);
    SKIP_WITHOUT_PART(shell.section(u'/', -1));
    QVERIFY(m_fixture->fleet().up(1, withShell(shell)));
    QVERIFY(m_fixture->node().exec(
        u"cd ~alice && mkdir -p $(dirname %1) && echo 'echo \"@bd 1 absent .\"; echo Welcome, $USER' >%1 && "
        "chown -R alice: ."_s.arg(greeting)));
    QVERIFY(m_fixture->start());
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, Door::of(m_fixture->node())));
    VERIFY_RESULT(m_fixture->makeCluster({u"n1"_s}));
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"echo \"a 'b' $((1 + 1)) \\$x !!\"; echo wrong >&2; exit 9"_s));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 9"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "a 'b' 2 $x !!\n");
    QCOMPARE(TroubleFixture::log(job, u"stderr.txt"_s), "wrong\n");
    VERIFY_RESULT(m_fixture->submit(u"two"_s, u"sleep 1000"_s));
    QTRY_COMPARE(toString(m_fixture->job(u"two"_s).phase), u"executing"_s);
    VERIFY_RESULT(m_fixture->call(u"job.terminate"_s, {{u"id"_s, TroubleFixture::jobId(u"two"_s)}}));
    QCOMPARE(TroubleFixture::ending(m_fixture->finished(u"two"_s)), u"failed JobTerminatedByUser"_s);
}

void TstNodeLogins::runsWithOneSession()
{
    VERIFY_RESULT(m_fixture->begin(1, withSshd("MaxSessions 1\n")));
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, u"echo out; echo err >&2; "_s + TroubleFixture::waitForGo() + u"echo end; exit 2"_s));
    QTRY_COMPARE(TroubleFixture::log(m_fixture->job(u"one"_s), u"stdout.txt"_s), "out\n");
    QTRY_COMPARE(TroubleFixture::log(m_fixture->job(u"one"_s), u"stderr.txt"_s), "err\n");
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 2"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "out\nend\n");
    QCOMPARE(m_fixture->link(u"n1"_s), u"online"_s);
}

void TstNodeLogins::waitsWhereFewMayLogInAtOnce()
{
    QVERIFY(m_fixture->fleet().up(1, withSshd("MaxStartups 2:100:3\n")));
    QVERIFY(m_fixture->start());
    for (int i = 0; i < 3; ++i) {
        Door door = Door::of(m_fixture->node());
        door.home = u"/home/alice/h%1"_s.arg(i);
        VERIFY_RESULT(m_fixture->addMachine(u"m%1"_s.arg(i), door));
    }
    VERIFY_RESULT(m_fixture->makeCluster({u"m0"_s, u"m1"_s, u"m2"_s}));
    QVERIFY(m_fixture->node().reboot()); // now all three log in at once
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        VERIFY_RESULT(m_fixture->submit(name, u"sleep 1; echo %1"_s.arg(name)));
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s}) {
        const JobSnapshot job = m_fixture->finished(name);
        QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
        QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), QByteArray(name.toLatin1() + '\n'));
    }
    for (int i = 0; i < 3; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(m_fixture->link(u"m%1"_s.arg(i)), u"online"_s, 2 * testing::patience);
}

void TstNodeLogins::refusesForcedCommand_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("says something") << "echo This account may only fetch mail."_ba;
    QTest::newRow("says nothing") << "true"_ba;
    QTest::newRow("fails") << "exit 1"_ba;
    QTest::newRow("floods") << "yes"_ba;
}

void TstNodeLogins::refusesForcedCommand()
{
    QFETCH(QByteArray, command);
    if (command == "yes" && !testing::isLongRun())
        QSKIP("it takes a minute: ./check --long");
    QVERIFY(m_fixture->fleet().up(1, withSshd("ForceCommand " + command + '\n')));
    QVERIFY(m_fixture->start());
    const qint64 before = testing::residentBytes();
    qint64 most = 0;
    QTimer watch;
    connect(&watch, &QTimer::timeout, this, [&] { most = qMax(most, testing::residentBytes()); });
    watch.start(100);
    QElapsedTimer time;
    time.start();
    const auto refused = m_fixture->addMachine(u"n1"_s, Door::of(m_fixture->node()), 2 * testing::patience);
    QVERIFY(!refused);
    QVERIFY(testing::measured("a login whose command is another is refused", time.elapsed(), 70'000));
    QVERIFY2(most - before < 64 * 1024 * 1024, qPrintable(QString::number((most - before) >> 20)));
    QVERIFY(!refused.error().message.englishText().isEmpty());
    QVERIFY(toString(refused.error().code) != u"Timeout"_s || command == "yes");
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeLogins)
#include "tst_nodelogins.moc"
