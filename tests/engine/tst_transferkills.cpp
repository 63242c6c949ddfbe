// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctlfixture.h"
#include "tests/storage/mixedtree.h"
#include "tests/support/hosts/chaosproxy.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QRandomGenerator>

#include <csignal>
#include <thread>

using namespace Qt::StringLiterals;
using testing::ChaosProxy;
using testing::Installation;
using testing::Outcome;
using testing::SshServer;
using testing::words;

namespace {

constexpr qint64 mebi = 1024 * 1024;
constexpr qint64 mostTwice = (64 + 2 * 8) * mebi; // a chunk of the large file, and a batch a session
constexpr qint64 mostAround = 16 * mebi; // headers, lists, logins and what else each engine says

} // namespace

/// kill -9 of the engine at seeded moments of a transfer, by the built programs: in a server of its own or in the
/// console. The next engine goes on by itself, until both trees are one; little was sent twice.
class TstTransferKills final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void survives_data();
    void survives();
    void cleanupTestCase();

private:
    struct Machine
    {
        SshServer server;
        std::unique_ptr<ChaosProxy> way; // as it should be: it counts
    };

    [[nodiscard]] qint64 passed() const
    {
        qint64 bytes = 0;
        for (const auto &machine : m_machines)
            bytes += machine->way->passed(ChaosProxy::ToServer) + machine->way->passed(ChaosProxy::ToClient);
        return bytes;
    }
    [[nodiscard]] QByteArray addMachines(const Installation &installation) const;
    [[nodiscard]] static QString transferOf(const Installation &installation);
    [[nodiscard]] bool isInPlace() const;
    void awaitMoment(QRandomGenerator &random) const;

    std::vector<std::unique_ptr<Machine>> m_machines;
    testing::MixedTree m_tree;
    int m_kills = 0;
    qint64 m_twice = 0, m_mostTwice = 0;
};

void TstTransferKills::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_tree.make());
    for (int i = 0; i < 2; ++i) {
        m_machines.push_back(std::make_unique<Machine>());
        Machine &machine = *m_machines.back();
        QVERIFY(machine.server.start());
        machine.way = std::make_unique<ChaosProxy>(machine.server.address(), machine.server.port());
        QVERIFY(machine.way->start());
    }
}

void TstTransferKills::cleanupTestCase()
{
    if (m_kills > 0)
        testing::measured("sent twice when the engine is killed",
                          u"%1 MB, at most %2 MB, %3 kills"_s.arg(m_twice / 1'000'000 / m_kills)
                              .arg(m_mostTwice / 1'000'000)
                              .arg(m_kills),
                          "a chunk of 64 MiB and 8 MiB a session");
    m_machines.clear();
}

void TstTransferKills::survives_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("seed");
    const int seeds = testing::isLongRun() && !testing::isSanitized ? 34 : 2;
    for (const auto &[source, target] : {std::pair{u""_s, u"m1:"_s}, {u"m1:"_s, u""_s}, {u"m1:"_s, u"m2:"_s}}) {
        for (int seed = 0; seed < seeds; ++seed) {
            const QString engine = seed % 2 == 0 ? u"serve"_s : u"console"_s;
            QTest::addRow("%s to %s, %s killed, seed %d", source.isEmpty() ? "here" : qPrintable(source),
                          target.isEmpty() ? "here" : qPrintable(target), qPrintable(engine), seed)
                << engine << source << target << seed;
        }
    }
}

QByteArray TstTransferKills::addMachines(const Installation &installation) const
{
    int number = 0;
    for (const auto &machine : m_machines) {
        ++number;
        const QString destination =
            SshServer::user() + u'@' + machine->way->address() + u':' + QString::number(machine->way->port());
        const Outcome added = installation.batchctl(
            words(u"machine add m%1 --ssh %2 --identity %3 --accept-host-key %4"_s.arg(number).arg(
                      destination, machine->server.identityFile(), machine->server.fingerprint()),
                  {u"--home"_s, installation.path(u"home%1"_s.arg(number))}));
        if (added.exitCode != 0)
            return added.errorOutput;
    }
    return {};
}

// None: the engine was killed before it was recorded.
QString TstTransferKills::transferOf(const Installation &installation)
{
    return installation.batchctl(words(u"transfer list -o json"_s)).json()[0][u"id"_s].toString();
}

bool TstTransferKills::isInPlace() const
{
    const QDir there(m_tree.folders().there());
    return there.exists(u"t/b/large"_s) && there.entryList({u".*.part-*"_s}, QDir::Dirs | QDir::Hidden).isEmpty();
}

// By what went over the wires, or by the clock.
void TstTransferKills::awaitMoment(QRandomGenerator &random) const
{
    const qint64 bytes = passed() + random.bounded(m_tree.bytes());
    const int milliseconds = random.bounded(2500);
    const bool isByBytes = random.bounded(3) > 0;
    constexpr int longest = 20'000;
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < (isByBytes ? longest : milliseconds) && !(isByBytes && (passed() >= bytes || isInPlace())))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void TstTransferKills::survives()
{
    QFETCH(QString, engine);
    QFETCH(QString, source);
    QFETCH(QString, target);
    QFETCH(int, seed);
    QRandomGenerator random(quint32(seed) * 7919U + quint32(source.size() * 2 + target.size()));
    QVERIFY(m_tree.clearTarget());
    Installation installation;
    auto process = engine == u"serve"_s ? installation.start({u"serve"_s}) : installation.startConsole();
    QVERIFY(process->waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(installation.enginePid(), process->processId(), 30'000);
    const QByteArray refused = addMachines(installation);
    QVERIFY2(refused.isEmpty(), refused.constData());

    const qint64 before = passed();
    const QStringList copy =
        words(u"storage copy --conflicts replace"_s,
              {QString(source + m_tree.folders().here() + u"/t"_s), QString(target + m_tree.folders().there())});
    const auto asked = installation.start(copy);
    QVERIFY(asked->waitForStarted());
    constexpr int mostKills = 3;
    const int kills = 1 + seed % mostKills;
    for (int i = 0; i < kills; ++i) {
        if (i > 0) {
            (void)transferOf(installation); // a client starts the next one
            QTRY_VERIFY_WITH_TIMEOUT(installation.enginePid() > 0, 30'000);
        }
        const qint64 pid = installation.enginePid();
        awaitMoment(random);
        QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
        if (i == 0)
            QVERIFY(process->waitForFinished());
    }
    QString id = transferOf(installation);
    if (id.isEmpty()) {
        const Outcome again = installation.batchctl(copy + words(u"--no-wait"_s));
        VERIFY_DONE(again);
        id = transferOf(installation);
    }
    const Outcome waited = installation.batchctl(words(u"transfer wait"_s, {id}));
    QVERIFY2(waited.exitCode == 0, QByteArray(waited.errorOutput + waited.output).constData());
    QVERIFY(asked->state() == QProcess::NotRunning || asked->waitForFinished());
    const qint64 went = passed() - before;
    const QByteArray fault = m_tree.fault();
    QVERIFY2(fault.isEmpty(), fault.constData());

    const int ways = int(!source.isEmpty()) + int(!target.isEmpty());
    const qint64 twice = qMax<qint64>(0, went / ways - m_tree.bytes());
    m_kills += kills;
    m_twice += twice;
    m_mostTwice = qMax(m_mostTwice, twice / kills);
    QVERIFY2(twice <= mostAround + kills * mostTwice,
             qPrintable(u"%1 MB were sent twice, %2 kills"_s.arg(twice / 1'000'000).arg(kills)));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstTransferKills)
#include "tst_transferkills.moc"
