// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctlfixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using testing::errorOf;
using testing::Installation;
using testing::Outcome;
using testing::words;

/// `job check` on this computer.
class TstCtlCheck final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void saysWhatFails();
    void endsWellWhenNothingFails();
    void printsJson();
    void takesTheOptionsOfCreate();
    void refusesBrokenDocuments();

private:
    [[nodiscard]] Outcome run(const QString &line, const QByteArray &input) const
    {
        return m_installation.batchctl(words(line), input);
    }

    Installation m_installation;
};

void TstCtlCheck::initTestCase()
{
    const QByteArray wrong = m_installation.makeCluster();
    QVERIFY2(wrong.isEmpty(), wrong.constData());
}

void TstCtlCheck::cleanupTestCase()
{
    (void)m_installation.batchctl(words(u"stop"_s));
}

void TstCtlCheck::saysWhatFails()
{
    const Outcome outcome =
        run(u"job check -c desk -f - -o table"_s, m_installation.jobText(u"/usr/bin/python3 /no/such.py"_s));
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.output.contains("/no/such.py is not there."), outcome.output.constData());
    QVERIFY2(outcome.output.contains("Put it there, or correct the path in the document."), outcome.output.constData());
    QVERIFY2(outcome.output.startsWith("Node"), outcome.output.constData());
}

void TstCtlCheck::endsWellWhenNothingFails()
{
    const Outcome outcome = run(u"job check -c desk -f - -o tsv"_s, m_installation.jobText(u"true"_s));
    QVERIFY2(outcome.exitCode == 0, QByteArray(outcome.output + outcome.errorOutput).constData());
    QVERIFY2(outcome.output.contains("here\toutput\tok\t"), outcome.output.constData());
}

void TstCtlCheck::printsJson()
{
    const Outcome outcome = run(u"job check -c desk -f - -o json"_s, m_installation.jobText(u"true"_s));
    const QJsonValue node = outcome.json()[u"nodes"_s][0];
    QCOMPARE(node[u"name"_s].toString(), u"here"_s);
    QVERIFY(!node[u"checks"_s].toArray().isEmpty());
    for (const QJsonValue &check : node[u"checks"_s].toArray())
        QVERIFY(!check[u"check"_s].toString().isEmpty() && check[u"message"_s].isObject());
}

void TstCtlCheck::takesTheOptionsOfCreate()
{
    const Outcome outcome =
        m_installation.batchctl({u"job"_s, u"check"_s, u"-c"_s, u"desk"_s, u"-n"_s, u"x"_s, u"-f"_s, u"-"_s, u"-o"_s,
                                 u"tsv"_s, u"--set"_s, u"customToolkitSettings.commandLine=no-such-program"_s},
                                m_installation.jobText(u"true"_s));
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.output.contains("here\tprogram\tfailed\tThere is no no-such-program."),
             outcome.output.constData());
}

void TstCtlCheck::refusesBrokenDocuments()
{
    const Outcome outcome = run(u"job check -c desk -f - -o json"_s, "{\"properties\":{\"nodeCount\":\"two\"}}");
    QCOMPARE(outcome.exitCode, 4);
    QVERIFY(errorOf(outcome).value(u"details"_s).toArray().size() >= 2);
}

BATCHDECK_TEST(QCoreApplication, TstCtlCheck)
#include "tst_ctlcheck.moc"
