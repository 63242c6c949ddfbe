// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/machineinput.h"
#include "models/machine/machinewords.h"
#include "models/windowwords.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TstMachineInput final : public QObject
{
    Q_OBJECT

private slots:
    void judgesDestination_data();
    void judgesDestination();
    void namesMachineAfterHost_data();
    void namesMachineAfterHost();
    void findsFaultOfEachField();
    void writesForgetCommand_data();
    void writesForgetCommand();
    void findsFingerprints();
    void offersWhatTheWindowHas();
};

void TstMachineInput::judgesDestination_data()
{
    QTest::addColumn<QString>("destination");
    QTest::addColumn<QString>("fault"); // a word of it; empty: right
    const auto row = [](const char *destination, const char *fault) {
        QTest::newRow(destination) << QString::fromLatin1(destination) << QString::fromLatin1(fault);
    };
    row("gpu-a", "");
    row("ada@gpu-a.lab.example", "");
    row("ada@gpu-a:2222", "");
    row("me@corp@gpu-a", ""); // the last @ separates
    row("fe80::1", "");
    row("ada@[fe80::1]:22", "");
    row("", "Give a host");
    row("ssh://gpu-a", "://");
    row("gpu a", "spaces");
    row("@gpu-a", "user");
    row("ada@", "no host");
    row("-oProxyCommand=x", "hyphen");
    row("-l@gpu-a", "hyphen");
    row("gpu-a:", "port");
    row("gpu-a:0", "port");
    row("gpu-a:65536", "port");
    row("gpu-a:ssh", "port");
    row("[fe80::1]:99999", "port");
    row("[fe80::1", "");
    row("[]", "no host");
}

void TstMachineInput::judgesDestination()
{
    QFETCH(QString, destination);
    QFETCH(QString, fault);
    const QString found = models::destinationFault(destination);
    QCOMPARE(found.isEmpty(), fault.isEmpty());
    QVERIFY2(found.contains(fault), qPrintable(found));
}

void TstMachineInput::namesMachineAfterHost_data()
{
    QTest::addColumn<QString>("destination");
    QTest::addColumn<QString>("name");
    QTest::newRow("alias") << u"gpu-a"_s << u"gpu-a"_s;
    QTest::newRow("domain") << u"ada@gpu-a.lab.example:2222"_s << u"gpu-a"_s;
    QTest::newRow("IPv4") << u"10.0.0.5"_s << u"10-0-0-5"_s;
    QTest::newRow("IPv6") << u"ada@[fe80::1]:22"_s << u"fe80-1"_s;
    QTest::newRow("odd letters") << u"größe"_s << u"gr-e"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TstMachineInput::namesMachineAfterHost()
{
    QFETCH(QString, destination);
    QFETCH(QString, name);
    QCOMPARE(models::nameFromDestination(destination), name);
    if (!name.isEmpty())
        QVERIFY(engine::checkName(engine::ResourceKind::Machine, name).has_value());
}

void TstMachineInput::findsFaultOfEachField()
{
    const engine::MachineRequest good{u"gpu-a"_s, u"gpu-a"_s, u"/home/ada/.ssh/id"_s, {u"gate"_s}, u"~/b"_s};
    QCOMPARE(models::checkMachine(good, {u"gpu-b"_s}).count(), 0);
    QCOMPARE(models::checkMachine({}, {}).count(), 2); // destination and name
    QVERIFY(models::checkMachine(good, {u"GPU-A"_s}).name.contains(u"already"_s));
    engine::MachineRequest bad{u"gpu a"_s, u"a b"_s, u"id.pub"_s, {u"gate"_s, u"-x"_s}, u"b"_s};
    const models::MachineFaults faults = models::checkMachine(bad, {});
    QCOMPARE(faults.count(), 5);
    bad.address = u"a b"_s;
    QVERIFY(!models::checkMachine(bad, {}).address.isEmpty());
    bad.address = u"fe80::1"_s;
    QVERIFY(models::checkMachine(bad, {}).address.isEmpty());
    QVERIFY(faults.identityFile.contains(u"public"_s));
    QVERIFY(faults.jumps.startsWith(u"-x:"_s));
    QCOMPARE(models::jumpsFromText(u" gate, ada@b:2 ,c "_s), (QStringList{u"gate"_s, u"ada@b:2"_s, u"c"_s}));
    QCOMPARE(models::expandedPath(u"~/.ssh/id"_s, u"/home/ada"_s), u"/home/ada/.ssh/id"_s);
}

void TstMachineInput::writesForgetCommand_data()
{
    QTest::addColumn<QString>("destination");
    QTest::addColumn<QString>("command");
    QTest::newRow("plain") << u"ada@gpu-a"_s << u"ssh-keygen -R gpu-a"_s;
    QTest::newRow("port") << u"ada@gpu-a:2222"_s << u"ssh-keygen -R '[gpu-a]:2222'"_s;
    QTest::newRow("port 22") << u"gpu-a:22"_s << u"ssh-keygen -R gpu-a"_s;
    QTest::newRow("IPv6") << u"[fe80::1]:2222"_s << u"ssh-keygen -R '[fe80::1]:2222'"_s;
    QTest::newRow("bare IPv6") << u"fe80::1"_s << u"ssh-keygen -R fe80::1"_s;
}

void TstMachineInput::writesForgetCommand()
{
    QFETCH(QString, destination);
    QFETCH(QString, command);
    QCOMPARE(models::forgetKeyCommand(destination, engine::Error{}), command);
    engine::Error error;
    error.message = {"%1 stands in %2.", {u"SHA256:abc"_s, u"/home/ada/.ssh/known_hosts:4"_s}};
    QCOMPARE(models::forgetKeyCommand(destination, error), QString(command + u" -f /home/ada/.ssh/known_hosts"_s));
}

void TstMachineInput::findsFingerprints()
{
    engine::Error error;
    error.message = {"It shows %1, not %2.", {u"SHA256:new+/1"_s, u"SHA256:old"_s}};
    error.technical = u"SHA256:old in line 4"_s;
    QCOMPARE(models::fingerprintsIn(error), (QStringList{u"SHA256:new+/1"_s, u"SHA256:old"_s}));
}

// Sentences of the engine that name a command or an option have other words in the window. Left out are those of what
// batchctl alone asks for.
void TstMachineInput::offersWhatTheWindowHas()
{
    static const QRegularExpression marked(u"QT_TRANSLATE_NOOP\\(\\s*\"engine\",((?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")+)"_s);
    static const QRegularExpression literal(u"\"((?:[^\"\\\\]|\\\\.)*)\""_s);
    static const QRegularExpression command(u"\\s\\(?--[a-z]|batchctl"_s);
    static const QRegularExpression ofBatchctl(u"--storage-account-name|\\(--local\\)"_s);
    QStringList commands;
    QStringList all;
    QDirIterator files(QStringLiteral(BATCHDECK_SOURCE_DIR "/engine"), {u"*.cpp"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (auto match = marked.globalMatch(text); match.hasNext();) {
            QString source;
            for (auto part = literal.globalMatch(match.next().captured(1)); part.hasNext();)
                source += part.next().captured(1);
            all.append(source.replace(u"\\\""_s, u"\""_s));
            if (command.match(source).hasMatch() && !ofBatchctl.match(source).hasMatch())
                commands.append(source);
        }
    }
    QVERIFY(commands.size() > 10);
    const models::WindowWords window;
    for (const QString &source : models::WindowWords::sources()) {
        QVERIFY2(all.contains(source), qPrintable(source));
        commands.removeAll(source);
        const QString words = window.translate("engine", source.toUtf8().constData(), nullptr, -1);
        QVERIFY2(!words.isEmpty() && !command.match(words).hasMatch(), qPrintable(words));
    }
    QVERIFY2(commands.isEmpty(), qPrintable(commands.join(u'\n')));
}

BATCHDECK_TEST(QCoreApplication, TstMachineInput)
#include "tst_machineinput.moc"
