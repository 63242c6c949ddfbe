// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/badlink.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

#include <unistd.h>

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::BadLink;
using testing::Door;
using testing::SshFixture;

namespace {

constexpr int machineCount = 6;
constexpr int cutJobLines = 50;
// Numbered lines on both streams for three seconds, a progress line, and at last more than a poll's worth at once.
constexpr auto cutJobCommand =
    "echo run >> %1/starts-%2; i=0; while [ $i -lt %3 ]; do echo line $i; echo error $i >&2; printf 'done %s\\r' $i; "
    "i=$((i+1)); sleep 0.05; done; seq 20000; touch %1/done-%2; exit %4";

QByteArray expectedOutput()
{
    QByteArray text;
    for (int i = 0; i < cutJobLines; ++i)
        text += "line " + QByteArray::number(i) + "\ndone " + QByteArray::number(i) + '\r';
    for (int i = 1; i <= 20000; ++i)
        text += QByteArray::number(i) + '\n';
    return text;
}

QByteArray expectedErrors()
{
    QByteArray text;
    for (int i = 0; i < cutJobLines; ++i)
        text += "error " + QByteArray::number(i) + '\n';
    return text;
}

/// Other processes whose command line or environment has \a mark.
QByteArrayList processesWith(const QByteArray &mark)
{
    QByteArrayList found;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        const QString folder = u"/proc/"_s + pid;
        const QByteArray line = SshFixture::content(folder + u"/cmdline"_s);
        if (pid.toInt() != getpid()
            && (line.contains(mark) || SshFixture::content(folder + u"/environ"_s).contains(mark)))
            found.append(QByteArray(pid.toLatin1() + ' ' + line).replace('\0', ' ').left(300));
    }
    return found;
}

using Held = QMap<QByteArray, int>;

/// What this process holds, and how many of it: descriptors by kind, threads by name.
Held held()
{
    Held all;
    for (int descriptor = 0; descriptor < 1024; ++descriptor) {
        QByteArray target(1000, '\0');
        const QByteArray path = "/proc/self/fd/" + QByteArray::number(descriptor);
        if (const ssize_t length = readlink(path.constData(), target.data(), size_t(target.size())); length > 0)
            ++all[target.first(length).split('[').constFirst()]; // socket:[number]
    }
    for (const QString &thread : QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        ++all["thread " + SshFixture::content(u"/proc/self/task/%1/comm"_s.arg(thread)).trimmed()];
    return all;
}

/// Of what there is more now than before; a pool's threads end when they have waited for long enough.
QByteArray leaked(const Held &before, const Held &now)
{
    QByteArray words;
    for (auto it = now.cbegin(); it != now.cend(); ++it) {
        if (it.value() > before.value(it.key()))
            words += it.key() + ": " + QByteArray::number(it.value() - before.value(it.key())) + " more\n";
    }
    return words;
}

/// What \a look sees when it is \a wanted, or at last.
QByteArray settled(const std::function<QByteArray()> &look, const QByteArray &wanted = {})
{
    QByteArray seen;
    (void)QTest::qWaitFor([&] { return (seen = look()) == wanted; }, testing::patience);
    return seen;
}

} // namespace

/// Jobs whose machine's link is cut, at seeded instants and in seeded ways, and whose sshd is restarted under them:
/// each ends as it would have, once, with the logs of its machine, and nothing of it all is left over.
class TstSshCuts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void survivesCuts_data();
    void survivesCuts();
    void survivesRestartsOfTheServer_data();
    void survivesRestartsOfTheServer();
    void leavesNothing(); // of all that was before

private:
    // By hand, all of them.
    [[nodiscard]] static int batches() { return testing::isLongRun() ? 34 : 2; }
    [[nodiscard]] bool areAllOnline();
    void submit(int machine, int seed);
    [[nodiscard]] bool allAre(int firstSeed, const std::function<bool(int machine, const JobSnapshot &job)> &what);
    void runBatch(int firstSeed, const std::function<bool(int machine, const JobSnapshot &job)> &trouble);
    [[nodiscard]] QByteArray faultOf(const JobSnapshot &job, int seed) const;

    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<SshFixture> m_fixture;
    std::vector<std::unique_ptr<BadLink>> m_links;
    Held m_heldBefore; // without an engine
    Held m_heldAtRest; // with it, all machines online, nothing to do
};

void TstSshCuts::initTestCase()
{
    SKIP_WITHOUT("sshd");
    // Half-open sessions are ended by the server's own questions, as an administrator would have it.
    m_server = std::make_unique<testing::SshServer>("ClientAliveInterval 1\nClientAliveCountMax 4\nMaxStartups 200\n");
    QVERIFY(m_server->start());
    for (int i = 0; i < machineCount; ++i)
        m_links.push_back(std::make_unique<BadLink>(*m_server));
    for (const auto &link : m_links)
        QVERIFY(link->start());
    { // what Qt keeps for good when an engine has been: its thread for D-Bus, once somebody has asked for a bus
        testing::EngineFixture once;
        QVERIFY(once.start());
        QTRY_VERIFY(held().contains("thread QDBusConnection"));
    }
    m_heldBefore = held();
    m_fixture = std::make_unique<SshFixture>();
    m_fixture->setSshOptions("ServerAliveInterval 1\n");
    QVERIFY(m_fixture->start());
    VERIFY_RESULT(m_fixture->makeExperiment());
    for (int i = 0; i < machineCount; ++i) {
        const QString name = u"m%1"_s.arg(i);
        const Door door = Door::of(*m_server, m_fixture->root() + u"/home-"_s + name);
        VERIFY_RESULT(m_fixture->addMachine(name, door.behind(m_links[size_t(i)]->proxy())));
        VERIFY_RESULT(m_fixture->call(u"cluster.create"_s,
                                      {{u"id"_s, QString(u"default/default/clusters/"_s + name)},
                                       {u"kind"_s, u"ssh"_s},
                                       {u"machines"_s, QJsonArray{name}}}));
    }
    QTRY_COMPARE(m_server->sessions().size(), machineCount);
    m_heldAtRest = held();
}

void TstSshCuts::cleanupTestCase()
{
    m_fixture.reset();
    m_links.clear();
    m_server.reset();
}

void TstSshCuts::submit(int machine, int seed)
{
    const QString command =
        QString::fromLatin1(cutJobCommand).arg(m_fixture->root()).arg(seed).arg(cutJobLines).arg(seed % 4);
    VERIFY_RESULT(m_fixture->call(u"job.create"_s,
                                  {{u"id"_s, SshFixture::jobId(u"j%1"_s.arg(seed))},
                                   {u"cluster"_s, u"m%1"_s.arg(machine)},
                                   {u"text"_s, QString::fromUtf8(m_fixture->jobText(command))}}));
}

bool TstSshCuts::allAre(int firstSeed, const std::function<bool(int, const JobSnapshot &)> &what)
{
    int count = 0;
    for (int i = 0; i < machineCount; ++i)
        count += what(i, m_fixture->job(u"j%1"_s.arg(firstSeed + i))) ? 1 : 0;
    return count == machineCount;
}

/// One job a machine, and \a trouble for each again and again until all have ended and it says that it has, too.
void TstSshCuts::runBatch(int firstSeed, const std::function<bool(int, const JobSnapshot &)> &trouble)
{
    for (int i = 0; i < machineCount; ++i)
        submit(i, firstSeed + i);
    const auto isOver = [&](int machine, const JobSnapshot &job) {
        return trouble(machine, job) && faultOf(job, firstSeed + machine).isEmpty();
    };
    const bool over = QTest::qWaitFor([&] { return allAre(firstSeed, isOver); }, 2 * testing::patience);
    for (int i = 0; i < machineCount && !over; ++i) {
        const int seed = firstSeed + i;
        const JobSnapshot job = m_fixture->job(u"j%1"_s.arg(seed));
        if (const QByteArray fault = faultOf(job, seed); !fault.isEmpty())
            qInfo("seed %d, %s: %s", seed, qPrintable(m_links[size_t(i)]->words()), fault.constData());
    }
    QVERIFY(over);
}

/// What is not as it will be when the job has ended and its logs are here; empty when all is.
QByteArray TstSshCuts::faultOf(const JobSnapshot &job, int seed) const
{
    const int exitCode = seed % 4;
    const QString state = toString(exitCode == 0 ? engine::JobState::Succeeded : engine::JobState::Failed);
    if (toString(job.state) != state)
        return QByteArray("it is " + toString(job.state).toUtf8() + ": " + job.reason.englishText().toUtf8());
    if (job.exitCode != exitCode)
        return "exit code " + QByteArray::number(job.exitCode.value_or(-1));
    if (job.errors.size() != (exitCode == 0 ? 0 : 1) || (exitCode != 0 && job.errors.first().code != u"JobFailed"_s))
        return "errors";
    const QString folder = m_fixture->root();
    if (SshFixture::content(folder + u"/starts-%1"_s.arg(seed)) != "run\n")
        return "starts";
    const QString original =
        job.document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString() + u"/stdouterr/"_s;
    for (const auto &log : job.logs) {
        if (!log.complete)
            return "unfinished " + log.name.toUtf8();
        if (SshFixture::content(log.spoolPath) != SshFixture::content(original + log.name))
            return "spool of " + log.name.toUtf8();
    }
    if (SshFixture::log(job, u"stdout.txt"_s) != expectedOutput())
        return "stdout.txt";
    return SshFixture::log(job, u"stderr.txt"_s) == expectedErrors() ? "" : "stderr.txt";
}

void TstSshCuts::survivesCuts_data()
{
    QTest::addColumn<int>("first");
    for (int first = 0; first < batches() * machineCount; first += machineCount)
        QTest::addRow("seeds from %d", first) << first;
}

void TstSshCuts::survivesCuts()
{
    QFETCH(const int, first);
    for (int i = 0; i < machineCount; ++i)
        m_links[size_t(i)]->plan(first + i, m_fixture->root() + u"/done-%1"_s.arg(first + i));
    runBatch(first, [this](int machine, const JobSnapshot &job) { return m_links[size_t(machine)]->advance(job); });
}

void TstSshCuts::survivesRestartsOfTheServer_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<QString>("sign");
    for (int i = 0; i < qMin(batches(), 12); ++i) {
        const bool isEarly = i % 2 == 0;
        QTest::addRow("%s, seed %d", isEarly ? "amid jobs" : "as their logs end", i)
            << 1000 + i * machineCount << (isEarly ? u"starts"_s : u"done"_s);
    }
}

void TstSshCuts::survivesRestartsOfTheServer()
{
    QFETCH(const int, first);
    QFETCH(const QString, sign);
    QRandomGenerator random{quint32(first)};
    const QString file = m_fixture->root() + u"/%1-%2"_s.arg(sign).arg(first);
    enum { Waiting, Begun, Down, Up } stage = Waiting;
    QDeadlineTimer due;
    const auto wait = [&](auto next, int milliseconds) {
        stage = next;
        due.setRemainingTime(milliseconds);
    };
    runBatch(first, [&](int machine, const JobSnapshot &) {
        if (machine != 0)
            return true;
        if (stage == Waiting && QFile::exists(file)) {
            wait(Begun, random.bounded(sign == u"done" ? 300 : 2500));
        } else if (stage == Begun && due.hasExpired()) {
            m_server->stop();
            wait(Down, random.bounded(3000));
        } else if (stage == Down && due.hasExpired() && m_server->start()) {
            stage = Up;
        }
        return stage == Up;
    });
}

bool TstSshCuts::areAllOnline()
{
    for (int i = 0; i < machineCount; ++i) {
        const auto machine = m_fixture->machine(u"m%1"_s.arg(i));
        if (!machine || (*machine)[u"properties"_s][u"x-batchdeck"_s][u"link"_s] != u"online"_s)
            return false;
    }
    return true;
}

void TstSshCuts::leavesNothing()
{
    // A connection with a direction that ended in a hole is the bad link's own now; it goes with one more cut.
    for (const auto &link : m_links)
        link->reset();
    QVERIFY(QTest::qWaitFor([this] { return areAllOnline(); }, 2 * testing::patience));
    QCOMPARE(settled([this] { return QByteArray::number(m_server->sessions().size() - machineCount); }, "0"), "0");
    QCOMPARE(settled([this] { return leaked(m_heldAtRest, held()); }), "");

    m_fixture->stop();
    QCOMPARE(settled([this] { return QByteArray::number(m_server->sessions().size()); }, "0"), "0");
    QCOMPARE(settled([this] { return processesWith(m_fixture->root().toUtf8()).join('\n'); }), "");
    QCOMPARE(settled([this] { return leaked(m_heldBefore, held()); }), "");
}

BATCHDECK_TEST(QCoreApplication, TstSshCuts)
#include "tst_sshcuts.moc"
