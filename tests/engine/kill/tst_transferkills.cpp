// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/storage/mixedtree.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
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

constexpr qint64 mostAround = 1024 * 1024; // logins, lists, headers and what else an engine says, each
constexpr qint64 largeBytes = 205'000'001; // of the tree, which go from machine to machine where there is such a way
constexpr qint64 holeBytes = 40'000'000; // of the tree, which need not be sent
constexpr qint64 mostLeft = 32 * 1024 * 1024; // of them, with which an engine goes on through this computer

} // namespace

/// kill -9 of the engine at seeded moments of a transfer, by the built programs: in a server of its own or in the
/// console. The next engine goes on by itself, until both trees are one; little was sent twice. All bytes pass us, and
/// are counted, but those that go from machine to machine: there the engine tells how far it is.
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
    [[nodiscard]] static QJsonValue transferOf(const Installation &installation);
    [[nodiscard]] static QString idOf(const Installation &installation)
    {
        return transferOf(installation)[u"id"_s].toString();
    }
    [[nodiscard]] bool isInPlace() const;
    [[nodiscard]] qint64 progress(const Installation &installation);
    void awaitMoment(QRandomGenerator &random, qint64 wholeBytes, const Installation &installation);
    void judge(const Installation &installation, int ways, int kills, testing::SentBy by);

    std::vector<std::unique_ptr<Machine>> m_machines;
    testing::MixedTree m_tree;
    bool m_isDirect = false; // m1 reaches m2
    bool m_wentDirectly = false;
    qint64 m_passedBefore = 0;
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
                          "67 MB to a machine, 34 MB else: a chunk and a batch a session");
    m_machines.clear();
}

void TstTransferKills::survives_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("isDirect");
    QTest::addColumn<int>("seed");
    const bool isLong = testing::isLongRun();
    const auto addRows = [](const QString &source, const QString &target, bool isDirect, int seeds) {
        for (int seed = 0; seed < seeds; ++seed) {
            const QString engine = seed % 2 == 0 ? u"serve"_s : u"console"_s;
            QTest::addRow("%s %sto %s, %s killed, seed %d", source.isEmpty() ? "here" : qPrintable(source),
                          isDirect ? "directly " : "", target.isEmpty() ? "here" : qPrintable(target),
                          qPrintable(engine), seed)
                << engine << source << target << isDirect << seed;
        }
    };
    const int seeds = isLong ? 34 : 2;
    addRows({}, u"m1:"_s, false, seeds);
    addRows(u"m1:"_s, {}, false, seeds);
    addRows(u"m1:"_s, u"m2:"_s, false, seeds);
    addRows(u"m1:"_s, u"m2:"_s, true, isLong ? 34 : 1);
}

// To an address of all at once no connection can be made, and none is tried: m1 hears so at once.
QByteArray TstTransferKills::addMachines(const Installation &installation) const
{
    const QStringList nowhere{u"--address"_s, u"255.255.255.255"_s};
    int number = 0;
    for (const auto &machine : m_machines) {
        ++number;
        const QString destination =
            SshServer::user() + u'@' + machine->way->address() + u':' + QString::number(machine->way->port());
        const Outcome added = installation.batchctl(
            words(u"machine add m%1 --ssh %2 --identity %3 --accept-host-key %4"_s.arg(number).arg(
                      destination, machine->server.identityFile(), machine->server.fingerprint()),
                  QStringList{u"--home"_s, installation.path(u"home%1"_s.arg(number))}
                      + (m_isDirect ? QStringList() : nowhere)));
        if (added.exitCode != 0)
            return added.errorOutput;
    }
    return {};
}

// None: the engine was killed before it was recorded.
QJsonValue TstTransferKills::transferOf(const Installation &installation)
{
    return installation.batchctl(words(u"transfer list -o json"_s)).json()[0];
}

bool TstTransferKills::isInPlace() const
{
    const QDir there(m_tree.folders().there());
    return there.exists(u"t/b/large"_s) && there.entryList({u".*.part-*"_s}, QDir::Dirs | QDir::Hidden).isEmpty();
}

// In bytes, of which those that pass through this computer go over two wires between two machines.
qint64 TstTransferKills::progress(const Installation &installation)
{
    if (!m_isDirect)
        return passed() - m_passedBefore;
    const QJsonValue transfer = transferOf(installation);
    m_wentDirectly |= QJsonDocument(transfer[u"way"_s].toObject()).toJson().contains("from machine to machine");
    return transfer[u"bytesDone"_s].toInteger();
}

// By how far it is, or by the clock.
void TstTransferKills::awaitMoment(QRandomGenerator &random, qint64 wholeBytes, const Installation &installation)
{
    const qint64 now = progress(installation);
    const qint64 bytes = now + random.bounded(qMax<qint64>(wholeBytes - now, 1));
    const int milliseconds = random.bounded(2500);
    const bool isByBytes = random.bounded(3) > 0;
    constexpr int longest = 20'000;
    QElapsedTimer clock;
    clock.start();
    const auto hasCome = [&] { return isByBytes && (progress(installation) >= bytes || isInPlace()); };
    while (clock.elapsed() < (isByBytes ? longest : milliseconds) && !hasCome())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void TstTransferKills::survives()
{
    QFETCH(QString, engine);
    QFETCH(QString, source);
    QFETCH(QString, target);
    QFETCH(bool, isDirect);
    QFETCH(int, seed);
    const int way = int(source.size() * 2 + target.size()) + (isDirect ? 1 : 0);
    QRandomGenerator random(quint32(seed) * 7919U + quint32(way));
    m_isDirect = isDirect;
    m_wentDirectly = false;
    QVERIFY(m_tree.clearTarget());
    Installation installation;
    auto process = engine == u"serve"_s ? installation.start({u"serve"_s}) : installation.startConsole();
    QVERIFY(process->waitForStarted(testing::patience));
    QTRY_COMPARE(installation.enginePid(), process->processId());
    const QByteArray refused = addMachines(installation);
    QVERIFY2(refused.isEmpty(), refused.constData());

    m_passedBefore = passed();
    // What is asked for how far it is cannot be asked often: then it is not through at once.
    const QStringList limit = isDirect ? words(u"--limit 60M"_s) : QStringList();
    const QStringList copy =
        words(u"storage copy --conflicts replace"_s,
              limit + QStringList{source + m_tree.folders().here() + u"/t"_s, target + m_tree.folders().there()});
    const auto asked = installation.start(copy);
    QVERIFY(asked->waitForStarted(testing::patience));
    constexpr int mostKills = 3;
    const int kills = 1 + seed % mostKills;
    const int ways = int(!source.isEmpty()) + int(!target.isEmpty());
    for (int i = 0; i < kills; ++i) {
        if (i > 0) {
            (void)transferOf(installation); // a client starts the next one
            QTRY_VERIFY(installation.enginePid() > 0);
        }
        const qint64 pid = installation.enginePid();
        awaitMoment(random, m_tree.bytes() * (isDirect ? 1 : ways), installation);
        QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
        if (i == 0)
            QVERIFY(process->waitForFinished(testing::patience));
    }
    QString id = idOf(installation);
    if (id.isEmpty()) {
        const Outcome again = installation.batchctl(copy + words(u"--no-wait"_s));
        VERIFY_DONE(again);
        id = idOf(installation);
    }
    const Outcome waited = installation.batchctl(words(u"transfer wait"_s, {id}));
    QVERIFY2(waited.exitCode == 0, QByteArray(waited.errorOutput + waited.output).constData());
    QVERIFY(asked->state() == QProcess::NotRunning || asked->waitForFinished(testing::patience));
    const QByteArray fault = m_tree.fault();
    QVERIFY2(fault.isEmpty(), fault.constData());
    judge(installation, ways, kills, source.isEmpty() ? testing::SentBy::Tools : testing::SentBy::OurOwn);
}

// Over each wire went all of it once, and a little more.
void TstTransferKills::judge(const Installation &installation, int ways, int kills, testing::SentBy by)
{
    (void)progress(installation);
    const qint64 went = passed() - m_passedBefore;
    const qint64 twice = went / ways - (m_isDirect ? m_tree.bytes() - largeBytes + mostLeft : m_tree.bytes());
    const qint64 most = mostAround + kills * (mostAround + testing::mostTwiceALoss(by));
    QVERIFY2(twice <= most, qPrintable(u"%1 MB were sent twice, %2 kills"_s.arg(twice / 1'000'000).arg(kills)));
    QCOMPARE(m_wentDirectly, m_isDirect);
    if (m_isDirect)
        return; // how much of the large files was sent twice we do not see
    QVERIFY2(twice > -mostAround - holeBytes, qPrintable(u"%1 MB passed by"_s.arg(-twice / 1'000'000)));
    m_kills += kills;
    m_twice += qMax<qint64>(0, twice);
    m_mostTwice = qMax(m_mostTwice, twice / kills);
}

BATCHDECK_TEST(QCoreApplication, TstTransferKills)
#include "tst_transferkills.moc"
