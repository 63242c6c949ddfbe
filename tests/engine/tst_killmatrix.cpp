// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace {

// Exactly 40 lines on each stream in two seconds, then 7. RUNS counts how often it was begun.
constexpr auto jobCommand = "echo run >> %1; i=0; while [ $i -lt 40 ]; do echo line $i; printf 'error %s\\r' $i >&2; "
                            "i=$((i+1)); sleep 0.05; done; exit 7";
constexpr int jobExitCode = 7;

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Answer
{
    int exitCode = -1;
    QByteArray output;
    QByteArray errorOutput;
};

/// The programs as a user has them, on a profile and a node home of their own.
class Installation
{
public:
    [[nodiscard]] QString path(const QString &name) const { return m_root.filePath(name); }

    Answer batchctl(const QStringList &arguments, int timeout = 60'000) const
    {
        QProcess process;
        process.start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchctl"),
                      QStringList{u"--profile"_s, path(u"profile"_s)} + arguments);
        if (!process.waitForFinished(timeout)) {
            process.kill();
            process.waitForFinished();
            return {-1, process.readAllStandardOutput(), "timed out: " + process.readAllStandardError()};
        }
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    [[nodiscard]] QJsonObject job() const
    {
        return QJsonDocument::fromJson(batchctl({u"job"_s, u"show"_s, u"-n"_s, u"k"_s, u"-o"_s, u"json"_s}).output)
            .object();
    }

    QString writeJob() const
    {
        const QJsonObject properties{
            {u"nodeCount"_s, 1},
            {u"stdOutErrPathPrefix"_s, path(u"out"_s)},
            {u"customToolkitSettings"_s,
             QJsonObject{{u"commandLine"_s, QString::fromLatin1(jobCommand).arg(path(u"runs"_s))}}}};
        QFile file(path(u"job.json"_s));
        if (file.open(QIODevice::WriteOnly))
            file.write(QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson());
        return file.fileName();
    }

private:
    QTemporaryDir m_root;
};

QList<int> threadsNamed(qint64 pid, const QByteArray &name)
{
    QList<int> threads;
    const QDir tasks(u"/proc/%1/task"_s.arg(pid));
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (content(tasks.filePath(task + u"/comm"_s)).trimmed() == name)
            threads.append(task.toInt());
    }
    return threads;
}

} // namespace

/// kill -9 of the engine at seeded points of a job's life: from outside, by the clock and, through strace, at the n-th
/// write, rename, sync or connect of one of its threads. Whatever the instant: the job is adopted, ran once, its exit
/// code is right, and the spool equals the node's files.
class TstKillMatrix : public QObject
{
    Q_OBJECT

private slots:
    void survives_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("seed");
        for (const QString &engine : {u"serve"_s, u"console"_s}) {
            for (int seed = 0; seed < seeds(); ++seed)
                QTest::addRow("%s killed, seed %d", qPrintable(engine), seed) << engine << seed;
        }
    }

    void survives()
    {
        QFETCH(QString, engine);
        QFETCH(int, seed);
        SKIP_WITHOUT("strace");
        QRandomGenerator random(quint32(seed) * 7919u + (engine == u"serve"_s ? 1u : 2u));
        Installation installation;

        QProcess process;
        process.setProcessEnvironment(offscreen());
        process.start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/")
                          + (engine == u"serve"_s ? u"batchctl"_s : u"batchdeck"_s),
                      QStringList{u"--profile"_s, installation.path(u"profile"_s)}
                          + (engine == u"serve"_s ? QStringList{u"serve"_s} : QStringList()));
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(installation.batchctl({u"status"_s, u"-o"_s, u"json"_s}).output.contains("true"),
                                 20'000);
        const auto added = installation.batchctl(
            {u"machine"_s, u"add"_s, u"here"_s, u"--local"_s, u"--home"_s, installation.path(u"home"_s)});
        QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
        const auto cluster =
            installation.batchctl({u"cluster"_s, u"create"_s, u"-n"_s, u"desk"_s, u"--machines"_s, u"here"_s});
        QVERIFY2(cluster.exitCode == 0, cluster.errorOutput.constData());

        QProcess tracer;
        armKill(process, random, tracer);
        const QStringList create{u"job"_s, u"create"_s, u"-n"_s, u"k"_s,
                                 u"-c"_s,  u"desk"_s,   u"-f"_s, installation.writeJob()};
        Answer created = installation.batchctl(create);
        QTRY_VERIFY_WITH_TIMEOUT(process.state() == QProcess::NotRunning, 15'000);
        // A client whose engine died under it may ask again: the job is there (5), or it is made now (0).
        if (created.exitCode != 0) {
            created = installation.batchctl(create);
            QVERIFY2(created.exitCode == 0 || created.exitCode == 5, created.errorOutput.constData());
        }
        const Answer waited = installation.batchctl({u"job"_s, u"wait"_s, u"-n"_s, u"k"_s});
        QVERIFY2(waited.exitCode == jobExitCode, QByteArray(waited.errorOutput + waited.output).constData());

        QTRY_VERIFY_WITH_TIMEOUT(logsComplete(installation.job()), 20'000);
        const QJsonObject job = installation.job();
        QCOMPARE(job[u"properties"_s][u"executionState"_s].toString(), u"failed"_s);
        QCOMPARE(job[u"properties"_s][u"executionInfo"_s][u"exitCode"_s].toInt(-1), jobExitCode);
        QCOMPARE(content(installation.path(u"runs"_s)), "run\n"_ba);
        const QJsonValue ours = job[u"properties"_s][u"x-batchdeck"_s];
        QVERIFY(ours[u"logs"_s].toArray().size() >= 2);
        for (const QJsonValue &log : ours[u"logs"_s].toArray()) {
            const QByteArray original =
                content(ours[u"directory"_s].toString() + u"/stdouterr/"_s + log[u"name"_s].toString());
            QCOMPARE(content(log[u"spoolPath"_s].toString()), original);
        }
        QCOMPARE(content(ours[u"directory"_s].toString() + u"/stdouterr/stdout.txt"_s).count('\n'), 40);
        QCOMPARE(installation.batchctl({u"stop"_s}).exitCode, 0);
    }

private:
    // Some four seconds each. The sanitizers look at the engine's memory, for which a few will do.
    static int seeds()
    {
#ifdef __SANITIZE_ADDRESS__
        constexpr bool sanitized = true;
#else
        constexpr bool sanitized = false;
#endif
        return (testing::isLongRun() || testing::mustTestAll()) && !sanitized ? 30 : 4;
    }

    static QProcessEnvironment offscreen()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        return environment;
    }

    static bool logsComplete(const QJsonObject &job)
    {
        const QJsonArray logs = job[u"properties"_s][u"x-batchdeck"_s][u"logs"_s].toArray();
        return !logs.isEmpty() && std::all_of(logs.cbegin(), logs.cend(), [](const QJsonValue &log) {
            return log[u"complete"_s].toBool();
        });
    }

    // Kills \a process for certain within four seconds; in two of three seeds earlier, at a system call.
    static void armKill(QProcess &process, QRandomGenerator &random, QProcess &tracer)
    {
        const int milliseconds = random.bounded(50, 4000);
        const bool byCall = random.bounded(3) > 0;
        const QByteArrayList names{"engine", "store", "logs"};
        const QStringList calls{u"write"_s,   u"pwrite64"_s, u"fdatasync"_s, u"rename"_s,
                                u"connect"_s, u"openat"_s,   u"sendto"_s};
        const QList<int> threads = threadsNamed(process.processId(), names.at(random.bounded(int(names.size()))));
        const QString call = calls.at(random.bounded(int(calls.size())));
        const int when = random.bounded(1, 40);
        if (byCall && !threads.isEmpty()) {
            tracer.start(u"strace"_s,
                         {u"-qq"_s, u"-o"_s, u"/dev/null"_s, u"-p"_s, QString::number(threads.first()), u"-e"_s,
                          u"trace="_s + call, u"-e"_s, u"inject=%1:signal=KILL:when=%2"_s.arg(call).arg(when)});
            tracer.waitForStarted();
        }
        QTimer::singleShot(byCall ? 4000 : milliseconds, &process, &QProcess::kill);
    }
};

BATCHDECK_TEST_MAIN(QCoreApplication, TstKillMatrix)
#include "tst_killmatrix.moc"
