// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/engine/recipe/samplefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::linesWith;
using testing::TroubleFixture;

/// The jobs that come with the program on two machines, with homes of their own and with a common one: real torch, real
/// MPI, and numbers that are known.
class TstSamplesOnNodes final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void pyTorch_data() { addHomes(); }
    void pyTorch();
    void mpiInC_data() { addHomes(); }
    void mpiInC();
    void mpiInPython_data() { addHomes(); }
    void mpiInPython();
    void custom_data() { addHomes(); }
    void custom();
    void iris_data() { addHomes(); }
    void iris();

private:
    static void addHomes();
    void begin();
    void runsMpi(const QString &sample, const QByteArrayList &ranks, const QByteArray &result);
    /// Runs it to its end.
    [[nodiscard]] JobSnapshot run(const QString &sample, const QStringList &overrides = {});
    [[nodiscard]] QByteArray story(const JobSnapshot &job) const;

    std::unique_ptr<TroubleFixture> m_fixture;
};

void TstSamplesOnNodes::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstSamplesOnNodes::addHomes()
{
    QTest::addColumn<bool>("isShared");
    QTest::newRow("homes of their own") << false;
    QTest::newRow("one home") << true;
}

void TstSamplesOnNodes::begin()
{
    QFETCH(bool, isShared);
    m_fixture = std::make_unique<TroubleFixture>();
    testing::NodeOptions options;
    if (isShared)
        options.sharedHome = testing::NodeFleet::makeSharedHome();
    VERIFY_RESULT(m_fixture->begin(2, options));
}

void TstSamplesOnNodes::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

JobSnapshot TstSamplesOnNodes::run(const QString &sample, const QStringList &overrides)
{
    if (const auto submitted = testing::submitSample(*m_fixture, sample, overrides); !submitted) {
        qInfo("%s", qPrintable(submitted.error().message.text()));
        return {};
    }
    return m_fixture->finished(sample, 4 * testing::patience);
}

QByteArray TstSamplesOnNodes::story(const JobSnapshot &job) const
{
    QByteArray text = TroubleFixture::ending(job).toUtf8() + ": " + job.reason.text().toUtf8() + '\n';
    for (const engine::LogFileSnapshot &log : job.logs)
        text += "-- " + log.name.toUtf8() + '\n' + testing::contentOf(log.spoolPath);
    return text;
}

void TstSamplesOnNodes::pyTorch()
{
    SKIP_WITHOUT("torch");
    begin();
    const JobSnapshot job = run(u"pytorch-ddp"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, story(job));
    const QByteArray first = TroubleFixture::log(job, u"stdout-0.txt"_s);
    const QByteArray second = TroubleFixture::log(job, u"stdout-1.txt"_s);
    QCOMPARE(linesWith(first, "rank 0 of 2 on n1").size(), 1);
    QCOMPARE(linesWith(second, "rank 1 of 2 on n2").size(), 1);
    for (const QByteArray &log : {first, second}) {
        QVERIFY2(log.contains("all-reduce of 1 to 2 is 3\n"), story(job));
        QVERIFY2(log.contains("parameters agree on 2 ranks\n"), story(job));
    }
    QVERIFY2(first.contains("learned 2.000 -3.500 0.250 1.000 0.500 which is off by 0.0000"), story(job));
    const QByteArrayList losses = linesWith(first, " loss ");
    QCOMPARE(losses.size(), 11); // of the first epoch, and of each 20th
    QVERIFY2(linesWith(first, "epoch 200 loss 0.00000").size() == 1, story(job));
}

void TstSamplesOnNodes::mpiInC()
{
    SKIP_WITHOUT("mpicc");
    runsMpi(u"mpi-c"_s, {"rank 0 of 4 on n1", "rank 1 of 4 on n1", "rank 2 of 4 on n2", "rank 3 of 4 on n2"},
            "pi is 3.141592653590, ");
}

void TstSamplesOnNodes::mpiInPython()
{
    SKIP_WITHOUT("mpi4py");
    runsMpi(u"mpi4py"_s,
            {"rank 0 of 4 on n1: 83333083333250000", "rank 1 of 4 on n1: 83333333333000000",
             "rank 2 of 4 on n2: 83333583333250000", "rank 3 of 4 on n2: 83333833334000000"},
            "the squares from 1 to 1000000 add up to 333333833333500000\n");
}

void TstSamplesOnNodes::runsMpi(const QString &sample, const QByteArrayList &ranks, const QByteArray &result)
{
    SKIP_WITHOUT("openmpi");
    begin();
    const JobSnapshot job = run(sample);
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, story(job));
    const QByteArray said = TroubleFixture::log(job, u"stdout.txt"_s);
    QCOMPARE(linesWith(said, "rank"), ranks);
    QVERIFY2(said.contains(result), said);
}

void TstSamplesOnNodes::custom()
{
    begin();
    const JobSnapshot job = run(u"custom"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, story(job));
    // There are 9592 primes up to 100000, and 17984 up to 200000.
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "9592 on n1\n8392 on n2\n17984 primes up to 200000\n");
    QCOMPARE(TroubleFixture::log(job, u"stdout-job_prep-n1.txt"_s), "n1\n");
    QCOMPARE(TroubleFixture::log(job, u"stdout-job_prep-n2.txt"_s), "n2\n");
}

// Its files come along: nothing of it is on the machine.
void TstSamplesOnNodes::iris()
{
    begin();
    const JobSnapshot job = run(u"iris"_s, {u"environmentVariables[0].value=\"2\""_s});
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, story(job));
    QVERIFY2(TroubleFixture::log(job, u"stdout.txt"_s).contains("150 flowers from "), story(job));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstSamplesOnNodes)
#include "tst_samplesonnodes.moc"
