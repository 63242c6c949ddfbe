// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDir>

using namespace Qt::StringLiterals;
using testing::contentOf;
using testing::Installation;
using testing::keysOnly;
using testing::Outcome;
using testing::SshServer;
using testing::words;

namespace {

// Two processes of a gang write what only their nodes have, and something that both have.
constexpr auto preparationScript = R"sh(
mkdir -p "$AZ_BATCHAI_OUTPUT_MODEL/deep/er" && cd "$AZ_BATCHAI_OUTPUT_MODEL" &&
echo weights > model.pt && echo notes > "read me.txt" && echo deep > deep/er/late.pt && mkdir -p hollow &&
head -c 300000 /dev/urandom > big.bin
)sh";

} // namespace

/// What jobs wrote, listed and brought here by the built batchctl: real sshd, real jobs.
class TstJobfiles final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void listsWithSizesAndTimes();
    void bringsADirectory();
    void bringsAFolderOfIt();
    void bringsAFile();
    void bringsIntoTheFolderOneIsIn();
    void bringsWhatEachNodeHas();
    void bringsSharedFilesOnce();
    void saysWhatItWouldBring();
    void limitsTheRoomOfLogs();
    void fetchesWhenItIsOver();
    void saysWhatIsNotThere_data();
    void saysWhatIsNotThere();
    void deletesNothingThatCannotBeListed();

private:
    [[nodiscard]] Outcome run(const QString &line, const QStringList &more = {}, const QByteArray &input = {}) const
    {
        return m_installation->batchctl(words(line + u" -o json"_s, more), input);
    }
    [[nodiscard]] QString here(const QString &name) const { return m_installation->path(u"here/"_s + name); }
    [[nodiscard]] QByteArray job(int nodes, const QString &prefix) const;

    std::unique_ptr<Installation> m_installation;
    std::unique_ptr<SshServer> m_server;
};

QByteArray TstJobfiles::job(int nodes, const QString &prefix) const
{
    QJsonObject properties{
        {u"nodeCount"_s, nodes},
        {u"stdOutErrPathPrefix"_s, m_installation->path(u"logs"_s)},
        {u"outputDirectories"_s,
         QJsonArray{QJsonObject{{u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, prefix}, {u"pathSuffix"_s, u"m"_s}}}},
        {u"jobPreparation"_s, QJsonObject{{u"commandLine"_s, QString::fromLatin1(preparationScript)}}},
        {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, u"echo printed"_s}}}};
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

void TstJobfiles::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_installation = std::make_unique<Installation>();
    m_server = std::make_unique<SshServer>(keysOnly);
    QVERIFY(m_server->start());
    for (const QString &name : {u"n1"_s, u"n2"_s}) {
        const Outcome added =
            run(u"machine add %1 --ssh %2 --address 127.0.0.%3"_s.arg(name, m_server->destination(), name.last(1)),
                {u"--identity"_s, m_server->identityFile(), u"--home"_s, m_installation->path(name),
                 u"--accept-host-key"_s, m_server->fingerprint()});
        QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
    }
    QCOMPARE(run(u"cluster create -n lab --machines n1,n2"_s).exitCode, 0);
    const Outcome one = run(u"job create -n one -c lab -f - --wait"_s, {}, job(1, u"$AZ_BATCHAI_JOB_TEMP"_s));
    QVERIFY2(one.exitCode == 0, one.errorOutput.constData());
    const Outcome two = run(u"job create -n two -c lab -f - --wait"_s, {}, job(2, u"$AZ_BATCHAI_JOB_TEMP"_s));
    QVERIFY2(two.exitCode == 0, two.errorOutput.constData());
    const Outcome shared =
        run(u"job create -n shared -c lab -f - --wait"_s, {}, job(2, m_installation->path(u"shared"_s)));
    QVERIFY2(shared.exitCode == 0, shared.errorOutput.constData());
}

void TstJobfiles::cleanupTestCase()
{
    m_installation.reset();
    m_server.reset();
}

void TstJobfiles::listsWithSizesAndTimes()
{
    const Outcome listed = run(u"job file list -j one -d MODEL"_s);
    QCOMPARE(listed.exitCode, 0);
    QStringList files = testing::valuesOf(listed.json(), u"name"_s);
    files.sort();
    QCOMPARE(files, QStringList({u"big.bin"_s, u"deep"_s, u"hollow"_s, u"model.pt"_s, u"read me.txt"_s}));
    for (const QJsonValue &file : listed.json().toArray()) {
        QCOMPARE(file[u"node"_s], u"n1"_s);
        const bool isFile = file[u"fileType"_s] == u"file"_s;
        const auto changed = QDateTime::fromString(file[u"properties"_s][u"lastModified"_s].toString(), Qt::ISODate);
        QCOMPARE(changed.isValid(), isFile);
        if (file[u"name"_s] == u"big.bin"_s)
            QCOMPARE(file[u"properties"_s][u"contentLength"_s], 300'000);
    }
    const Outcome below = run(u"job file list -j one -d MODEL -p deep/er"_s);
    QCOMPARE(testing::valuesOf(below.json(), u"name"_s), QStringList(u"late.pt"_s));
    const Outcome table = m_installation->batchctl(words(u"job file list -j one -d MODEL -o table"_s));
    QVERIFY2(table.output.contains("300000"), table.output.constData());
}

void TstJobfiles::bringsADirectory()
{
    const Outcome brought = run(u"job file download -j one -d MODEL"_s, {here(u"all"_s)});
    QVERIFY2(brought.exitCode == 0, brought.errorOutput.constData());
    QCOMPARE(brought.json()[0][u"state"_s], u"done"_s);
    QCOMPARE(contentOf(here(u"all/model.pt"_s)), "weights\n");
    QCOMPARE(contentOf(here(u"all/read me.txt"_s)), "notes\n");
    QCOMPARE(contentOf(here(u"all/deep/er/late.pt"_s)), "deep\n");
    QCOMPARE(QFileInfo(here(u"all/big.bin"_s)).size(), 300'000);
    QVERIFY(QFileInfo(here(u"all/hollow"_s)).isDir());
    QCOMPARE(QDir(here(u"all"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 5);

    const Outcome again = run(u"job file download -j one -d MODEL"_s, {here(u"all"_s)});
    QCOMPARE(again.json()[0][u"filesThere"_s], 4);
}

void TstJobfiles::bringsAFolderOfIt()
{
    QCOMPARE(run(u"job file download -j one -d MODEL -p deep"_s, {here(u"part"_s)}).exitCode, 0);
    QCOMPARE(QDir(here(u"part"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList(u"er"_s));
}

void TstJobfiles::bringsAFile()
{
    const Outcome brought = run(u"job file download -j one -f stdout.txt"_s, {here(u"log"_s)});
    QVERIFY2(brought.exitCode == 0, brought.errorOutput.constData());
    QCOMPARE(contentOf(here(u"log/stdout.txt"_s)), "printed\n");
    QCOMPARE(QDir(here(u"log"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
    VERIFY_DONE(run(u"job file download -j one -f stdout.txt n2:logs"_s)); // from machine to machine
    QCOMPARE(contentOf(m_server->home() + u"/logs/stdout.txt"_s), "printed\n");
    const Outcome deep = run(u"job file download -j one -d MODEL -p deep -f er/late.pt --no-wait"_s, {here(u"late"_s)});
    QCOMPARE(deep.exitCode, 0);
    QTRY_COMPARE(contentOf(here(u"late/late.pt"_s)), "deep\n");
}

void TstJobfiles::bringsIntoTheFolderOneIsIn()
{
    QVERIFY(QDir().mkpath(here(u"inside"_s)));
    QProcess batchctl;
    batchctl.setWorkingDirectory(here(u"inside"_s));
    batchctl.start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchctl"),
                   words(u"--profile"_s, {m_installation->profile()})
                       + words(u"job file download -j one -d MODEL -f model.pt"_s));
    QCOMPARE(testing::outcomeOf(batchctl).exitCode, 0);
    QCOMPARE(contentOf(here(u"inside/model.pt"_s)), "weights\n");
}

void TstJobfiles::bringsWhatEachNodeHas()
{
    const Outcome brought = run(u"job file download -j two -d MODEL"_s, {here(u"two"_s)});
    QVERIFY2(brought.exitCode == 0, brought.errorOutput.constData());
    QCOMPARE(brought.json().toArray().size(), 2);
    QCOMPARE(contentOf(here(u"two/n1/deep/er/late.pt"_s)), "deep\n");
    QCOMPARE(contentOf(here(u"two/n2/deep/er/late.pt"_s)), "deep\n");
    QVERIFY(contentOf(here(u"two/n1/big.bin"_s)) != contentOf(here(u"two/n2/big.bin"_s)));

    const Outcome one = run(u"job file download -j two -d MODEL --node n2"_s, {here(u"second"_s)});
    QVERIFY2(one.exitCode == 0, one.errorOutput.constData());
    QCOMPARE(contentOf(here(u"second/big.bin"_s)), contentOf(here(u"two/n2/big.bin"_s)));
}

void TstJobfiles::bringsSharedFilesOnce()
{
    const Outcome brought = run(u"job file download -j shared -d MODEL"_s, {here(u"shared"_s)});
    QVERIFY2(brought.exitCode == 0, brought.errorOutput.constData());
    QCOMPARE(brought.json().toArray().size(), 1);
    QCOMPARE(contentOf(here(u"shared/deep/er/late.pt"_s)), "deep\n");
    QCOMPARE(run(u"job file download -j shared --node n2"_s, {here(u"shared-logs"_s)}).exitCode, 0);
}

void TstJobfiles::saysWhatItWouldBring()
{
    const qsizetype transfers = run(u"transfer list"_s).json().toArray().size();
    const Outcome one = run(u"job file download -j one -d MODEL --dry-run"_s, {here(u"foretold"_s)});
    QVERIFY2(one.exitCode == 0, one.errorOutput.constData());
    QCOMPARE(one.json().toArray().size(), 1);
    QCOMPARE(one.json()[0][u"files"_s], 4);
    QCOMPARE(one.json()[0][u"target"_s][u"path"_s], here(u"foretold"_s));
    QVERIFY(one.json()[0][u"bytes"_s].toInteger() > 300'000);
    const Outcome two = run(u"job file download -j two -d MODEL --dry-run --no-wait"_s, {here(u"foretold"_s)});
    QCOMPARE(testing::valuesOf(two.json(), u"files"_s).size(), 2);
    QCOMPARE(two.json()[1][u"target"_s][u"path"_s], here(u"foretold/n2"_s));
    const Outcome table = m_installation->batchctl(words(u"job file download -j one --dry-run -o table"_s));
    QVERIFY2(table.output.startsWith("To ") && table.output.contains("Free there"), table.output.constData());
    QCOMPARE(run(u"job file download -j one -d MODEL --limit 5X"_s, {here(u"foretold"_s)}).exitCode, 4);
    QVERIFY(!QFileInfo::exists(here(u"foretold"_s)));
    QCOMPARE(run(u"transfer list"_s).json().toArray().size(), transfers);
}

void TstJobfiles::limitsTheRoomOfLogs()
{
    const auto limits = [this](const QString &options) { return run(u"log limits "_s + options); };
    QCOMPARE(limits({}).json()[u"perJob"_s].toInteger(), 2'000'000'000);
    QCOMPARE(limits({}).json()[u"total"_s].toInteger(), 20'000'000'000);
    const Outcome created = run(u"job create -n loud -c lab -f - --wait"_s, {},
                                job(1, u"$AZ_BATCHAI_JOB_TEMP"_s).replace("echo printed", "seq 1 1000000")); // 6.9 MB
    QVERIFY2(created.exitCode == 0, created.errorOutput.constData());
    const auto lines = [this] { return run(u"job file stream -j loud -f stdout.txt"_s).output.count('\n'); };
    QCOMPARE(lines(), 1'000'000);
    const Outcome set = limits(u"--per-job 2M --total 30000000"_s);
    QVERIFY2(set.exitCode == 0, set.errorOutput.constData());
    QCOMPARE(set.json()[u"perJob"_s], 2'000'000);
    QTRY_VERIFY(lines() < 400'000);
    QVERIFY(run(u"job file stream -j loud -f stdout.txt"_s).output.contains("bytes are not kept on this computer"));
    for (const QString &nonsense : {u"--per-job 5"_s, u"--total lots"_s, u"--total -1"_s, u"--per-job 9000000T"_s})
        QCOMPARE(limits(nonsense).exitCode, 4);
    const QByteArray table = m_installation->batchctl(words(u"log limits -o table"_s)).output;
    QVERIFY2(table.startsWith("PerJob") && table.contains("2.0 MB") && table.contains("30.0 MB"), table.constData());
    VERIFY_DONE(run(u"stop"_s));
    QCOMPARE(limits({}).json()[u"perJob"_s], 2'000'000); // the next engine
    QCOMPARE(limits(u"--total 40M"_s).json()[u"perJob"_s], 2'000'000);
    QCOMPARE(limits({}).json()[u"total"_s], 40'000'000);
}

void TstJobfiles::fetchesWhenItIsOver()
{
    const Outcome created =
        run(u"job create -n three -c lab -f - --wait --fetch *.pt --fetch read* --fetch-from MODEL"_s,
            {u"--fetch-to"_s, here(u"<job>/<experiment>"_s)}, job(1, u"$AZ_BATCHAI_JOB_TEMP"_s));
    QVERIFY2(created.exitCode == 0, created.errorOutput.constData());
    const auto rule = [this](int number) { return run(u"job file fetch -j three"_s).json()[number]; };
    QTRY_COMPARE(rule(0)[u"state"_s], u"done"_s);
    QCOMPARE(contentOf(here(u"three/default/model.pt"_s)), "weights\n");
    QCOMPARE(contentOf(here(u"three/default/deep/er/late.pt"_s)), "deep\n");
    QCOMPARE(contentOf(here(u"three/default/read me.txt"_s)), "notes\n");
    QVERIFY(!QFile::exists(here(u"three/default/big.bin"_s)));
    const Outcome table = m_installation->batchctl(words(u"job file fetch -j three -o table"_s));
    QVERIFY2(table.output.contains("Brought 3 files"), table.output.constData());

    const Outcome more = run(u"job file fetch -j three -d MODEL --files big.bin"_s, {u"--to"_s, here(u"more"_s)});
    QVERIFY2(more.exitCode == 0, more.errorOutput.constData());
    QTRY_COMPARE(rule(1)[u"state"_s], u"done"_s);
    QCOMPARE(QFileInfo(here(u"more/big.bin"_s)).size(), 300'000);

    const Outcome refused = run(u"job file fetch -j three --to ~/.ssh"_s);
    QCOMPARE(refused.exitCode, 4);
    QVERIFY2(refused.errorOutput.contains("fetch[2].to"), refused.errorOutput.constData());
    QCOMPARE(run(u"job file fetch -j three --files *.pt"_s).exitCode, 2);
    QCOMPARE(run(u"job create -n four -c lab -f - --fetch *.pt"_s, {}, job(1, u"/tmp"_s)).exitCode, 4);
    QCOMPARE(run(u"job file fetch -j three --clear"_s).json().toArray().size(), 0);
}

void TstJobfiles::saysWhatIsNotThere_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("job") << u"job file download -j nobody"_s << 3 << QByteArray("nobody");
    QTest::newRow("directory") << u"job file download -j one -d OTHER"_s << 3 << QByteArray("OTHER");
    QTest::newRow("file") << u"job file download -j one -f none.txt"_s << 3 << QByteArray("none.txt");
    QTest::newRow("folder") << u"job file download -j one -p none"_s << 3 << QByteArray("none");
    QTest::newRow("way out") << u"job file download -j one -f ../samples"_s << 4 << QByteArray("../samples");
    QTest::newRow("absolute") << u"job file download -j one -p /etc"_s << 4 << QByteArray("/etc");
    QTest::newRow("node") << u"job file download -j one --node n9"_s << 3 << QByteArray("stdouterr");
    QTest::newRow("place") << u"job file download -j one nobody:x"_s << 3 << QByteArray("nobody");
    QTest::newRow("fetched to a place") << u"job file fetch -j one --to n2:x"_s << 4 << QByteArray("./n2:x");
    QTest::newRow("two folders") << u"job file download -j one a b"_s << 2 << QByteArray("One folder");
}

void TstJobfiles::saysWhatIsNotThere()
{
    QFETCH(QString, line);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, word);
    const Outcome outcome = run(line);
    QVERIFY2(outcome.errorOutput.contains(word), outcome.errorOutput.constData());
    QCOMPARE(outcome.exitCode, exitCode);
}

// Also a machine that is silent is no reason to wait long, nor to take what nobody named.
void TstJobfiles::deletesNothingThatCannotBeListed()
{
    SshServer silent(keysOnly);
    QVERIFY(silent.start());
    VERIFY_DONE(run(u"machine add n3 --ssh %1"_s.arg(silent.destination()),
                    {u"--identity"_s, silent.identityFile(), u"--home"_s, m_installation->path(u"n3"_s),
                     u"--accept-host-key"_s, silent.fingerprint()}));
    VERIFY_DONE(run(u"cluster create -n far --machines n3"_s));
    VERIFY_DONE(run(u"job create -n far -c far -f - --wait"_s, {}, job(1, u"results"_s)));
    const Outcome asked = run(u"job delete -n far --with-outputs"_s);
    QVERIFY2(asked.errorOutput.contains("and what it wrote to n3:"), asked.errorOutput.constData());
    silent.freeze();
    const Outcome deleted = run(u"job delete -n far --with-outputs -y --no-wait"_s);
    QCOMPARE(deleted.errorOutput, "Outputs on n3 could not be listed: they stay.\n");
    QCOMPARE(deleted.exitCode, 0);
    const QJsonValue extension = m_installation->job(u"far"_s)[u"properties"_s][u"x-batchdeck"_s];
    QCOMPARE(contentOf(extension[u"directory"_s].toString() + u"/outputs/MODEL/model.pt"_s), "weights\n");
}

BATCHDECK_TEST(QCoreApplication, TstJobfiles)
#include "tst_jobfiles.moc"
