// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/parts.h"
#include "tests/support/shells.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTemporaryDir>

#include <csignal>
#include <unistd.h>

using namespace Qt::StringLiterals;

/// check.sh as a node's sh runs it.
class TstCheckScript final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void looks_data() { testing::addShellRows(); }
    void looks();
    void looksAtVolumes_data() { testing::addShellRows(); }
    void looksAtVolumes();
    void readsImports_data();
    void readsImports();
    void runsNothingOfTheJob();
    void usesTheJobsVariables();
    void takesPython3ForPython();
    void seesAPort();
    void findsADriverOfContainers();
    void leavesADeadMount_data() { testing::addShellRows(); }
    void leavesADeadMount();
    void answersUnderAStrangeEnvironment();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    QString write(const QString &name, const QByteArray &text, bool isProgram = false) const;
    /// What \a work says under \a shell; the lines without "@bd ".
    QStringList check(const QByteArray &work, const QStringList &shell = {u"sh"_s},
                      const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment()) const;
    [[nodiscard]] QStringList everything() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstCheckScript::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(path(u"tmp"_s)));
}

QString TstCheckScript::write(const QString &name, const QByteArray &text, bool isProgram) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text);
    if (isProgram)
        file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
    return file.fileName();
}

QStringList TstCheckScript::check(const QByteArray &work, const QStringList &shell,
                                  const QProcessEnvironment &environment) const
{
    QProcess process;
    QProcessEnvironment own = environment;
    own.insert(u"TMPDIR"_s, path(u"tmp"_s));
    process.setProcessEnvironment(own);
    process.setWorkingDirectory(m_folder->path());
    process.start(shell.constFirst(),
                  shell.sliced(1) + QStringList{QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts/check.sh")});
    process.write(work);
    process.closeWriteChannel();
    if (!process.waitForFinished(testing::patience))
        return {u"did not end"_s};
    QStringList lines;
    for (const QString &line : QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts))
        lines.append(line.startsWith(u"@bd ") ? line.sliced(4) : QString(u"? "_s + line));
    if (const QByteArray errors = process.readAllStandardError(); !errors.isEmpty())
        lines.append(u"! "_s + QString::fromUtf8(errors));
    return lines;
}

QStringList TstCheckScript::everything() const
{
    QStringList all = QDir(path(u"tmp"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    all += QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    return all;
}

void TstCheckScript::looks()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QString script = write(u"a b.py"_s, "import os, json\nimport no_such_module.x\nfrom beside import y\n");
    write(u"beside.py"_s, "y = 1\n");
    write(u"broken"_s, "#!/bin/sh\nexit 3\n", true);
    const QStringList before = everything();
    const QByteArray home = m_folder->path().toUtf8();
    const QStringList lines =
        check("bd_env() {\n:\n}\n"
              "bd_look script x bd_file \""
                  + script.toUtf8() + "\"\nbd_look script x bd_file \"" + home + "/none\"\nbd_look script x bd_file \""
                  + home + "\"\nbd_look python x bd_python /usr/bin/python3 \"" + script.toUtf8()
                  + "\"\nbd_look python x bd_python no-such-python \"\"\n"
                    "bd_look python x bd_python \"$PWD/broken\" \"\"\n"
                    "bd_look input x bd_folder \""
                  + home + "/no folder\"\nbd_look output x bd_writable \"" + home
                  + "/new/folder\"\nbd_look output x bd_writable /proc/new\n"
                    "bd_look program x bd_program sh\nbd_look ssh x bd_ssh\n"
                    "bd_look gpus x bd_gpus\n",
              shell);
    const QString all = lines.join(u'\n');
    for (const QString &line :
         {QString(u"script file-ok\t"_s + script), QString(u"script file-missing\t"_s + path(u"none"_s)),
          QString(u"script file-folder\t"_s + m_folder->path()),
          u"modules modules-missing\t/usr/bin/python3\tno_such_module"_s, u"python program-missing\tno-such-python"_s,
          QString(u"python program-broken\t"_s + path(u"broken"_s) + u"\texit code 3"_s),
          QString(u"input folder-missing\t"_s + path(u"no folder"_s)),
          QString(u"output write-ok\t"_s + path(u"new/folder"_s)), u"ssh ssh-ok"_s})
        QVERIFY2(lines.contains(line), qPrintable(line + u"\nnot in\n" + all));
    QVERIFY2(!lines.filter(u"python program-starts\t/usr/bin/python3\tPython 3"_s).isEmpty(), qPrintable(all));
    QVERIFY2(!lines.filter(u"output write-refused\t/proc/new\t/proc\t"_s).isEmpty(), qPrintable(all));
    QVERIFY2(!lines.filter(QRegularExpression(u"^disk disk-(ok|low)\t/[^\t]*\t[0-9]+\t[0-9]+$"_s)).isEmpty(),
             qPrintable(all));
    QCOMPARE(lines.constLast(), u"end"_s);
    QVERIFY2(lines.filter(QRegularExpression(u"^[?!]"_s)).isEmpty(), qPrintable(all));
    QCOMPARE(everything(), before);
}

void TstCheckScript::looksAtVolumes()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QByteArray home = m_folder->path().toUtf8();
    QVERIFY(QDir().mkpath(path(u"a volume"_s)));
    const QStringList before = everything();
    // /proc is a file system in which nobody makes folders, and a mount of every machine.
    const QStringList lines = check("bd_look mount x bd_volume \"" + home
                                        + "/a volume\"\nbd_look mount x bd_volume /proc\n"
                                          "bd_look mount x bd_volume /none\n"
                                          "bd_look output x bd_mounted /proc s:/x bd_writable /proc/new\n"
                                          "bd_look output x bd_mounted \""
                                        + home + "/a volume\" s:/x bd_writable \"" + home + "/a volume/b\"\n",
                                    shell);
    const QString all = lines.join(u'\n');
    for (const QString &line : {QString(u"mount write-ok\t"_s + path(u"a volume"_s)), u"mount folder-missing\t/none"_s,
                                QString(u"output file-mounted\t"_s + path(u"a volume/b"_s) + u"\ts:/x"_s)})
        QVERIFY2(lines.contains(line), qPrintable(line + u"\nnot in\n" + all));
    QVERIFY2(!lines.filter(u"mount volume-readonly\t/proc\t"_s).isEmpty(), qPrintable(all));
    QVERIFY2(!lines.filter(u"output write-refused\t/proc/new\t/proc\t"_s).isEmpty(), qPrintable(all));
    QVERIFY2(lines.filter(QRegularExpression(u"^[?!]"_s)).isEmpty(), qPrintable(all));
    QCOMPARE(everything(), before);
}

void TstCheckScript::readsImports_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("all there") << QByteArray("import os.path\nfrom json import loads\n") << u"modules-ok"_s;
    QTest::newRow("two missing") << QByteArray("import zz_b, zz_a.c\n") << u"modules-missing\t*\tzz_a zz_b"_s;
    QTest::newRow("may be missing") << QByteArray("try:\n import zz_a\nexcept ImportError: pass\nif 0: import zz_b\n"
                                                  "def f():\n import zz_c\n")
                                    << u"modules-ok"_s;
    QTest::newRow("relative") << QByteArray("from . import zz_a\n") << u"modules-ok"_s;
    QTest::newRow("of another Python") << QByteArray("x = 1\nprint 'x'\n") << u"modules-syntax"_s;
    QTest::newRow("not text") << QByteArray("\0\1\2\xff\n", 5) << u"modules-"_s;
    QTest::newRow("empty") << QByteArray() << u"modules-ok"_s;
}

void TstCheckScript::readsImports()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, said);
    const QString file = write(u"x.py"_s, script);
    const QStringList lines = check("bd_look python x bd_python /usr/bin/python3 \"" + file.toUtf8() + "\"\n");
    QString found = lines.filter(u"modules "_s).value(0).section(u' ', 1);
    if (said.contains(u'*'))
        found.replace(u"/usr/bin/python3"_s, u"*"_s);
    QVERIFY2(found.startsWith(said), qPrintable(lines.join(u'\n')));
}

// Neither the script, nor a package that it imports from, nor a module beside it.
void TstCheckScript::runsNothingOfTheJob()
{
    const QByteArray trace = "open(\"" + path(u"ran"_s).toUtf8() + "\", \"w\")\n";
    const QString script = write(u"x.py"_s, "import beside\nimport package.inner\n" + trace);
    write(u"beside.py"_s, trace);
    QVERIFY(QDir().mkpath(path(u"package"_s)));
    write(u"package/__init__.py"_s, trace);
    const QStringList before = everything();
    const QStringList lines = check("bd_look python x bd_python /usr/bin/python3 \"" + script.toUtf8() + "\"\n");
    QVERIFY2(!lines.filter(u"modules-ok"_s).isEmpty(), qPrintable(lines.join(u'\n')));
    QVERIFY(!QFile::exists(path(u"ran"_s)));
    QCOMPARE(everything(), before);
}

void TstCheckScript::usesTheJobsVariables()
{
    QVERIFY(QDir().mkpath(path(u"bin"_s)) && QDir().mkpath(path(u"lib"_s)));
    write(u"bin/mypython"_s, "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n", true);
    write(u"lib/zz_mine.py"_s, "");
    const QString script = write(u"x.py"_s, "import zz_mine\n");
    const QByteArray folder = m_folder->path().toUtf8();
    // Variables of a job may be anything: they reach its programs, not our own tools.
    const QStringList lines = check("bd_env() {\nexport PATH=\"" + folder + "/bin\"\nexport PYTHONPATH=\"" + folder
                                    + "/lib\"\nexport bd_work=\"/x\"\n}\nbd_look python x bd_python mypython \""
                                    + script.toUtf8() + "\"\nbd_look program x bd_program grep\n");
    QVERIFY2(!lines.filter(u"program-starts\t"_s + path(u"bin/mypython"_s) + u"\tPython 3"_s).isEmpty(),
             qPrintable(lines.join(u'\n')));
    QVERIFY2(!lines.filter(u"modules-ok"_s).isEmpty(), qPrintable(lines.join(u'\n')));
    QVERIFY(lines.contains(u"program program-missing\tgrep"_s));
}

void TstCheckScript::takesPython3ForPython()
{
    QVERIFY(QDir().mkpath(path(u"bin"_s)));
    QVERIFY(QFile::link(u"/usr/bin/python3"_s, path(u"bin/python3"_s)));
    const QStringList lines = check("bd_env() {\nexport PATH=\"" + m_folder->path().toUtf8()
                                    + "/bin\"\n}\nbd_look python x bd_python python \"\"\n"
                                      "bd_look program x bd_program python\n");
    const QString there = path(u"bin/python3"_s);
    QVERIFY2(lines.contains(u"python program-instead\tpython\t"_s + there), qPrintable(lines.join(u'\n')));
    QVERIFY2(!lines.filter(u"python program-starts\t"_s + there).isEmpty(), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(u"program program-ok\tpython\t"_s + there), qPrintable(lines.join(u'\n')));
}

void TstCheckScript::seesAPort()
{
    for (const QHostAddress &address :
         {QHostAddress(QHostAddress::LocalHost), QHostAddress(QHostAddress::LocalHostIPv6)}) {
        QTcpServer server;
        if (!server.listen(address))
            continue; // no IPv6 here
        const QByteArray port = QByteArray::number(server.serverPort());
        const QStringList taken = check("bd_look ports x bd_ports " + port + "\n");
        QVERIFY2(taken.constFirst().startsWith(u"ports port-taken\t"_s + QString::fromLatin1(port) + u'\t'),
                 qPrintable(taken.join(u'\n')));
        server.close();
        QCOMPARE(check("bd_look ports x bd_ports " + port + "\n").constFirst(),
                 QString(u"ports ports-free\t"_s + QString::fromLatin1(port)));
    }
}

void TstCheckScript::findsADriverOfContainers()
{
    SKIP_WITHOUT("rclone");
    SKIP_WITHOUT("fuse3");
    const bool isOpen = access("/dev/fuse", R_OK | W_OK) == 0;
    QCOMPARE(check("bd_look mount x bd_driver\n").constFirst(),
             isOpen ? u"mount driver-ok"_s : u"mount fuse-missing"_s);
}

// A file system whose server has gone silent: what asks it waits in the kernel, and not even SIGKILL ends that.
void TstCheckScript::leavesADeadMount()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    SKIP_WITHOUT("sshfs");
    const QString server = u"/usr/lib/openssh/sftp-server"_s;
    if (!QFile::exists(server) || access("/dev/fuse", R_OK | W_OK) != 0)
        SKIP_UNLESS_ALL("no FUSE here");
    QVERIFY(QDir().mkpath(path(u"share"_s)) && QDir().mkpath(path(u"point"_s)));
    const QString way = write(
        u"way"_s, "#!/bin/sh\necho $$ > \"" + path(u"pid"_s).toUtf8() + "\"\nexec " + server.toUtf8() + "\n", true);
    QProcess mount;
    mount.start(u"sshfs"_s,
                {u"-f"_s, u"-o"_s, QString(u"ssh_command="_s + way), u"-o"_s, u"cache=no,attr_timeout=0"_s,
                 QString(u"x:"_s + path(u"share"_s)), path(u"point"_s)});
    QVERIFY(mount.waitForStarted(testing::patience));
    const auto unmount = qScopeGuard([&] {
        QFile pid(path(u"pid"_s));
        if (pid.open(QIODevice::ReadOnly))
            ::kill(pid.readAll().trimmed().toInt(), SIGKILL);
        QProcess::execute(u"umount"_s, {u"-l"_s, path(u"point"_s)});
        mount.terminate();
        mount.waitForFinished(testing::patience);
    });
    QFile mounts(u"/proc/mounts"_s);
    QVERIFY(mounts.open(QIODevice::ReadOnly));
    QTRY_VERIFY(mounts.seek(0) && mounts.readAll().contains(path(u"point"_s).toUtf8()));
    QFile pid(path(u"pid"_s));
    QTRY_VERIFY(pid.exists() && pid.size() > 1);
    QVERIFY(pid.open(QIODevice::ReadOnly));
    QCOMPARE(::kill(pid.readAll().trimmed().toInt(), SIGSTOP), 0);

    const QByteArray dead = path(u"point"_s).toUtf8();
    const QStringList lines =
        check("bd_limit=3\nbd_look script \"" + dead + "/x.py\" bd_file \"" + dead + "/x.py\"\nbd_look output \"" + dead
                  + "/out\" bd_writable \"" + dead + "/out\"\nbd_look program x bd_program sh\n",
              shell);
    const QString all = lines.join(u'\n');
    QVERIFY2(lines.contains(u"script hangs\t"_s + QString::fromUtf8(dead) + u"/x.py"_s), qPrintable(all));
    QVERIFY2(lines.contains(u"output hangs\t"_s + QString::fromUtf8(dead) + u"/out"_s), qPrintable(all));
    QVERIFY2(!lines.filter(u"program program-ok\tsh\t"_s).isEmpty(), qPrintable(all));
    QCOMPARE(lines.constLast(), u"end"_s);
    QVERIFY(QDir(path(u"tmp"_s)).isEmpty());
}

void TstCheckScript::answersUnderAStrangeEnvironment()
{
    QProcessEnvironment strange = QProcessEnvironment::systemEnvironment();
    strange.insert(u"IFS"_s, u"/"_s);
    strange.insert(u"LC_ALL"_s, u"tr_TR.UTF-8"_s);
    strange.insert(u"GREP_OPTIONS"_s, u"--color=always"_s);
    const QStringList lines = check("bd_look program x bd_program sh\nbd_look x x no_such_look\n", {u"sh"_s}, strange);
    QVERIFY2(!lines.filter(u"program program-ok\tsh\t"_s).isEmpty(), qPrintable(lines.join(u'\n')));
    QCOMPARE(lines.constLast(), u"end"_s);
}

BATCHDECK_TEST(QCoreApplication, TstCheckScript)
#include "tst_checkscript.moc"
