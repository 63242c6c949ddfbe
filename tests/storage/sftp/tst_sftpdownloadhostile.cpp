// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/files.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/measure/resources.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using testing::peakKiB;
using testing::TransferFixture;

/// Downloads from a machine that has no shell, and whose SFTP server lies (a stand-in, hostiletree.py). Whatever it
/// says: nothing is written but what was asked for, nothing outside the folder, and not much memory is used.
class TstSftpDownloadHostile final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void believesNothing_data();
    void believesNothing();
};

void TstSftpDownloadHostile::initTestCase()
{
    SKIP_WITHOUT("sshd");
    SKIP_WITHOUT("python3");
}

void TstSftpDownloadHostile::believesNothing_data()
{
    QTest::addColumn<QByteArray>("failed"); // one of them; none: the run ends with an error, or "ok"
    QTest::addColumn<QByteArray>("arrived"); // files and links of t
    const auto row = [](const char *habit, const QByteArray &failed, const QByteArray &arrived = "./a ./b ") {
        QTest::newRow(habit) << failed << arrived;
    };
    row("none", "ok");
    row("names", "ok");
    row("twice", "ok");
    row("drops", "ok");
    row("follows", "ok", "./a ./b ./linked ");
    row("endless", "");
    row("endless folders", "");
    row("deep", "t" + QByteArray("/d").repeated(201), "");
    row("link and folder", "t/x/victim", "./a ./b ./x ");
    row("folder and link", "t/x/victim", "./a ./b ./x ");
    row("huge", "t/large");
    row("long", "t/" + QByteArray(300, 'n'));
    row("device", "t/null");
    row("grown", "t/a", "");
    row("more", "");
    row("nothing", "t/a", "");
}

void TstSftpDownloadHostile::believesNothing()
{
    QFETCH(QByteArray, failed);
    QFETCH(QByteArray, arrived);
    TransferFixture fixture;
    QVERIFY(fixture.start("ForceCommand exec python3 '" BATCHDECK_SOURCE_DIR "/tests/storage/data/hostiletree.py' '"
                          + QByteArray(QTest::currentDataTag()) + "' " + fixture.path(u"elsewhere"_s).toUtf8() + '\n'));
    fixture.run("mkdir elsewhere; echo precious > elsewhere/victim; echo beside > here/own");
    const QByteArray outside =
        "find . \\( -path ./there -o -path ./here/t -o -name journal \\) -prune -o -printf "
        "'%p %y %m ' \\( -type d -printf '\\n' -o -printf '%s %l\\n' \\) | sort; cat elsewhere/* here/own";
    const QByteArray before = fixture.run(outside);
    QVERIFY(testing::writeFile(u"/proc/self/clear_refs"_s, "5")); // the peak begins here
    const qint64 memory = peakKiB();

    TransferPlan plan = fixture.plan(false, {"t"});
    plan.folder = "/data";
    if (!testing::isLongRun())
        plan.mostEntries = 100'000;
    const auto way = fixture.copy(testing::TransferWay::Down, plan);
    const auto result = way->run();
    if (!testing::isSanitized)
        QVERIFY2(peakKiB() - memory < 100 * 1024, QByteArray::number(peakKiB() - memory));

    if (failed.isEmpty()) {
        QVERIFY(!result);
        VERIFY_RESULT(way->discard());
    } else {
        VERIFY_RESULT(result);
        if (failed == "ok")
            QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).path));
        else
            QVERIFY2(way->failed().has(failed), qPrintable(way->failed().list().value(0).path));
        QCOMPARE(fixture.run("cd here/t 2>/dev/null && find . ! -type d -printf '%p\\n' | sort | tr '\\n' ' '"),
                 arrived);
        QCOMPARE(fixture.run("find here ! -type d ! -type f ! -type l; find here -perm /7000"), "");
    }
    QCOMPARE(
        fixture.run("cd here/t 2>/dev/null && for f in a b; do [ ! -e $f ] || cat $f; done | grep -vx 'one\\|two'"),
        "");
    QCOMPARE(fixture.run(outside), before);
}

BATCHDECK_TEST(QCoreApplication, TstSftpDownloadHostile)

#include "tst_sftpdownloadhostile.moc"
