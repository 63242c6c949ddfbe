// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/bench.h"

#include "engine/node/doctor.h"
#include "tests/support/parts.h"
#include "tests/support/shells.h"
#include "tests/support/testmain.h"

#include <QRegularExpression>

#include <algorithm>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;
using State = DoctorFinding::State;

/// What is looked at and tidied up on a machine: doctor.sh and clean.sh, and the agent's part in them.
class TstNodeCare final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void findsThisMachineWell_data();
    void findsThisMachineWell();
    void findsWhatIsWrong_data();
    void findsWhatIsWrong();
    void findsWhatAMachineLacks_data();
    void findsWhatAMachineLacks();
    void hasARemedyForAllThatIsNotWell();
    void findsASmallDisk();
    void findsAFullDisk();
    void comparesClocks();
    void believesTheChannelAboutALogin();
    void readsNoHalfAnAnswer();
    void diagnoses();
    void leavesNothing_data();
    void leavesNothing();
    void removesUnderEachShell_data();
    void removesUnderEachShell();
    void keepsOutputs_data();
    void keepsOutputs();
    void keepsWhatOthersHave();
    void keepsALivingJob();
    void keepsAMount();
    void wantsAProfile_data();
    void wantsAProfile();

private:
    /// doctor.sh HOME under \a shell, behind \a prefix.
    Result<CommandResult> doctor(const QByteArray &home, const QByteArray &prefix = {}, const QByteArray &shell = "sh");
    QList<DoctorFinding> findings(const QByteArray &home, const QByteArray &prefix = {},
                                  const QByteArray &shell = "sh");
    void writeTool(const char *name, const QByteArray &script);
    /// Every path below the bench's folder.
    QStringList everything() const;
    QByteArray home() const { return m_bench->home().toLocal8Bit() + "/a home"; }
    /// A job of \a profile below home() that runs \a command.
    QString startJob(const QString &profile, const QByteArray &command);

    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<NodeAgent> m_agent;
};

namespace {

QString english(const DoctorFinding &finding)
{
    return QString(finding.message.englishText() + u' ' + finding.remedy.englishText());
}

/// The finding of \a check that is not well, else any.
DoctorFinding worst(const QList<DoctorFinding> &findings, const QString &check)
{
    DoctorFinding found;
    for (const DoctorFinding &finding : findings) {
        if (finding.check == check && (found.check.isEmpty() || finding.state > found.state))
            found = finding;
    }
    return found;
}

} // namespace

void TstNodeCare::init()
{
    m_bench = std::make_unique<Bench>();
    m_agent = std::make_unique<NodeAgent>(m_bench->host(), QString::fromLocal8Bit(home()));
}

void TstNodeCare::cleanup()
{
    QTRY_VERIFY(!m_bench->isAnyLeft());
    m_agent.reset();
    m_bench.reset();
}

Result<CommandResult> TstNodeCare::doctor(const QByteArray &home, const QByteArray &prefix, const QByteArray &shell)
{
    const QByteArray folder = m_bench->home().toLocal8Bit();
    return m_bench->sh("export HOME='" + folder + "'\n" + prefix + "\nPATH='" + folder + "/bin':$PATH " + shell
                       + " -s '" + home + "' < '" BATCHDECK_SOURCE_DIR "/resources/scripts/doctor.sh'");
}

QList<DoctorFinding> TstNodeCare::findings(const QByteArray &home, const QByteArray &prefix, const QByteArray &shell)
{
    const qint64 sent = QDateTime::currentMSecsSinceEpoch();
    const auto result = doctor(home, prefix, shell);
    const auto parsed = result ? parseDoctor(*result, sent, QDateTime::currentMSecsSinceEpoch())
                               : Result<QList<DoctorFinding>>(result.error());
    return parsed ? *parsed : QList<DoctorFinding>();
}

void TstNodeCare::writeTool(const char *name, const QByteArray &script)
{
    const QString bin = m_bench->home() + u"/bin"_s;
    QVERIFY(QDir().mkpath(bin));
    Bench::write(bin, name, "#!/bin/sh\n" + script + '\n');
    QVERIFY(QFile::setPermissions(bin + u'/' + QLatin1StringView(name), QFile::ReadOwner | QFile::ExeOwner));
}

QStringList TstNodeCare::everything() const
{
    const auto found = m_bench->sh("find '" + m_bench->home().toLocal8Bit() + "' | sort");
    return QString::fromLocal8Bit(found->output).split(u'\n');
}

QString TstNodeCare::startJob(const QString &profile, const QByteArray &command)
{
    const QString attempt = QString::fromLocal8Bit(home()) + u"/jobs/"_s + profile + u"/u/a1/m"_s;
    const auto begun = await(m_agent->start(attempt, 0s, 1s, command + "\n#end\n"));
    return begun ? attempt : begun.error().message.englishText();
}

void TstNodeCare::findsThisMachineWell_data()
{
    testing::addShellRows();
}

void TstNodeCare::findsThisMachineWell()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QStringList before = everything();
    const qint64 sent = QDateTime::currentMSecsSinceEpoch();
    const auto result = doctor(m_bench->home().toLocal8Bit(), {}, shell.join(u' ').toLatin1());
    VERIFY_RESULT(result);
    QCOMPARE(result->exitCode, 0);
    QCOMPARE(result->errorOutput, QByteArray());
    QCOMPARE(everything(), before);
    const auto parsed = parseDoctor(*result, sent, QDateTime::currentMSecsSinceEpoch());
    VERIFY_RESULT(parsed);
    // Every line has its words: three are "time" twice and "end"; one finding is made of the times.
    QCOMPARE(parsed->size(), result->output.count("@bd ") - 3 + 1);
    for (const char *check : {"home", "session", "follow", "proc", "shell", "login-shell", "clock"}) {
        const DoctorFinding finding = worst(*parsed, QLatin1StringView(check));
        QVERIFY2(!finding.check.isEmpty(), check);
        QVERIFY2(finding.state == State::Ok, qPrintable(english(finding)));
        QVERIFY2(!english(finding).contains(u'%'), qPrintable(english(finding)));
    }
    for (const char *check : {"disk", "filesystem", "python", "logout", "processes", "files", "umask"})
        QVERIFY2(!worst(*parsed, QLatin1StringView(check)).check.isEmpty(), check);
}

void TstNodeCare::findsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("check");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const char *prefix, const char *tool, const char *script, const char *check,
                        bool fails, const char *words) {
        QTest::newRow(name) << QByteArray(prefix) << QByteArray(tool) << QByteArray(script)
                            << QString::fromLatin1(check) << fails << QString::fromUtf8(words);
    };
    row("everyone may write", "umask 0", "", "", "umask", false, "umask 022");
    row("few files", "ulimit -n 256", "", "", "files", false, "256 files");
    row("few processes", "ulimit -p 300 2>/dev/null || ulimit -u 300", "", "", "processes", false, "300 processes");
    row("a narrow locale", "export LC_ALL=C", "", "", "locale", false, "LANG=C.UTF-8");
    row("an unknown locale", "export LC_ALL=xx_YY.UTF-8", "", "", "locale", false, "xx_YY.UTF-8");
    row("a tail that does not follow", "", "tail", "exit 0", "follow", true, "does not follow");
    row("a tail that fails", "", "tail", "echo 'tail: inotify limit' >&2", "follow", true, "inotify limit");
    row("a python that fails", "", "python", "echo 'no libpython' >&2; exit 127", "python", false, "no libpython");
    row("a driver that fails", "", "nvidia-smi", "echo 'Driver/library version mismatch'; exit 18", "gpu", true,
        "version mismatch");
    row("no device", "", "nvidia-smi", "echo 'No devices were found'; exit 6", "gpu", true, "No devices");
    row("a manager that ends with the session", "", "cat",
        "[ \"$*\" != /proc/self/cgroup ] || exec echo 0::/user.slice/user-9.slice/user@9.service; exec /bin/cat \"$@\"",
        "logout", false, "loginctl enable-linger");
    row("a quota", "", "quota", "echo 'Block limit reached on /dev/sda1'; exit 1", "quota", false, "Block limit");
    row("control characters", "", "nvidia-smi", "printf 'a\\033[31mb\\tc\\001'; exit 1", "gpu", true, "a [31mb c");
}

void TstNodeCare::findsWhatIsWrong()
{
    QFETCH(QByteArray, prefix);
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, script);
    QFETCH(QString, check);
    QFETCH(bool, fails);
    QFETCH(QString, words);
    if (!tool.isEmpty())
        writeTool(tool.constData(), script);
    const DoctorFinding finding = worst(findings(m_bench->home().toLocal8Bit(), prefix), check);
    QVERIFY2(finding.state == (fails ? State::Failed : State::Warning), qPrintable(english(finding)));
    QVERIFY2(english(finding).contains(words), qPrintable(english(finding)));
    QVERIFY(!finding.remedy.isEmpty());
}

// A view of this machine in which things are missing or other ones, as an administrator may have it.
void TstNodeCare::findsWhatAMachineLacks_data()
{
    QTest::addColumn<QByteArray>("change"); // in a mount namespace; "$HOME" is a folder of the test's
    QTest::addColumn<QString>("check");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &change, const char *check, bool fails, const char *words) {
        QTest::newRow(name) << change << QString::fromLatin1(check) << fails << QString::fromUtf8(words);
    };
    const auto without = [](const QByteArray &names) -> QByteArray { // and wherever else in the PATH they are
        return "for name in " + names
            + "; do while file=$(command -v $name); do mount --bind /dev/null \"$(realpath $file)\" || exit; done; "
              "done";
    };
    const auto loginShell = [](const QByteArray &shell, const QByteArray &file, const QByteArray &text) -> QByteArray {
        return "sed \"s,^\\($(id -un):.*:\\)[^:]*$,\\1$(command -v " + shell + " || echo " + shell
            + "),\" /etc/passwd > \"$HOME/passwd\" && mount --bind \"$HOME/passwd\" /etc/passwd && "
              "mkdir -p \"$(dirname \"$HOME/"
            + file + "\")\" && echo '" + text + "' > \"$HOME/" + file + '"';
    };
    const char *greeting = "“Welcome to the lab”";
    row("a bash that greets", loginShell("bash", ".bashrc", "echo; echo Welcome to the lab"), "login-shell", false,
        greeting);
    row("a tcsh that greets", loginShell("tcsh", ".tcshrc", "echo Welcome to the lab"), "login-shell", false, greeting);
    row("a bash that prints blank lines", loginShell("bash", ".bashrc", "echo; echo"), "login-shell", false,
        "blank lines");
    row("a tcsh that colours the screen", loginShell("tcsh", ".tcshrc", "printf \"\\033\\007\""), "login-shell", false,
        "blank lines");
    row("a fish that greets", loginShell("fish", ".config/fish/config.fish", "echo Welcome to the lab"), "login-shell",
        false, greeting);
    row("no login shell", loginShell("/usr/sbin/nologin", "none", ""), "shell", false, "runs no commands");
    row("a read-only home", "mount -t tmpfs -o ro none \"$HOME\"", "home", true, "Read-only file system");
    row("no inodes", "mount -t tmpfs -o nr_inodes=50 none \"$HOME\"", "disk", true, "inodes are used up");
    row("a noexec home", "mount -t tmpfs -o noexec none \"$HOME\"", "noexec", false, "noexec");
    row("a home in memory", "mount -t tmpfs none \"$HOME\"", "filesystem", false, "a reboot loses it");
    row("no df", without("df"), "disk", false, "df does not say");
    row("no way to outlive a connection", without("setsid busybox perl"), "session", true, "util-linux");
    row("no tail", without("tail"), "follow", true, "does not follow");
    row("no python", without("python python3"), "python", false, "no python");
    row("no /proc", "mount -t tmpfs none /proc", "proc", true, "/proc cannot be read");
    row("a driver without its tools",
        without("nvidia-smi")
            + "; mount -t tmpfs none /proc/driver && mkdir /proc/driver/nvidia && "
              ": > /proc/driver/nvidia/version",
        "gpu", false, "no nvidia-smi");
}

void TstNodeCare::findsWhatAMachineLacks()
{
    QFETCH(QByteArray, change);
    QFETCH(QString, check);
    QFETCH(bool, fails);
    QFETCH(QString, words);
    if (m_bench->sh("unshare -m mount -t tmpfs none /mnt")->exitCode != 0)
        SKIP_UNLESS_ALL("only root can mount.");
    Bench::write(m_bench->home(), "change", change + " || exit\nexec sh \"$@\"\n");
    const DoctorFinding finding =
        worst(findings(m_bench->home().toLocal8Bit(), {}, "unshare -m sh \"$HOME/change\""), check);
    QVERIFY2(finding.state == (fails ? State::Failed : State::Warning), qPrintable(english(finding)));
    QVERIFY2(english(finding).contains(words), qPrintable(english(finding)));
    QVERIFY(!finding.remedy.isEmpty());
}

// What is told as well needs no advice; what has one is no green tick.
void TstNodeCare::hasARemedyForAllThatIsNotWell()
{
    QFile script(QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts/doctor.sh"));
    QVERIFY(script.open(QIODevice::ReadOnly));
    static const QRegularExpression said(u"\\bsay ([a-z-]+) ([a-z]+)"_s);
    int count = 0;
    for (auto each = said.globalMatch(QString::fromUtf8(script.readAll())); each.hasNext(); ++count) {
        const QString line = each.next().captured().sliced(4);
        const auto parsed = parseDoctor({0, "@bd " + line.toLatin1() + "\n@bd end\n", {}}, 0, 0);
        VERIFY_RESULT(parsed);
        QVERIFY2(parsed->size() == 1, qPrintable(line));
        QVERIFY2(parsed->constFirst().remedy.isEmpty() == (parsed->constFirst().state == State::Ok), qPrintable(line));
    }
    QVERIFY(count > 40);
}

void TstNodeCare::findsASmallDisk()
{
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(home())));
    if (m_bench->sh("mount -t tmpfs -o size=20m,noexec none '" + home() + "'")->exitCode != 0)
        SKIP_UNLESS_ALL("only root can mount.");
    const auto found = findings(home());
    QCOMPARE(m_bench->sh("umount '" + home() + "'")->exitCode, 0);
    QVERIFY2(worst(found, u"disk"_s).state == State::Warning, qPrintable(english(worst(found, u"disk"_s))));
    QVERIFY(worst(found, u"disk"_s).message.englishText().contains("of 20.97 MB"_L1)
            || worst(found, u"disk"_s).message.englishText().contains("of 21 MB"_L1));
    QVERIFY(worst(found, u"filesystem"_s).state == State::Warning);
    QVERIFY(worst(found, u"noexec"_s).check == u"noexec"_s);
    QVERIFY(worst(found, u"noexec"_s).state == State::Warning);
}

void TstNodeCare::findsAFullDisk()
{
    const auto absent = findings(home());
    QVERIFY(worst(absent, u"home"_s).state == State::Failed);
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(home())));
    if (m_bench->sh("mount -t tmpfs -o size=64k none '" + home() + "'")->exitCode != 0)
        SKIP_UNLESS_ALL("only root can mount.");
    QVERIFY(m_bench->sh("cat /dev/zero > '" + home() + "/big'")->exitCode != 0);
    const auto found = findings(home());
    const auto left = m_bench->sh("ls -A '" + home() + '\'');
    QCOMPARE(m_bench->sh("umount '" + home() + "'")->exitCode, 0);
    QVERIFY2(worst(found, u"home"_s).message.englishText().contains("No space left"_L1),
             qPrintable(english(worst(found, u"home"_s))));
    QVERIFY(worst(found, u"home"_s).state == State::Failed);
    QVERIFY(worst(found, u"disk"_s).state == State::Failed);
    QCOMPARE(left->output, QByteArray("big\n"));
}

// The script asks the login shell alone; the channel has what rsync and scp would have.
void TstNodeCare::believesTheChannelAboutALogin()
{
    for (const auto &[before, words] : {std::pair{""_ba, u"nothing of its own"_s},
                                        {"\n"_ba, u"blank lines"_s},
                                        {QByteArray(1, '\0'), u"blank lines"_s},
                                        {"\033]0;\007"_ba, u"“]0;”"_s},
                                        {" \n\thi\tall \nmore"_ba, u"“hi all”"_s}}) {
        const auto parsed = parseDoctor({0, "@bd login-shell ok\n@bd end\n", {}, before}, 0, 0);
        VERIFY_RESULT(parsed);
        QCOMPARE(parsed->size(), 1);
        QVERIFY2(english(parsed->constFirst()).contains(words), qPrintable(english(parsed->constFirst())));
        QCOMPARE(parsed->constFirst().state, before.isEmpty() ? State::Ok : State::Warning);
    }
}

void TstNodeCare::comparesClocks()
{
    const CommandResult result{0, "@bd time 1000000000000\n@bd time 1000000000200\n@bd end\n", {}};
    const auto agrees = parseDoctor(result, 999'999'990'000, 1'000'000'000'100);
    VERIFY_RESULT(agrees);
    QVERIFY(worst(*agrees, u"clock"_s).state == State::Ok);
    const auto differs = parseDoctor(result, 1'000'000'060'000, 1'000'000'060'200);
    VERIFY_RESULT(differs);
    QVERIFY(worst(*differs, u"clock"_s).state == State::Warning);
    QVERIFY(worst(*differs, u"clock"_s).message.englishText().contains("-60 s"_L1));
}

void TstNodeCare::readsNoHalfAnAnswer()
{
    for (const QByteArray output : {"", "@bd home ok\t/h\n", "end\n", "This account is closed.\n"}) {
        const auto parsed = parseDoctor({0, output, {}}, 0, 0);
        QVERIFY(!parsed);
        QCOMPARE(int(parsed.error().code), int(ErrorCode::CommandFailed));
    }
    const auto later = parseDoctor({0, "@bd warp drive\t9\n@bd proc ok\n@bd disk low\n@bd end\n", {}}, 0, 0);
    VERIFY_RESULT(later);
    QVERIFY(worst(*later, u"warp"_s).check.isEmpty());
    QCOMPARE(worst(*later, u"proc"_s).check, u"proc"_s);
}

void TstNodeCare::diagnoses()
{
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    const QStringList before = everything();
    const auto found = await(m_agent->diagnose());
    VERIFY_RESULT(found);
    QVERIFY(worst(*found, u"home"_s).state == State::Ok);
    QVERIFY(worst(*found, u"home"_s).message.englishText().contains(QString::fromLocal8Bit(home())));
    QCOMPARE(everything(), before);
}

void TstNodeCare::leavesNothing_data()
{
    QTest::addColumn<QStringList>("before"); // below the home
    QTest::newRow("no folder") << QStringList();
    QTest::newRow("an empty folder") << QStringList{u""_s};
    QTest::newRow("somebody's files") << QStringList{u"notes"_s, u".hidden"_s};
    QTest::newRow("folders of our names") << QStringList{u"agent/own"_s, u"nodes/x/y"_s};
}

void TstNodeCare::leavesNothing()
{
    QFETCH(QStringList, before);
    for (const QString &folder : before)
        QVERIFY(QDir().mkpath(QString::fromLocal8Bit(home()) + u'/' + folder));
    const QStringList original = everything();
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    const QString attempt = startJob(u"profile-1"_s, "mkdir launched; mkdir -p temp/closed; chmod 0 temp/closed");
    QTRY_COMPARE(int(await(m_agent->fetchStatus({attempt}))->constFirst().kind), int(Kind::Exited));
    QTRY_VERIFY(!m_bench->isAnyLeft());
    const QStringList used = everything();
    QVERIFY(used != original);

    const auto wouldBe = await(m_agent->removeTraces(u"profile-1"_s, true));
    VERIFY_RESULT(wouldBe);
    QCOMPARE(everything(), used);
    const auto removed = await(m_agent->removeTraces(u"profile-1"_s, false));
    VERIFY_RESULT(removed);
    QCOMPARE(everything(), original);
    QCOMPARE(wouldBe->removed, removed->removed);
    QVERIFY(removed->removed.contains(QString::fromLocal8Bit(home()) + u"/jobs/profile-1"_s));
    QCOMPARE(removed->removed.contains(QString::fromLocal8Bit(home())), before.isEmpty());
    QVERIFY(await(m_agent->removeTraces(u"profile-1"_s, false))->removed.isEmpty());
}

void TstNodeCare::removesUnderEachShell_data()
{
    testing::addShellRows();
}

void TstNodeCare::removesUnderEachShell()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QStringList original = everything();
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(home()) + u"/jobs/p/u/a1/m"_s));
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(home()) + u"/jobs/p/u/a1/shared"_s));
    const QByteArray scripts = "'" BATCHDECK_SOURCE_DIR "/resources/scripts'/";
    const auto result =
        m_bench->sh("{ echo 'wrapper() ('; cat " + scripts + "wrapper.sh; echo ')'; cat " + scripts + "remove.sh "
                    + scripts + "clean.sh; } | " + shell.join(u' ').toLatin1() + " -s '" + home() + "' p really");
    VERIFY_RESULT(result);
    QCOMPARE(result->errorOutput, QByteArray());
    QVERIFY(result->output.endsWith("@bd end\n"));
    QCOMPARE(everything(), original);
}

void TstNodeCare::keepsOutputs_data()
{
    testing::addShellRows();
}

void TstNodeCare::keepsOutputs()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QString jobs = QString::fromLocal8Bit(home()) + u"/jobs"_s;
    const QString attempt = jobs + u"/p/u/a1/m"_s;
    const QString output = attempt + u"/temp/wd/my models"_s;
    for (const QString &folder : {output, QString(attempt + u"/temp/empty"_s), QString(attempt + u"/outputs"_s),
                                  QString(jobs + u"/p/other/a1/m"_s)})
        QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::link(output, attempt + u"/outputs/MODEL"_s));
    QVERIFY(QFile::link(attempt + u"/temp/empty"_s, attempt + u"/outputs/EMPTY"_s));
    Bench::write(output, "m", "model");
    const QByteArray scripts = "'" BATCHDECK_SOURCE_DIR "/resources/scripts'/";
    const auto clean = [&](const QByteArray &mode) {
        const auto result =
            m_bench->sh("{ echo 'wrapper() ('; cat " + scripts + "wrapper.sh; echo ')'; cat " + scripts + "remove.sh "
                        + scripts + "clean.sh; } | " + shell.join(u' ').toLatin1() + " -s '" + home() + "' p " + mode);
        return result ? result->errorOutput + result->output : result.error().message.englishText().toUtf8();
    };
    const QByteArray said =
        "@bd removed " + jobs.toLocal8Bit() + "/p/other\n@bd kept " + output.toLocal8Bit() + "\n@bd end\n";
    QCOMPARE(clean("dry"), said);
    QVERIFY(QFile::exists(jobs + u"/p/other"_s));
    QCOMPARE(clean("really"), said);
    QCOMPARE(Bench::read(output, "m"), "model");
    QCOMPARE(QDir(attempt).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), (QStringList{u"outputs"_s, u"temp"_s}));
    QCOMPARE(QDir(attempt + u"/temp"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"wd"_s});
    QCOMPARE(QDir(jobs + u"/p"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"u"_s});
    QCOMPARE(clean("really"), "@bd kept " + output.toLocal8Bit() + "\n@bd end\n"); // and is still known
}

void TstNodeCare::keepsWhatOthersHave()
{
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    const QString jobs = QString::fromLocal8Bit(home()) + u"/jobs"_s;
    QVERIFY(QDir().mkpath(jobs + u"/other/u/a1/m"_s));
    const QStringList original = everything();
    QVERIFY(QDir().mkpath(jobs + u"/p/u/a1/m"_s));
    QVERIFY(QFile::link(jobs + u"/other"_s, jobs + u"/p/u/link"_s));
    const auto removed = await(m_agent->removeTraces(u"p"_s, false));
    VERIFY_RESULT(removed);
    QCOMPARE(removed->removed, QStringList{jobs + u"/p"_s});
    QCOMPARE(everything(), original);
}

void TstNodeCare::keepsALivingJob()
{
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    const QString attempt = startJob(u"p"_s, "mkdir launched; exec sleep 1000");
    QTRY_COMPARE(int(await(m_agent->fetchStatus({attempt}))->constFirst().kind), int(Kind::Running));
    for (const bool dryRun : {true, false}) {
        const auto refused = await(m_agent->removeTraces(u"p"_s, dryRun));
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::Conflict));
        QCOMPARE(refused.error().target, attempt);
    }
    QCOMPARE(int(await(m_agent->fetchStatus({attempt}))->constFirst().kind), int(Kind::Running));
    VERIFY_RESULT(await(m_agent->terminate(attempt, 1s, u"user"_s)));
    QTRY_VERIFY(await(m_agent->removeTraces(u"p"_s, false)));
    QVERIFY(!QFile::exists(QString::fromLocal8Bit(home())));
}

void TstNodeCare::keepsAMount()
{
    const QString place = QString::fromLocal8Bit(home()) + u"/jobs/p/u/a1/m/temp/mounts/share"_s;
    QVERIFY(QDir().mkpath(place));
    if (m_bench->sh("mount -t tmpfs none '" + place.toLocal8Bit() + '\'')->exitCode != 0)
        SKIP_UNLESS_ALL("only root can mount.");
    Bench::write(place, "file", "share");
    const auto refused = await(m_agent->removeTraces(u"p"_s, false));
    const QByteArray file = Bench::read(place, "file");
    QCOMPARE(m_bench->sh("umount '" + place.toLocal8Bit() + '\'')->exitCode, 0);
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::Conflict));
    QCOMPARE(refused.error().target, place);
    QCOMPARE(file, QByteArray("share"));
    VERIFY_RESULT(await(m_agent->removeTraces(u"p"_s, false)));
    QVERIFY(!QFile::exists(place));
}

void TstNodeCare::wantsAProfile_data()
{
    QTest::addColumn<QString>("id");
    for (const char *id : {"", ".", "..", "a/b", "../x", "*", "a b", "$HOME", "a\nb"})
        QTest::newRow(QByteArray(id).toPercentEncoding().constData()) << QString::fromLatin1(id);
}

void TstNodeCare::wantsAProfile()
{
    QFETCH(QString, id);
    VERIFY_RESULT(await(m_agent->fetchInventory()));
    VERIFY_RESULT(await(m_agent->install()));
    const QStringList before = everything();
    const auto refused = await(m_agent->removeTraces(id, false));
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::InvalidArgument));
    QCOMPARE(everything(), before);
}

BATCHDECK_TEST(QCoreApplication, TstNodeCare)

#include "tst_nodecare.moc"
