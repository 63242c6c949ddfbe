// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/recipe/standinfixture.h"
#include "tests/support/testmain.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::StandInFixture;

namespace {

QString recipes()
{
    return qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + u"/batch-ai/recipes"_s;
}

/// What runs of a recipe: processes of the toolkit, one a line, and what job preparation calls on each node.
struct Expectation
{
    int nodes;
    QStringList processes; ///< "python worker 0 on n1"
    QStringList preparation; ///< "apt-get" on each node; empty: there is none
    QStringList files; ///< of the processes
};

QStringList ranks(const QString &program, int onFirst, int onSecond)
{
    QStringList lines;
    for (int rank = 0; rank < onFirst + onSecond; ++rank)
        lines.append(u"%1 %2 on %3"_s.arg(program).arg(rank).arg(rank < onFirst ? u"n1"_s : u"n2"_s));
    return lines;
}

const QStringList plain{u"stdout.txt"_s, u"stderr.txt"_s};
const QStringList ownScripts{u"apt-get"_s, u"apt-get"_s, u"pip"_s}; // what stands for the recipes' own scripts

/// By file, below the folder of the recipes.
const QHash<QString, Expectation> &expectations()
{
    static const QHash<QString, Expectation> all{
        {u"CNTK-GPU-BrainScript-Distributed/job.json"_s, {2, ranks(u"cntk"_s, 1, 1), {}, plain}},
        {u"CNTK-GPU-BrainScript/job.json"_s, {1, ranks(u"cntk"_s, 1, 0), {}, plain}},
        {u"CNTK-GPU-Python-Distributed-Infiniband/job.json"_s, {2, ranks(u"python"_s, 4, 4), ownScripts, plain}},
        {u"CNTK-GPU-Python/job.json"_s, {1, ranks(u"python"_s, 1, 0), {}, plain}},
        {u"Caffe-GPU/job.derived.json"_s, {1, {u"caffe on n1"_s}, ownScripts, plain}},
        {u"Chainer-GPU-Distributed/job.json"_s, {2, ranks(u"python"_s, 1, 1), {}, plain}},
        {u"Distributed-Batch-Scoring-in-Tensorflow-with-GPU/job.json"_s,
         {2, ranks(u"python"_s, 1, 1), {u"apt"_s, u"apt"_s}, plain}},
        {u"Horovod-Infiniband-Benchmark/job.json"_s, {2, ranks(u"python"_s, 4, 4), ownScripts, plain}},
        {u"Horovod-Tensorflow/job.json"_s, {2, ranks(u"python"_s, 1, 1), {u"apt"_s, u"apt"_s, u"pip"_s}, plain}},
        {u"HyperBand/job.derived.json"_s, {1, ranks(u"python"_s, 1, 0), {}, plain}},
        {u"Keras-GPU/job_cntk.json"_s, {1, ranks(u"python"_s, 1, 0), {}, plain}},
        {u"Keras-GPU/job_tensorflow.json"_s,
         {1, {u"python worker 0 on n1"_s}, {u"pip"_s}, {u"stdout-wk-0.txt"_s, u"stderr-wk-0.txt"_s}}},
        {u"PyTorch-GPU-Distributed-Gloo/job.json"_s,
         {2,
          ranks(u"python"_s, 1, 1),
          {},
          {u"stdout-0.txt"_s, u"stderr-0.txt"_s, u"stdout-1.txt"_s, u"stderr-1.txt"_s}}},
        {u"RandomSearch/job.derived.json"_s, {1, ranks(u"python"_s, 1, 0), {}, plain}},
        {u"TensorFlow-GPU-Distributed/job.json"_s,
         {2,
          {u"python ps 0 on n1"_s, u"python worker 0 on n1"_s, u"python worker 1 on n2"_s},
          {},
          {u"stdout-ps-0.txt"_s, u"stderr-ps-0.txt"_s, u"stdout-wk-0.txt"_s, u"stderr-wk-0.txt"_s, u"stdout-wk-1.txt"_s,
           u"stderr-wk-1.txt"_s}}},
    };
    return all;
}

} // namespace

/// The service's own recipes as they are, through the real engine on two machines: volumes in folders, containers
/// ignored, and stand-ins on the job's PATH for the programs that no longer exist. mpirun is the real one.
class TstRecipesOnStandIns final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { QCOMPARE(m_fixture.end(), QByteArray()); }

    void knowsEveryRecipe();
    void runs_data();
    void runs();

private:
    [[nodiscard]] static QStringList expectedFiles(const Expectation &expected);
    [[nodiscard]] QStringList expectedCalls(const Expectation &expected, const QStringList &nodes) const;

    testing::SharedStandIns m_fixture;
};

void TstRecipesOnStandIns::initTestCase()
{
    if (!QDir(recipes()).exists())
        SKIP_UNLESS_ALL("the service's recipes are not here: BATCHDECK_TEST_DATA names their folder");
    SKIP_WITHOUT("openmpi");
    SKIP_WITHOUT_NODES();
    VERIFY_RESULT(m_fixture.begin());
}

void TstRecipesOnStandIns::knowsEveryRecipe()
{
    QStringList unknown;
    QDirIterator files(recipes(), {u"job*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = QDir(recipes()).relativeFilePath(files.next());
        if (!expectations().contains(file))
            unknown.append(file);
    }
    QCOMPARE(unknown, QStringList());
}

void TstRecipesOnStandIns::runs_data()
{
    QTest::addColumn<QString>("file");
    QStringList files = expectations().keys();
    files.sort();
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << file;
}

QStringList TstRecipesOnStandIns::expectedFiles(const Expectation &expected)
{
    QStringList files = expected.files;
    for (int node = 1; node <= expected.nodes; ++node) {
        const QString mark = expected.nodes > 1 ? u"-n%1"_s.arg(node) : QString();
        files.append(u"execution%1.log"_s.arg(mark));
        if (!expected.preparation.isEmpty())
            files += {u"stdout-job_prep%1.txt"_s.arg(mark), u"stderr-job_prep%1.txt"_s.arg(mark)};
    }
    files.sort();
    return files;
}

// A job of one node may be on either.
QStringList TstRecipesOnStandIns::expectedCalls(const Expectation &expected, const QStringList &nodes) const
{
    QStringList lines = expected.processes;
    for (QString &line : lines)
        line.replace(u"n1"_s, nodes.value(0)).replace(u"n2"_s, nodes.value(1));
    for (const QString &node : nodes) {
        for (const QString &program : expected.preparation)
            lines.append(program + u" on "_s + node);
    }
    lines.sort();
    return lines;
}

void TstRecipesOnStandIns::runs()
{
    QFETCH(QString, file);
    const Expectation expected = expectations().value(file);
    const QString name = QString(file).replace(u'/', u'-').remove(u".json"_s).remove(u'.').right(60);
    QStringList more;
    const QByteArray text = testing::contentOf(recipes() + u'/' + file);
    QVERIFY(!text.isEmpty());
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, text, more));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(StandInFixture::ending(job) == u"succeeded 0"_s, m_fixture->story(job));
    QStringList calls = m_fixture->callLines(name);
    calls.sort();
    QCOMPARE(calls, expectedCalls(expected, job.nodes));
    QCOMPARE(m_fixture->outputFiles(job), expectedFiles(expected));
    QStringList copied;
    for (const engine::LogFileSnapshot &log : job.logs)
        copied.append(log.name);
    copied.removeDuplicates();
    copied.sort();
    QCOMPARE(copied, expectedFiles(expected));
    for (const testing::StandInCall &call : m_fixture->calls(name)) {
        QCOMPARE(call.folder, QString(call.environment.value(u"AZ_BATCHAI_JOB_TEMP"_s) + u"/wd"_s));
        QCOMPARE(call.arguments.filter(u"$AZ_"_s), QStringList());
    }
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstRecipesOnStandIns)
#include "tst_recipesonstandins.moc"
