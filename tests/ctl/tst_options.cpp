// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/options.h"
#include "app/ctl/run.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace ctl;

class TstOptions final : public QObject
{
    Q_OBJECT

private slots:
    void understands_data();
    void understands();
    void refuses_data();
    void refuses();
    void notesWhatMeansNothingHere();
    void acceptsWhatAzDoes_data();
    void acceptsWhatAzDoes();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void helpsForEveryVerb();
    void knowsWhoEndsAsTheJob_data();
    void knowsWhoEndsAsTheJob();
};

void TstOptions::understands_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QStringList>("values");
    QTest::newRow("plain") << "job show -n a"
                           << "job show"
                           << "--name" << QStringList{u"a"_s};
    QTest::newRow("long") << "job show --name a"
                          << "job show"
                          << "--name" << QStringList{u"a"_s};
    QTest::newRow("equals") << "job show --name=a"
                            << "job show"
                            << "--name" << QStringList{u"a"_s};
    QTest::newRow("attached") << "cluster resize -t4 -n c"
                              << "cluster resize"
                              << "--target" << QStringList{u"4"_s};
    QTest::newRow("global first") << "-o json --profile /p job show -n a"
                                  << "job show"
                                  << "--name" << QStringList{u"a"_s};
    QTest::newRow("global between") << "job -o json show -n a"
                                    << "job show"
                                    << "--name" << QStringList{u"a"_s};
    QTest::newRow("fallback") << "job show -n a"
                              << "job show"
                              << "--experiment" << QStringList{u"default"_s};
    QTest::newRow("stdin") << "job create -n a -f -"
                           << "job create"
                           << "--config-file" << QStringList{u"-"_s};
    QTest::newRow("negative number") << "cluster resize -n c -t -1"
                                     << "cluster resize"
                                     << "--target" << QStringList{u"-1"_s};
    QTest::newRow("last counts") << "job show -n a -n b"
                                 << "job show"
                                 << "--name" << QStringList{u"b"_s};
    QTest::newRow("set repeats") << "job create -n a --set x=1 --set y=2"
                                 << "job create"
                                 << "--set" << QStringList{u"x=1"_s, u"y=2"_s};
    QTest::newRow("three words") << "cluster node list -c c"
                                 << "cluster node list"
                                 << "--cluster" << QStringList{u"c"_s};
    QTest::newRow("long path") << "job file stream -j a -f o"
                               << "job file stream"
                               << "--file-name" << QStringList{u"o"_s};
    QTest::newRow("operand") << "machine add here --local"
                             << "machine add"
                             << "--local" << QStringList{QString()};
    QTest::newRow("said several times") << "machine add a --jump b --jump c --local"
                                        << "machine add"
                                        << "--jump" << QStringList{u"b"_s, u"c"_s};
    QTest::newRow("words") << "workspace update -n w --tags a=b c=d -g g"
                           << "workspace update"
                           << "--tags" << QStringList{u"a=b"_s, u"c=d"_s};
    QTest::newRow("words, said again") << "workspace update --tags a=b --tags=c=d -n w"
                                       << "workspace update"
                                       << "--tags" << QStringList{u"a=b"_s, u"c=d"_s};
    QTest::newRow("az's name of an option") << "workspace show --workspace w"
                                            << "workspace show"
                                            << "--name" << QStringList{u"w"_s};
    QTest::newRow("az's letter of an option") << "group show -g g"
                                              << "group show"
                                              << "--name" << QStringList{u"g"_s};
    QTest::newRow("older name: files") << "job list-files -j a"
                                       << "job file list"
                                       << "--job" << QStringList{u"a"_s};
    QTest::newRow("older name: stream") << "job stream-file -j a -f stdout.txt"
                                        << "job file stream"
                                        << "--file-name" << QStringList{u"stdout.txt"_s};
    QTest::newRow("older name: nodes") << "cluster list-nodes -c c"
                                       << "cluster node list"
                                       << "--cluster" << QStringList{u"c"_s};
    QTest::newRow("older name: usage") << "usage show -l westus"
                                       << "list-usages"
                                       << "--location" << QStringList{u"westus"_s};
    QTest::newRow("mount path of its own") << "job plan --afs-name share"
                                           << "job plan"
                                           << "--afs-mount-path" << QStringList{u"afs"_s};
    QTest::newRow("end of options") << "machine show -- -odd"
                                    << "machine show"
                                    << "--name" << QStringList{};
}

void TstOptions::understands()
{
    QFETCH(QString, words);
    QFETCH(QString, verb);
    QFETCH(QString, option);
    QFETCH(QStringList, values);
    const CommandLine line = parse(words.split(u' '), allVerbs());
    QCOMPARE(line.fault, QString());
    QVERIFY(line.verb);
    QCOMPARE(line.verb->path, verb);
    QCOMPARE(line.values.value(option), values);
}

void TstOptions::refuses_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << ""
                             << "missing";
    QTest::newRow("unknown word") << "jbo list"
                                  << "Did you mean \"job\"?";
    QTest::newRow("unknown verb") << "job lst"
                                  << "Did you mean \"list\"?";
    QTest::newRow("half a command") << "job file"
                                    << "not a whole command";
    QTest::newRow("unknown option") << "job create -n a --cluter c"
                                    << "Did you mean \"--cluster\"?";
    QTest::newRow("unknown letter") << "job show -q"
                                    << "no option -q";
    QTest::newRow("no value") << "job show -n"
                              << "needs a value";
    QTest::newRow("option as value") << "job show -n -e x"
                                     << "needs a value";
    QTest::newRow("value for a switch") << "job delete -n a --yes=no"
                                        << "takes no value";
    QTest::newRow("format") << "job list -o jsn"
                            << "Did you mean \"json\"?";
    QTest::newRow("two operands") << "machine show a b"
                                  << "one word too many";
    QTest::newRow("three operands") << "volume map a b c"
                                    << "one word too many";
    QTest::newRow("operand where none is") << "job list x"
                                           << "one word too many";
    QTest::newRow("option before its verb") << "-n a job show"
                                            << "behind a command";
}

void TstOptions::refuses()
{
    QFETCH(QString, words);
    QFETCH(QString, says);
    const CommandLine line = parse(words.split(u' ', Qt::SkipEmptyParts), allVerbs());
    QVERIFY2(line.fault.contains(says), qPrintable(line.fault));
}

void TstOptions::notesWhatMeansNothingHere()
{
    const CommandLine line = parse(
        QString(u"cluster create -n c -s Standard_NC6 --generate-ssh-keys -i UbuntuLTS"_s).split(u' '), allVerbs());
    QCOMPARE(line.fault, QString());
    QCOMPARE(line.ignored, QStringList({u"--vm-size"_s, u"--generate-ssh-keys"_s, u"--image"_s}));
}

// batch-ai.md 13: every option of every command that is here.
void TstOptions::acceptsWhatAzDoes_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("noted"); // what changes nothing here
    const QString mounts = u" --storage-account-name a --storage-account-key k --afs-name s --afs-mount-path afs"
                           " --bfs-name c --bfs-mount-path bfs --nfs n --nfs-mount-path nfs"_s;
    const QString admin = u" -u anna -k key.pub -p word --generate-ssh-keys"_s;
    const QStringList adminNames{u"--user-name"_s, u"--ssh-key"_s, u"--password"_s, u"--generate-ssh-keys"_s};
    const auto row = [](const QString &words, const QStringList &noted = {}) {
        QTest::newRow(qPrintable(words.left(60))) << words << noted;
    };
    row(u"list-usages --location westus -o table"_s);
    row(u"workspace create -g g -n w -l westus"_s, {u"--location"_s});
    row(u"workspace create --resource-group g --workspace w --location westus"_s, {u"--location"_s});
    row(u"workspace show -g g -n w -o jsonc"_s);
    row(u"workspace list -g g"_s);
    row(u"workspace list"_s);
    row(u"workspace delete -g g -n w -y --no-wait"_s);
    row(u"cluster create -g g -w w -n c -i UbuntuLTS --custom-image /i -s NC6 -t 1 --min 0 --max 2 --vm-priority dedicated"_s
            + admin + mounts
            + u" --use-auto-storage --setup-task x --setup-task-output o --subnet /s -f cluster.json --no-wait"_s,
        QStringList{u"--image"_s, u"--custom-image"_s, u"--vm-size"_s, u"--vm-priority"_s} + adminNames
            + QStringList{u"--use-auto-storage"_s, u"--subnet"_s});
    row(u"cluster create --resource-group g --workspace w --name c --image UbuntuLTS --vm-size NC6 --target 1 "
        u"--user-name a "
        "--ssh-key k --password p --config-file cluster.json"_s,
        {u"--image"_s, u"--vm-size"_s, u"--user-name"_s, u"--ssh-key"_s, u"--password"_s});
    row(u"cluster show -g g -w w -n c"_s);
    row(u"cluster list -g g -w w"_s);
    row(u"cluster delete -g g -w w -n c --yes --no-wait"_s);
    row(u"cluster resize -g g -w w -n c -t 2"_s);
    row(u"cluster auto-scale -g g -w w -n c --min 0 --max 2"_s);
    row(u"cluster node list -g g -w w -c c"_s);
    row(u"cluster file list -g g -w w -c c -p . --expiry 60"_s, {u"--expiry"_s});
    row(u"experiment create -g g -w w -n e"_s);
    row(u"experiment show -g g -w w --name e"_s);
    row(u"experiment list -g g -w w"_s);
    row(u"experiment delete -g g -w w -n e -y --no-wait"_s);
    row(u"job create -g g -w w -e e -n j -c c -f job.json"_s + mounts);
    row(u"job create --experiment e --name j --cluster c --config-file job.json"_s);
    row(u"job show -g g -w w -e e -n j"_s);
    row(u"job list -g g -w w -e e"_s);
    row(u"job wait -g g -w w -e e -n j --interval 15"_s);
    row(u"job terminate -g g -w w -e e -n j -y --no-wait"_s);
    row(u"job delete -g g -w w -e e -n j -y --no-wait"_s);
    row(u"job file list -g g -w w -e e -j j -d stdouterr -p . --expiry 60"_s, {u"--expiry"_s});
    row(u"job file stream -g g -w w -e e --job j --output-directory-id stdouterr --path . -f stdout.txt"_s);
    row(u"file-server create -g g -w w -n f -s NC6 --disk-count 2 --disk-size 10 --storage-sku Premium_LRS "
        "--caching-type none --subnet /s -f file_server.json --no-wait"_s
            + admin,
        QStringList{u"--vm-size"_s, u"--disk-count"_s, u"--disk-size"_s, u"--storage-sku"_s, u"--caching-type"_s,
                    u"--subnet"_s}
            + adminNames);
    row(u"file-server show -g g -w w -n f"_s);
    row(u"file-server list -g g -w w"_s);
    row(u"file-server delete -g g -w w -n f -y --no-wait"_s);
}

void TstOptions::acceptsWhatAzDoes()
{
    QFETCH(QString, words);
    QFETCH(QStringList, noted);
    const CommandLine line = parse(words.split(u' ', Qt::SkipEmptyParts), allVerbs());
    QCOMPARE(line.fault, QString());
    QCOMPARE(missingFrom(line), QString());
    QCOMPARE(line.ignored, noted);
}

void TstOptions::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("missing");
    QTest::newRow("a name") << "job show"
                            << "--name";
    QTest::newRow("a word") << "machine show"
                            << "MACHINE";
    QTest::newRow("az's word for it") << "machine show -n a"
                                      << "";
    QTest::newRow("both words") << "volume map"
                                << "SOURCE";
    QTest::newRow("the second word") << "volume map blob://a/b"
                                     << "TARGET";
    QTest::newRow("one of many") << "export -f x.json"
                                 << "ID…";
    QTest::newRow("many") << "export a b c"
                          << "";
    QTest::newRow("any number") << "machine import"
                                << "";
    QTest::newRow("job") << "job file list"
                         << "--job";
    QTest::newRow("cluster") << "cluster node list"
                             << "--cluster";
    QTest::newRow("target") << "cluster resize -n c"
                            << "--target";
    QTest::newRow("one number of two") << "cluster auto-scale -n c --min 1"
                                       << "--max";
    QTest::newRow("tags") << "group update -n g"
                          << "--tags";
    QTest::newRow("no tags at all") << "group update -n g --tags"
                                    << "";
    QTest::newRow("a plan needs no name") << "job plan"
                                          << "";
}

void TstOptions::saysWhatIsMissing()
{
    QFETCH(QString, words);
    QFETCH(QString, missing);
    const CommandLine line = parse(words.split(u' '), allVerbs());
    QCOMPARE(line.fault, QString());
    QCOMPARE(missingFrom(line), missing);
}

void TstOptions::helpsForEveryVerb()
{
    const QString all = helpText({}, allVerbs());
    for (const Verb &verb : allVerbs()) {
        QVERIFY(all.contains(verb.path));
        const QString help = helpText(verb.path, allVerbs());
        QVERIFY2(help.startsWith(u"batchctl "_s + verb.path), qPrintable(help));
        QVERIFY(verb.run);
        // An example that does not parse is worse than none.
        QVERIFY2(!verb.examples.isEmpty(), qPrintable(verb.path));
        for (const QString &example : verb.examples) {
            const CommandLine line = parse(example.split(u' '), allVerbs());
            QVERIFY2(line.fault.isEmpty(), qPrintable(example + line.fault));
            QCOMPARE(line.verb->path, verb.path);
        }
    }
}

void TstOptions::knowsWhoEndsAsTheJob_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("asTheJob");
    QTest::newRow("wait") << "job wait -n a" << true;
    QTest::newRow("create --wait") << "job create -n a --wait" << true;
    QTest::newRow("create --stream") << "job create -n a --stream" << true;
    QTest::newRow("create") << "job create -n a" << false;
    QTest::newRow("list") << "job list" << false;
}

void TstOptions::knowsWhoEndsAsTheJob()
{
    QFETCH(QString, words);
    QFETCH(bool, asTheJob);
    QCOMPARE(endsAsTheJob(words.split(u' ')), asTheJob);
}

BATCHDECK_TEST(QCoreApplication, TstOptions)
#include "tst_options.moc"
