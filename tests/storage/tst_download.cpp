// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What only trees of a real machine on their way to this computer have; the rest is TstTransferContract's.
class TstDownload final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsNoSetUid();
    void bringsManyFilesOverSeveralSessions();
    void goesOnWhenAllOfABatchIsGone();
    void comesBackWhenTarIsKilled();
    void failsWhatChangesMeanwhile();

private:
    /// From there to here.
    [[nodiscard]] std::unique_ptr<TransferRun> download(const QByteArrayList &names,
                                                        ConflictRule rule = ConflictRule::Skip) const
    {
        return m_fixture.copy(TransferWay::Down, m_fixture.plan(false, names, rule));
    }

    TransferFixture m_fixture;
};

void TstDownload::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstDownload::init()
{
    QVERIFY(m_fixture.start());
}

void TstDownload::bringsNoSetUid()
{
    m_fixture.run(
        "mkdir -p there/t/team; echo run > there/t/tool; echo plain > there/t/plain; chmod 4755 there/t/tool; "
        "chmod 2775 there/t/team; [ $(id -u) != 0 ] || { chown 471100 there/t/tool; chmod 4755 there/t/tool; }");
    for (int i = 0; i < 2; ++i) { // also to where it is already
        const auto way = download({"t"}, ConflictRule::Replace);
        VERIFY_RESULT(way->run());
        QVERIFY(way->noted().has("t/tool") && !way->noted().has("t/plain"));
        QVERIFY(i > 0 || way->noted().has("t/team"));
        for (const FailedFile &file : way->noted().list()) {
            if (file.path == u"t/tool"_s)
                QCOMPARE(file.reason.contains(u"owner \"471100\" is not kept: "_s), ::geteuid() == 0);
            QVERIFY2(file.reason.contains(u"set-user-ID"_s), qPrintable(file.reason));
        }
        QCOMPARE(m_fixture.run("stat -c %a here/t/tool; echo more >> there/t/tool"), "755\n");
    }
}

void TstDownload::bringsManyFilesOverSeveralSessions()
{
    m_fixture.run(
        "cd there; for d in $(seq 40); do mkdir -p t/$d && for f in $(seq 50); do echo $d $f > t/$d/$f; done; done; "
        "head -c 20000000 /dev/urandom | split -b 1000000 - t/big; head -c 8000000 /dev/urandom > single");
    const auto way = download({"t", "single"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.run("cmp there/single here/single"), "");
    QCOMPARE(way->counters().filesDone.load(), 2021);
}

// What is not found any more says nothing: whoever waited for it would wait for ever.
void TstDownload::goesOnWhenAllOfABatchIsGone()
{
    m_fixture.run(
        "mkdir -p there/t/{a,b,c} && cd there/t && for i in $(seq 3000); do echo $i > b/$i; done; echo 1 > a/1; "
        "echo 2 > c/2");
    m_fixture.replaceTool(
        "tar", "#!/bin/sh\ncase $* in *escape*) mv TOP/there/t/b TOP/ 2>/dev/null;; esac\nexec REAL \"$@\"\n");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 3000);
    QVERIFY(testing::countsEveryFile(*way));
    QVERIFY2(way->failed().list().constFirst().reason.contains(u"No such file"_s),
             qPrintable(way->failed().list().constFirst().reason));
    QCOMPARE(m_fixture.run("cat here/t/*/*"), "1\n2\n");
}

// As by who looks for memory: no file has failed by that.
void TstDownload::comesBackWhenTarIsKilled()
{
    m_fixture.run("mkdir there/t; for i in $(seq 100); do echo $i > there/t/$i; done");
    m_fixture.replaceTool("tar",
                          "#!/bin/bash\ncase $* in *escape*) [ -e TOP/came ] || { : > TOP/came; "
                          "REAL \"$@\" | head -c 20480; kill -9 $$; } ;; esac\nexec REAL \"$@\"\n");
    const TransferPlan asked = m_fixture.plan(false, {"t"});
    const auto struck = m_fixture.copy(TransferWay::Down, asked);
    const auto done = struck->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::Unreachable));
    QCOMPARE(struck->failed().count(), 0);
    const auto run = m_fixture.copy(TransferWay::Down, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture.run("ls here/t | wc -l; ls came"), "100\ncame\n");
}

void TstDownload::failsWhatChangesMeanwhile()
{
    m_fixture.run("mkdir there/t && cd there/t && for f in same touched grown rewritten; do echo $f > $f; done; head "
                  "-c 70000000 /dev/urandom > "
                  "large; head -c 70000000 /dev/urandom > whole; touch -d 2020-01-01 *");
    // Listed, and then it is another; read, and then it is another (tar tells that by how it ends).
    m_fixture.replaceTool("tar",
                          "#!/bin/bash\ncase $* in *escape*) ;; *) exec REAL \"$@\";; esac\ncd TOP/there/t; touch "
                          "touched; echo more >> grown; "
                          "touch -d 2020-01-01 grown\ncd ..; REAL \"$@\"; echo REWRITTEN > t/rewritten; exit 1\n");
    m_fixture.replaceTool("dd",
                          "#!/bin/sh\ncase $* in *large*) echo x >> TOP/there/t/large;; esac\nexec REAL \"$@\"\n");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    for (const QByteArray name : {"touched", "grown", "rewritten", "large"}) {
        QVERIFY2(way->failed().has("t/" + name), name);
        QVERIFY(way->failed().list().constFirst().reason.contains(u"changed"_s));
    }
    QCOMPARE(way->failed().count(), 4);
    QVERIFY(testing::countsEveryFile(*way));
    QCOMPARE(m_fixture.run("ls here/t"), "same\nwhole\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

BATCHDECK_TEST(QCoreApplication, TstDownload)

#include "tst_download.moc"
