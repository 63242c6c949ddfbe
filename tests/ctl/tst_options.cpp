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

BATCHDECK_TEST_MAIN(QCoreApplication, TstOptions)
#include "tst_options.moc"
