// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/recipe/samplefixture.h"
#include "tests/support/await.h"
#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::EngineFixture;

/// Every job that comes with the program, on this computer alone. Ports of theirs are those of a network of the test's.
class TstSamplesHere final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void areListed();
    void refusesAnUnknownName();
    void runs_data();
    void runs();

private:
    std::unique_ptr<EngineFixture> m_fixture;
};

void TstSamplesHere::init()
{
    m_fixture = std::make_unique<EngineFixture>();
    QVERIFY(m_fixture->start());
    QVERIFY(m_fixture->addThisComputer());
}

void TstSamplesHere::areListed()
{
    const auto samples = m_fixture->call(u"console.samples"_s);
    VERIFY_RESULT(samples);
    QStringList names;
    for (const QJsonValue &sample : samples->toArray()) {
        names.append(sample[u"name"_s].toString());
        QVERIFY2(!sample[u"title"_s].toString().isEmpty() && !sample[u"title"_s].toString().startsWith(u'#'),
                 qPrintable(names.constLast()));
        QVERIFY2(sample[u"description"_s].toString().endsWith(u'.'), qPrintable(names.constLast()));
        QVERIFY2(sample[u"toolkit"_s].toString().endsWith(u"Settings"_s), qPrintable(names.constLast()));
        QCOMPARE(sample[u"nodes"_s].toInt(), names.constLast() == u"iris"_s ? 1 : 2);
    }
    QCOMPARE(names, QStringList({u"iris"_s, u"pytorch-ddp"_s, u"mpi-c"_s, u"mpi4py"_s, u"custom"_s}));
}

void TstSamplesHere::refusesAnUnknownName()
{
    const auto answer = m_fixture->call(u"console.sample"_s, {{u"sample"_s, u"../iris"_s}});
    QVERIFY(!answer);
    QCOMPARE(toString(answer.error().code), toString(engine::ErrorCode::NotFound));
    QVERIFY(answer.error().message.text().contains(u"mpi4py"_s));
}

void TstSamplesHere::runs_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QByteArrayList>("lines"); // pieces that lines of it have
    QTest::newRow("iris") << u"stdout.txt"_s << QByteArrayList{"final validation accuracy 0.9"};
    QTest::newRow("pytorch-ddp") << u"stdout-0.txt"_s
                                 << QByteArrayList{"rank 0 of 2 on ", "all-reduce of 1 to 2 is 3",
                                                   "parameters agree on 2 ranks",
                                                   "learned 2.000 -3.500 0.250 1.000 0.500 which is off by 0.0000"};
    QTest::newRow("mpi-c") << u"stdout.txt"_s
                           << QByteArrayList{"rank 0 of 4 on ", "rank 3 of 4 on ", "pi is 3.141592653590, "};
    QTest::newRow("mpi4py") << u"stdout.txt"_s
                            << QByteArrayList{"rank 0 of 4 on ", "rank 3 of 4 on ",
                                              "the squares from 1 to 1000000 add up to 333333833333500000"};
    QTest::newRow("custom") << u"stdout.txt"_s << QByteArrayList{"17984 on ", "17984 primes up to 200000"};
}

void TstSamplesHere::runs()
{
    QFETCH(QString, log);
    QFETCH(QByteArrayList, lines);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    for (const QString &part : testing::partsOf(name))
        SKIP_WITHOUT_PART(part);
    QStringList overrides;
    if (name == u"iris"_s)
        overrides.append(u"environmentVariables[0].value=\"2\""_s);
    if (name == u"iris"_s || name == u"pytorch-ddp"_s) // not in the home of who runs the test
        overrides.append(u"outputDirectories[0].pathPrefix=\"%1/models\""_s.arg(m_fixture->root()));
    VERIFY_RESULT(testing::submitSample(*m_fixture, name, overrides));
    const JobSnapshot job = m_fixture->finished(name, 4 * testing::patience);
    const QByteArray said = EngineFixture::log(job, log);
    const QByteArray story = job.reason.text().toUtf8() + '\n' + said + EngineFixture::log(job, u"stderr.txt"_s);
    QVERIFY2(toString(job.state) == u"succeeded"_s, story);
    for (const QByteArray &line : lines)
        QVERIFY2(testing::linesWith(said, line).size() == 1, QByteArray(line + '\n' + said));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstSamplesHere)
#include "tst_sampleshere.moc"
