// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"
#include "tests/support/processes.h"
#include "tests/support/shells.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace {

QJsonObject variable(const QString &name, const QString &value)
{
    return {{u"name"_s, name}, {u"value"_s, value}};
}

/// One attempt in a temporary home, whose name is as hostile as a folder's may be, run as the wrapper runs it.
class Attempt
{
public:
    explicit Attempt(const QJsonObject &properties, int nodes = 1)
    {
        m_home = m_root.filePath(u"a 'b' \"c\" `id` $(id) \\ ä"_s);
        engine::PlanView view;
        view.job = engine::ResourceId::group(u"P"_s, u"G"_s)
                       .child(engine::ResourceKind::Workspace, u"W"_s)
                       .child(engine::ResourceKind::Experiment, u"E"_s)
                       .child(engine::ResourceKind::Job, u"J"_s);
        view.jobUuid = u"U"_s;
        view.document = {{u"properties"_s, properties}};
        view.hasSharedHome = true;
        for (int i = 0; i < nodes; ++i)
            view.nodes.append({u"n%1"_s.arg(i), u"127.0.0.%1"_s.arg(i + 1), m_home, u"m%1"_s.arg(i), 3});
        m_plan = planLaunch(view);
        for (engine::NodePlan &node : m_plan.nodes) {
            if (node.gang)
                node.gang->needsShell = node.gang->offersShell = false; // no sshd, which only a wrapper would end
        }
    }

    // A wrapper would end what listens for the other nodes, which may be about to look into the folder. It goes by
    // itself.
    ~Attempt()
    {
        (void)QTest::qWaitFor([this] { return !m_started.isAnyLeft(); }, testing::patience);
    }
    Q_DISABLE_COPY_MOVE(Attempt)

    // Answers the exit code.
    int run(const QStringList &shell, int node = 0, const QString &path = {})
    {
        m_folder = m_plan.nodes.at(node).directory;
        QDir().mkpath(m_folder);
        const QByteArray payload = wrapperPayload(m_plan.nodes.at(node), {{{u"SECRET"_s, u"$HOME 's'"_s}}, {}});
        if (!payload.endsWith("\n#end\n"))
            return -2;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, m_userHome);
        if (!path.isEmpty())
            environment.insert(u"PATH"_s, path);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder);
        process.setStandardOutputFile(m_folder + u"/out"_s);
        process.setStandardErrorFile(m_folder + u"/err"_s);
        // What the wrapper does: strict itself, the payload evaluated in the job's own process.
        process.start(
            QStandardPaths::findExecutable(shell.constFirst()),
            shell.sliced(1)
                + QStringList{
                    u"-c"_s, u"set -u; self=$1; payload=$(cat); exec 0</dev/null; set --; eval \"$payload\"; exit $?"_s,
                    u"job"_s, QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts/wrapper.sh")});
        process.write(payload);
        process.closeWriteChannel();
        return process.waitForFinished(testing::patience) && process.exitStatus() == QProcess::NormalExit
            ? process.exitCode()
            : -1;
    }

    void setUserHome(const QString &path) { m_userHome = path; }
    [[nodiscard]] QString root() const { return m_root.path(); }
    [[nodiscard]] QString home() const { return m_home; }
    [[nodiscard]] QString inFolder(const QString &name) const { return m_folder + u'/' + name; }
    [[nodiscard]] bool has(const QString &name) const { return QFile::exists(inFolder(name)); }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(inFolder(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : "no file " + file.fileName().toUtf8();
    }

private:
    QTemporaryDir m_root;
    testing::StartedProcesses m_started;
    QString m_home;
    QString m_userHome = u"/home of/$X"_s;
    QString m_folder;
    engine::LaunchPlan m_plan;
};

/// In a job preparation: what tells one of several nodes to go on, and to end when its own processes are over.
const QString tellsToGoOn = u"cd ../..; echo - > released\n"
                            "(while [ ! -e own-exit ]; do sleep 0.1; done; echo 'done' > ended) > /dev/null 2>&1 &"_s;

QJsonObject customJob(const QString &command)
{
    return {{u"nodeCount"_s, 1},
            {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP/logs"_s},
            {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, command}}}};
}

} // namespace

class TstLaunchPayload : public QObject
{
    Q_OBJECT

private slots:
    void writesOnlyWhatTheJobWrites_data() { testing::addShellRows(); }
    void writesOnlyWhatTheJobWrites();
    void givesTheEnvironment_data() { testing::addShellRows(); }
    void givesTheEnvironment();
    void keepsHostileValuesData_data() { testing::addShellRows(); }
    void keepsHostileValuesData();
    void makesAndLinksDirectories_data() { testing::addShellRows(); }
    void makesAndLinksDirectories();
    void takesTheHomeForATilde_data() { testing::addShellRows(); }
    void takesTheHomeForATilde();
    void givesAFolderOfItsOwn_data() { testing::addShellRows(); }
    void givesAFolderOfItsOwn();
    void takesPython3ForPython_data() { testing::addShellRows(); }
    void takesPython3ForPython();
    void runsWhatIsTooLongForAnArgument_data() { testing::addShellRows(); }
    void runsWhatIsTooLongForAnArgument();
    void bringsFilesAlong_data() { testing::addShellRows(); }
    void bringsFilesAlong();
    void runsJobPreparation_data() { testing::addShellRows(); }
    void runsJobPreparation();
    void stopsWhenJobPreparationFails_data() { testing::addShellRows(); }
    void stopsWhenJobPreparationFails();
    void tellsWhyItCannotStart_data() { testing::addShellRows(); }
    void tellsWhyItCannotStart();
    void tellsWhyItCannotWriteLogs_data() { testing::addShellRows(); }
    void tellsWhyItCannotWriteLogs();
    void appendsWhenRepeated_data() { testing::addShellRows(); }
    void appendsWhenRepeated();
    void doesWithoutBash_data() { testing::addShellRows(); }
    void doesWithoutBash();
    void preparesOtherNodes_data() { testing::addShellRows(); }
    void preparesOtherNodes();
    void answersTheCommandsExitCode_data() { testing::addShellRows(); }
    void answersTheCommandsExitCode();
};

void TstLaunchPayload::writesOnlyWhatTheJobWrites()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    Attempt attempt(customJob(u"echo hi"_s));
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "hi\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stderr.txt"_s), ""_ba);
    QCOMPARE(attempt.read(u"out"_s) + attempt.read(u"err"_s), ""_ba);
    QVERIFY(attempt.has(u"launched"_s));
    QVERIFY(!attempt.has(u"preparing"_s));
    QByteArrayList lines = attempt.read(u"stdouterr/execution.log"_s).split('\n');
    lines.removeIf([](const QByteArray &line) { return line.contains("no python"); }); // as on many a machine
    QCOMPARE(lines.size(), 3);
    static const QRegularExpression stamped(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ ."_s);
    QVERIFY(stamped.match(QString::fromUtf8(lines.at(0))).hasMatch());
    QVERIFY(stamped.match(QString::fromUtf8(lines.at(1))).hasMatch());
}

void TstLaunchPayload::givesTheEnvironment()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job =
        customJob(u"pwd; echo \"$AZ_BATCHAI_JOB_TEMP\"; echo \"$AZ_BATCHAI_INPUT_IN|$AZ_BATCHAI_NUM_GPUS|"
                  "$B|$SECRET\"; cat \"$AZ_BATCHAI_MPI_HOST_FILE\"; [ -d \"$AZ_BATCHAI_JOB_MOUNT_ROOT\" ] && "
                  "[ -d \"$AZ_BATCHAI_SHARED_JOB_TEMP\" ] && echo there; cd \"$AZ_BATCHAI_STDOUTERR_DIR\" && ls"_s);
    job[u"inputDirectories"_s] = QJsonArray{QJsonObject{{u"id"_s, u"IN"_s}, {u"path"_s, u"${HOME}/data$MISSING"_s}}};
    job[u"environmentVariables"_s] = QJsonArray{variable(u"A"_s, u"1"_s), variable(u"B"_s, u"$A$AZ_BATCH_NODE_ID"_s)};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 0);
    const QByteArray temp = attempt.inFolder(u"temp"_s).toUtf8();
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s),
             temp + "/wd\n" + temp
                 + "\n/home of/$X/data|3|1n0|$HOME 's'\n127.0.0.1\nthere\nexecution.log\nstderr.txt\nstdout.txt\n");
    QCOMPARE(attempt.read(u"stdouterr/stderr.txt"_s), ""_ba);
}

void TstLaunchPayload::keepsHostileValuesData()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QStringList values{u"'; touch bad; '"_s, u"\"; touch bad; \""_s, u"`touch bad`"_s,
                             u"$(touch bad)"_s,    u"a\nb\n#end\n"_s,      u"\\\" \\$ \\\\"_s,
                             u"${X:=bad}"_s,       u" lead and trail "_s,  u"-n %s \\n *"_s};
    QJsonObject job = customJob(u"for i in 0 1 2 3 4 5 6 7 8; do eval 'printf \"%s|\" \"$V'$i'\"'; done"_s);
    QJsonArray variables;
    for (qsizetype i = 0; i < values.size(); ++i)
        variables.append(variable(u"V%1"_s.arg(i), values.at(i)));
    // Names of the wrapper's own variables, and what would change how the shell reads.
    for (const char *name : {"token", "leader", "dir", "payload", "mark", "PS4", "CDPATH", "IFS"})
        variables.append(variable(QString::fromLatin1(name), u"x"_s));
    job[u"environmentVariables"_s] = variables;
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(QString::fromUtf8(attempt.read(u"stdouterr/stdout.txt"_s)), values.join(u'|') + u'|');
    QVERIFY(!attempt.has(u"temp/wd/bad"_s) && !attempt.has(u"bad"_s));
}

void TstLaunchPayload::makesAndLinksDirectories()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo model > \"$AZ_BATCHAI_OUTPUT_MODEL/m\""_s);
    job[u"outputDirectories"_s] = QJsonArray{QJsonObject{
        {u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP/o \"$(id)\""_s}, {u"pathSuffix"_s, u"s 's"_s}}};
    // A user's own AZ_ variable changes what programs see, not where our links point.
    job[u"environmentVariables"_s] = QJsonArray{variable(u"AZ_BATCHAI_JOB_TEMP"_s, u"/nowhere"_s)};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"outputs/MODEL/m"_s), "model\n"_ba);
    QCOMPARE(QFileInfo(attempt.inFolder(u"outputs/MODEL"_s)).symLinkTarget(),
             attempt.inFolder(u"temp/o \"$(id)\"/P/G/workspaces/W/experiments/E/jobs/J/U/s 's"_s));
    QVERIFY(QFileInfo(attempt.inFolder(u"stdouterr"_s)).isSymLink());
}

void TstLaunchPayload::takesTheHomeForATilde()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo \"$AZ_BATCHAI_INPUT_IN\"; echo model > \"$AZ_BATCHAI_OUTPUT_MODEL/m\""_s);
    job[u"stdOutErrPathPrefix"_s] = u"~/logs"_s;
    job[u"inputDirectories"_s] = QJsonArray{QJsonObject{{u"id"_s, u"IN"_s}, {u"path"_s, u"~"_s}}};
    job[u"outputDirectories"_s] =
        QJsonArray{QJsonObject{{u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, u"~/my \"models\""_s}}};
    Attempt attempt(job);
    const QString home = attempt.root() + u"/home of $X"_s;
    attempt.setUserHome(home);
    QCOMPARE(attempt.run(shell), 0);
    const QString segment = u"/P/G/workspaces/W/experiments/E/jobs/J/U"_s;
    QCOMPARE(QFileInfo(attempt.inFolder(u"outputs/MODEL"_s)).symLinkTarget(),
             QString(home + u"/my \"models\""_s + segment));
    QCOMPARE(QFileInfo(attempt.inFolder(u"stdouterr"_s)).symLinkTarget(),
             QString(home + u"/logs"_s + segment + u"/stdouterr"_s));
    QCOMPARE(attempt.read(u"outputs/MODEL/m"_s), "model\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), home.toUtf8() + '\n');
    QVERIFY(QDir(attempt.inFolder(u"temp/wd"_s)).isEmpty());
}

void TstLaunchPayload::givesAFolderOfItsOwn()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"ls \"$AZ_BATCHAI_JOB_TEMP_DIR\""_s);
    job[u"jobPreparation"_s] =
        QJsonObject{{u"commandLine"_s, u"cd \"$AZ_BATCHAI_JOB_TEMP_DIR\" && [ -z \"$(ls -A)\" ] && mkdir checkout"_s}};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "checkout\n"_ba);
    QVERIFY(attempt.has(u"temp/dir/checkout"_s));
}

void TstLaunchPayload::takesPython3ForPython()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob({});
    job.remove(u"customToolkitSettings"_s);
    job[u"caffe2Settings"_s] = QJsonObject{{u"pythonScriptFilePath"_s, u"x.py"_s}};
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, u"echo 'print(6 * 7)' > x.py"_s}};
    Attempt attempt(job);
    const QString bin = attempt.root() + u"/bin"_s;
    QVERIFY(QDir().mkpath(bin));
    for (const QString &tool : {u"bash"_s, u"cat"_s, u"mkdir"_s, u"ln"_s, u"mv"_s, u"rm"_s, u"readlink"_s, u"date"_s,
                                u"printf"_s, u"setsid"_s, u"sleep"_s})
        QVERIFY(QFile::link(QStandardPaths::findExecutable(tool), bin + u'/' + tool));
    QVERIFY(QFile::link(u"/usr/bin/python3"_s, bin + u"/python3"_s));
    QCOMPARE(attempt.run(shell, 0, bin), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout-0.txt"_s), "42\n"_ba);
    QVERIFY2(attempt.read(u"stdouterr/execution.log"_s).contains("no python on this node"),
             attempt.read(u"stdouterr/execution.log"_s));

    // One that is there comes first, and nothing is said.
    QVERIFY(QFile::link(QStandardPaths::findExecutable(u"cat"_s), bin + u"/python"_s));
    Attempt other(job);
    QCOMPARE(other.run(shell, 0, bin), 0);
    QCOMPARE(other.read(u"stdouterr/stdout-0.txt"_s), "print(6 * 7)\n"_ba);
    QVERIFY(!other.read(u"stdouterr/execution.log"_s).contains("python"));
}

void TstLaunchPayload::runsWhatIsTooLongForAnArgument()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QString filler = u": "_s + QString(u'x').repeated(200'000) + u"\n"_s;
    const QString value = QString(u"it's é $(touch bad)\n"_s).repeated(10'000);
    QJsonObject job = customJob(filler
                                + u"printf %s \"$LONG\" > long; printf %s \"$AGAIN\" > again; echo \"$SHORT\"; "
                                  "sh -c 'echo \"[$LONG]\" $SHORT $SECRET; printf %s \"$LARGE\" | wc -c'; exit 5"_s);
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, QString(filler + u"echo \"prepared $SHORT\""_s)}};
    job[u"environmentVariables"_s] =
        QJsonArray{variable(u"LONG"_s, value), variable(u"AGAIN"_s, u"$LONG!"_s), variable(u"SHORT"_s, u"s"_s),
                   variable(u"IFS"_s, u"0"_s), variable(u"LARGE"_s, QString(u'é').repeated(65'532))};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 5);
    QCOMPARE(attempt.read(u"stdouterr/stdout-job_prep.txt"_s), "prepared s\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "s\n[] s $HOME 's'\n131064\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stderr.txt"_s), ""_ba);
    QVERIFY(attempt.read(u"temp/wd/long"_s) == value.toUtf8());
    QVERIFY(attempt.read(u"temp/wd/again"_s) == value.toUtf8() + '!');
    QVERIFY(!attempt.has(u"temp/wd/bad"_s));
    QVERIFY(attempt.read(u"stdouterr/execution.log"_s).contains("only the command line itself sees it: LONG AGAIN\n"));
    QVERIFY(QDir(attempt.inFolder({})).entryList({u"line-*"_s}).isEmpty());
}

void TstLaunchPayload::bringsFilesAlong()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QString hostile = u"it's \"$(id)\" `id` $HOME \\n\\ %s\n\n"_s;
    const QString large = QString(u"0123456789abcdé\n"_s).repeated(40'000);
    QJsonArray files;
    for (const auto &[path, content] : {std::pair(u"a.sh"_s, u"echo ran"_s),
                                        {u"b 'b'/c $(id)/d"_s, hostile},
                                        {u"empty"_s, QString()},
                                        {u"-n"_s, large}})
        files.append(QJsonObject{{u"path"_s, path}, {u"content"_s, content}});
    QJsonObject job = customJob(u"sh a.sh"_s);
    job[u"x-batchdeck"_s] = QJsonObject{{u"files"_s, files}};
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, QString(u"cat a.sh; "_s + tellsToGoOn)}};
    Attempt attempt(job, 2);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "ran\n"_ba);
    QCOMPARE(attempt.read(u"temp/wd/b 'b'/c $(id)/d"_s), hostile.toUtf8());
    QCOMPARE(attempt.read(u"temp/wd/empty"_s), QByteArray());
    QVERIFY(attempt.has(u"temp/wd/empty"_s));
    QVERIFY(attempt.read(u"temp/wd/-n"_s) == large.toUtf8());
    QCOMPARE(attempt.run(shell, 1), 0);
    QCOMPARE(attempt.read(u"temp/wd/a.sh"_s), "echo ran"_ba); // also where nothing runs
}

void TstLaunchPayload::runsJobPreparation()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"cat made; echo run"_s);
    job[u"jobPreparation"_s] =
        QJsonObject{{u"commandLine"_s, u"[ -e ../../preparing ] && echo \"it's $A\" > made; echo p; echo e >&2"_s}};
    job[u"environmentVariables"_s] = QJsonArray{variable(u"A"_s, u"1"_s)};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "it's 1\nrun\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stdout-job_prep.txt"_s), "p\n"_ba);
    QCOMPARE(attempt.read(u"stdouterr/stderr-job_prep.txt"_s), "e\n"_ba);
    QVERIFY(!attempt.has(u"preparing"_s) && !attempt.has(u"prep-failed"_s) && attempt.has(u"launched"_s));
}

void TstLaunchPayload::stopsWhenJobPreparationFails()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo run"_s);
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, u"exit 7"_s}};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 7);
    QVERIFY(attempt.has(u"prep-failed"_s) && !attempt.has(u"launched"_s) && !attempt.has(u"preparing"_s));
    QVERIFY(!attempt.has(u"stdouterr/stdout.txt"_s));
}

void TstLaunchPayload::tellsWhyItCannotStart()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo run"_s);
    job[u"stdOutErrPathPrefix"_s] = u"/dev/null/logs"_s;
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 1);
    QVERIFY(!attempt.has(u"launched"_s));
    QVERIFY2(attempt.read(u"err"_s).contains("cannot make the folder /dev/null/logs/P/G/"), attempt.read(u"err"_s));
}

void TstLaunchPayload::tellsWhyItCannotWriteLogs()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo run"_s);
    // Job preparation puts a folder where the log should be: no permission would stop root.
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, u"mkdir \"$AZ_BATCHAI_STDOUTERR_DIR/stdout.txt\""_s}};
    Attempt attempt(job);
    QCOMPARE(attempt.run(shell), 1);
    QVERIFY(!attempt.has(u"launched"_s) && !attempt.has(u"prep-failed"_s));
    QVERIFY2(attempt.read(u"err"_s).contains("stdouterr/stdout.txt\n"), attempt.read(u"err"_s));
}

void TstLaunchPayload::appendsWhenRepeated()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    Attempt attempt(customJob(u"echo again"_s));
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.run(shell), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "again\nagain\n"_ba);
    QCOMPARE(attempt.read(u"err"_s), ""_ba);
    QVERIFY(!attempt.has(u"stdouterr/stdouterr"_s)); // the link was not followed and filled
}

void TstLaunchPayload::doesWithoutBash()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    Attempt attempt(customJob(u"echo \"[$BASH_VERSION]\""_s));
    const QString bin = attempt.root() + u"/bin"_s;
    QVERIFY(QDir().mkpath(bin));
    for (const char *tool : {"cat", "mkdir", "ln", "mv", "rm", "readlink", "date", "printf", "setsid", "sleep"})
        QVERIFY(QFile::link(QStandardPaths::findExecutable(QString::fromLatin1(tool)),
                            bin + u'/' + QString::fromLatin1(tool)));
    QVERIFY(QFile::link(QStandardPaths::findExecutable(u"dash"_s), bin + u"/sh"_s));
    QCOMPARE(attempt.run(shell, 0, bin), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout.txt"_s), "[]\n"_ba);
}

void TstLaunchPayload::preparesOtherNodes()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    QJsonObject job = customJob(u"echo run"_s);
    job[u"jobPreparation"_s] = QJsonObject{
        {u"commandLine"_s, QString(u"echo $AZ_BATCH_NODE_ID $AZ_BATCH_IS_CURRENT_NODE_MASTER; "_s + tellsToGoOn)}};
    Attempt attempt(job, 2);
    QCOMPARE(attempt.run(shell, 1), 0);
    QCOMPARE(attempt.read(u"stdouterr/stdout-job_prep-n1.txt"_s), "n1 false\n"_ba);
    QVERIFY(attempt.has(u"launched"_s) && !attempt.has(u"stdouterr/stdout.txt"_s));
    QCOMPARE(attempt.read(u"temp/hostfile"_s), "127.0.0.1\n127.0.0.2\n"_ba);
}

void TstLaunchPayload::answersTheCommandsExitCode()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    Attempt attempt(customJob(u"no_such_command_here"_s));
    QCOMPARE(attempt.run(shell), 127);
    QVERIFY(attempt.has(u"launched"_s));
    QVERIFY(attempt.read(u"stdouterr/stderr.txt"_s).contains("no_such_command_here"));
    QCOMPARE(attempt.read(u"err"_s), ""_ba);
}

BATCHDECK_TEST(QCoreApplication, TstLaunchPayload)
#include "tst_launchpayload.moc"
