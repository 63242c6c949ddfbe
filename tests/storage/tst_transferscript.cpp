// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/transferrun.h"

#include "tests/support/testmain.h"

#include <QProcess>
#include <QTemporaryDir>

#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;

/// How the machine's side of a transfer moves what it has to its places, as a user who is not above permissions.
class TstTransferScript final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void placesAFolderThatMayNotBeWritten();
    void dropsAFolderThatMayNotBeWritten();
    void replacesNothingUnasked();
    void replacesWhatItIsToldTo();
    void sumsWhatCanBeRead();
    void tellsThatItCannotSum();

private:
    /// What \a script says, and its error output.
    QByteArray run(const QByteArray &script)
    {
        QProcess shell;
        shell.setProcessChannelMode(QProcess::MergedChannels);
        shell.setWorkingDirectory(m_folder->path());
        if (::geteuid() == 0)
            shell.start(u"setpriv"_s, {u"--bounding-set"_s, u"-dac_override,-dac_read_search"_s, u"/bin/sh"_s});
        else
            shell.start(u"/bin/sh"_s);
        shell.write(script);
        shell.closeWriteChannel();
        return shell.waitForFinished() ? shell.readAll() : QByteArray("did not end");
    }
    QByteArray place(const QByteArray &replaces)
    {
        const QByteArray to = m_folder->path().toUtf8();
        return run(transferCall("bd_place", {to + "/.stage", to, replaces}));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstTransferScript::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstTransferScript::placesAFolderThatMayNotBeWritten()
{
    QCOMPARE(run("mkdir -p .stage/t/locked there; echo x > .stage/t/locked/file; mkdir t; "
                 "touch -d @1500000000 .stage/t/locked; chmod 555 .stage/t/locked"),
             "");
    QCOMPARE(place("no"), "@bd end\n");
    QCOMPARE(run("stat -c '%a %Y' t/locked; cat t/locked/file; ls -A; chmod 755 t/locked"),
             "555 1500000000\nx\nt\nthere\n");
}

void TstTransferScript::dropsAFolderThatMayNotBeWritten()
{
    QCOMPARE(run("mkdir -p .stage/t/locked; echo x > .stage/t/locked/file; chmod 555 .stage/t/locked"), "");
    QCOMPARE(run(transferCall("bd_drop", {QByteArray(m_folder->path().toUtf8() + "/.stage")})), "@bd end\n");
    QCOMPARE(run("ls -A"), "");
}

void TstTransferScript::replacesNothingUnasked()
{
    run("mkdir -p .stage/t t; echo new > .stage/t/file; echo own > t/file; echo second > .stage/t/other");
    const QByteArray said = place("no");
    QVERIFY2(said.startsWith("@bd failed ") && said.contains("t/file is there by now"), said.constData());
    QCOMPARE(run("cat t/file t/other .stage/t/file"), "own\nsecond\nnew\n");
}

void TstTransferScript::replacesWhatItIsToldTo()
{
    run("mkdir -p .stage/t t; echo new > .stage/t/file; echo own > t/file");
    QCOMPARE(place("yes"), "@bd end\n");
    QCOMPARE(run("cat t/file; ls -A"), "new\nt\n");
}

void TstTransferScript::sumsWhatCanBeRead()
{
    run("mkdir t; printf abc > t/a; printf abc > 't/b c'; printf abc > t/locked; chmod 0 t/locked; printf abc > "
        "'t/\\'");
    const QByteArray names = "printf './a\\0./none\\0./locked\\0./b c\\0' | { ";
    const QByteArray folder = m_folder->path().toUtf8() + "/t";
    const QByteArray sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    QCOMPARE(run(names + transferCall("bd_sums", {folder}) + "\n}"), sum + "  ./a\n" + sum + "  ./b c\n");
    QCOMPARE(run(transferCall("bd_sum_of", {folder, "\\"})), sum + "  -\n");
    QCOMPARE(run(transferCall("bd_sum_of", {folder, "none"})).left(64).contains("ba7816bf"), false);
}

void TstTransferScript::tellsThatItCannotSum()
{
    run("mkdir tools; ln -s \"$(command -v tr)\" tools/");
    const QByteArray said = run("PATH=tools\n" + transferCall("bd_sums", {m_folder->path().toUtf8()}));
    QVERIFY2(said.startsWith("@bd failed there is no sha256sum"), said.constData());
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstTransferScript)

#include "tst_transferscript.moc"
