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
    void readsOldLines_data();
    void readsOldLines();
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
    QTest::newRow("the beginning of several options") << "cluster create --m 1"
                                                      << "no option --m";
    QTest::newRow("a part of the answer") << "job list --query [].name"
                                          << "-o json";
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

// Of az batchai: every option of every command, all spellings of one behind each other; "!" is one without a value.
void TstOptions::acceptsWhatAzDoes_data()
{
    QTest::addColumn<QStringList>("verbs"); // its name of today, and those it had
    QTest::addColumn<QString>("options");
    const auto row = [](const QStringList &verbs, const QString &options) {
        QTest::newRow(qPrintable(verbs.constFirst())) << verbs << options;
    };
    const QString inWorkspace = u"-g/--resource-group -w/--workspace "_s;
    const QString cluster = inWorkspace + u"-n/--name/--cluster-name "_s;
    const QString ofCluster = inWorkspace + u"-c/--cluster/--cluster-name/-n/--name "_s;
    const QString inExperiment = inWorkspace + u"-e/--experiment "_s;
    const QString job = inExperiment + u"-n/--name/--job-name "_s;
    const QString ofJob = inExperiment + u"-j/--job/--job-name/-n/--name "_s;
    const QString deleted = u"!-y/!--yes !--no-wait"_s;
    const QString mounts = u"--storage-account-name --storage-account-key --afs-name --afs-mount-path "
                           "--bfs-name/--container-name --bfs-mount-path/--container-mount-path --nfs/--nfs-name "
                           "--nfs-mount-path --nfs-resource-group "_s;
    const QString admin = u"-u/--user-name -k/--ssh-key -p/--password !--generate-ssh-keys "_s;
    const QString exec = u"--exec -n/--node-id -L/--address -p/--password -k/--ssh-private-key"_s;
    const QString files = u"-d/--output-directory-id -p/--path --expiry "_s;
    row({u"list-usages"_s, u"usage show"_s}, u"-l/--location"_s);
    row({u"workspace create"_s}, u"-g/--resource-group -n/--name/--workspace -l/--location"_s);
    row({u"workspace show"_s}, u"-g/--resource-group -n/--name/--workspace"_s);
    row({u"workspace list"_s}, u"-g/--resource-group"_s);
    row({u"workspace delete"_s}, u"-g/--resource-group -n/--name/--workspace "_s + deleted);
    row({u"cluster create"_s},
        cluster + admin + mounts
            + u"-i/--image --custom-image -s/--vm-size -t/--target --min --max --vm-priority !--use-auto-storage "
              "--setup-task --setup-task-output --subnet -f/--config-file/--config -c -l/--location !--no-wait"_s);
    row({u"cluster show"_s}, cluster);
    row({u"cluster list"_s}, inWorkspace);
    row({u"cluster delete"_s}, cluster + deleted);
    row({u"cluster resize"_s}, cluster + u"-t/--target"_s);
    row({u"cluster auto-scale"_s}, cluster + u"--min --max"_s);
    row({u"cluster node list"_s, u"cluster list-nodes"_s}, ofCluster);
    row({u"cluster node exec"_s}, inWorkspace + u"-c/--cluster/--cluster-name "_s + exec);
    row({u"cluster file list"_s, u"cluster list-files"_s}, ofCluster + u"-p/--path -e/--expiry"_s);
    row({u"experiment create"_s}, inWorkspace + u"-n/--name/--experiment/-e"_s);
    row({u"experiment show"_s}, inWorkspace + u"-n/--name/--experiment/-e"_s);
    row({u"experiment list"_s}, inWorkspace);
    row({u"experiment delete"_s}, inWorkspace + u"-n/--name/--experiment/-e "_s + deleted);
    row({u"job create"_s},
        job + mounts
            + u"--cluster/--cluster-name/-r -c --cluster-resource-group -f/--config-file/--config -l/--location"_s);
    row({u"job show"_s}, job);
    row({u"job list"_s}, inExperiment);
    row({u"job wait"_s}, job + u"--interval"_s);
    row({u"job terminate"_s}, job + deleted);
    row({u"job delete"_s}, job + deleted);
    row({u"job file list"_s, u"job list-files"_s}, ofJob + files);
    row({u"job file stream"_s, u"job stream-file"_s},
        inExperiment + u"-j/--job/--job-name "_s + files + u"-f/--file-name/-n/--name"_s);
    row({u"job node list"_s, u"job list-nodes"_s}, ofJob);
    row({u"job node exec"_s}, inExperiment + u"-j/--job/--job-name "_s + exec);
    row({u"file-server create"_s},
        inWorkspace + admin
            + u"-n/--name -s/--vm-size --disk-count --disk-size --storage-sku --caching-type --subnet "
              "-u/--user-name/--admin-user-name -f/--config-file/--config -c -l/--location !--no-wait"_s);
    row({u"file-server show"_s}, inWorkspace + u"-n/--name"_s);
    row({u"file-server list"_s}, inWorkspace);
    row({u"file-server delete"_s}, inWorkspace + u"-n/--name "_s + deleted);
}

void TstOptions::acceptsWhatAzDoes()
{
    QFETCH(QStringList, verbs);
    QFETCH(QString, options);
    const QString everywhere = u" -o/--output !--debug !--verbose --subscription"_s;
    for (const QString &verb : std::as_const(verbs)) {
        const QStringList words = QString(u"batchai "_s + verb).split(u' ');
        const CommandLine bare = parse(words, allVerbs());
        QCOMPARE(bare.fault, QString());
        QCOMPARE(bare.verb->path, verbs.constFirst());
        for (const QString &spellings : QString(options + everywhere).split(u' ', Qt::SkipEmptyParts)) {
            std::optional<CommandLine> first;
            for (const QString &spelling : spellings.split(u'/')) {
                const bool isSwitch = spelling.startsWith(u'!');
                const QStringList option =
                    isSwitch ? QStringList{spelling.sliced(1)} : QStringList{spelling, u"json"_s};
                const CommandLine line = parse(words + option, allVerbs());
                QVERIFY2(line.fault.isEmpty(), qPrintable(verb + u' ' + spelling + u": "_s + line.fault));
                QVERIFY2(line.values != bare.values || line.ignored != bare.ignored || line.format != bare.format,
                         qPrintable(verb + u' ' + spelling));
                if (!first)
                    first = line;
                QVERIFY2(line.values == first->values && line.ignored == first->ignored,
                         qPrintable(verb + u' ' + spelling));
            }
        }
        const CommandLine queried = parse(words + QStringList{u"--query"_s, u"[].name"_s}, allVerbs());
        QVERIFY2(queried.fault.contains(u"--query") && queried.fault.contains(u"jq"), qPrintable(queried.fault));
    }
}

// As scripts and guides of those years have them.
void TstOptions::readsOldLines_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("values");
    const auto row = [](const QString &words, const QString &verb, const QString &values) {
        QTest::newRow(qPrintable(words.left(60))) << words << verb << values;
    };
    row(u"cluster list-nodes -n nc6 -g batchai -o table"_s, u"cluster node list"_s, u"--cluster=nc6"_s);
    row(u"job list-files -n train -d stdouterr"_s, u"job file list"_s,
        u"--job=train --output-directory-id=stdouterr --path=."_s);
    row(u"job stream-file -j train -d stdouterr -n stderr.txt"_s, u"job file stream"_s,
        u"--job=train --file-name=stderr.txt"_s);
    row(u"job stream-file --job-name train --output-directory-id stdouterr --name stderr.txt"_s, u"job file stream"_s,
        u"--job=train --file-name=stderr.txt"_s);
    row(u"job file list --j train --output-dir MODEL"_s, u"job file list"_s, // as argparse took them
        u"--job=train --output-directory-id=MODEL"_s);
    row(u"job create -l eastus -n train -g batchai -r nc6 -c job.json"_s, u"job create"_s,
        u"--name=train --cluster=nc6 -c=job.json"_s);
    row(u"job create --name train --cluster-name nc6 --config job.json"_s, u"job create"_s,
        u"--cluster=nc6 --config-file=job.json"_s);
    row(u"cluster create -l eastus -n nc6 --nfs-name nfs --nfs-mount-path data --container-name c -c c.json"_s,
        u"cluster create"_s, u"--name=nc6 --nfs=nfs --nfs-mount-path=data --bfs-name=c -c=c.json"_s);
    row(u"job node exec -j train -n tvm-1 --exec hostname"_s, u"job node exec"_s,
        u"--job=train --node-id=tvm-1 --exec=hostname"_s);
}

void TstOptions::readsOldLines()
{
    QFETCH(QString, words);
    QFETCH(QString, verb);
    QFETCH(QString, values);
    for (const QString &prefix : {u""_s, u"batchai "_s}) {
        const CommandLine line = parse(QString(prefix + words).split(u' '), allVerbs());
        QCOMPARE(line.fault, QString());
        QCOMPARE(line.verb->path, verb);
        QCOMPARE(missingFrom(line), QString());
        for (const QString &value : values.split(u' '))
            QCOMPARE(line.value(value.section(u'=', 0, 0)), value.section(u'=', 1));
    }
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
