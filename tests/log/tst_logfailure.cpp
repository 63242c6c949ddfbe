// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logfailure.h"

#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>

using namespace engine;
using namespace Qt::StringLiterals;

/// What the logs of several processes say together with the way in which the first of them ended.
class TstLogFailure final : public QObject
{
    Q_OBJECT

private slots:
    void choosesAmongThem_data();
    void choosesAmongThem();
    void looksFarEnough();
    void endsWhenNobodyWantsIt();
};

namespace {

const QByteArray work = QByteArray("epoch 1 loss 0.5\n").repeated(30);
const QByteArray traceback = work + "Traceback (most recent call last):\n  File \"t.py\", line 8\nKeyError: 'loss'\n";
const QByteArray lostPeer = work + "RuntimeError: [gloo/transport/tcp/pair.cc:598] Connection closed by peer\n";
const QByteArray unstarted = work + "run.sh: line 3: nosuch: command not found\n";
const QByteArray killed = work + "train.sh: line 3:  4711 Killed                  python3 train.py\n";

} // namespace

void TstLogFailure::choosesAmongThem_data()
{
    QTest::addColumn<QByteArrayList>("logs"); // the first is of the process that failed first
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("outOfMemoryKills");
    QTest::addColumn<int>("log"); // -1: nothing is said
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<bool>("hasLine");
    const auto row = [](const char *name, const QByteArrayList &logs, int code, int kills = 0) -> QTestData & {
        return QTest::newRow(name) << logs << code << kills;
    };
    row("its own words", {traceback, lostPeer}, 1) << 0 << FailureKind::PythonTraceback << true;
    row("its own words before its signal", {traceback, work}, 139) << 0 << FailureKind::PythonTraceback << true;
    row("no words", {work, work}, 3) << -1 << FailureKind::PythonTraceback << false;
    row("its signal", {work, work}, 139) << 0 << FailureKind::SegmentationFault << false;
    row("its signal before the words of others", {work, traceback}, 139)
        << 0 << FailureKind::SegmentationFault << false;
    row("the words of others before its signal, where it lost a peer", {lostPeer, traceback}, 139)
        << 1 << FailureKind::PythonTraceback << true;
    row("its signal before what it lost", {lostPeer, work}, 139) << 0 << FailureKind::SegmentationFault << false;
    row("what it lost", {lostPeer, work}, 1) << 0 << FailureKind::PeerLost << true;
    row("what others lost", {work, lostPeer}, 3) << 1 << FailureKind::PeerLost << true;
    row("its abort", {lostPeer, traceback}, 134) << 1 << FailureKind::PythonTraceback << true;
    row("its program is missing", {unstarted, work}, 127) << 0 << FailureKind::NotStarted << true;
    row("a missing program that it survived", {unstarted, work}, 1) << -1 << FailureKind::NotStarted << false;
    row("a program that others miss", {work, unstarted}, 127) << -1 << FailureKind::NotStarted << false;
    row("killed", {work, lostPeer}, 137) << 0 << FailureKind::KilledBySignal << false;
    row("killed while memory ran out", {work, lostPeer}, 137, 1) << 0 << FailureKind::KilledByKernel << false;
    row("survived before memory ran out", {traceback, work}, 137, 1) << 0 << FailureKind::KilledByKernel << false;
    row("killed below a script", {killed, work}, 3) << 0 << FailureKind::KilledBySignal << true;
    row("killed below a script, while memory ran out", {killed, work}, 3, 1)
        << 0 << FailureKind::KilledByKernel << true;
    row("killed elsewhere", {work, killed}, 3, 1) << 1 << FailureKind::KilledBySignal << true;
}

void TstLogFailure::choosesAmongThem()
{
    QFETCH(QByteArrayList, logs);
    QFETCH(int, code);
    QFETCH(int, outOfMemoryKills);
    QFETCH(int, log);
    QFETCH(FailureKind, kind);
    QFETCH(bool, hasLine);
    const QTemporaryDir folder;
    QStringList paths;
    for (const QByteArray &text : std::as_const(logs)) {
        paths.append(folder.filePath(QString::number(paths.size())));
        QFile file(paths.constLast());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    const auto failure = logFailure(paths, 1, {code, outOfMemoryKills});
    QCOMPARE(failure ? int(failure->log) : -1, log);
    if (!failure)
        return;
    QCOMPARE(int(failure->kind), int(kind));
    QCOMPARE(failure->line >= 0, hasLine);
    QCOMPARE(!failure->words.isEmpty(), hasLine);
}

// What many processes say of their ends is more than the last words of one.
void TstLogFailure::looksFarEnough()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"log"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(traceback);
    for (int i = 0; i < 400'000 / 1000; ++i)
        file.write("  #0 a frame of a stack " + QByteArray(976, 'x') + '\n');
    file.close();
    const auto failure = logFailure({path}, 1, {1, 0});
    QVERIFY(failure);
    QCOMPARE(failure->words, u"KeyError: 'loss'"_s);
    QCOMPARE(failure->line, 32);
    QCOMPARE(failure->offset, traceback.indexOf("KeyError"));
}

void TstLogFailure::endsWhenNobodyWantsIt()
{
    const QTemporaryDir folder;
    QStringList paths;
    for (int i = 0; i < 10; ++i) {
        paths.append(folder.filePath(QString::number(i)));
        QFile file(paths.constLast());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(i == 9 ? traceback : lostPeer);
    }
    int asked = 0;
    QVERIFY(!logFailure(paths, 1, {1, 0}, [&asked] { return ++asked > 3; }));
    QCOMPARE(asked, 4);
    const auto failure = logFailure(paths, 1, {1, 0}, [] { return false; });
    QCOMPARE(failure ? int(failure->log) : -1, 9);
}

BATCHDECK_TEST(QCoreApplication, TstLogFailure)
#include "tst_logfailure.moc"
