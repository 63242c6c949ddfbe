// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/killrows.h"

#include "tests/support/parts.h"

using namespace Qt::StringLiterals;

namespace testing {

namespace {

constexpr qint64 mebi = 1024 * 1024;
constexpr qint64 mostTwice = (64 + 2 * 8) * mebi; // a chunk of the large file, and a batch a session
constexpr qint64 mostAround = 8 * mebi; // headers, lists and folders of each run
constexpr int mostStrikes = 3;
constexpr int rowsOfSanitizers = 3;

} // namespace

void addKillRows(const QList<Way> &ways)
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Victim>("victim");
    QTest::addColumn<int>("seed");
    for (const Way way : ways) {
        const QList<Victim> victims = victimsOf(way);
        // Under the sanitizers a few of each way, another one for each: it is the memory that they look at.
        const int first = isSanitized ? int(rowsOfSanitizers * ways.indexOf(way)) : 0;
        const int seeds = isSanitized ? rowsOfSanitizers : isLongRun() ? 100 : int(victims.size());
        for (int seed = first; seed < first + seeds; ++seed) {
            const Victim victim = victims.at(seed % victims.size());
            QTest::addRow("%s, %s, seed %d", nameOf(way), nameOf(victim), seed) << way << victim << seed;
        }
    }
}

void KillRows::survive()
{
    QFETCH(Way, way);
    QFETCH(Victim, victim);
    QFETCH(int, seed);
    SKIP_WITHOUT("sshd");
    if (!m_fixture || m_way != way) {
        m_way = way;
        m_fixture.reset();
        m_fixture = std::make_unique<KillFixture>(way);
        QVERIFY(m_fixture->start());
    }
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
    const qint64 twice = m_fixture->sentBytes() - m_fixture->treeBytes();
    Twice &sum = m_twice[way];
    sum.strikes += strikes;
    sum.bytes += qMax<qint64>(0, twice);
    sum.most = qMax(sum.most, twice / strikes);
    QVERIFY2(twice <= mostAround + strikes * mostTwice,
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
                 "a chunk of 64 MiB and 8 MiB a session");
    }
}

} // namespace testing
