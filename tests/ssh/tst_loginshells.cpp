// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"
#include "engine/remote/shellline.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QSignalSpy>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::SshServer;

/// Whatever runs what we send, /bin/sh gets our script; and a machine that runs something else says so.
class TstLoginShells final : public QObject
{
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT("sshd"); }
    void reachesShThroughAnyShell_data();
    void reachesShThroughAnyShell();
    void leavesBannersOut();
    void takesLongScripts();
    void endsCommandsWhereSignalsAreRefused();
    void namesAForcedCommand();
    void saysWhenThereIsNoSftp();
    void cutsTheMarkOutOfAnyPieces();

private:
    Result<CommandResult> run(const RemoteCommand &command) { return await(m_host->run(command)); }
    bool open(const QByteArray &configuration);

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<SshHost> m_host;
};

bool TstLoginShells::open(const QByteArray &configuration)
{
    m_host.reset();
    m_server = std::make_unique<SshServer>(configuration);
    if (!m_server->start())
        return false;
    SshSpec spec;
    spec.destination = m_server->destination();
    spec.identityFile = m_server->identityFile();
    spec.configFile = u"/dev/null"_s;
    m_host = std::make_unique<SshHost>(std::make_shared<SshTransport>(m_server->knownHostsFile()), spec);
    return bool(await(m_host->open()));
}

void TstLoginShells::reachesShThroughAnyShell_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QByteArray>("shell");
    for (const QByteArray name : {"dash", "bash", "tcsh", "fish", "mksh", "busybox"})
        QTest::newRow(name.constData()) << QString::fromLatin1(name)
                                        << (name == "busybox" ? "busybox sh -c"_ba : QByteArray(name + " -c"));
    QTest::newRow("csh -f") << u"tcsh"_s << "tcsh -f -c"_ba;
}

void TstLoginShells::reachesShThroughAnyShell()
{
    QFETCH(QString, part);
    QFETCH(QByteArray, shell);
    SKIP_WITHOUT_PART(part);
    QVERIFY(open("ForceCommand " + shell + " \"$SSH_ORIGINAL_COMMAND\""));
    QByteArray every;
    for (int c = 1; c < 256; ++c)
        every += c == '\'' ? QByteArray("'\\''") : QByteArray(1, char(c));
    const QList<std::pair<QByteArray, QByteArray>> scripts{
        {"printf %s '" + every + "'", QByteArray(every).replace("'\\''", "'")},
        {"if true\nthen echo \"a  b\"; fi # !x\necho $((2+3)) `echo c` \\\\ \"$HOME\" >/dev/null\necho ü€ {a,b} ~- ^ "
         "*.none\n",
         "a  b\nü€ {a,b} ~- ^ *.none\n"},
        {"cat <<'END'\n$HOME !! \\n 'x'\nEND\n", "$HOME !! \\n 'x'\n"},
        {"echo $# $0; set -- 1 2; echo $#", "0 sh\n2\n"},
        {"sleep 0.01 & wait; echo waited", "waited\n"},
    };
    for (const auto &[script, output] : scripts) {
        const auto result = run({script});
        VERIFY_RESULT(result);
        QCOMPARE(result->output, output);
        QCOMPARE(result->errorOutput, "");
        QCOMPARE(result->exitCode, 0);
    }
    for (const int code : {0, 1, 42, 127, 255}) {
        const auto result = run({"exit " + QByteArray::number(code)});
        VERIFY_RESULT(result);
        QCOMPARE(result->exitCode, code);
    }
}

void TstLoginShells::leavesBannersOut()
{
    QVERIFY(open("ForceCommand echo Welcome; echo careful >&2; printf half; bash -xc \"$SSH_ORIGINAL_COMMAND\""));
    const auto result = run({"echo out; echo err >&2; exit 9"});
    VERIFY_RESULT(result);
    QCOMPARE(result->output, "out\n");
    QCOMPARE(result->errorOutput, "err\n");
    QCOMPARE(result->exitCode, 9);
}

void TstLoginShells::takesLongScripts()
{
    QVERIFY(open({}));
    for (const int size : {90'000, 120'000, 400'000}) {
        const QByteArray script = "# " + QByteArray(size, '!') + "\ncat; exit 7 # '\n";
        const auto result = run({script, "the input"});
        VERIFY_RESULT(result);
        QCOMPARE(result->output, "the input");
        QCOMPARE(result->exitCode, 7);
    }
}

// With a forced command, and for root always, OpenSSH refuses signals.
void TstLoginShells::endsCommandsWhereSignalsAreRefused()
{
    QVERIFY(open("ForceCommand sh -c \"$SSH_ORIGINAL_COMMAND\""));
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"open"_s);
    const QByteArray endless = "sh -c 'exec 9>" + file.toUtf8() + "; echo begun; exec sleep 1000' & wait";
    for (const QByteArray &input : {""_ba, "input"_ba}) {
        const auto result = run({endless, input, 300ms});
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), int(ErrorCode::Timeout));
        QTRY_VERIFY(!testing::isOpen(file));
    }
    for (const QByteArray &input : {""_ba, "input"_ba}) {
        auto stream = m_host->stream({endless, input});
        QSignalSpy read(stream.get(), &RemoteProcess::readyRead);
        QVERIFY(read.wait(testing::patience));
        QVERIFY(testing::isOpen(file));
        stream->stop();
        QTRY_VERIFY(!testing::isOpen(file));
    }
}

void TstLoginShells::namesAForcedCommand()
{
    QVERIFY(open("ForceCommand echo This account is for backups."));
    const auto result = run({"echo out"});
    QVERIFY(!result);
    QCOMPARE(int(result.error().code), int(ErrorCode::CommandFailed));
    const QString words = result.error().message.englishText();
    QVERIFY2(words.contains(u"This account is for backups."_s) && words.contains(u"ForceCommand"_s), qPrintable(words));

    // However much is said: the cause comes last, on stderr where there is any.
    QVERIFY(open("ForceCommand seq 1000 1400; echo No shells here. >&2"));
    const auto chatty = run({"echo out"});
    QVERIFY(!chatty);
    QVERIFY2(chatty.error().message.englishText().endsWith(u"1400 No shells here."_s),
             qPrintable(chatty.error().message.englishText()));
    QVERIFY2(chatty.error().technical.endsWith(u"1400\nNo shells here."_s), qPrintable(chatty.error().technical));

    QVERIFY(open("MaxSessions 0"));
    const auto none = run({"echo out"});
    QVERIFY(!none);
    QCOMPARE(int(none.error().code), int(ErrorCode::CommandFailed));
}

void TstLoginShells::saysWhenThereIsNoSftp()
{
    QVERIFY(open("ForceCommand sh -c \"$SSH_ORIGINAL_COMMAND\"")); // it knows no internal-sftp
    const auto entries = await(m_host->files().list(u"/"_s)->next(1000));
    QVERIFY(!entries);
    QCOMPARE(int(entries.error().code), int(ErrorCode::IoError));
    QVERIFY(entries.error().message.englishText().contains(u"sftp"_s));
    VERIFY_RESULT(run({"true"}));
}

void TstLoginShells::cutsTheMarkOutOfAnyPieces()
{
    const QByteArray bytes = "banner\nhalfMARK 123\nout\nMARK 5\n";
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        MarkFilter filter("MARK");
        const QByteArray first = filter.feed(bytes.first(cut));
        QCOMPARE(QByteArray(first + filter.feed(bytes.sliced(cut))), "out\nMARK 5\n");
        QCOMPARE(filter.pid(), 123);
        QCOMPARE(filter.before(), "banner\nhalf");
    }
}

BATCHDECK_TEST(QCoreApplication, TstLoginShells)
#include "tst_loginshells.moc"
