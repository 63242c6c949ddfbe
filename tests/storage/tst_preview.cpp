// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/preview.h"

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What a transfer would do, told before it is begun. A real machine.
class TstPreview final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void countsWhatIsNew();
    void comparesWithWhatIsThere();
    void countsHoles_data();
    void countsHoles();
    void countsHolesOfWhatIsMostlyHeld_data() { countsHoles_data(); }
    void countsHolesOfWhatIsMostlyHeld();
    void leavesOutWhatIsIgnored();
    void looksTheOtherWay();
    void looksBetweenFoldersOfTheMachine();
    void looksWhereThereIsNoShell();
    void tellsThatASourceIsMissing();
    void listsWithoutAFind();
    void tellsThatTheMachineIsAway();
    void believesNoListWithoutEnd();
    void endsWhenItIsLeft();
    void preparesForMuch();
    void servesTheTransferThatFollows_data();
    void servesTheTransferThatFollows();

private:
    enum class Side { Here, There };
    std::unique_ptr<Preview> preview(Side from, const QByteArrayList &names, Side to, const QByteArray &folder = {},
                                     const std::function<void(TransferPlan &)> &change = {})
    {
        TransferPlan plan;
        plan.folder = (from == Side::Here ? m_fixture.here() : m_fixture.there()).toUtf8();
        plan.names = names;
        plan.target = (to == Side::Here ? m_fixture.here() : m_fixture.there()).toUtf8() + folder;
        if (change)
            change(plan);
        const OpenBulk way = [host = &m_fixture.host()] { return host->openBulk(); };
        return std::make_unique<Preview>(plan, from == Side::There ? way : OpenBulk(),
                                         to == Side::There ? way : OpenBulk(), m_prepare);
    }
    static TransferPreview ended(const std::unique_ptr<Preview> &preview)
    {
        if (!QTest::qWaitFor([&] { return preview->isDone(); }, testing::patience))
            qWarning("the preview does not end");
        return preview->state();
    }

    TransferFixture m_fixture;
    std::function<void()> m_prepare; // of what preview() makes
};

void TstPreview::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstPreview::init()
{
    m_prepare = {};
    QVERIFY(m_fixture.start());
}

void TstPreview::countsWhatIsNew()
{
    m_fixture.run("mkdir -p here/tree/sub && cd here/tree && for i in $(seq 300); do printf 12345 > sub/$i; done; "
                  "ln -s sub link; printf 123 > ../one");
    const auto state = ended(preview(Side::Here, {"tree", "one"}, Side::There));
    QVERIFY(state.problem.isEmpty());
    QVERIFY(state.isCounted && state.isCompared);
    QCOMPARE(state.files, 302);
    QCOMPARE(state.folders, 2);
    QCOMPARE(state.bytes, 1503);
    QCOMPARE(state.filesThere + state.filesDiffering + state.foldersThere, 0);
    QCOMPARE(m_fixture.run("ls -A there"), ""); // nothing is changed
}

void TstPreview::comparesWithWhatIsThere()
{
    m_fixture.run("mkdir -p here/tree/sub && cd here/tree && for i in $(seq 60); do echo $i > sub/$i; done; "
                  "cp -a ../tree ../../there/; cd ../../there/tree; echo 1234567 > sub/7; touch -d '2001-01-01' sub/8; "
                  "touch -d '2040-01-01' sub/9; rm sub/10");
    const auto state = ended(preview(Side::Here, {"tree"}, Side::There));
    QCOMPARE(state.files, 60);
    QCOMPARE(state.filesThere, 56);
    QCOMPARE(state.filesDiffering, 3);
    QCOMPARE(state.bytesDiffering, 6);
    QCOMPARE(state.bytes - state.bytesThere - state.bytesDiffering, 3);
    QCOMPARE(state.foldersThere, 2);
    QHash<QString, bool> isNewer;
    for (const DifferingFile &file : state.differing)
        isNewer.insert(file.path, file.isNewer);
    QCOMPARE(isNewer.size(), 3);
    QVERIFY(isNewer.value(u"tree/sub/8"_s));
    QVERIFY(!isNewer.value(u"tree/sub/9"_s));
    QVERIFY(isNewer.contains(u"tree/sub/7"_s));
}

void TstPreview::countsHoles_data()
{
    QTest::addColumn<bool>("isUpload");
    QTest::newRow("to the machine") << true;
    QTest::newRow("from the machine") << false;
}

// They are kept, and take no space.
void TstPreview::countsHoles()
{
    QFETCH(bool, isUpload);
    const QByteArray from = isUpload ? "here" : "there";
    const QByteArray to = isUpload ? "there" : "here";
    m_fixture.run("mkdir -p {here,there}/t; cd " + from
                  + "/t; truncate -s 100M new same other; head -c 5000000 /dev/urandom > full; head -c 1000000 "
                    "/dev/urandom >> new; cp -a same ../../"
                  + to + "/t/; echo 1 > ../../" + to + "/t/other");
    const Side source = isUpload ? Side::Here : Side::There;
    const auto state = ended(preview(source, {"t"}, isUpload ? Side::There : Side::Here));
    QVERIFY(state.isCounted && state.isCompared);
    constexpr qint64 hole = 100 * 1024 * 1024;
    QCOMPARE(state.bytes, 3 * hole + 6'000'000);
    QCOMPARE(state.holesThere, hole);
    QCOMPARE(state.holesDiffering, hole);
    const qint64 inNew = state.holes - state.holesThere - state.holesDiffering;
    QVERIFY2(inNew > hole - 1'000'000 && inNew <= hole, qPrintable(QString::number(inNew)));
}

// Of a large file they are kept, however few they are.
void TstPreview::countsHolesOfWhatIsMostlyHeld()
{
    QFETCH(bool, isUpload);
    m_fixture.run("cd " + QByteArray(isUpload ? "here" : "there")
                  + "; head -c 62914560 /dev/zero > f; truncate -s 104857600 f; head -c 2000000 /dev/zero > small; "
                    "truncate -s 3000000 small");
    const Side source = isUpload ? Side::Here : Side::There;
    const auto state = ended(preview(source, {"f", "small"}, isUpload ? Side::There : Side::Here));
    QVERIFY(state.isCounted);
    constexpr qint64 hole = 40 * 1024 * 1024;
    QCOMPARE(state.bytes, 107'857'600);
    QVERIFY2(state.holes > hole - 1'000'000 && state.holes <= hole, qPrintable(QString::number(state.holes)));
}

void TstPreview::leavesOutWhatIsIgnored()
{
    m_fixture.run("mkdir -p here/tree/.git here/tree/cache && cd here/tree && touch a.o b cache/1 cache/2; "
                  "echo '*.o' > .gitignore; echo cache > .batchdeckignore");
    auto state = ended(preview(Side::Here, {"tree"}, Side::There));
    QCOMPARE(state.files, 4);
    QCOMPARE(state.ignored, 1);
    state = ended(preview(Side::Here, {"tree"}, Side::There, {},
                          [](TransferPlan &plan) { plan.ignoreFiles = IgnoreFiles::OursAndGit; }));
    QCOMPARE(state.files, 3);
    QCOMPARE(state.ignored, 2);
}

void TstPreview::looksTheOtherWay()
{
    m_fixture.run("mkdir -p there/tree here && cd there/tree && echo 1 > one; echo 2 > two; cp -a ../tree ../../here/; "
                  "echo 33 > three; touch -d '2040-01-01' two; echo one > .batchdeckignore");
    const auto state = ended(preview(Side::There, {"tree"}, Side::Here));
    QVERIFY(state.isCounted && state.isCompared);
    QCOMPARE(state.files, 4);
    QCOMPARE(state.filesThere, 1);
    QCOMPARE(state.filesDiffering, 1);
    QVERIFY(state.differing.constFirst().isNewer);
}

void TstPreview::looksBetweenFoldersOfTheMachine()
{
    m_fixture.run("mkdir -p there/from/tree there/to && cd there/from/tree && echo 1 > one; cp -a ../tree ../../to/; "
                  "echo 2 > two");
    const auto state =
        ended(preview(Side::There, {"tree"}, Side::There, "/to", [](TransferPlan &plan) { plan.folder += "/from"; }));
    QCOMPARE(state.files, 2);
    QCOMPARE(state.filesThere, 1);
}

void TstPreview::looksWhereThereIsNoShell()
{
    QVERIFY(m_fixture.start(TransferFixture::sftpOnly));
    m_fixture.run("mkdir -p {here,there}/t; for i in $(seq 20); do printf 12345 > here/t/$i; done; cp -a here/t/[1-5] "
                  "there/t/; echo another > there/t/6");
    for (const auto &[from, to] : {std::pair{Side::Here, Side::There}, {Side::There, Side::Here}}) {
        const auto state = ended(preview(from, {"t"}, to));
        QVERIFY2(state.problem.isEmpty(), qPrintable(state.problem.englishText()));
        QCOMPARE(state.files, from == Side::Here ? 20 : 6);
        QCOMPARE(state.filesThere, 5);
        QCOMPARE(state.filesDiffering, 1);
    }
}

void TstPreview::tellsThatASourceIsMissing()
{
    const auto state = ended(preview(Side::Here, {"nothing"}, Side::There));
    QVERIFY(!state.isCounted);
    QVERIFY(state.problem.englishText().contains(u"There is no"_s));
    const auto there = ended(preview(Side::There, {"nothing"}, Side::Here));
    QVERIFY(!there.isCounted);
    QVERIFY(there.problem.englishText().contains(u"There is no"_s));
}

void TstPreview::listsWithoutAFind()
{
    m_fixture.run("mkdir -p here/tree there/tree; touch here/tree/one there/tree/one");
    m_fixture.replaceTool("find", "#!/bin/sh\nexec busybox find \"$@\"\n");
    const auto state = ended(preview(Side::Here, {"tree"}, Side::There));
    QVERIFY(state.problem.isEmpty());
    QVERIFY(state.isCompared);
    QCOMPARE(state.filesThere + state.filesDiffering, 1); // by SFTP
}

void TstPreview::tellsThatTheMachineIsAway()
{
    m_fixture.run("mkdir -p here/tree; touch here/tree/one");
    m_fixture.host().close();
    const auto state = ended(preview(Side::Here, {"tree"}, Side::There));
    QVERIFY(state.isCounted);
    QCOMPARE(state.files, 1);
    QVERIFY(!state.isCompared);
    QVERIFY(!state.problem.isEmpty());
}

// A find that says the same for ever, and one of files that are larger than any disk.
void TstPreview::believesNoListWithoutEnd()
{
    m_fixture.run("mkdir -p here/tree; touch here/tree/one");
    m_fixture.replaceTool("find",
                          "#!/bin/sh\n[ \"$1\" = . ] && printf x && exit\nwhile printf 'f 9223372036854775807 "
                          "1.0\\0./tree/one\\0\\0'; do :; done\n");
    const auto few = [](TransferPlan &plan) { plan.mostEntries = 50'000; };
    m_fixture.run("mkdir there/tree");
    auto state = ended(preview(Side::Here, {"tree"}, Side::There, {}, few));
    QVERIFY(!state.isCompared && !state.problem.isEmpty());
    state = ended(preview(Side::There, {"tree"}, Side::Here, {}, few));
    QVERIFY(!state.isCounted && state.bytes > 0);
}

void TstPreview::endsWhenItIsLeft()
{
    m_fixture.run("mkdir -p here/tree; touch here/tree/one");
    m_fixture.replaceTool("find", "#!/bin/sh\n[ \"$1\" = . ] && printf x && exit\nexec sleep 1000\n");
    m_fixture.run("mkdir there/tree");
    auto left = preview(Side::Here, {"tree"}, Side::There);
    QTRY_VERIFY(left->state().isCounted);
    QVERIFY(!left->isDone());
    left.reset(); // does not wait for the machine
}

// Logins over a long way take longer than many a transfer: they are made while somebody reads what it would do.
void TstPreview::preparesForMuch()
{
    int prepared = 0;
    m_prepare = [&prepared] { ++prepared; };
    m_fixture.run("mkdir here/few here/many && cd here/many && seq 1001 | xargs touch && touch ../few/one");
    QVERIFY(ended(preview(Side::Here, {"few"}, Side::There)).isCounted);
    QCOMPARE(prepared, 0);
    QVERIFY(ended(preview(Side::Here, {"few", "many"}, Side::There)).isCounted);
    QCOMPARE(prepared, 1);
}

void TstPreview::servesTheTransferThatFollows_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::addColumn<QByteArray>("change"); // of the source
    QTest::addColumn<bool>("isListedAnew");
    QTest::addColumn<bool>("isThere"); // a file of it, already
    for (const auto &[name, way] : {std::pair{"to a machine", TransferWay::Up},
                                    {"from a machine", TransferWay::Down},
                                    {"between machines", TransferWay::Between}}) {
        QTest::addRow("%s", name) << way << QByteArray() << false << false;
        QTest::addRow("%s, with a new file", name) << way << QByteArray("echo 3 > sub/new") << true << false;
        QTest::addRow("%s, with one less", name) << way << QByteArray("rm sub/2") << true << false;
        QTest::addRow("%s, with one filled", name) << way << QByteArray("echo 4 > empty") << true << false;
        QTest::addRow("%s, with one edited that was there", name) << way << QByteArray("echo 2 > one") << true << true;
    }
    QTest::addRow("to a machine, with another ignore file")
        << TransferWay::Up << QByteArray("echo '*.tmp' > .batchdeckignore") << true << false;
    QTest::addRow("to a machine, with one edited") << TransferWay::Up << QByteArray("echo 3 > sub/2") << true << false;
    QTest::addRow("of a machine without a shell") << TransferWay::DownPlain << QByteArray() << true << false;
}

// Both sides go by one walk.
void TstPreview::servesTheTransferThatFollows()
{
    QFETCH(TransferWay, way);
    QFETCH(QByteArray, change);
    QFETCH(bool, isListedAnew);
    QFETCH(bool, isThere);
    const bool isDown = way == TransferWay::Down || way == TransferWay::DownPlain;
    const QByteArray from = isDown ? "there" : "here";
    m_fixture.run("mkdir -p {here,there}/t/sub; cd " + from
                  + "/t; echo 1 > one; echo 2 > sub/2; echo t > a.tmp; touch empty .batchdeckignore; "
                  + (isThere ? "cp -a one ../../" : "ls ../../") + (isDown ? "here" : "there") + "/t/");
    m_fixture.replaceTool("find",
                          "#!/bin/sh\ncase \"$*\" in *' -depth '*) echo >> TOP/walks ;; esac\nexec REAL \"$@\"\n");
    const TransferPlan plan = m_fixture.plan(!isDown, {"t"}, ConflictRule::Replace);
    const auto &host = way == TransferWay::DownPlain ? m_fixture.plain().host() : m_fixture.machine().host();
    Preview before(plan, way == TransferWay::Up ? OpenBulk() : bulkTo(host), isDown ? OpenBulk() : bulkTo(host));
    QVERIFY(QTest::qWaitFor([&] { return before.isDone(); }, testing::patience));
    QCOMPARE(before.state().filesThere, isThere ? 1 : 0);

    m_fixture.run("cd " + from + "/t; " + change);
    const auto run = m_fixture.copy(way, plan);
    run->useList(before.takeList());
    VERIFY_RESULT(run->run());
    QCOMPARE(run->wasListedBefore(), !isListedAnew);
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(run->failed().count(), 0);
    if (way != TransferWay::Up && way != TransferWay::DownPlain)
        QCOMPARE(m_fixture.run("wc -l < walks").toInt(), isListedAnew ? 2 : 1);
    if (change.contains("ignore"))
        m_fixture.run("rm here/t/a.tmp"); // which was not to be sent
    QVERIFY(m_fixture.isSame("t"));
}

BATCHDECK_TEST(QCoreApplication, TstPreview)

#include "tst_preview.moc"
