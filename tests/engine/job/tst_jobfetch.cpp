// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "engine/api/job/fetchrule.h"
#include "engine/job/files/jobfetch.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::ChaosProxy;
using testing::Door;
using testing::SshFixture;
using testing::SshServer;

namespace {

constexpr auto modelScript = R"sh(
cd "$AZ_BATCHAI_OUTPUT_MODEL" && mkdir -p ckpt/1 ckpt/2 logs && echo top > best.pt && echo one > ckpt/1/a.pt &&
echo two > ckpt/2/a.pt && echo odd > "-odd 'name' *.pt" && echo text > logs/run.csv && echo more > logs/note.txt
)sh";

} // namespace

/// What rules bring once a job is over: real engine, real sshd behind a network that breaks, real jobs.
class TstJobFetch final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void cleanupTestCase();
    void readsRules();
    void refusesWhatMakesNoSense_data();
    void refusesWhatMakesNoSense();
    void bringsWhatMatches();
    void bringsFoldersWhole();
    void bringsFromAllDirectories();
    void waitsForSuccess();
    void takesRulesAfterwards();
    void waitsForTheMachine();
    void goesOnWithTheNextEngine();
    void bringsOnceOverRestarts();
    void tellsWhatFailed();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_fixture->root() + u'/' + name; }
    [[nodiscard]] QJsonObject more(const QList<FetchRule> &rules) const
    {
        const QJsonObject output{
            {u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, path(u"results"_s)}, {u"pathSuffix"_s, u"m"_s}};
        return {{u"outputDirectories"_s, QJsonArray{output}},
                {u"x-batchdeck"_s, QJsonObject{{u"fetch"_s, toJson(rules)}}}};
    }
    [[nodiscard]] FetchRule rule(const QStringList &files, const QString &to, const QString &from = u"MODEL"_s) const
    {
        return {from, files, path(to), false};
    }
    [[nodiscard]] QJsonObject told(const QString &job, int number = 0)
    {
        return extensionOf(m_fixture->job(job).document).value(u"fetch"_s)[number].toObject();
    }
    [[nodiscard]] bool comes(const QString &job, const QString &state, int number = 0)
    {
        const bool came = QTest::qWaitFor([&] { return told(job, number)[u"state"_s] == state; }, testing::patience);
        if (!came)
            qInfo().noquote() << QJsonDocument(told(job, number)).toJson();
        return came;
    }
    [[nodiscard]] QStringList filesBelow(const QString &folder) const;
    [[nodiscard]] int events(const QString &job, const QString &word);
    [[nodiscard]] QString sentence(const QString &job)
    {
        return Message::fromJson(told(job)[u"reason"_s].toObject()).englishText();
    }

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<ChaosProxy> m_proxy;
    std::unique_ptr<SshFixture> m_fixture;
};

void TstJobFetch::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_server = std::make_unique<SshServer>();
    QVERIFY(m_server->start());
    m_proxy = std::make_unique<ChaosProxy>(m_server->address(), m_server->port());
    QVERIFY(m_proxy->start());
    m_fixture = std::make_unique<SshFixture>();
    QVERIFY(m_fixture->start());
    VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, Door::of(*m_server, path(u"home"_s)).behind(*m_proxy)));
    VERIFY_RESULT(m_fixture->makeCluster({u"m1"_s}));
}

void TstJobFetch::cleanup()
{
    if (m_fixture && !m_fixture->isRunning())
        QVERIFY(m_fixture->start());
}

void TstJobFetch::cleanupTestCase()
{
    m_fixture.reset();
    m_proxy.reset();
    m_server.reset();
}

QStringList TstJobFetch::filesBelow(const QString &folder) const
{
    QStringList files;
    QDirIterator walk(path(folder), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        if (QFileInfo(walk.next()).isFile())
            files.append(walk.filePath().sliced(path(folder).size() + 1));
    }
    files.sort();
    return files;
}

int TstJobFetch::events(const QString &job, const QString &word)
{
    const auto all = m_fixture->call(u"job.events"_s, {{u"id"_s, SshFixture::jobId(job)}});
    int count = 0;
    for (const QJsonValue &event : all ? all->toArray() : QJsonArray())
        count += event[u"state"_s] == word ? 1 : 0;
    return count;
}

void TstJobFetch::readsRules()
{
    const FetchRule rule{u"MODEL"_s, {u"*.pt"_s, u"a b/*"_s}, u"~/r/<job>/<experiment>-<workspace>"_s, true};
    QCOMPARE(FetchRule::fromJson(rule.toJson()), rule);
    QCOMPARE(rule.key(), FetchRule::fromJson(rule.toJson()).key());
    QVERIFY(rule.key() != FetchRule().key());
    const auto job = ResourceId::parseShort(u"p"_s, u"g/w/e/j"_s);
    QVERIFY(job);
    QCOMPARE(fetchFolder(rule.to, *job, u"/home/ada"_s), u"/home/ada/r/j/e-w"_s);
    QCOMPARE(unknownPlaceholders(u"~/<job>/<node>/<>"_s), QStringList({u"<node>"_s, u"<>"_s}));
    const auto matches = parseMatches(QByteArray("./a.pt\0./x/b.pt\0./x/../c\0../d\0.\0./e\nf\0", 38));
    QVERIFY(matches);
    QCOMPARE(matches->keys(), QStringList({u""_s, u"x"_s}));
    QCOMPARE(matches->value(u""_s), QStringList({u"a.pt"_s, u"e\nf"_s}));
}

void TstJobFetch::refusesWhatMakesNoSense_data()
{
    QTest::addColumn<QJsonObject>("rule");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const QJsonObject &rule, const QString &place) {
        QTest::newRow(name) << rule << place;
    };
    row("no target", {{u"files"_s, QJsonArray{u"*.pt"_s}}}, u"fetch[0].to"_s);
    row("relative", {{u"to"_s, u"results"_s}}, u"fetch[0].to"_s);
    row("the home itself", {{u"to"_s, u"~/"_s}}, u"fetch[0].to"_s);
    row("where programs look", {{u"to"_s, u"~/.ssh"_s}}, u"fetch[0].to"_s);
    row("out of it", {{u"to"_s, u"~/a/../../b"_s}}, u"fetch[0].to"_s);
    row("placeholder", {{u"to"_s, u"~/r/<node>"_s}}, u"fetch[0].to"_s);
    row("when", {{u"to"_s, u"~/r"_s}, {u"when"_s, u"sometimes"_s}}, u"fetch[0].when"_s);
    row("directory", {{u"to"_s, u"~/r"_s}, {u"outputDirectoryId"_s, u"OTHER"_s}}, u"fetch[0].outputDirectoryId"_s);
    row("no list", {{u"to"_s, u"~/r"_s}, {u"files"_s, u"*.pt"_s}}, u"fetch[0].files"_s);
    row("pattern", {{u"to"_s, u"~/r"_s}, {u"files"_s, QJsonArray{u"*"_s, u"../*"_s}}}, u"fetch[0].files[1]"_s);
}

void TstJobFetch::refusesWhatMakesNoSense()
{
    QFETCH(QJsonObject, rule);
    QFETCH(QString, place);
    QJsonObject properties = more({});
    properties[u"x-batchdeck"_s] = QJsonObject{{u"fetch"_s, QJsonArray{rule}}};
    const auto submitted = m_fixture->submit(u"bad"_s, u"true"_s, properties);
    QVERIFY(!submitted);
    QVERIFY(submitted.error().code == ErrorCode::InvalidDocument);
    QVERIFY2(submitted.error().details.value(0).target.endsWith(place),
             qPrintable(submitted.error().details.value(0).target));
}

void TstJobFetch::bringsWhatMatches()
{
    VERIFY_RESULT(m_fixture->submit(u"some"_s, QString::fromLatin1(modelScript),
                                    more({rule({u"*.pt"_s, u"logs/*.csv"_s}, u"got/<job>"_s)})));
    QVERIFY(comes(u"some"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/some"_s),
             QStringList({u"-odd 'name' *.pt"_s, u"best.pt"_s, u"ckpt/1/a.pt"_s, u"ckpt/2/a.pt"_s, u"logs/run.csv"_s}));
    QCOMPARE(testing::contentOf(path(u"got/some/ckpt/2/a.pt"_s)), "two\n");
    QCOMPARE(events(u"some"_s, u"fetched"_s), 1);
    QVERIFY2(sentence(u"some"_s).contains(u"Brought 5 files"_s), qPrintable(sentence(u"some"_s)));
    QVERIFY(sentence(u"some"_s).contains(path(u"got/some"_s)));
}

void TstJobFetch::bringsFoldersWhole()
{
    VERIFY_RESULT(
        m_fixture->submit(u"whole"_s, QString::fromLatin1(modelScript), more({rule({u"logs"_s}, u"got/<job>"_s)})));
    QVERIFY(comes(u"whole"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/whole"_s), QStringList({u"logs/note.txt"_s, u"logs/run.csv"_s}));
}

void TstJobFetch::bringsFromAllDirectories()
{
    VERIFY_RESULT(m_fixture->submit(u"every"_s, QString::fromLatin1(modelScript),
                                    more({rule({u"*.txt"_s}, u"got/<job>"_s, {})})));
    QVERIFY(comes(u"every"_s, u"done"_s));
    const QStringList files = filesBelow(u"got/every"_s);
    QVERIFY(files.contains(u"MODEL/logs/note.txt"_s));
    QVERIFY(files.contains(u"stdouterr/stdout.txt"_s));
}

void TstJobFetch::waitsForSuccess()
{
    FetchRule always = rule({u"*.pt"_s}, u"got/<job>-always"_s);
    always.isAlways = true;
    VERIFY_RESULT(m_fixture->submit(u"fails"_s, QString(QString::fromLatin1(modelScript) + u"exit 3"_s),
                                    more({rule({u"*.pt"_s}, u"got/<job>"_s), always})));
    QVERIFY(comes(u"fails"_s, u"done"_s, 1));
    QVERIFY(told(u"fails"_s).value(u"state"_s).isUndefined());
    QVERIFY(!QFile::exists(path(u"got/fails"_s)));
    QCOMPARE(filesBelow(u"got/fails-always"_s).size(), 4);
}

void TstJobFetch::takesRulesAfterwards()
{
    VERIFY_RESULT(m_fixture->submit(u"later"_s, QString::fromLatin1(modelScript), more({})));
    QVERIFY(m_fixture->finished(u"later"_s).state == JobState::Succeeded);
    const QJsonObject id{{u"id"_s, SshFixture::jobId(u"later"_s)}};
    const auto set = [&](const QJsonArray &rules) {
        QJsonObject parameters = id;
        parameters[u"rules"_s] = rules;
        return m_fixture->call(u"job.setFetch"_s, parameters);
    };
    const auto refused = set({QJsonObject{{u"to"_s, u"nowhere"_s}}});
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidDocument);
    QVERIFY(refused.error().details.value(0).target.endsWith(u"fetch[0].to"_s));
    VERIFY_RESULT(set(toJson({rule({u"best.pt"_s}, u"got/later"_s)})));
    QVERIFY(comes(u"later"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/later"_s), QStringList(u"best.pt"_s));
    VERIFY_RESULT(set(toJson({rule({u"best.pt"_s}, u"got/later"_s), rule({u"*.none"_s}, u"got/later"_s)})));
    QVERIFY(comes(u"later"_s, u"done"_s, 1));
    QCOMPARE(events(u"later"_s, u"fetched"_s), 2); // the first was not brought again
    VERIFY_RESULT(set({}));
    QVERIFY(told(u"later"_s).isEmpty());
}

void TstJobFetch::waitsForTheMachine()
{
    VERIFY_RESULT(m_fixture->submit(u"away"_s, QString::fromLatin1(modelScript), more({})));
    QVERIFY(m_fixture->finished(u"away"_s).state == JobState::Succeeded);
    m_proxy->setRefusing(true);
    m_proxy->resetAll();
    VERIFY_RESULT(m_fixture->call(
        u"job.setFetch"_s,
        {{u"id"_s, SshFixture::jobId(u"away"_s)}, {u"rules"_s, toJson({rule({u"*.pt"_s}, u"got/<job>"_s)})}}));
    const auto link = [&] {
        const auto machine = m_fixture->machine(u"m1"_s);
        return machine ? extensionOf(machine->toObject()).value(u"link"_s).toString() : QString();
    };
    QTRY_VERIFY(link() != u"online");
    QVERIFY(told(u"away"_s).value(u"state"_s).isUndefined());
    m_proxy->setRefusing(false);
    QVERIFY(comes(u"away"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/away"_s).size(), 4);
}

void TstJobFetch::goesOnWithTheNextEngine()
{
    const QString wait = u"while [ ! -e %1 ]; do sleep 0.1; done"_s.arg(path(u"go"_s));
    VERIFY_RESULT(m_fixture->submit(u"alone"_s, QString(QString::fromLatin1(modelScript) + wait),
                                    more({rule({u"*.pt"_s}, u"got/<job>"_s)})));
    QTRY_VERIFY(m_fixture->job(u"alone"_s).phase == JobPhase::Executing);
    m_fixture->stop();
    QVERIFY(QFile(path(u"go"_s)).open(QIODevice::WriteOnly)); // it ends while nobody looks
    QVERIFY(m_fixture->start());
    QVERIFY(comes(u"alone"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/alone"_s).size(), 4);
    QCOMPARE(events(u"alone"_s, u"fetched"_s), 1);
}

void TstJobFetch::bringsOnceOverRestarts()
{
    const QString big = u"head -c 30000000 /dev/zero | tr '\\0' x > big.pt"_s;
    VERIFY_RESULT(m_fixture->submit(u"often"_s, QString(QString::fromLatin1(modelScript) + big),
                                    more({rule({u"big.pt"_s}, u"got/<job>"_s)})));
    const auto known = [&] { return !told(u"often"_s).value(u"state"_s).isUndefined(); };
    QVERIFY(QTest::qWaitFor(known, testing::patience));
    for (int restart = 0; restart < 3; ++restart) {
        m_fixture->stop();
        QVERIFY(m_fixture->start());
    }
    QVERIFY(comes(u"often"_s, u"done"_s));
    QCOMPARE(filesBelow(u"got/often"_s), QStringList(u"big.pt"_s));
    m_fixture->stop();
    QVERIFY(QFile::remove(path(u"got/often/big.pt"_s)));
    QVERIFY(m_fixture->start());
    QVERIFY(comes(u"often"_s, u"done"_s));
    QCOMPARE(events(u"often"_s, u"fetched"_s), 1);
    QVERIFY(filesBelow(u"got/often"_s).isEmpty()); // it was brought, and is not again
}

void TstJobFetch::tellsWhatFailed()
{
    QFile file(path(u"in-the-way"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    VERIFY_RESULT(m_fixture->submit(u"stuck"_s, QString::fromLatin1(modelScript),
                                    more({rule({u"best.pt"_s}, u"in-the-way/<job>"_s)})));
    QVERIFY(comes(u"stuck"_s, u"failed"_s));
    QCOMPARE(events(u"stuck"_s, u"fetch-failed"_s), 1);
    QVERIFY2(sentence(u"stuck"_s).contains(u"in-the-way"_s), qPrintable(sentence(u"stuck"_s)));
}

BATCHDECK_TEST(QCoreApplication, TstJobFetch)
#include "tst_jobfetch.moc"
