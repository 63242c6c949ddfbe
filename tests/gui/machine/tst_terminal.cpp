// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/paths.h"
#include "tests/support/testmain.h"
#include "ui/connect/terminal.h"
#include "ui/storage/pane/panecommands.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

class TstTerminal final : public QObject
{
    Q_OBJECT

private slots:
    void choosesAndCallsRightly_data();
    void choosesAndCallsRightly();
    void writesLineForAShell();
    void beginsInAFolder();
};

void TstTerminal::choosesAndCallsRightly_data()
{
    QTest::addColumn<QStringList>("installed");
    QTest::addColumn<QString>("preferred");
    QTest::addColumn<QStringList>("before");
    const auto row = [](const char *name, const QStringList &installed, const QString &preferred,
                        const QStringList &before) { QTest::newRow(name) << installed << preferred << before; };
    row("none", {u"bash"_s}, {}, {});
    row("preferred is missing", {u"bash"_s}, u"kitty"_s, {});
    row("the desktop's choice first", {u"xdg-terminal-exec"_s, u"kitty"_s, u"xterm"_s}, u"kitty"_s,
        {u"xdg-terminal-exec"_s});
    row("then the user's", {u"kitty"_s, u"xterm"_s, u"x-terminal-emulator"_s}, u"kitty"_s, {u"kitty"_s});
    row("user's by path", {u"/opt/bin/gnome-terminal"_s, u"xterm"_s}, u"/opt/bin/gnome-terminal"_s,
        {u"/opt/bin/gnome-terminal"_s, u"--"_s});
    row("user's unknown", {u"urxvt"_s}, u"urxvt"_s, {u"urxvt"_s, u"-e"_s});
    row("Debian's", {u"x-terminal-emulator"_s, u"xterm"_s}, {}, {u"x-terminal-emulator"_s, u"-e"_s});
    row("GNOME", {u"gnome-terminal"_s, u"xterm"_s}, {}, {u"gnome-terminal"_s, u"--"_s});
    row("KDE", {u"konsole"_s}, {}, {u"konsole"_s, u"-e"_s});
    row("Xfce", {u"xfce4-terminal"_s}, {}, {u"xfce4-terminal"_s, u"-x"_s});
    row("kitty", {u"kitty"_s}, {}, {u"kitty"_s});
    row("alacritty", {u"alacritty"_s}, {}, {u"alacritty"_s, u"-e"_s});
    row("foot", {u"foot"_s}, {}, {u"foot"_s});
    row("xterm", {u"xterm"_s}, {}, {u"xterm"_s, u"-e"_s});
}

void TstTerminal::choosesAndCallsRightly()
{
    QFETCH(QStringList, installed);
    QFETCH(QString, preferred);
    QFETCH(QStringList, before);
    const QStringList command{u"ssh"_s, u"-p"_s, u"2222"_s, u"ada@gpu-a"_s};
    const QStringList line =
        ui::terminalLine(command, preferred, [&](const QString &program) { return installed.contains(program); });
    QCOMPARE(line, before.isEmpty() ? QStringList() : before + command);
}

void TstTerminal::writesLineForAShell()
{
    QCOMPARE(ui::shellLine({u"ssh"_s, u"-i"_s, u"/home/a b/it's"_s, u"ada@gpu-a"_s}),
             u"ssh -i '/home/a b/it'\\''s' ada@gpu-a"_s);
    // Bash gives every byte of a name back.
    const QByteArray name = "/caf\xe9/it's\n a \xe2\x80\xae\\x41 \xc3\xa9"_ba;
    QProcess shell;
    shell.start(u"bash"_s, {u"-c"_s, ui::shellLine({u"printf"_s, u"%s"_s, engine::pathFromBytes(name)})});
    QVERIFY(shell.waitForFinished(testing::patience));
    QCOMPARE(shell.readAllStandardOutput(), name);
    QCOMPARE(ui::shellLine({u"é"_s}), u"'é'"_s);
}

void TstTerminal::beginsInAFolder()
{
    QTemporaryDir root;
    const QString folder = root.filePath(u"it's a $HOME"_s);
    QVERIFY(QDir().mkpath(folder));
    const auto output = [](QStringList command) -> QByteArray {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"SHELL"_s, u"/bin/pwd"_s);
        shell.setProcessEnvironment(environment);
        const QString program = command.takeFirst();
        shell.start(program, command);
        shell.waitForFinished(testing::patience);
        return shell.readAllStandardOutput() + shell.readAllStandardError();
    };
    QCOMPARE(output(ui::shellHere(folder)), folder.toUtf8() + '\n');
    const QStringList there = ui::shellThere({u"ssh"_s, u"-p"_s, u"2222"_s, u"ada@gpu-a"_s}, folder);
    QCOMPARE(there.first(5), QStringList({u"ssh"_s, u"-t"_s, u"-p"_s, u"2222"_s, u"ada@gpu-a"_s}));
    QCOMPARE(there.size(), 6);
    QCOMPARE(output({u"/bin/sh"_s, u"-c"_s, QString(there.last()).replace(u" -l"_s, QString())}),
             folder.toUtf8() + '\n');
}

BATCHDECK_TEST(QCoreApplication, TstTerminal)
#include "tst_terminal.moc"
