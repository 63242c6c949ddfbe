// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/jobcause.h"

#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>

using namespace engine;
using namespace Qt::StringLiterals;

/// From a job that failed to the log that says why, and whether that is of what failed first.
class TstJobCause final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void saysWhoseWordsTheyAre_data();
    void saysWhoseWordsTheyAre();
    void countsTheSignalOfTheCommandOnly();
    void looksAtFailedJobsOnly();

private:
    void write(const QString &node, const QString &name, const QByteArray &text);

    std::unique_ptr<QTemporaryDir> m_folder;
    JobSnapshot m_job;
};

namespace {

const QByteArray traceback = "Traceback (most recent call last):\n  File \"t.py\", line 8\nKeyError: 'loss'\n";
const QByteArray lostPeer = "RuntimeError: [gloo/transport/tcp/pair.cc:598] Connection closed by peer\n";
const QByteArray work = "epoch 1 loss 0.5\n";

} // namespace

void TstJobCause::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_job = {};
    m_job.state = JobState::Failed;
    m_job.errors = {{u"JobFailed"_s, {}}};
}

void TstJobCause::write(const QString &node, const QString &name, const QByteArray &text)
{
    LogFileSnapshot log;
    log.node = node;
    log.name = name;
    log.spoolPath = m_folder->filePath(node + name);
    QFile file(log.spoolPath);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    m_job.logs.append(log);
}

void TstJobCause::saysWhoseWordsTheyAre_data()
{
    QTest::addColumn<QByteArrayList>("logs"); // of rank 0 on a, and of ranks 1 and 2 on b
    QTest::addColumn<QString>("node"); // that failed first; empty: nobody knows
    QTest::addColumn<int>("process");
    QTest::addColumn<QString>("file"); // empty: nobody says anything
    QTest::addColumn<bool>("isOfFirst");
    const auto row = [](const char *name, const QByteArrayList &logs, const QString &node, int process,
                        const QString &file,
                        bool isOfFirst) { QTest::newRow(name) << logs << node << process << file << isOfFirst; };
    row("the first one's", {lostPeer, lostPeer, traceback}, u"b"_s, 2, u"b/stderr-2.txt"_s, true);
    row("another's", {lostPeer, traceback, work}, u"b"_s, 2, u"b/stderr-1.txt"_s, false);
    row("the first one's loss", {work, work, lostPeer}, u"b"_s, 2, u"b/stderr-2.txt"_s, true);
    row("another's loss", {lostPeer, work, work}, u"b"_s, 2, u"a/stderr-0.txt"_s, false);
    row("of a node, one of its processes", {lostPeer, traceback, work}, u"b"_s, -1, u"b/stderr-1.txt"_s, false);
    row("nobody knows which", {traceback, lostPeer, lostPeer}, QString(), -1, u"a/stderr-0.txt"_s, false);
    row("no words", {work, work, work}, u"b"_s, 2, QString(), false);
}

void TstJobCause::saysWhoseWordsTheyAre()
{
    QFETCH(QByteArrayList, logs);
    QFETCH(QString, node);
    QFETCH(int, process);
    write(u"a"_s, u"stderr-0.txt"_s, logs.at(0));
    write(u"b"_s, u"stderr-1.txt"_s, logs.at(1));
    write(u"b"_s, u"stderr-2.txt"_s, logs.at(2));
    if (!node.isEmpty())
        m_job.firstFailure = FirstFailure{node, process < 0 ? QString() : u"rank"_s, process, 1};
    const auto cause = jobCause(failureLogs(m_job));
    QTEST(cause ? QString(cause->file.node + u'/' + cause->file.name) : QString(), "file");
    QTEST(cause && cause->isOfFirst, "isOfFirst");
}

// Before the command there is none of it.
void TstJobCause::countsTheSignalOfTheCommandOnly()
{
    write(u"a"_s, u"stderr.txt"_s, work);
    write(u"a"_s, u"stderr-job_prep.txt"_s, work);
    m_job.exitCode = 139;
    auto cause = jobCause(failureLogs(m_job));
    QVERIFY(cause && cause->isOfFirst);
    QCOMPARE(int(cause->kind), int(FailureKind::SegmentationFault));
    QCOMPARE(cause->file.name, u"stderr.txt"_s);
    m_job.errors = {{u"JobPreparationFailed"_s, {}}};
    QVERIFY(!jobCause(failureLogs(m_job)));
}

void TstJobCause::looksAtFailedJobsOnly()
{
    write(u"a"_s, u"stderr.txt"_s, traceback);
    QVERIFY(jobCause(failureLogs(m_job)));
    QVERIFY(!jobCause(failureLogs(m_job), [] { return true; }));
    for (const JobState state : {JobState::Queued, JobState::Running, JobState::Terminating, JobState::Succeeded}) {
        m_job.state = state;
        QVERIFY(!jobCause(failureLogs(m_job)));
    }
    m_job.state = JobState::Failed;
    for (const QString &code : {u"JobTerminatedByUser"_s, u"MaxWallClockTimeExpiry"_s}) {
        m_job.errors = {{code, {}}}; // what it says then is of its end
        QVERIFY(!jobCause(failureLogs(m_job)));
    }
    m_job.errors = {{u"JobFailed"_s, {}}};
    m_job.logs.clear();
    QVERIFY(!jobCause(failureLogs(m_job)));
}

BATCHDECK_TEST(QCoreApplication, TstJobCause)
#include "tst_jobcause.moc"
