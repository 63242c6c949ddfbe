// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::Outcome;
using testing::words;

/// `job why` of jobs that really ran on this computer, asked at once when they ended. One profile for all.
class TstCtlWhy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void tellsTheFailure_data();
    void tellsTheFailure();
    void tellsWhichProcessFailedFirst();
    void tellsTheConsequenceOfAnother();
    void tellsNoMoreThanThereIs_data();
    void tellsNoMoreThanThereIs();
    void waitsForTheLastLines();
    void saysSoInItsHelp();

private:
    /// Runs it to its end; answers what became of the call.
    [[nodiscard]] Outcome create(const QByteArray &document);
    /// Three ranks on one node, of which each runs \a script.
    [[nodiscard]] QByteArray ranks(const QByteArray &script) const;
    [[nodiscard]] QByteArray text() const
    {
        return m_installation.batchctl(words(u"job why -o table -n "_s + m_name)).output;
    }
    [[nodiscard]] QJsonValue json() const
    {
        return m_installation.batchctl(words(u"job why -o json -n "_s + m_name)).json();
    }

    Installation m_installation;
    QString m_name; ///< of the job
    int m_count = 0;
};

void TstCtlWhy::initTestCase()
{
    const QByteArray wrong = m_installation.makeCluster();
    QVERIFY2(wrong.isEmpty(), wrong.constData());
}

void TstCtlWhy::cleanupTestCase()
{
    (void)m_installation.batchctl(words(u"stop"_s));
}

Outcome TstCtlWhy::create(const QByteArray &document)
{
    m_name = u"job%1"_s.arg(++m_count);
    return m_installation.batchctl(words(u"job create -c desk --wait -f - -n "_s + m_name), document);
}

QByteArray TstCtlWhy::ranks(const QByteArray &script) const
{
    const QString path = m_installation.path(u"work.py"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(script) != script.size())
        return {};
    const QJsonObject settings{{u"pythonScriptFilePath"_s, path},
                               {u"pythonInterpreterPath"_s, u"/usr/bin/python3"_s},
                               {u"processCount"_s, 3},
                               {u"communicationBackend"_s, u"gloo"_s}};
    const QJsonObject properties{{u"nodeCount"_s, 1},
                                 {u"stdOutErrPathPrefix"_s, m_installation.path(u"out"_s)},
                                 {u"pyTorchSettings"_s, settings}};
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

void TstCtlWhy::tellsTheFailure_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QJsonValue>("line"); // from 1
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("module that is missing")
        << u"seq 100 >&2; /usr/bin/python3 -c 'import nowhere'"_s << 1 << u"importError"_s << QJsonValue(103)
        << u"ModuleNotFoundError: No module named 'nowhere'"_s
        << "\nMissing module or library: ModuleNotFoundError: No module named 'nowhere' (stderr.txt, line 103). "
           "Install it in the job preparation, or take an image that has it.\n"_ba;
    QTest::newRow("segmentation fault")
        << u"exec /usr/bin/python3 -c 'import ctypes; ctypes.string_at(1)'"_s << 139 << u"segmentationFault"_s
        << QJsonValue(QJsonValue::Null) << QString()
        << "\nSegmentation fault. Its logs say nothing of it. Often a library is built for another version"_ba;
    QTest::newRow("segmentation fault, with what its remedy says")
        << u"PYTHONFAULTHANDLER=1 exec /usr/bin/python3 -c 'import ctypes; ctypes.string_at(1)'"_s << 139
        << u"segmentationFault"_s << QJsonValue(1) << u"Fatal Python error: Segmentation fault"_s
        << "\nSegmentation fault: Fatal Python error: Segmentation fault (stderr.txt, line 1). Often a library"_ba;
    QTest::newRow("killed by somebody")
        << u"kill -KILL $$"_s << 137 << u"killedBySignal"_s << QJsonValue(QJsonValue::Null) << QString()
        << "\nKilled by a signal. Its logs say nothing of it. If neither its time limit nor its user ended it"_ba;
    QTest::newRow("exception of which only its words tell")
        << u"/usr/bin/python3 -c 'raise ValueError(7)'"_s << 1 << u"pythonTraceback"_s << QJsonValue(3)
        << u"ValueError: 7"_s << "\nPython exception: ValueError: 7 (stderr.txt, line 3).\n"_ba;
}

void TstCtlWhy::tellsTheFailure()
{
    QFETCH(QString, command);
    QFETCH(int, exitCode);
    QFETCH(QJsonValue, line);
    QFETCH(QByteArray, sentence);
    const Outcome ended = create(m_installation.jobText(command));
    QVERIFY2(ended.exitCode == exitCode, ended.errorOutput.constData());
    const QByteArray said = text();
    QVERIFY2(said.contains(sentence), said.constData());
    const QJsonValue why = json();
    QCOMPARE(why[u"state"_s].toString(), u"failed"_s);
    const QString reason = why[u"reason"_s][u"text"_s].toString();
    QVERIFY2(!reason.isEmpty() && said.startsWith(QByteArray(reason.toUtf8() + '\n')), said.constData());
    const QJsonValue failure = why[u"failure"_s];
    QTEST(failure[u"kind"_s].toString(), "kind");
    QCOMPARE(failure[u"node"_s].toString(), u"here"_s);
    QVERIFY(failure[u"process"_s].isNull());
    QVERIFY(failure[u"isFirst"_s].toBool());
    QCOMPARE(failure[u"file"_s].toString(), u"stderr.txt"_s);
    QCOMPARE(failure[u"line"_s], line);
    QTEST(failure[u"words"_s].toString(), "words");
    QVERIFY(said.contains(failure[u"remedy"_s][u"text"_s].toString().toUtf8()));
}

void TstCtlWhy::tellsWhichProcessFailedFirst()
{
    const QByteArray script = "import os, time\nif os.environ['RANK'] == '1':\n    raise ValueError('loss is NaN')\n"
                              "time.sleep(60)\n";
    const Outcome ended = create(ranks(script));
    QVERIFY2(ended.exitCode == 1, ended.errorOutput.constData());
    const QByteArray said = text();
    QVERIFY2(said.contains("\nRank 1 on here failed first: Python exception: ValueError: loss is NaN (stderr-1.txt, "
                           "line 4).\n"),
             said.constData());
    const QJsonValue failure = json()[u"failure"_s];
    QCOMPARE(failure[u"process"_s].toInt(), 1);
    QCOMPARE(failure[u"task"_s].toString(), u"rank"_s);
    QCOMPARE(failure[u"name"_s].toString(), u"rank 1"_s);
    QVERIFY(failure[u"isFirst"_s].toBool());
}

// The one that ended first had no word for it.
void TstCtlWhy::tellsTheConsequenceOfAnother()
{
    const QByteArray script =
        "import os, sys, time\nrank = os.environ['RANK']\nseen = sys.argv[0] + '.seen'\n"
        "if rank == '0':\n"
        "    print('RuntimeError: [gloo/transport/tcp/pair.cc:598] Connection closed by peer', file=sys.stderr)\n"
        "    sys.stderr.flush()\n    open(seen, 'w').close()\n"
        "while rank == '1' and not os.path.exists(seen): time.sleep(0.05)\n"
        "if rank == '1': os._exit(3)\ntime.sleep(60)\n";
    const Outcome ended = create(ranks(script));
    QVERIFY2(ended.exitCode == 3, ended.errorOutput.constData());
    const QByteArray said = text();
    QVERIFY2(said.startsWith("Rank 1 ended with exit code 3.\nRank 0 on here: Another process went away: RuntimeError"),
             said.constData());
    const QJsonValue failure = json()[u"failure"_s];
    QCOMPARE(failure[u"kind"_s].toString(), u"peerLost"_s);
    QCOMPARE(failure[u"name"_s].toString(), u"rank 0"_s);
    QVERIFY(!failure[u"isFirst"_s].toBool(true));
}

void TstCtlWhy::tellsNoMoreThanThereIs_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("failed without a word")
        << u"echo 0 errors; exit 3"_s << 3 << "The command ended with exit code 3.\n"_ba;
    QTest::newRow("succeeded in spite of it")
        << u"/usr/bin/python3 -c 'import nowhere' || true"_s << 0 << "It succeeded.\n"_ba;
}

void TstCtlWhy::tellsNoMoreThanThereIs()
{
    QFETCH(QString, command);
    QFETCH(int, exitCode);
    const Outcome ended = create(m_installation.jobText(command));
    QVERIFY2(ended.exitCode == exitCode, ended.errorOutput.constData());
    QTEST(text(), "said");
    QVERIFY(json()[u"failure"_s].isUndefined());
}

// When a job has failed, much of a log may still be on its way.
void TstCtlWhy::waitsForTheLastLines()
{
    m_name = u"long"_s;
    const QByteArray document = m_installation.jobText(
        u"yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | head -n 5000000 >&2; /usr/bin/python3 -c 'import nowhere'"_s);
    VERIFY_DONE(m_installation.batchctl(words(u"job create -c desk -f - -n long"_s), document));
    QTRY_COMPARE(m_installation.job(m_name)[u"properties"_s][u"executionState"_s].toString(), u"failed"_s);
    const QByteArray said = text();
    QVERIFY2(said.contains("(stderr.txt, line 5000003)"), said.constData());
}

void TstCtlWhy::saysSoInItsHelp()
{
    const Outcome help = m_installation.batchctl(words(u"job why --help"_s));
    VERIFY_DONE(help);
    QVERIFY2(help.output.contains("failed first"), help.output.constData());
    QCOMPARE(m_installation.batchctl(words(u"job why -n none"_s)).exitCode, 3);
}

BATCHDECK_TEST(QCoreApplication, TstCtlWhy)
#include "tst_ctlwhy.moc"
