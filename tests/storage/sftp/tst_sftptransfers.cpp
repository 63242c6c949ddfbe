// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <algorithm>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What only a machine has whose sshd gives SFTP and nothing else; the rest is TstTransferContract's.
class TstSftpTransfers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsTimesThatItCannotSay();
    void bringsWhatCanHaveNoTimes();
    void keepsWhatAnEarlierRunSealed();
    void sendsAgainWhatIsNotSealed();
    void sendsOnlyWhatIsMissing();
    void keepsFilesWhenItRemovesFolders();
    void givesThePlaceBack_data();
    void givesThePlaceBack();
    void keepsWhatWasReplacedWhateverTheServerSays_data();
    void keepsWhatWasReplacedWhateverTheServerSays();
    void tellsWhatBothTrashesHave();
    void trustsNoTrashOfAnother_data();
    void trustsNoTrashOfAnother();
    void trustsNoTrashOfAnUnknownOwner();
    void goesOnAfterKills();
    void servesWhereAToolIsMissing();
    void tellsThatThereIsNoWay();

private:
    [[nodiscard]] std::unique_ptr<TransferRun> run(bool isUpload, const QByteArrayList &names,
                                                   ConflictRule rule = ConflictRule::Skip) const
    {
        return m_fixture.copy(isUpload ? TransferWay::Up : TransferWay::Down, m_fixture.plan(isUpload, names, rule));
    }
    [[nodiscard]] std::unique_ptr<TransferRun> upload(const QByteArrayList &names,
                                                      ConflictRule rule = ConflictRule::Skip) const
    {
        return run(true, names, rule);
    }
    [[nodiscard]] std::unique_ptr<TransferRun> download(const QByteArrayList &names,
                                                        ConflictRule rule = ConflictRule::Skip) const
    {
        return run(false, names, rule);
    }

    TransferFixture m_fixture;
};

void TstSftpTransfers::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstSftpTransfers::init()
{
    QVERIFY(m_fixture.start(TransferFixture::sftpOnly));
}

void TstSftpTransfers::bringsTimesThatItCannotSay()
{
    m_fixture.run("mkdir here/t; echo 1 > here/t/old; touch -d 1960-01-01 here/t/old");
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).reason));
    QCOMPARE(m_fixture.run("cat there/t/old; stat -c %Y there/t/old"), "1\n0\n");
    QVERIFY(way->noted().has("t/old"));
}

// Some servers take neither permissions nor times.
void TstSftpTransfers::bringsWhatCanHaveNoTimes()
{
    QVERIFY(m_fixture.start("ForceCommand internal-sftp -P setstat,fsetstat\n"));
    m_fixture.run("mkdir -p here/t/in; echo 1 > here/t/old; echo 2 > here/t/in/new; touch -d 2001-01-01 here/t/old");
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).reason));
    QVERIFY(way->noted().has("t/old") && way->noted().has("t/in/new"));
    QCOMPARE(m_fixture.run("cat there/t/old there/t/in/new"), "1\n2\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

// A run that ended while it moved things to their places left folders that nobody may write in.
void TstSftpTransfers::keepsWhatAnEarlierRunSealed()
{
    m_fixture.run("mkdir -p here/t/locked; echo a > here/t/locked/a; echo b > here/t/locked/b; chmod 555 "
                  "here/t/locked; chmod 444 here/t/locked/*; cp -a here there/.t.part-0123; cd "
                  "there/.t.part-0123/t; chmod 755 locked; rm locked/a; echo other > locked/b; chmod 0 locked");
    VERIFY_RESULT(upload({"t"})->run());
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
}

// A file that was cut in the second in which its source had been written has the right size and time by chance.
void TstSftpTransfers::sendsAgainWhatIsNotSealed()
{
    m_fixture.run(
        "mkdir -p here/t there/.t.part-0123/t; cd here/t; echo one | tee cut whole > private; cd "
        "../../there/.t.part-0123/t; echo two | tee cut whole > private; cd ../../..; chmod 644 here/t/*; chmod "
        "700 here/t/private; chmod 200 there/.t.part-0123/t/cut; chmod 644 there/.t.part-0123/t/whole; chmod 700 "
        "there/.t.part-0123/t/private; touch -d @1600000000 here/t/* there/.t.part-0123/t/*");
    const auto run = upload({"t"});
    VERIFY_RESULT(run->run());
    QCOMPARE(m_fixture.run("cd there/t; cat cut private whole; stat -c '%a %Y' *"),
             "one\ntwo\ntwo\n644 1600000000\n700 1600000000\n644 1600000000\n");
    QCOMPARE(run->counters().bytesSent.load(), 4);
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstSftpTransfers::sendsOnlyWhatIsMissing()
{
    m_fixture.run(
        "mkdir -p here/tree/sub && cd here/tree && for i in $(seq 500); do echo $i > sub/$i; done; ln -s a b");
    VERIFY_RESULT(upload({"tree"})->run());
    m_fixture.run("cd here/tree/sub && echo more >> 7; echo new > 501; rm 9");
    const auto again = upload({"tree"}, ConflictRule::Replace);
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 499);
    QCOMPARE(again->counters().bytesSent.load(), 11);
    m_fixture.run("rm there/tree/sub/9"); // what is only there stays there
    QVERIFY(m_fixture.isSame("tree"));

    m_fixture.run("cd there/tree/sub && echo more >> 8; echo new > 502");
    const auto back = download({"tree"}, ConflictRule::Replace);
    VERIFY_RESULT(back->run());
    QCOMPARE(back->counters().filesThere.load(), 500);
    QCOMPARE(back->counters().bytesSent.load(), 11);
    QVERIFY(m_fixture.isSame("tree"));
}

// As a stage goes whose files have all got to their places.
void TstSftpTransfers::keepsFilesWhenItRemovesFolders()
{
    const auto session = testing::await(m_fixture.host().openBulk());
    VERIFY_RESULT(session);
    const auto client = (*session)->sftp();
    VERIFY_RESULT(client);
    const QByteArray stage = m_fixture.there().toUtf8() + "/stage";
    m_fixture.run("mkdir -p there/stage/a/b there/stage/c; echo x > there/stage/a/b/file");
    QVERIFY(!removeSftpTree(**client, stage, FilesOfTree::Kept));
    QCOMPARE(m_fixture.run("cat there/stage/a/b/file; rm there/stage/a/b/file"), "x\n");
    VERIFY_RESULT(removeSftpTree(**client, stage, FilesOfTree::Kept));
    QCOMPARE(m_fixture.run("ls -A there"), "");
}

void TstSftpTransfers::givesThePlaceBack_data()
{
    QTest::addColumn<QByteArray>("more"); // arguments of the server
    QTest::newRow("as a further name") << QByteArray();
    QTest::newRow("where the server gives none") << QByteArray("-P hardlink");
}

// What would replace it cannot be moved.
void TstSftpTransfers::givesThePlaceBack()
{
    QFETCH(QByteArray, more);
    SKIP_WITHOUT("python3");
    QVERIFY(m_fixture.start(TransferFixture::struckSftp + more + '\n'));
    m_fixture.run("rm -rf '" + m_fixture.server().home().toUtf8() + "/.local/share/Trash'"); // of tests before
    const QString strike = m_fixture.server().home() + u"/strike"_s;
    QVERIFY(testing::writeFile(strike, "replace never 0"));
    const auto atEnd = qScopeGuard([&strike] { QFile::remove(strike); });
    m_fixture.run("mkdir -p {here,there}/t; echo new | tee here/t/a > here/t/b; echo own | tee there/t/a > there/t/b; "
                  "touch -d 2001-01-01 there/t/*");
    const auto run = upload({"t"}, ConflictRule::Replace);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 2);
    QVERIFY(run->replaced().isEmpty());
    QCOMPARE(m_fixture.run("cd there; cat t/a t/b; ls -A; ls t"), "own\nown\nt\na\nb\n");
    QCOMPARE(m_fixture.run("cd '" + m_fixture.server().home().toUtf8() + "/.local/share/Trash'; ls files info"),
             "files:\n\ninfo:\n");
}

void TstSftpTransfers::keepsWhatWasReplacedWhateverTheServerSays_data()
{
    givesThePlaceBack_data();
}

// The server replaces the file and answers that it failed.
void TstSftpTransfers::keepsWhatWasReplacedWhateverTheServerSays()
{
    QFETCH(QByteArray, more);
    SKIP_WITHOUT("python3");
    QVERIFY(m_fixture.start(TransferFixture::struckSftp + more + '\n'));
    const QByteArray trash = m_fixture.server().home().toUtf8() + "/.local/share/Trash";
    m_fixture.run("rm -rf '" + trash + '\'');
    const QString strike = m_fixture.server().home() + u"/strike"_s;
    QVERIFY(testing::writeFile(strike, "replace denied 0"));
    const auto atEnd = qScopeGuard([&strike] { QFile::remove(strike); });
    m_fixture.run("echo new > here/a; echo own > there/a; touch -d 2001-01-01 there/a");
    const auto run = upload({"a"}, ConflictRule::Replace);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QCOMPARE(run->replaced().size(), 1);
    QCOMPARE(m_fixture.run("cat there/a '" + trash + "'/files/*/a; ls -A there"), "new\nown\na\n");
}

// The trash of the home folder takes some, and others neither it nor one in the target.
void TstSftpTransfers::tellsWhatBothTrashesHave()
{
    const QByteArray bound = ::geteuid() == 0 ? "setpriv --bounding-set -dac_override,-dac_read_search " : "";
    QVERIFY(m_fixture.start("ForceCommand exec " + bound + "/usr/lib/openssh/sftp-server -d HOME -P hardlink\n"));
    const QByteArray trash = m_fixture.server().home().toUtf8() + "/.local/share/Trash";
    m_fixture.run("rm -rf '" + trash
                  + "'; mkdir -p {here,there}/{a,b,c}; for i in a b c; do echo new > here/$i/f; echo "
                    "own > there/$i/f; touch -d 2001-01-01 there/$i/f; done; chmod 555 there/b");
    const auto run = upload({"a", "b", "c"}, ConflictRule::Replace);
    VERIFY_RESULT(run->run());
    m_fixture.run("chmod 755 there/b");
    QCOMPARE(run->failed().count(), 1);
    QCOMPARE(m_fixture.run("cd there; cat [abc]/f; ls -A"), "new\nown\nnew\na\nb\nc\n");
    const QString kept = QString::fromUtf8(trash) + u"/files/a.replaced-0123"_s;
    QList<TrashedFile> told = run->replaced();
    std::sort(told.begin(), told.end(), [](const auto &one, const auto &other) { return one.path < other.path; });
    QCOMPARE(told,
             (QList<TrashedFile>{{m_fixture.path(u"there/a"_s), kept + u"/a"_s},
                                 {m_fixture.path(u"there/c"_s), kept + u"/c"_s}}));
    // What is there by then stays told when the home folder's takes nothing any more.
    m_fixture.run("chmod 500 '" + kept.toUtf8() + "'; echo newer > here/b/f; touch -d 2002-01-01 here/b/f");
    const auto next = upload({"a", "b", "c"}, ConflictRule::Replace);
    VERIFY_RESULT(next->run());
    m_fixture.run("chmod 700 '" + kept.toUtf8() + '\'');
    QCOMPARE(next->failed().count(), 0);
    QCOMPARE(next->replaced().size(), 3);
    QCOMPARE(m_fixture.run("cat there/b/f there/.Trash-*/files/a.replaced-0123/b/f; cat '" + kept.toUtf8() + "'/?/f"),
             "newer\nown\nown\nown\n");
}

void TstSftpTransfers::trustsNoTrashOfAnother_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::newRow("another user's") << QByteArray("mkdir -p $TRASH/files $TRASH/info; chmod 777 $TRASH $TRASH/*; "
                                                  "chown -R 4711 $TRASH 2>/dev/null || rm -rf $TRASH");
    QTest::newRow("a link") << QByteArray("mkdir -p ../else/files ../else/info; ln -s ../else $TRASH");
    QTest::newRow("files a link") << QByteArray("mkdir -p ../else $TRASH/info; ln -s ../../else $TRASH/files");
}

// In the target, where others may make one.
void TstSftpTransfers::trustsNoTrashOfAnother()
{
    QFETCH(QByteArray, script);
    const QByteArray data = m_fixture.server().home().toUtf8() + "/.local/share";
    m_fixture.run("rm -rf '" + data + "/Trash'; mkdir -p '" + data + "'; : > '" + data
                  + "/Trash'; echo new > here/a; echo own > there/a; touch -d 2001-01-01 there/a; cd there; "
                    "TRASH=.Trash-$(id -u); "
                  + script);
    const auto atEnd = qScopeGuard([&] { m_fixture.run("rm '" + data + "/Trash'"); });
    if (m_fixture.run("ls -A there") == "a\n")
        QSKIP("only root makes what is another user's");
    const QByteArray before = m_fixture.run("find there else -printf '%p %y %U\n' 2>/dev/null | sort");
    const auto run = upload({"a"}, ConflictRule::Replace);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QVERIFY(run->replaced().isEmpty());
    QCOMPARE(m_fixture.run("cat there/a"), "own\n");
    QCOMPARE(m_fixture.run("find there else -printf '%p %y %U\n' 2>/dev/null | sort"), before);
    m_fixture.run("rm -rf there/.Trash-*"); // then it has one of its own
    const auto next = upload({"a"}, ConflictRule::Replace);
    VERIFY_RESULT(next->run());
    QCOMPARE(next->replaced().size(), 1);
    QCOMPARE(m_fixture.run("cat there/a there/.Trash-$(id -u)/files/*/a; stat -c %a there/.Trash-*"),
             "new\nown\n700\n");
}

// This user is not known either: it is not the one of whom nothing is known, nor user 0.
void TstSftpTransfers::trustsNoTrashOfAnUnknownOwner()
{
    SKIP_WITHOUT("python3");
    QVERIFY(m_fixture.start(TransferFixture::struckSftp + QByteArray("\n")));
    const QString strike = m_fixture.server().home() + u"/strike"_s;
    QVERIFY(testing::writeFile(strike, "owner never 0"));
    const QByteArray data = m_fixture.server().home().toUtf8() + "/.local/share";
    m_fixture.run("rm -rf '" + data + "/Trash'; mkdir -p '" + data + "'; : > '" + data
                  + "/Trash'; echo new > here/a; echo own > there/a; touch -d 2001-01-01 there/a; "
                    "mkdir -p there/.Trash-{0,$(id -u)}/{files,info}");
    const auto atEnd = qScopeGuard([&] {
        m_fixture.run("rm '" + data + "/Trash'");
        QFile::remove(strike);
    });
    const auto run = upload({"a"}, ConflictRule::Replace);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QVERIFY(run->replaced().isEmpty());
    QCOMPARE(m_fixture.run("cat there/a; find there/.Trash-* -type f"), "own\n");
}

void TstSftpTransfers::goesOnAfterKills()
{
    m_fixture.run(
        "mkdir -p here/t/{a,b/c}; for i in $(seq 1500); do head -c $((i * 7)) /dev/urandom > here/t/a/$i; done; for i "
        "in $(seq 200); do ln -s ../$i here/t/b/$i; done; head -c 90000001 /dev/urandom > here/t/b/large; mkdir -p "
        "there/t/a; echo old > there/t/a/foreign");
    for (const bool isUpload : {true, false}) {
        for (const qint64 moment : {1, 1'000'000, 4'000'000, 20'000'000, 80'000'000, -1}) {
            VERIFY_RESULT(testing::await(m_fixture.host().open()));
            const auto way = run(isUpload, {"t"});
            std::atomic<bool> hasEnded = false;
            std::jthread killer([&] {
                while (moment > 0 && !hasEnded && way->counters().bytesSent < moment)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                for (const qint64 session : moment > 0 ? m_fixture.server().sessions() : QList<qint64>())
                    ::kill(pid_t(session), SIGKILL);
            });
            const auto result = way->run();
            hasEnded = true;
            killer.join();
            if (moment > 0) {
                QTRY_VERIFY(!m_fixture.host().isOpen()); // also when it had ended before
                continue;
            }
            VERIFY_RESULT(result);
            QCOMPARE(way->failed().count(), 0);
        }
        QCOMPARE(m_fixture.run("cat there/t/a/foreign"), "old\n");
        m_fixture.run("cp -a there/t/a/foreign here/t/a/");
        QVERIFY(m_fixture.isSame("t"));
        QCOMPARE(m_fixture.leftOver(), "");
        m_fixture.run("rm -r here/t");
    }
}

void TstSftpTransfers::servesWhereAToolIsMissing()
{
    QVERIFY(m_fixture.start());
    m_fixture.replaceTool("find", "#!/bin/sh\necho \"find: bad option -printf\" >&2; exit 1\n");
    m_fixture.run("mkdir here/t; for i in $(seq 20); do echo $i > here/t/$i; done");
    VERIFY_RESULT(upload({"t"})->run());
    QVERIFY(m_fixture.isSame("t"));
    m_fixture.run("rm -r here/t");
    VERIFY_RESULT(download({"t"})->run());
    QVERIFY(m_fixture.isSame("t"));
}

void TstSftpTransfers::tellsThatThereIsNoWay()
{
    QVERIFY(m_fixture.start("ForceCommand echo This account is for backups.\n"));
    m_fixture.run("echo a > here/a; echo b > there/b");
    for (const bool isUpload : {true, false}) {
        const auto refused = run(isUpload, {isUpload ? "a" : "b"})->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::CommandFailed));
        QVERIFY2(refused.error().message.englishText().contains(u"or an sftp server"_s),
                 qPrintable(refused.error().message.englishText()));
    }
}

BATCHDECK_TEST(QCoreApplication, TstSftpTransfers)

#include "tst_sftptransfers.moc"
