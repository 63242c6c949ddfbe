// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killrows.h"

#include "tests/storage/mixedtree.h"
#include "tests/support/parts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

constexpr qint64 mebi = 1024 * 1024;
constexpr qint64 mostAround = mebi; // headers of what is sent again
constexpr int mostStrikes = 3;

// What is copied within one place is not sent at all.
qint64 mostTwice(Way way)
{
    const bool isByTools = way == Way::Up || way == Way::MoveUp || way == Way::BetweenDirect;
    return mostTwiceALoss(isByTools ? SentBy::Tools : SentBy::OurOwn);
}

// A file that cannot be read for a while is no loss of the way: of one that a run names as failed nothing is kept.
// Nor is a folder of the target in which nothing may be made when all has arrived: what was to get its place there by
// one rename has failed then, and the stage goes with it. In MixedTree that is up to t/b, 207 MB, and 247 MB where its
// hole is sent as zeros.
qint64 mostTwice(Way way, int strikes, qint64 failedBytes, qint64 unplacedBytes)
{
    constexpr qint64 mostOfFailed = 80 * mebi; // a strike, with all else
    const qint64 lost = mostAround + strikes * mostTwice(way);
    const qint64 most = failedBytes == 0 ? lost : std::min(lost + failedBytes, mostAround + strikes * mostOfFailed);
    return most + unplacedBytes;
}

} // namespace

void addKillRows(const QList<Way> &ways)
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Victim>("victim");
    QTest::addColumn<int>("seed");
    for (const Way way : ways) {
        const QList<Victim> victims = victimsOf(way);
        const int seeds = isLongRun() ? 100 : int(victims.size());
        for (int seed = 0; seed < seeds; ++seed) {
            const Victim victim = victims.at(seed % victims.size());
            QTest::addRow("%s, %s, seed %d", nameOf(way), nameOf(victim), seed) << way << victim << seed;
        }
    }
}

bool KillRows::makeFixture(Way way)
{
    if (m_fixture && m_way == way)
        return true;
    m_way = way;
    m_fixture.reset();
    m_fixture = std::make_unique<KillFixture>(way);
    if (!m_fixture->start() || !m_fixture->begin(0) || !m_fixture->run(Victim::Run, false))
        return false;
    m_onceBytes = m_fixture->sentBytes();
    return m_fixture->fault().isEmpty();
}

void KillRows::survive()
{
    QFETCH(Way, way);
    QFETCH(Victim, victim);
    QFETCH(int, seed);
    SKIP_WITHOUT("sshd");
    QVERIFY(makeFixture(way));
    if (victim == Victim::Disk && !m_fixture->hasDisk())
        SKIP_UNLESS_ALL("only root mounts a small disk");
    QVERIFY(m_fixture->begin(seed));
    int strikes = 0;
    const int wanted = 1 + seed % mostStrikes;
    constexpr int mostRuns = 10;
    bool isThrough = false;
    QString heard;
    for (int i = 0; i < mostRuns && !isThrough; ++i) {
        isThrough = m_fixture->run(victim, strikes < wanted);
        strikes += m_fixture->wasStruck();
        heard += m_fixture->words() + u'\n';
        QVERIFY2(isThrough || m_fixture->wasStruck(), qPrintable(heard));
    }
    QVERIFY2(isThrough, qPrintable(heard));
    const QByteArray fault = m_fixture->fault();
    QVERIFY2(fault.isEmpty(), fault.constData());
    if (strikes == 0)
        return;
    const qint64 twice = m_fixture->sentBytes() - m_onceBytes;
    Twice &sum = m_twice[way];
    sum.strikes += strikes;
    sum.bytes += qMax<qint64>(0, twice);
    sum.most = qMax(sum.most, twice / strikes);
    QVERIFY2(twice <= mostTwice(way, strikes, m_fixture->failedBytes(), m_fixture->unplacedBytes()),
             qPrintable(u"%1 MB were sent twice, %2 strikes"_s.arg(twice / 1'000'000).arg(strikes)));
}

void KillRows::end()
{
    m_fixture.reset();
    for (auto way = m_twice.cbegin(); way != m_twice.cend(); ++way) {
        const QByteArray what = QByteArray("sent twice a loss, ") + nameOf(way.key());
        measured(what.constData(),
                 u"%1 MB, at most %2 MB, %3 losses"_s.arg(way->bytes / 1'000'000 / way->strikes)
                     .arg(way->most / 1'000'000)
                     .arg(way->strikes),
                 qPrintable(u"%1 MB: a chunk and a batch a session"_s.arg(mostTwice(way.key()) / 1'000'000)));
    }
}

} // namespace testing
