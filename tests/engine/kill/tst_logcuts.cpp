// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolgap.h"
#include "engine/log/reader/loggap.h"
#include "tests/engine/kill/growinglog.h"
#include "tests/engine/kill/logengine.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>
#include <QTemporaryDir>

#include <array>
#include <csignal>

using namespace Qt::StringLiterals;
using testing::ChaosProxy;
using testing::GrowingLog;
using testing::LogEngine;
using testing::SshServer;

namespace {

constexpr qint64 quota = 8 * 1024 * 1024;
/// A way that swallowed a part of a packet takes what comes for the rest of it; it is given up when it answered nothing
/// for five times 15 s. A log-in that was swallowed takes 30 s.
constexpr int patienceMs = 3 * testing::patience;

/// The most that a process ever had of it, in bytes; 0: there is no such process.
qint64 peakMemory(qint64 pid)
{
    const QByteArray status = testing::contentOf(u"/proc/%1/status"_s.arg(pid));
    const qsizetype at = status.indexOf("\nVmHWM:");
    return at < 0 ? 0 : status.mid(at + 7, status.indexOf(" kB", at) - at - 7).trimmed().toLongLong() * 1024;
}

} // namespace

/// A log that grows by 20 MB a second, and what happens to it, to the way and to whoever copies it, at seeded moments.
/// The copy is all that was ever written, in order.
class TstLogCuts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void losesNothing_data();
    void losesNothing();
    void takesNoMemoryForWhatNobodyReads();
    void cleanupTestCase();

private:
    enum Strike { Reset, Fin, HalfOpen, Refused, Sessions, Sshd, Engine, Paused, Tools, Rename, CopyAndCut };
    static constexpr std::array names{"reset",           "fin",         "half-open",     "refused",
                                      "sessions killed", "sshd killed", "we are killed", "we are stopped",
                                      "tools killed",    "renamed",     "copied and cut"};

    [[nodiscard]] QString knownHosts() const;
    [[nodiscard]] QList<qint64> followers() const;
    void begin(const QString &name, qint64 limit, qint64 bytesPerSecond);
    void removeLogs();
    [[nodiscard]] QByteArray faultOfWhole() const;
    [[nodiscard]] QByteArray faultBeyondQuota() const;
    void strike(Strike strike, QRandomGenerator &random);
    void wait(int milliseconds) { QTest::qWait(milliseconds); }

    QTemporaryDir m_folder;
    SshServer m_server;
    std::unique_ptr<ChaosProxy> m_way;
    std::unique_ptr<LogEngine> m_engine;
    std::unique_ptr<GrowingLog> m_log;
    QString m_path;
    QString m_spool;
    qint64 m_bytes = 0;
    int m_strikes = 0;
};

void TstLogCuts::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_server.start());
    m_way = std::make_unique<ChaosProxy>(m_server.address(), m_server.port());
    QVERIFY(m_way->start());
    const QByteArray key = m_server.knownHostsLine();
    QFile known(knownHosts());
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write("[" + m_way->address().toLatin1() + "]:" + QByteArray::number(m_way->port())
                + key.sliced(key.indexOf(' ')));
}

void TstLogCuts::cleanupTestCase()
{
    if (m_strikes > 0)
        testing::measured("logs through losses", u"%1 MB whole, %2 losses"_s.arg(m_bytes / 1'000'000).arg(m_strikes),
                          "byte-identical");
    m_engine.reset();
    m_way.reset();
}

QString TstLogCuts::knownHosts() const
{
    return m_folder.filePath(u"known_hosts"_s);
}

// On this computer, which is the machine.
QList<qint64> TstLogCuts::followers() const
{
    QList<qint64> pids;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        const QByteArray line = testing::contentOf(u"/proc/%1/cmdline"_s.arg(pid));
        if (line.contains(m_path.toUtf8()) && !line.contains("--logs"))
            pids.append(pid.toLongLong());
    }
    return pids;
}

void TstLogCuts::losesNothing_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("isTooLarge");
    const int seeds = testing::isLongRun() ? 100 : 6;
    for (int seed = 0; seed < seeds; ++seed)
        QTest::addRow("seed %d%s", seed, seed % 3 == 2 ? ", beyond the quota" : "") << seed << (seed % 3 == 2);
}

void TstLogCuts::begin(const QString &name, qint64 limit, qint64 bytesPerSecond)
{
    m_path = m_folder.filePath(name);
    m_spool = m_folder.filePath(u"spool/job/node/"_s + name);
    m_engine = std::make_unique<LogEngine>(
        LogEngine::Machine{QString(SshServer::user() + u'@' + m_way->address() + u':' + QString::number(m_way->port())),
                           m_server.identityFile(), knownHosts()});
    m_engine->setLimit(m_folder.filePath(u"spool"_s), limit);
    m_engine->start();
    m_log = std::make_unique<GrowingLog>(m_path, bytesPerSecond);
    m_engine->follow(m_path, m_spool);
}

void TstLogCuts::removeLogs()
{
    QDir(m_folder.filePath(u"spool"_s)).removeRecursively();
    for (const QString &name : QDir(m_folder.path()).entryList({u"log*"_s}, QDir::Files))
        QFile::remove(m_folder.filePath(name));
}

QByteArray TstLogCuts::faultOfWhole() const
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    QFile copy(m_spool);
    if (!copy.open(QIODevice::ReadOnly) || !hash.addData(&copy))
        return "it cannot be read";
    return hash.result() == m_log->hash() ? QByteArray() : "it is not the same"_ba;
}

// Beginning and end are where they were, and what lies between is one line that says what it is.
QByteArray TstLogCuts::faultBeyondQuota() const
{
    const QByteArray copy = testing::contentOf(m_spool);
    const qsizetype notice = copy.indexOf("\r[Batchdeck: ");
    const qsizetype end = copy.indexOf('\n', notice) + 1;
    if (engine::logcore::bytesOnDisk(engine::pathBytes(m_spool)) > quota + 64 * 1024)
        return "it takes " + QByteArray::number(engine::logcore::bytesOnDisk(engine::pathBytes(m_spool)));
    if (notice < 0)
        return "it does not say what is missing";
    const qint64 begin = copy.first(notice).indexOf('\r');
    if (begin < quota / 16 || copy.size() - end < quota / 16)
        return "the beginning or the end is too short";
    QByteArray expected;
    for (qint64 line = 0; expected.size() < copy.size(); ++line)
        expected += GrowingLog::lineAt(line);
    if (copy.first(begin) != expected.first(begin) || copy.sliced(end) != expected.sliced(end))
        return "beginning or end are not the same";
    const QByteArray gap = "\r[Batchdeck: " + QByteArray::number(end - begin) + " bytes";
    return copy.sliced(notice).startsWith(gap) ? QByteArray() : "it says another size"_ba;
}

void TstLogCuts::strike(Strike strike, QRandomGenerator &random)
{
    switch (strike) {
    case Reset:
        return m_way->resetAll();
    case Fin:
        m_way->setLines({.cutAfter = random.bounded(100'000), .cutBy = ChaosProxy::End::Fin});
        wait(random.bounded(50, 500));
        return m_way->setLines({});
    case HalfOpen:
        m_way->setLine(random.bounded(2) == 0 ? ChaosProxy::ToServer : ChaosProxy::ToClient, {.dropped = true});
        wait(random.bounded(200, 2000));
        return m_way->setLines({});
    case Refused:
        m_way->setRefusing(true);
        m_way->resetAll();
        wait(random.bounded(200, 2000));
        return m_way->setRefusing(false);
    case Sessions:
        for (const qint64 pid : m_server.sessions())
            ::kill(pid_t(pid), SIGKILL);
        return;
    case Sshd:
        m_server.stop();
        wait(random.bounded(1000));
        QVERIFY(m_server.start());
        return;
    case Engine:
        m_engine->kill();
        m_engine->start();
        return m_engine->follow(m_path, m_spool);
    case Paused:
        ::kill(pid_t(m_engine->pid()), SIGSTOP);
        wait(random.bounded(100, 1500));
        ::kill(pid_t(m_engine->pid()), SIGCONT);
        return;
    case Tools:
        if (const QList<qint64> pids = followers(); !pids.isEmpty())
            ::kill(pid_t(pids.at(random.bounded(pids.size()))), SIGKILL);
        return;
    case Rename:
    case CopyAndCut:
        m_log->turn(strike == Rename ? GrowingLog::Turn::Rename : GrowingLog::Turn::CopyAndCut);
        QTRY_VERIFY_WITH_TIMEOUT(!m_log->isTurning(), 2 * testing::patience);
        return;
    }
}

void TstLogCuts::losesNothing()
{
    QFETCH(int, seed);
    QFETCH(bool, isTooLarge);
    QRandomGenerator random(quint32(seed) * 7919U + 5U);
    begin(u"log%1"_s.arg(seed), isTooLarge ? quota : 0, 20'000'000);
    QTRY_VERIFY(QFileInfo(m_spool).size() > 0);

    constexpr int most = 3;
    QByteArray words;
    for (int i = 0, cuts = 0; i < most; ++i) {
        wait(random.bounded(1200));
        // Every kind in a few seeds; what was cut twice while nobody looked is lost, as ever with such copies.
        auto kind = Strike(i == 0 ? seed % int(names.size()) : random.bounded(int(names.size())));
        if (kind == CopyAndCut && cuts++ > 0)
            kind = Rename;
        words += QByteArray(names.at(kind)) + ", ";
        strike(kind, random);
        ++m_strikes;
    }
    wait(random.bounded(500));
    m_log->end();
    m_engine->finish(m_spool);
    const QByteArray answer = m_engine->answer(patienceMs);
    const qint64 size = QFileInfo(m_spool).size();
    words += answer + ", of " + QByteArray::number(m_log->bytes()) + ", here " + QByteArray::number(size);
    QVERIFY2(answer == QByteArray("completed " + m_spool.toUtf8() + ' ' + QByteArray::number(m_log->bytes())),
             words.constData());
    const QByteArray fault = isTooLarge ? faultBeyondQuota() : faultOfWhole();
    QVERIFY2(fault.isEmpty(), QByteArray(words + fault).constData());
    QVERIFY2(!engine::mayMissBytes(m_spool), words.constData());
    m_bytes += size;
    m_engine->kill();
    QTRY_VERIFY2(followers().isEmpty(), words.constData());
    removeLogs();
}

// While we are stopped, and while we read faster than is written here. The program itself is never held up.
void TstLogCuts::takesNoMemoryForWhatNobodyReads()
{
    constexpr qint64 unread = 200'000'000;
    constexpr qint64 room = 24 * 1024 * 1024;
    begin(u"log-unread"_s, 0, 100'000'000);
    QTRY_VERIFY(QFileInfo(m_spool).size() > 1'000'000);
    const qint64 ours = peakMemory(m_engine->pid());
    ::kill(pid_t(m_engine->pid()), SIGSTOP);
    const qint64 before = m_log->bytes();
    QTRY_VERIFY_WITH_TIMEOUT(m_log->bytes() > before + unread, 2 * testing::patience);
    qint64 largest = 0;
    const QList<qint64> there = followers();
    for (const qint64 pid : there + m_server.sessions())
        largest = std::max(largest, peakMemory(pid));
    ::kill(pid_t(m_engine->pid()), SIGCONT);
    QVERIFY(!there.isEmpty());
    QVERIFY2(largest < room, QByteArray::number(largest));
    m_log->end();
    m_engine->finish(m_spool);
    QCOMPARE(m_engine->answer(2 * testing::patience),
             QByteArray("completed " + m_spool.toUtf8() + ' ' + QByteArray::number(m_log->bytes())));
    QCOMPARE(faultOfWhole(), QByteArray());
    const qint64 more = peakMemory(m_engine->pid()) - ours;
    QVERIFY2(ours > 0 && more < room, QByteArray::number(more));
    m_engine->kill();
    removeLogs();
}

int runLogCuts(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == u"--logs"_s)
        return testing::serveLogs(application.arguments().mid(2));
    TstLogCuts test;
    return QTest::qExec(&test, argc, argv);
}

BATCHDECK_TEST_RUN(TstLogCuts, runLogCuts);
#include "tst_logcuts.moc"
