// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/joblogs.h"

#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;

/// Which logs of a job that failed tell of it, by their names and by what failed first.
class TstJobLogs final : public QObject
{
    Q_OBJECT

private slots:
    void readsNames_data();
    void readsNames();
    void findsTheLogOfTheFirstFailure_data();
    void findsTheLogOfTheFirstFailure();
    void ordersThoseOfWhatFailed_data();
    void ordersThoseOfWhatFailed();
};

namespace {

/// "NODE/NAME", each.
QList<LogFileSnapshot> logsOf(const QStringList &files)
{
    QList<LogFileSnapshot> logs;
    for (const QString &file : files) {
        LogFileSnapshot log;
        log.node = file.section(u'/', 0, 0);
        log.name = file.section(u'/', 1);
        logs.append(log);
    }
    return logs;
}

} // namespace

void TstJobLogs::readsNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<QString>("task");
    QTest::addColumn<int>("index");
    using Kind = LogName::Kind;
    const auto row = [](const QString &file, Kind kind, bool isError) -> QTestData & {
        return QTest::newRow(qPrintable(file)) << file << int(kind) << isError;
    };
    row(u"stdout.txt"_s, Kind::Output, false) << QString() << -1;
    row(u"stderr-12.txt"_s, Kind::Output, true) << u"rank"_s << 12;
    row(u"stdout-wk-0.txt"_s, Kind::Output, false) << u"worker"_s << 0;
    row(u"stderr-ps-1.txt"_s, Kind::Output, true) << u"ps"_s << 1;
    row(u"stderr-job_prep-a05.txt"_s, Kind::Preparation, true) << QString() << -1;
    row(u"execution-a05.log"_s, Kind::Execution, false) << QString() << -1;
    row(u"stdout-of-mine.txt"_s, Kind::Other, false) << QString() << -1;
}

void TstJobLogs::readsNames()
{
    QFETCH(QString, file);
    const LogName name = logName(file);
    QTEST(int(name.kind), "kind");
    QTEST(name.isError, "isError");
    QTEST(name.task, "task");
    QTEST(name.index, "index");
}

void TstJobLogs::findsTheLogOfTheFirstFailure_data()
{
    QTest::addColumn<int>("process");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<int>("found");
    const QStringList ofWorkers{u"stderr-wk-0.txt"_s, u"stderr-ps-1.txt"_s, u"stderr-wk-1.txt"_s};
    QTest::newRow("a worker") << 1 << u"worker"_s << ofWorkers << 2;
    QTest::newRow("a parameter server") << 1 << u"ps"_s << ofWorkers << 1;
    QTest::newRow("a process that has no log") << 0 << u"ps"_s << ofWorkers << -1;
    const QStringList ofRanks{u"stderr-0.txt"_s, u"stderr-1.txt"_s};
    QTest::newRow("a rank") << 1 << u"rank"_s << ofRanks << 1;
    QTest::newRow("a process without a task") << 1 << QString() << ofRanks << 1;
    QTest::newRow("no process") << -1 << QString() << ofRanks << 0;
    QTest::newRow("the only process") << 0 << QString() << QStringList{u"execution.log"_s, u"stderr.txt"_s} << 1;
}

void TstJobLogs::findsTheLogOfTheFirstFailure()
{
    QFETCH(const int, process);
    QFETCH(const QString, task);
    QFETCH(const QStringList, files);
    JobSnapshot job;
    job.firstFailure = FirstFailure{u"a05"_s, task, process, 1};
    QList<LogFileSnapshot> logs;
    for (const QString &name : files) {
        LogFileSnapshot log;
        log.name = name;
        log.node = u"a05"_s;
        logs.append(log);
    }
    QTEST(int(logOfFailure(job, logs)), "found");
}

void TstJobLogs::ordersThoseOfWhatFailed_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("node"); // that failed first; empty: nobody knows
    QTest::addColumn<int>("process");
    QTest::addColumn<QStringList>("ordered");
    const auto row = [](const char *name, const char *code, const QString &node, int process,
                        const QStringList &ordered) {
        QTest::newRow(name) << QString::fromLatin1(code) << node << process << ordered;
    };
    row("a rank of several on its node", "JobFailed", u"b"_s, 2,
        {u"b/stderr-2.txt"_s, u"b/stdout-2.txt"_s, u"a/stderr-0.txt"_s, u"b/stderr-1.txt"_s, u"a/stdout-0.txt"_s});
    row("a node", "JobFailed", u"b"_s, -1,
        {u"b/stderr-1.txt"_s, u"b/stderr-2.txt"_s, u"b/stdout-2.txt"_s, u"a/stderr-0.txt"_s, u"a/stdout-0.txt"_s});
    row("nobody knows", "JobFailed", QString(), -1,
        {u"a/stderr-0.txt"_s, u"a/stdout-0.txt"_s, u"b/stderr-1.txt"_s, u"b/stderr-2.txt"_s, u"b/stdout-2.txt"_s});
    row("a preparation", "JobPreparationFailed", u"b"_s, -1,
        {u"b/stderr-job_prep-b.txt"_s, u"a/stderr-job_prep-a.txt"_s});
    row("a mount", "MountFailed", u"a"_s, -1, {u"a/execution-a.log"_s, u"b/execution-b.log"_s});
}

void TstJobLogs::ordersThoseOfWhatFailed()
{
    QFETCH(QString, code);
    QFETCH(QString, node);
    QFETCH(int, process);
    JobSnapshot job;
    job.errors = {{code, {}}};
    if (!node.isEmpty())
        job.firstFailure = FirstFailure{node, process < 0 ? QString() : u"rank"_s, process, {}};
    job.logs = logsOf({u"a/stdout-0.txt"_s, u"a/stderr-0.txt"_s, u"a/stderr-job_prep-a.txt"_s, u"a/execution-a.log"_s,
                       u"b/stdout-2.txt"_s, u"b/stderr-1.txt"_s, u"b/stderr-2.txt"_s, u"b/stderr-job_prep-b.txt"_s,
                       u"b/execution-b.log"_s});
    QStringList ordered;
    for (const LogFileSnapshot &log : logsByFailure(job, job.logs))
        ordered.append(log.node + u'/' + log.name);
    QTEST(ordered, "ordered");
}

BATCHDECK_TEST(QCoreApplication, TstJobLogs)
#include "tst_joblogs.moc"
