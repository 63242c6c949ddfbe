// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <csignal>

using namespace Qt::StringLiterals;
using testing::errorOf;
using testing::Installation;
using testing::Outcome;
using testing::words;

namespace {

/// An interpreter that hangs when it is asked for its version. Which session asked it stands in "asked"; that the time
/// limit of the check ended it, in "late".
class SlowPython
{
public:
    explicit SlowPython(const QString &folder) : m_folder(folder) { }
    ~SlowPython()
    {
        if (const qint64 pid = asked(1); pid > 0)
            ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
    Q_DISABLE_COPY_MOVE(SlowPython)

    bool make() const
    {
        const QByteArray script = QByteArray(R"(#!/bin/sh
cd 'FOLDER' && trap 'touch late; exit 1' TERM
read -r _ _ _ _ _ session _ < /proc/$$/stat
echo $session $$ > part && mv part asked
while :; do sleep 1; done
)")
                                      .replace("FOLDER", QFile::encodeName(m_folder));
        const QString file = m_folder + u"/python"_s;
        return QDir().mkpath(m_folder) && testing::writeFile(file, script)
            && QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString commandLine() const { return m_folder + u"/python /no/such.py"_s; }
    [[nodiscard]] qint64 session() const { return asked(0); } ///< 0: it was not asked yet
    [[nodiscard]] bool isLate() const { return QFile::exists(m_folder + u"/late"_s); }

private:
    [[nodiscard]] qint64 asked(qsizetype word) const
    {
        return testing::contentOf(m_folder + u"/asked"_s).simplified().split(' ').value(word).toLongLong();
    }

    QString m_folder;
};

} // namespace

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
    void endsWhenItIsGivenUp();
    void endsWithItsClient();

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

void TstCtlCheck::endsWhenItIsGivenUp()
{
    testing::EngineFixture fixture;
    QVERIFY(fixture.start());
    QVERIFY(fixture.addThisComputer());
    const SlowPython python(fixture.root() + u"/slow"_s);
    QVERIFY(python.make());
    auto check = fixture.begin(u"job.check"_s,
                               {{u"id"_s, testing::EngineFixture::jobId(u"one"_s)},
                                {u"cluster"_s, u"desk"_s},
                                {u"text"_s, QString::fromUtf8(fixture.jobText(python.commandLine()))}});
    QTRY_VERIFY(python.session() > 0);
    QVERIFY(testing::isRunning(python.session()));
    check.cancel();
    QTRY_VERIFY(!testing::isRunning(python.session()));
    QVERIFY(!python.isLate());
}

void TstCtlCheck::endsWithItsClient()
{
    const SlowPython python(m_installation.path(u"slow"_s));
    QVERIFY(python.make());
    const auto client =
        m_installation.start(words(u"job check -c desk -f -"_s), m_installation.jobText(python.commandLine()));
    QTRY_VERIFY(python.session() > 0);
    QVERIFY(testing::isRunning(python.session()));
    client->kill();
    QTRY_VERIFY(!testing::isRunning(python.session()));
    QVERIFY(!python.isLate());
}

BATCHDECK_TEST(QCoreApplication, TstCtlCheck)
#include "tst_ctlcheck.moc"
