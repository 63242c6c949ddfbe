// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/protocol/transfers.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpclink.h"
#include "engine/storage/transfer/queue/transferspans.h"
#include "engine/store/store.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFileInfo>
#include <QElapsedTimer>
#include <QProcess>
#include <QScopeGuard>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::ChaosProxy;
using testing::Door;
using testing::SshFixture;
using testing::SshServer;

/// Transfers as a profile keeps them: real engine, real sshd behind a network that breaks.
class TstTransfers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void bringsAndTells();
    void bringsBack();
    void tellsWhatItWouldDo();
    void endsAPreviewWithItsCall();
    void goesByWhatAPreviewListed();
    void tellsManySourcesOnce();
    void tellsSpeedAndTimeLeft();
    void tellsThemOfALimit();
    void tellsThemWhenItGoesOn();
    void tellsThemOfHoles();
    void goesOnAfterACut();
    void goesOnWhenItsToolsAreKilled();
    void goesOnWithTheNextEngine();
    void goesOnWithAnUndo();
    void restsWhilePaused();
    void takesAwayWhatWasCanceled();
    void keepsWhatArrivedOfASourceThatIsGone();
    void endsWithItsMachine();
    void leavesNoNoteOfAMove();
    void takesAwayWhatFailedOnceCleared();
    void tellsWhatIsLeftWhereNobodyAnswers();
    void beginsNothingItCannotNote();
    void retriesOnlyWhatFailed();
    void servesAMachineWithoutAShell();
    void remembersWhenItBrought();
    void goesByPriority();
    void runsSoManyAPlace();
    void obeysALimitAtOnce();
    void refusesWhatMakesNoSense_data();
    void refusesWhatMakesNoSense();

private:
    [[nodiscard]] QString here() const { return m_fixture->root() + u"/here"_s; }
    [[nodiscard]] QString there() const { return m_fixture->root() + u"/there"_s; }
    QByteArray sh(const QByteArray &script) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_fixture->root());
        shell.start(u"bash"_s, {u"-c"_s, QString::fromUtf8(script)});
        shell.waitForFinished(2 * testing::patience);
        return shell.readAllStandardOutput() + shell.readAllStandardError();
    }
    QJsonObject request(const QStringList &names, qint64 bytesPerSecond = 0) const
    {
        TransferRequest wanted;
        for (const QString &name : names)
            wanted.sources.append({{}, QString(here() + u'/' + name)});
        wanted.target = {u"m1"_s, there()};
        wanted.bytesPerSecond = bytesPerSecond;
        return {{u"transfer"_s, wanted.toJson()}};
    }
    QString begin(const QStringList &names, qint64 bytesPerSecond = 0)
    {
        const auto begun = m_fixture->call(u"transfer.start"_s, request(names, bytesPerSecond));
        return begun ? (*begun)[u"id"_s].toString() : begun.error().message.englishText();
    }
    TransferSnapshot state(const QString &id)
    {
        const auto all = m_fixture->call(u"transfer.list"_s);
        for (const QJsonValue &transfer : all ? all->toArray() : QJsonArray()) {
            if (transfer[u"id"_s] == id)
                return TransferSnapshot::fromJson(transfer.toObject());
        }
        return {};
    }
    bool comesTo(const QString &id, TransferState wanted)
    {
        const bool came = QTest::qWaitFor([&] { return state(id).state == wanted; }, testing::patience);
        if (!came)
            qInfo().noquote() << QJsonDocument(state(id).toJson()).toJson();
        return came;
    }
    bool isUnderWay(const QString &id)
    {
        return QTest::qWaitFor([&] { return state(id).bytesDone > 0; }, testing::patience);
    }

    /// Of all that was told while it ran, from the one with that number on.
    QList<TransferSnapshot> toldOf(const QSignalSpy &told, const QString &id, qsizetype first = 0)
    {
        QList<TransferSnapshot> states;
        for (qsizetype i = first; i < told.size(); ++i) {
            const auto one = TransferSnapshot::fromJson(told.at(i).first().toJsonObject()[u"transfer"_s].toObject());
            if (one.id == id && one.state == TransferState::Running)
                states.append(one);
        }
        return states;
    }
    /// What they say of speed and time left that no way of at most so many bytes a second allows.
    static QString nonsenseIn(const QList<TransferSnapshot> &states, qint64 most)
    {
        bool isTold = false;
        for (const TransferSnapshot &one : states) {
            isTold = isTold || (one.bytesPerSecond > 0 && one.secondsLeft >= 0);
            const qint64 left = one.bytesTotal - one.bytesDone;
            if (one.bytesPerSecond > most || (one.secondsLeft >= 0 && one.secondsLeft < left / most - 1))
                return u"%1 of %2 bytes: %3 bytes a second, %4 s left"_s.arg(one.bytesDone)
                    .arg(one.bytesTotal)
                    .arg(one.bytesPerSecond)
                    .arg(one.secondsLeft);
        }
        return isTold ? QString() : u"nothing is told in %1 states"_s.arg(states.size());
    }
    /// Where less than half of the speed is told at which it came in the five seconds before, on a way of that rate.
    static QString tooSlowIn(const QSignalSpy &told, const QList<qint64> &cameMs, const QString &id, qint64 rate)
    {
        QList<std::pair<qint64, TransferSnapshot>> before;
        for (qsizetype i = 0; i < told.size(); ++i) {
            const auto now = TransferSnapshot::fromJson(told.at(i).first().toJsonObject()[u"transfer"_s].toObject());
            if (now.id != id || now.bytesDone == 0)
                continue;
            before.append({cameMs.at(i), now});
            while (before.constFirst().first < cameMs.at(i) - 5000)
                before.removeFirst();
            const qint64 tookMs = qMax<qint64>(1, cameMs.at(i) - before.constFirst().first);
            const qint64 came = (now.bytesDone - before.constFirst().second.bytesDone) * 1000 / tookMs;
            if (now.bytesDone > rate * 3 && now.bytesDone < rate * 5 && now.bytesPerSecond < qMin(came, rate) / 2)
                return u"%1 bytes a second at %2, but %3 came"_s.arg(now.bytesPerSecond).arg(now.bytesDone).arg(came);
        }
        return {};
    }
    TransferPreview previewOf(const QString &name)
    {
        const auto answer = m_fixture->call(u"transfer.preview"_s, request({name}));
        TransferPreview preview;
        readJson(answer ? *answer : QJsonValue(), preview);
        return preview;
    }

    /// Fails, with some of it on the machine: its source is gone when it is let go on. The id.
    QString failHalfway()
    {
        sh("head -c 100000000 /dev/urandom > here/large");
        const QString id = begin({u"large"_s}, 5'000'000);
        if (!isUnderWay(id))
            return {};
        (void)m_fixture->call(u"transfer.pause"_s, {{u"id"_s, id}});
        sh("rm here/large");
        (void)m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}});
        return comesTo(id, TransferState::Failed) ? id : QString();
    }
    QByteArray journals() const { return sh("ls -A profile/transfers"); }

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<ChaosProxy> m_proxy;
    std::unique_ptr<SshFixture> m_fixture;
};

void TstTransfers::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstTransfers::init()
{
    m_server = std::make_unique<SshServer>();
    QVERIFY(m_server->start());
    m_proxy = std::make_unique<ChaosProxy>(m_server->address(), m_server->port());
    QVERIFY(m_proxy->start());
    m_fixture = std::make_unique<SshFixture>();
    QVERIFY(m_fixture->start());
    sh("mkdir -p here there home");
    VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, Door::of(*m_server, m_fixture->root() + u"/home"_s).behind(*m_proxy)));
}

void TstTransfers::cleanup()
{
    m_fixture.reset();
    m_proxy.reset();
    m_server.reset();
}

void TstTransfers::bringsAndTells()
{
    sh("mkdir here/t; for i in $(seq 300); do echo $i > here/t/$i; done; echo one > here/one");
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    const QString id = begin({u"t"_s, u"one"_s});
    QVERIFY2(comesTo(id, TransferState::Done), qPrintable(id));
    QCOMPARE(sh("diff -r here there && ls -A there"), "one\nt\n");
    const TransferSnapshot done = state(id);
    QVERIFY(done.isCounted);
    QCOMPARE(done.filesTotal, 301);
    QCOMPARE(done.filesDone, 301);
    QCOMPARE(done.bytesDone, done.bytesTotal);
    QVERIFY(done.endedMs >= done.startedMs && done.startedMs >= done.createdMs);
    QVERIFY(!told.isEmpty());
    QCOMPARE(told.last().first().toJsonObject().value(u"transfer"_s)[u"state"_s], u"done"_s);

    // With all of it there nothing is sent.
    const QString again = begin({u"t"_s});
    QVERIFY(comesTo(again, TransferState::Done));
    QCOMPARE(state(again).filesThere, 300);

    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}})); // forgets it
    QVERIFY(state(id).id.isEmpty());
    QCOMPARE(sh("ls there/one"), "there/one\n");
}

void TstTransfers::bringsBack()
{
    sh("mkdir there/t; for i in $(seq 300); do echo $i > there/t/$i; done; head -c 70000000 /dev/urandom > "
       "there/t/large");
    TransferRequest wanted;
    wanted.sources.append({u"m1"_s, QString(there() + u"/t"_s)});
    wanted.target = {{}, here()};
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
    VERIFY_RESULT(begun);
    const QString id = (*begun)[u"id"_s].toString();
    QVERIFY(isUnderWay(id));
    m_proxy->resetAll();
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("diff -r here there && ls -A here"), "t\n");
    QCOMPARE(state(id).filesTotal, 301);
}

void TstTransfers::tellsWhatItWouldDo()
{
    sh("mkdir here/t; for i in $(seq 300); do echo $i > here/t/$i; done; mkdir there/t; cp -a here/t/7 there/t/; "
       "echo other > there/t/8");
    TransferPreview preview = previewOf(u"t"_s);
    QVERIFY(preview.isCounted && preview.isCompared && preview.problem.isEmpty());
    QCOMPARE(preview.files, 300);
    QCOMPARE(preview.filesThere, 1);
    QCOMPARE(preview.filesDiffering, 1);
    QCOMPARE(preview.differing.value(0).path, u"t/8"_s);
    QVERIFY(preview.freeBytes > 0);
    QCOMPARE(preview.bytesPerSecond, 0); // nothing was sent there yet
    QCOMPARE(m_fixture->call(u"transfer.list"_s)->toArray().size(), 0);

    m_proxy->setLine(ChaosProxy::ToServer, {.bytesPerSecond = 4'000'000});
    sh("head -c 12000000 /dev/urandom > here/big");
    const QString id = begin({u"big"_s});
    QVERIFY2(comesTo(id, TransferState::Done), qPrintable(id));
    m_proxy->setLines({});
    preview = previewOf(u"t"_s);
    QVERIFY(preview.bytesPerSecond > 0);

    m_proxy->setFrozen(true);
    TransferPreview known;
    auto waits = m_fixture->link().call(u"transfer.preview"_s, request({u"t"_s}),
                                        [&known](const QJsonValue &told) { readJson(told, known); });
    QTRY_VERIFY(known.isCounted);
    QVERIFY(!known.isCompared && !waits.isFinished());
    QCOMPARE(known.files, 300); // what is here needs no machine
    waits.cancel();
    QTRY_VERIFY(waits.isFinished());
    m_proxy->setFrozen(false);
}

void TstTransfers::goesByWhatAPreviewListed()
{
    // What it does not know of is brought by a second look.
    sh("mkdir there/u; cd there/u; for i in 1 2 3; do echo $i > $i; done");
    TransferRequest wanted;
    wanted.sources.append({u"m1"_s, QString(there() + u"/u"_s)});
    wanted.target = {{}, here()};
    const QJsonObject parameters{{u"transfer"_s, wanted.toJson()}};
    QCOMPARE((*m_fixture->call(u"transfer.preview"_s, parameters))[u"files"_s].toInt(), 3);
    sh("echo another > there/u/2");
    const auto begun = m_fixture->call(u"transfer.start"_s, parameters);
    VERIFY_RESULT(begun);
    const QString id = (*begun)[u"id"_s].toString();
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(state(id).filesThere, 2);
    QCOMPARE(sh("diff -r here/u there/u"), "");
}

// The machine lists a folder without end, until nobody reads it.
void TstTransfers::endsAPreviewWithItsCall()
{
    sh("mkdir -p tools far here/t there/t && cat > tools/find <<'END' && chmod +x tools/find\n"
       "#!/bin/bash\n"
       "[ \"$1\" = ./t ] || exec /usr/bin/find \"$@\"\n"
       "while printf 'f 1 1\\0./t/x\\0\\0'; do sleep 0.05; done\n"
       "END");
    const auto lists = [this] {
        return sh("pgrep -cf '^/bin/bash " + m_fixture->root().toUtf8() + "/tools/[f]ind ./t'").trimmed();
    };
    SshServer endless;
    endless.setConfiguration("SetEnv " + endless.environment() + " PATH=" + m_fixture->root().toUtf8()
                             + "/tools:/usr/bin:/bin\n");
    QVERIFY(endless.start());
    VERIFY_RESULT(m_fixture->addMachine(u"m2"_s, Door::of(endless, m_fixture->root() + u"/far"_s)));
    TransferRequest wanted;
    wanted.sources.append({{}, QString(here() + u"/t"_s)});
    wanted.target = {u"m2"_s, there()};
    const QJsonObject parameters{{u"transfer"_s, wanted.toJson()}};

    auto given = m_fixture->begin(u"transfer.preview"_s, parameters);
    QTRY_COMPARE(lists(), "1");
    QVERIFY(!given.isFinished());
    given.cancel();
    QTRY_COMPARE(lists(), "0");
    QTRY_VERIFY(given.isFinished());

    auto client = std::make_unique<RpcLink>(socketPath(m_fixture->profile()));
    QTRY_VERIFY(client->isConnected());
    const auto lost = client->call(u"transfer.preview"_s, parameters, [](const QJsonValue &) {});
    QTRY_COMPARE(lists(), "1");
    client.reset();
    QTRY_COMPARE(lists(), "0");
}

// Four times a second with all names in it takes the engine and the window more time than the transfer.
void TstTransfers::tellsManySourcesOnce()
{
    sh("head -c 6000000 /dev/urandom | split -b 40000 -a 3 - here/");
    const QStringList names = QDir(here()).entryList(QDir::Files);
    QCOMPARE(names.size(), 150);
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    const QString id = begin(names, 3'000'000);
    const auto isThrough = [&] {
        return !told.isEmpty() && told.last().first().toJsonObject()[u"transfer"_s][u"state"_s] == u"done"_s;
    };
    QVERIFY(QTest::qWaitFor(isThrough, testing::patience));
    qint64 bytes = 0;
    for (const QList<QVariant> &one : std::as_const(told)) {
        const QJsonObject news = one.first().toJsonObject();
        if (const QJsonValue whole = news[u"transfer"_s]; whole.isObject()) {
            QCOMPARE(whole[u"sources"_s].toArray().size(), names.size());
            continue;
        }
        QCOMPARE(news[u"progress"_s][u"id"_s], id);
        QVERIFY(news[u"progress"_s][u"sources"_s].isUndefined());
        bytes = qMax(bytes, news[u"progress"_s][u"bytesDone"_s].toInteger());
    }
    QVERIFY2(bytes > 2'000'000, qPrintable(QString::number(bytes)));
    QCOMPARE(state(id).request.sources.size(), names.size());
}

// The way is slow, and what is told of it is kept for the next engine: its first transfer has an estimate.
void TstTransfers::tellsSpeedAndTimeLeft()
{
    constexpr qint64 rate = 4'000'000;
    m_proxy->setLine(ChaosProxy::ToServer, {.bytesPerSecond = rate});
    sh("head -c 24000000 /dev/urandom > here/big; mkdir here/t; cp here/big here/t/; echo 1 > here/few");
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    QElapsedTimer clock;
    clock.start();
    QList<qint64> cameMs; // each of what is told
    QObject listener;
    connect(&m_fixture->link(), &EngineLink::transferred, &listener, [&] { cameMs.append(clock.elapsed()); });
    const QString id = begin({u"big"_s});
    QVERIFY2(comesTo(id, TransferState::Done), qPrintable(id));
    const auto states = toldOf(told, id);
    QVERIFY2(nonsenseIn(states, rate * 2).isEmpty(), qPrintable(nonsenseIn(states, rate * 2)));
    const QString slow = tooSlowIn(told, cameMs, id, rate);
    QVERIFY2(slow.isEmpty(), qPrintable(slow));
    const qint64 speed = previewOf(u"t"_s).bytesPerSecond;
    QVERIFY2(speed > rate / 2 && speed < rate * 2, qPrintable(QString::number(speed)));

    // What is over at once says nothing of the way.
    QVERIFY(comesTo(begin({u"few"_s}), TransferState::Done));
    m_fixture->stop();
    QVERIFY(m_fixture->start());
    QCOMPARE(previewOf(u"t"_s).bytesPerSecond, speed);
}

void TstTransfers::tellsThemOfALimit()
{
    constexpr qint64 rate = 4'000'000;
    sh("mkdir here/t; head -c 20000000 /dev/urandom | split -b 50000 -a 4 - here/t/");
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    const QString id = begin({u"t"_s}, rate);
    QVERIFY2(comesTo(id, TransferState::Done), qPrintable(id));
    const auto states = toldOf(told, id);
    QVERIFY2(nonsenseIn(states, rate * 2).isEmpty(), qPrintable(nonsenseIn(states, rate * 2)));
    QCOMPARE(previewOf(u"t"_s).bytesPerSecond, 0);
}

// What arrived before needs no time.
void TstTransfers::tellsThemWhenItGoesOn()
{
    constexpr qint64 rate = 4'000'000;
    sh("mkdir here/t; head -c 150000000 /dev/urandom > here/t/large; head -c 20000000 /dev/urandom | split -b 50000 -a "
       "4 "
       "- here/t/");
    const QString id = begin({u"t"_s}, 40'000'000);
    QVERIFY(QTest::qWaitFor([&] { return state(id).bytesDone > 70'000'000; }, testing::patience));
    VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, id}, {u"bytesPerSecond"_s, 10'000'000}}));
    QVERIFY(
        QTest::qWaitFor([&] { return state(id).bytesDone > 110'000'000; }, testing::patience)); // long before its end
    VERIFY_RESULT(m_fixture->call(u"transfer.pause"_s, {{u"id"_s, id}}));
    VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, id}, {u"bytesPerSecond"_s, rate}}));
    m_fixture->stop();
    QVERIFY(m_fixture->start());
    (void)state(id); // who asks is told
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    const auto isTold = [&] {
        const auto states = toldOf(told, id);
        return !states.isEmpty() && states.constLast().bytesPerSecond > 0 && states.size() > 8;
    };
    QVERIFY(QTest::qWaitFor(isTold, testing::patience));
    const auto states = toldOf(told, id);
    QVERIFY2(nonsenseIn(states, rate * 3).isEmpty(), qPrintable(nonsenseIn(states, rate * 3)));
    QVERIFY(states.constLast().bytesDone > 60'000'000); // some of it had arrived
    VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, id}, {u"bytesPerSecond"_s, 0}}));
    QVERIFY(comesTo(id, TransferState::Done));
}

void TstTransfers::tellsThemOfHoles()
{
    constexpr qint64 rate = 4'000'000;
    m_proxy->setLine(ChaosProxy::ToServer, {.bytesPerSecond = rate});
    sh("head -c 10000000 /dev/urandom > here/holes; truncate -s 50G here/holes; head -c 10000000 /dev/urandom >> "
       "here/holes; echo 1 > here/few");
    QSignalSpy told(&m_fixture->link(), &EngineLink::transferred);
    const QString id = begin({u"holes"_s});
    QVERIFY2(comesTo(id, TransferState::Done), qPrintable(id));
    const auto states = toldOf(told, id);
    const QString nonsense =
        nonsenseIn(states, rate * 3); // 50 GB of hole in a second; not what a busy computer kept back
    QVERIFY2(nonsense.isEmpty(), qPrintable(nonsense));
    const qint64 speed = previewOf(u"few"_s).bytesPerSecond;
    QVERIFY2(speed > rate / 4 && speed < rate * 2, qPrintable(QString::number(speed)));
}

void TstTransfers::goesOnAfterACut()
{
    sh("mkdir here/t; head -c 80000000 /dev/urandom > here/t/large; for i in $(seq 300); do echo $i > here/t/$i; done");
    const QString id = begin({u"t"_s}, 20'000'000);
    QVERIFY(isUnderWay(id));
    m_proxy->setRefusing(true);
    m_proxy->resetAll();
    QVERIFY(comesTo(id, TransferState::Retrying));
    QVERIFY(!state(id).reason.isEmpty());
    QCOMPARE(sh("ls there"), "");
    m_proxy->setRefusing(false);
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("diff -r here there && ls -A there"), "t\n");
}

// As an earlier run does that learns late that it is over.
void TstTransfers::goesOnWhenItsToolsAreKilled()
{
    sh("mkdir here/t; for i in $(seq 40); do head -c 1000000 /dev/urandom > here/t/$i; done");
    const QString id = begin({u"t"_s}, 10'000'000);
    QVERIFY(isUnderWay(id));
    QByteArray killed;
    const auto strike = [this, &killed] {
        killed +=
            sh("for p in $(pgrep -x tar); do [[ $(readlink /proc/$p/cwd) = $PWD/there/.t.part-* ]] && kill -9 $p && "
               "echo tar; done");
        return killed.contains("tar\n");
    };
    QVERIFY(QTest::qWaitFor(strike, testing::patience));
    QVERIFY2(comesTo(id, TransferState::Done), state(id).reason.text().toUtf8());
    QCOMPARE(sh("diff -r here there && ls -A there"), "t\n");
}

void TstTransfers::goesOnWithTheNextEngine()
{
    sh("head -c 100000000 /dev/urandom > here/large");
    const QString id = begin({u"large"_s}, 30'000'000);
    QVERIFY(isUnderWay(id));
    m_fixture->stop();
    QCOMPARE(sh("ls there"), "");
    QVERIFY(m_fixture->start());
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("cmp here/large there/large && ls -A there"), "large\n");
}

// Of what lies in two folders of the trash the second comes back though nobody is there any more who asked for it.
void TstTransfers::goesOnWithAnUndo()
{
    const QByteArray before = qgetenv("XDG_DATA_HOME"); // empty: as if there were none
    const auto atEnd = qScopeGuard([&before] { qputenv("XDG_DATA_HOME", before); });
    const auto takeTrash = [this](const QString &name) {
        qputenv("XDG_DATA_HOME", QString(m_fixture->root() + u'/' + name).toUtf8());
    };
    takeTrash(u"one"_s);
    sh("mkdir here/t there/t here/slow; echo first > there/t/a; echo own > there/t/b; echo second > here/t/a; mkfifo "
       "here/t/b; head -c 30000000 /dev/urandom | split -b 50000 -a 4 - here/slow/");
    TransferRequest wanted;
    wanted.sources.append({{}, QString(here() + u"/t"_s)});
    wanted.target = {{}, there()};
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
    VERIFY_RESULT(begun);
    const QString id = (*begun)[u"id"_s].toString();
    QVERIFY(comesTo(id, TransferState::Failed));
    takeTrash(u"two"_s);
    sh("rm here/t/b; echo other > here/t/b; echo third, and longer > here/t/a");
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Done));

    VERIFY_RESULT(m_fixture->call(u"transfer.limits"_s, {{u"perPlace"_s, 1}, {u"total"_s, 1}}));
    const QString slow = begin({u"slow"_s}, 1'000'000);
    QVERIFY(isUnderWay(slow));
    const auto undo = m_fixture->call(u"transfer.undo"_s, {{u"id"_s, id}});
    VERIFY_RESULT(undo);
    QCOMPARE(undo->toArray().size(), 2);
    QCOMPARE(toString(state((*undo)[0].toString()).state), u"waiting"_s);
    QVERIFY(state((*undo)[1].toString()).id.isEmpty());
    m_fixture->stop();
    QVERIFY(m_fixture->start());
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, slow}}));
    QVERIFY(comesTo((*undo)[1].toString(), TransferState::Done));
    QCOMPARE(sh("cat there/t/a there/t/b"), "first\nown\n");
}

void TstTransfers::restsWhilePaused()
{
    sh("head -c 100000000 /dev/urandom > here/large");
    const QString id = begin({u"large"_s}, 30'000'000);
    QVERIFY(isUnderWay(id));
    VERIFY_RESULT(m_fixture->call(u"transfer.pause"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Paused));
    m_fixture->stop();
    QVERIFY(m_fixture->start());
    QCOMPARE(toString(state(id).state), u"paused"_s);
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("cmp here/large there/large && ls -A there"), "large\n");
}

void TstTransfers::takesAwayWhatWasCanceled()
{
    sh("head -c 100000000 /dev/urandom > here/large; echo mine > there/own");
    const QString id = begin({u"large"_s}, 20'000'000);
    QVERIFY(isUnderWay(id));
    QVERIFY(!sh("ls -A there | grep part").isEmpty());
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Canceled));
    QTRY_COMPARE(sh("ls -A there"), "own\n");
    QTRY_VERIFY(state(id).endedMs > 0);
    const auto refused = m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}});
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::Conflict));
}

// For a while, as when a disk is taken away: none of its files has failed by itself.
void TstTransfers::keepsWhatArrivedOfASourceThatIsGone()
{
    sh("mkdir there/t; head -c 100000000 /dev/urandom > there/t/large");
    TransferRequest wanted;
    wanted.sources.append({u"m1"_s, QString(there() + u"/t"_s)});
    wanted.target = {{}, here()};
    wanted.bytesPerSecond = 20'000'000;
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
    VERIFY_RESULT(begun);
    const QString id = (*begun)[u"id"_s].toString();
    QVERIFY(isUnderWay(id));
    sh("mv there/t there/gone");
    QVERIFY(comesTo(id, TransferState::Failed));
    QVERIFY2(state(id).reason.englishText().startsWith(u"There is no "_s), qPrintable(state(id).reason.englishText()));
    QVERIFY(sh("find here/.t.part-* -type f").contains("/t/large\n"));
    sh("mv there/gone there/t");
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("diff -r here there && ls -A here"), "t\n");
}

// It does not come back by itself: no other try, and no next engine, would get further.
void TstTransfers::endsWithItsMachine()
{
    sh("head -c 80000000 /dev/urandom > here/tried; cp here/tried here/rests");
    const QString tried = begin({u"tried"_s}, 5'000'000);
    const QString rests = begin({u"rests"_s}, 5'000'000);
    QVERIFY(isUnderWay(tried) && isUnderWay(rests));
    VERIFY_RESULT(m_fixture->call(u"transfer.pause"_s, {{u"id"_s, rests}}));
    QVERIFY(comesTo(rests, TransferState::Paused));
    m_proxy->setRefusing(true);
    m_proxy->resetAll();
    QVERIFY(comesTo(tried, TransferState::Retrying));
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/m1"_s}}));

    QVERIFY(comesTo(tried, TransferState::Failed));
    QCOMPARE(state(tried).reason.englishText(), u"There is no machine m1 any more."_s);
    QVERIFY(state(tried).endedMs > 0);
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, rests}}));
    QTRY_VERIFY(state(rests).endedMs > 0);
    QCOMPARE(toString(state(rests).state), u"canceled"_s);
    const QString words = state(rests).reason.englishText();
    QVERIFY2(words.contains(u"is left in m1:"_s) && words.contains(u"no machine m1"_s), qPrintable(words));

    m_fixture->stop();
    QVERIFY(m_fixture->start());
    QCOMPARE(toString(state(tried).state), u"failed"_s);
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, tried}}));
    QVERIFY(comesTo(tried, TransferState::Failed));
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, rests}}));
    QVERIFY(state(rests).id.isEmpty());
}

// Its sources are gone: until its end is stored, the note alone tells the next engine that nothing is missed.
void TstTransfers::leavesNoNoteOfAMove()
{
    sh("echo 1 > here/f");
    QJsonObject wanted = request({u"f"_s})[u"transfer"_s].toObject();
    wanted.insert(u"removesSources"_s, true);
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted}});
    VERIFY_RESULT(begun);
    QVERIFY(comesTo((*begun)[u"id"_s].toString(), TransferState::Done));
    QCOMPARE(sh("ls -A here; cat there/f"), "1\n");
    QTRY_COMPARE(journals(), "");
}

// Until then it could go on with it.
void TstTransfers::takesAwayWhatFailedOnceCleared()
{
    sh("echo mine > there/own");
    const QString id = failHalfway();
    QVERIFY(!id.isEmpty());
    QVERIFY(sh("ls -A there").contains(".large.part-"));
    QVERIFY(!journals().isEmpty());
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QTRY_VERIFY(state(id).id.isEmpty());
    QCOMPARE(sh("ls -A there"), "own\n");
    QCOMPARE(journals(), "");

    // Where all that could arrive is in its place there is nothing to take away: no machine is asked.
    sh("mkdir here/t; mkfifo here/t/b; echo 1 > here/t/1");
    const QString placed = begin({u"t"_s});
    QVERIFY(comesTo(placed, TransferState::Failed));
    m_proxy->setRefusing(true);
    m_proxy->resetAll();
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, placed}}));
    QVERIFY(state(placed).id.isEmpty());
    QCOMPARE(sh("ls -A there there/t; cat there/t/1"), "there:\nown\nt\n\nthere/t:\n1\n1\n");
}

void TstTransfers::tellsWhatIsLeftWhereNobodyAnswers()
{
    const QString id = failHalfway();
    QVERIFY(!id.isEmpty());
    m_proxy->setRefusing(true);
    m_proxy->resetAll();
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QTRY_VERIFY(state(id).state == TransferState::Canceled && state(id).endedMs > 0);
    QVERIFY(state(id).reason.englishText().contains(u"is left in m1:"_s + there()));
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QVERIFY(state(id).id.isEmpty());
    QCOMPARE(journals(), "");
}

// Where nothing can say that something may be left on the machine, nothing is left there.
void TstTransfers::beginsNothingItCannotNote()
{
    sh("head -c 100000000 /dev/urandom > here/large; rm -rf profile/transfers; echo > profile/transfers");
    const QString id = begin({u"large"_s});
    QVERIFY(comesTo(id, TransferState::Failed));
    QVERIFY2(state(id).reason.englishText().contains(u"cannot be written"_s),
             qPrintable(state(id).reason.englishText()));
    QCOMPARE(sh("ls -A there"), "");
    sh("rm profile/transfers");
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("cmp here/large there/large && ls -A there"), "large\n");
}

void TstTransfers::retriesOnlyWhatFailed()
{
    sh("mkdir here/t; mkfifo here/t/b; for i in $(seq 100); do echo $i > here/t/$i; done");
    const QString id = begin({u"t"_s});
    QVERIFY(comesTo(id, TransferState::Failed));
    const TransferSnapshot failed = state(id);
    QCOMPARE(failed.failedCount, 1);
    QCOMPARE(failed.failedFiles.constFirst().path, u"t/b"_s);
    QVERIFY(failed.reason.englishText().contains(u"1 file"_s));
    sh("rm here/t/b; echo b > here/t/b");
    VERIFY_RESULT(m_fixture->call(u"transfer.resume"_s, {{u"id"_s, id}}));
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(state(id).filesThere, 100);
    QCOMPARE(sh("diff -r here there && ls -A there"), "t\n");
}

// It is none for jobs, and tells so; its files can be had all the same.
void TstTransfers::servesAMachineWithoutAShell()
{
    SshServer storage("ForceCommand internal-sftp\n");
    QVERIFY(storage.start());
    VERIFY_RESULT(m_fixture->addMachine(u"m2"_s, Door::of(storage, {}), testing::patience, false));
    sh("mkdir here/t; for i in $(seq 300); do echo $i > here/t/$i; done; head -c 70000000 /dev/urandom > here/t/large");
    TransferRequest wanted;
    wanted.sources.append({{}, QString(here() + u"/t"_s)});
    wanted.target = {u"m2"_s, there()};
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
    VERIFY_RESULT(begun);
    QVERIFY(comesTo((*begun)[u"id"_s].toString(), TransferState::Done));
    QCOMPARE(sh("diff -r here there && ls -A there"), "t\n");
}

// What changed in the second in which a transfer brought it, which nobody has in the list any more: SFTP tells no more
// of its time.
void TstTransfers::remembersWhenItBrought()
{
    SshServer storage("ForceCommand internal-sftp\n");
    QVERIFY(storage.start());
    const auto knownKeys = [this] { return QFileInfo(m_fixture->profile() + u"/known_hosts"_s).size(); };
    const qint64 before = knownKeys();
    VERIFY_RESULT(m_fixture->addMachine(u"m2"_s, Door::of(storage, {}), testing::patience, false));
    QTRY_VERIFY(knownKeys() > before); // the next engine knows it, too
    sh("echo new > here/f; echo old > there/f; touch -d @1600000000.9 here/f; touch -d @1600000000 there/f");
    const auto withStore = [this](const std::function<void(Store &)> &use) {
        m_fixture->stop();
        QList<Message> notices;
        const auto store = Store::open(m_fixture->profile(), notices);
        VERIFY_RESULT(store);
        use(**store);
    };
    withStore([](Store &store) { store.putSetting({u"transferSpans"_s, u"{\"m2\":[[1600000000,1600000001]]}"_s}); });
    QVERIFY(m_fixture->start());
    TransferRequest wanted;
    wanted.sources.append({{}, QString(here() + u"/f"_s)});
    wanted.target = {u"m2"_s, there()};
    wanted.conflicts = ConflictRule::KeepBoth;
    const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
    VERIFY_RESULT(begun);
    const QString id = (*begun)[u"id"_s].toString();
    QVERIFY(comesTo(id, TransferState::Done));
    QCOMPARE(sh("cat there/f 'there/f (2)'"), "old\nnew\n");
    VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QCOMPARE(state(id).id, QString());
    withStore([](Store &store) {
        const QByteArray kept = store.initialContents().settings.value(u"transferSpans"_s).toUtf8();
        const auto spans = TransferSpans::fromJson(QJsonDocument::fromJson(kept).object()).of(u"m2"_s);
        QVERIFY(spans.size() > 1); // one for each run
        QCOMPARE(spans.constFirst(), (TimeSpan{1'600'000'000, 1'600'000'001}));
        QVERIFY(spans.constLast().last < TimeSpan::goesOn);
    });
}

void TstTransfers::goesByPriority()
{
    sh("for i in 1 2 3 4; do mkdir here/$i && head -c 3000000 /dev/urandom > here/$i/f; done; mkdir here/slow; head -c "
       "30000000 /dev/urandom | split -b 50000 -a 4 - here/slow/");
    VERIFY_RESULT(m_fixture->call(u"transfer.limits"_s, {{u"perPlace"_s, 1}, {u"total"_s, 2}}));
    const QString slow = begin({u"slow"_s}, 1'000'000);
    QVERIFY(isUnderWay(slow));
    QStringList ids;
    for (const QString &name : {u"1"_s, u"2"_s, u"3"_s, u"4"_s})
        ids.append(begin({name}));
    VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, ids[2]}, {u"priority"_s, 5}}));
    const auto first = m_fixture->call(u"transfer.set"_s, {{u"id"_s, ids[3]}, {u"first"_s, true}});
    VERIFY_RESULT(first);
    QCOMPARE((*first)[u"priority"_s].toInt(), 6);
    for (const QString &id : ids)
        QCOMPARE(toString(state(id).state), u"waiting"_s);
    m_fixture->stop(); // it is kept
    QVERIFY(m_fixture->start());
    QVERIFY(isUnderWay(slow));
    QCOMPARE(state(ids[2]).priority, 5);
    VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, slow}, {u"bytesPerSecond"_s, 0}}));
    for (const QString &id : ids)
        QVERIFY(comesTo(id, TransferState::Done));
    QVERIFY(state(ids[3]).startedMs <= state(ids[2]).startedMs);
    QVERIFY(state(ids[2]).endedMs <= state(ids[0]).startedMs);
    QVERIFY(state(ids[0]).endedMs <= state(ids[1]).startedMs);
    QVERIFY(comesTo(slow, TransferState::Done));
}

void TstTransfers::runsSoManyAPlace()
{
    SshServer other;
    QVERIFY(other.start());
    VERIFY_RESULT(
        m_fixture->addMachine(u"m2"_s, Door::of(other, m_fixture->root() + u"/home2"_s), testing::patience, false));
    sh("for i in $(seq 6); do head -c 30000000 /dev/urandom > here/$i; done; mkdir home2");
    QStringList ids;
    for (int i = 1; i <= 6; ++i) {
        TransferRequest wanted;
        wanted.sources.append({{}, QString(here() + u'/' + QString::number(i))});
        wanted.target = {i <= 4 ? u"m1"_s : u"m2"_s, there()};
        wanted.bytesPerSecond = 200'000;
        const auto begun = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
        VERIFY_RESULT(begun);
        ids.append((*begun)[u"id"_s].toString());
    }
    const auto running = [&] {
        QByteArray letters;
        for (const QString &id : std::as_const(ids))
            letters += state(id).state == TransferState::Waiting ? '-' : 'r';
        return letters;
    };
    QTRY_COMPARE(running(), "rr--rr");
    VERIFY_RESULT(m_fixture->call(u"transfer.limits"_s, {{u"perPlace"_s, 3}}));
    QCOMPARE(running(), "rr--rr"); // four in all
    VERIFY_RESULT(m_fixture->call(u"transfer.limits"_s, {{u"total"_s, 16}}));
    QTRY_COMPARE(running(), "rrr-rr");
    const auto limits = m_fixture->call(u"transfer.limits"_s);
    VERIFY_RESULT(limits);
    QCOMPARE(limits->toObject(), (QJsonObject{{u"perPlace"_s, 3}, {u"total"_s, 16}}));
    for (const QJsonObject &wrong : {QJsonObject{{u"total"_s, 0}}, QJsonObject{{u"perPlace"_s, 17}}}) {
        const auto refused = m_fixture->call(u"transfer.limits"_s, wrong);
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::InvalidArgument));
    }
    for (const QString &id : std::as_const(ids))
        VERIFY_RESULT(m_fixture->call(u"transfer.cancel"_s, {{u"id"_s, id}}));
    QTRY_COMPARE(sh("ls -A there"), "");
}

void TstTransfers::obeysALimitAtOnce()
{
    sh("head -c 100000000 /dev/urandom > here/large; mkdir here/small; for i in $(seq 1000); do head -c 20000 "
       "/dev/urandom > here/small/$i; done");
    for (const QString &name : {u"large"_s, u"small"_s}) {
        const QString id = begin({name}, 64'000); // it would take minutes
        QVERIFY(QTest::qWaitFor([&] { return state(id).state == TransferState::Running; }, testing::patience));
        VERIFY_RESULT(m_fixture->call(u"transfer.set"_s, {{u"id"_s, id}, {u"bytesPerSecond"_s, 0}}));
        QVERIFY(comesTo(id, TransferState::Done));
        QCOMPARE(state(id).request.bytesPerSecond, 0);
    }
    QCOMPARE(sh("diff -r here there"), "");
    const auto refused =
        m_fixture->call(u"transfer.set"_s, {{u"id"_s, begin({u"large"_s})}, {u"bytesPerSecond"_s, 1000}});
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::InvalidArgument));
}

void TstTransfers::refusesWhatMakesNoSense_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("place");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("no such machine") << u"/tmp/x"_s << u"gone"_s << ErrorCode::NotFound;
    QTest::newRow("relative") << u"x"_s << u"m1"_s << ErrorCode::InvalidArgument;
    QTest::newRow("everything") << u"/"_s << u"m1"_s << ErrorCode::InvalidArgument;
}

void TstTransfers::refusesWhatMakesNoSense()
{
    QFETCH(QString, source);
    QFETCH(QString, place);
    QFETCH(ErrorCode, code);
    const QJsonObject wanted{{u"sources"_s, QJsonArray{QJsonObject{{u"path"_s, source}}}},
                             {u"target"_s, QJsonObject{{u"place"_s, place}, {u"path"_s, there()}}}};
    const auto refused = m_fixture->call(u"transfer.start"_s, {{u"transfer"_s, wanted}});
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(code));
}

BATCHDECK_TEST(QCoreApplication, TstTransfers)

#include "tst_transfers.moc"
