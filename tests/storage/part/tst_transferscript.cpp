// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

#include "engine/host/localsession.h"
#include "engine/storage/transfer/places/shell/shellsource.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <sys/stat.h>
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
    void tellsPathsThatAreTooLong();
    void keepsAFolderThatCannotBeRead();
    void dropsAFolderThatMayNotBeWritten();
    void replacesNothingUnasked();
    void replacesNothingByAnMvThatFails();
    void looksForNoTrashInVain();
    void listsBehindAnArchive();
    void placesNothingWhereFoldersHaveTrouble();
    void replacesWhatItIsToldTo();
    void keepsWhatItReplacesWhereItCan();
    void tellsWhatItKeptByFewProcesses();
    void keepsWhatIsInManyFoldersByFewProcesses();
    void tellsOnlyWhatItReplaced();
    void givesThePlaceBack_data();
    void givesThePlaceBack();
    void trustsNoTrashOfAnother_data();
    void trustsNoTrashOfAnother();
    void missesNoFolderOfATrash_data();
    void missesNoFolderOfATrash();
    void tellsWhatMayNotBeWritten();
    void tellsSoManyThatMeetAnotherKind();
    void keepsWhatNobodyWasTold();
    void renewsAllButWhatItMayNot();
    void believesInNoHolesWhereNoBlocksAreKnown();
    void sumsWhatCanBeRead();
    void tellsThatItCannotSum();
    void listsManyNamesByFewProcesses_data();
    void listsManyNamesByFewProcesses();
    void listsFoldersAndWhatIsEmpty();
    void seesManyNamesByFewProcesses();
    void removesManyNamesByFewProcesses();
    void tellsWhereNobodyMayLook();
    void beginsWhateverTheStageHolds();
    void namesTheTargetThatMayNotBeWritten();
    void goesOnBelowFoldersThatMayNotBeWritten();
    void copiesWithOwners();
    void listsOwners();
    void setsModesWhereTarDoesNot_data();
    void setsModesWhereTarDoesNot();
    void takesNoNameThatIsCut_data();
    void takesNoNameThatIsCut();

private:
    /// Of what a manifest says.
    static QByteArrayList pathsIn(const QByteArray &said)
    {
        QByteArrayList paths;
        const QByteArrayList words = said.split('\0'); // facts, name, and target of each
        for (qsizetype i = 1; i < words.size(); i += 3)
            paths.append(words.at(i));
        return paths;
    }
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
        return shell.waitForFinished(testing::patience) ? shell.readAll() : QByteArray("did not end");
    }
    QByteArray place(const QByteArray &replaces)
    {
        const QByteArray to = m_folder->path().toUtf8();
        return run(transferCall("bd_place", {to + "/.stage", to, replaces, "t.replaced-1"}));
    }

    std::unique_ptr<QTemporaryDir> m_folder, m_data; // the latter with the trash
};

void TstTransferScript::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_data = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
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

// A path of 4,096 bytes is too long for the system, and in a folder of fewer bytes there may be such paths.
void TstTransferScript::tellsPathsThatAreTooLong()
{
    constexpr qsizetype most = 3950;
    const QByteArray stage = m_folder->path().toUtf8() + "/.stage/";
    QByteArray deep = "t";
    while (stage.size() + deep.size() + 101 <= most)
        deep += '/' + QByteArray(100, 'd');
    const QByteArray file(250, 'f'), folder(250, 'g');
    QCOMPARE(run("mkdir -p " + deep + " .stage/" + deep + "; cd .stage/" + deep + "; echo new > a; echo new > " + file
                 + "; mkdir " + folder + "; echo new > " + folder + "/b; echo new > " + folder + "/c"),
             "");
    QCOMPARE(place("no"),
             "@bd not file " + QByteArray(deep + '/' + file).toHex() + " 1 File name too long\n@bd not folder "
                 + QByteArray(deep + '/' + folder).toHex() + " 2 File name too long\n@bd end\n");
    QCOMPARE(run("cat " + deep + "/a; ls -A"), "new\nt\n");
}

// What it holds must not go with the stage.
void TstTransferScript::keepsAFolderThatCannotBeRead()
{
    QCOMPARE(run("mkdir -p .stage/t/locked t/locked; echo x > .stage/t/locked/file; chmod 000 .stage/t/locked"), "");
    QVERIFY(place("no").startsWith("@bd failed "));
    QCOMPARE(run("chmod 700 .stage/t/locked; cat .stage/t/locked/file; ls -A t/locked"), "x\n");
    QCOMPARE(place("no"), "@bd end\n");
    QCOMPARE(run("cat t/locked/file"), "x\n");
}

void TstTransferScript::dropsAFolderThatMayNotBeWritten()
{
    QCOMPARE(run("mkdir -p .stage/t/locked; echo x > .stage/t/locked/file; chmod 555 .stage/t/locked"), "");
    const QByteArray drop = transferCall("bd_drop", {QByteArray(m_folder->path().toUtf8() + "/.stage")});
    QCOMPARE(run("sleep() { echo slept; }\n" + drop), "@bd end\n");
    QCOMPARE(run("ls -A"), "");
}

void TstTransferScript::replacesNothingUnasked()
{
    run("mkdir -p .stage/t t; echo new > .stage/t/file; echo own > t/file; echo second > .stage/t/other");
    QCOMPARE(place("no"), "@bd met new " + QByteArray("t/file").toHex() + " 1\n@bd end\n");
    QCOMPARE(run("cat t/file t/other; ls -A"), "own\nsecond\nt\n");
}

// To coreutils 9.2 to 9.4 it is a failure that -n left something.
void TstTransferScript::replacesNothingByAnMvThatFails()
{
    run("mkdir -p tools .stage/t t; echo new > .stage/t/file; echo own > t/file; echo second > .stage/t/other; "
        "printf '#!/bin/sh\\n\"%s\" \"$@\" && [ \"$1\" != -n ]\\n' \"$(command -v mv)\" > tools/mv; chmod +x tools/mv");
    const QByteArray to = m_folder->path().toUtf8();
    QCOMPARE(run("PATH=$PWD/tools:$PATH\n" + transferCall("bd_place", {to + "/.stage", to, "no"})),
             "@bd met new " + QByteArray("t/file").toHex() + " 1\n@bd end\n");
    QCOMPARE(run("cat t/file t/other; ls -A t"), "own\nsecond\nfile\nother\n");
}

// Where nothing is replaced, and nothing was before, it would cost most of the processes.
void TstTransferScript::looksForNoTrashInVain()
{
    run("mkdir -p .stage/t; echo new > .stage/t/file");
    const QByteArray to = m_folder->path().toUtf8();
    const QByteArray counting = "stat() { echo >> '" + to + "/count'; command stat \"$@\"; }\n";
    QCOMPARE(run(counting + transferCall("bd_place", {to + "/.stage", to, "yes", "t.replaced-1"})), "@bd end\n");
    QCOMPARE(run("cat t/file; ls"), "new\nt\n");
}

// An archive asks for it by its last file, which does not stay.
void TstTransferScript::listsBehindAnArchive()
{
    run("mkdir -p .s from/t; cd from; echo 1 > t/f; : > .s; tar -cf ../some t; tar -cf ../all t .s");
    const QByteArray extract = transferCall("bd_extract", {QByteArray(m_folder->path().toUtf8() + "/.s"), "GNU"});
    QCOMPARE(run("cat some | {\n" + extract + "}"), "@bd tar GNU\n");
    const QByteArrayList words = run("cat all | {\n" + extract + "}").split('\0'); // facts, name, and target of each
    QCOMPARE(words.size(), 7);
    QVERIFY(words.contains("t") && words.contains("t/f"));
    QCOMPARE(run("ls -A .s"), "t\n");
}

// They come once more, by a command that tells what is wrong.
void TstTransferScript::placesNothingWhereFoldersHaveTrouble()
{
    run("mkdir -p .stage/t from/t/in; echo 1 > .stage/t/f; chmod 555 .stage/t; cd from; : > .stage; "
        "touch -d @1500000000 t/in t; tar --no-recursion -cf ../folders t/in t .stage");
    const QByteArray to = m_folder->path().toUtf8();
    const auto place = [&](const QByteArray &archive) {
        return run(archive + " | {\n"
                   + transferCall("bd_place_with_folders", {to + "/.stage", to, "no", "t.replaced-1"}) + "}");
    };
    QCOMPARE(place("cat folders"), "@bd not placed\n@bd end\n");
    QCOMPARE(run("cat .stage/t/f; ls"), "1\nfolders\nfrom\n");
    QCOMPARE(run("chmod 755 .stage/t"), "");
    for (const QByteArray bytes : {"0", "512", "1024"}) // tar takes these for whole
        QCOMPARE(place("head -c " + bytes + " folders"), "@bd not placed\n@bd end\n");
    QCOMPARE(run("cat .stage/t/f; ls; ls -A .stage"), "1\nfolders\nfrom\nt\n");
    QCOMPARE(place("cat folders"), "@bd end\n");
    QCOMPARE(run("cat t/f; stat -c %Y t/in t; ls -A"), "1\n1500000000\n1500000000\nfolders\nfrom\nt\n");
}

void TstTransferScript::replacesWhatItIsToldTo()
{
    run("mkdir -p .stage/t t; echo new > .stage/t/file; echo own > t/file");
    const QByteArray kept = m_data->path().toUtf8() + "/Trash/files/t.replaced-1";
    const QByteArray told = "@bd kept " + QByteArray(kept + "/t").toHex() + "\n@bd end\n";
    QCOMPARE(place("yes"), told);
    QCOMPARE(run("cat t/file; ls -A; cat '" + kept + "/t/file'"), "new\nt\nown\n");
    run("mkdir .stage"); // of the next run, which replaces nothing: that told may have been lost
    QCOMPARE(place("yes"), told);
    QCOMPARE(run(transferCall("bd_discard", {m_folder->path().toUtf8(), ".stage", "t.replaced-1"})), told);
}

void TstTransferScript::givesThePlaceBack_data()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QByteArray>("tools");
    const QByteArray noLinks = "ln() { false; }\nxargs() { cat > /dev/null; }\n";
    for (const QByteArray function : {"bd_place", "bd_renew", "bd_rename"}) {
        QTest::addRow("%s", function.constData()) << function << QByteArray();
        QTest::addRow("%s, without links", function.constData()) << function << noLinks;
        QTest::addRow("%s, that is killed when it is kept", function.constData())
            << function << noLinks + "mv() { command mv \"$@\"; case $1 in -nT) return 137 ;; esac; }\n";
    }
}

// What is to come may not leave its folder.
void TstTransferScript::givesThePlaceBack()
{
    QFETCH(QByteArray, function);
    QFETCH(QByteArray, tools);
    run("mkdir -p from/t to/t; echo new > from/t/file; echo own > to/t/file; touch -d @1500000000 */t/file; chmod 555 "
        "from/t");
    const QByteArray from = m_folder->path().toUtf8() + "/from", to = m_folder->path().toUtf8() + "/to";
    const QByteArrayList words = function == "bd_place" ? QByteArrayList{from, to, "yes", "t.replaced-1"}
        : function == "bd_renew"                        ? QByteArrayList{from, to, "t.replaced-1", "t/file"}
                                 : QByteArrayList{from + "/t", to + "/t", "yes", "t.replaced-1", "file"};
    const QByteArray said = run(tools + transferCall(function.constData(), words));
    QVERIFY2(!said.contains("@bd kept") && !said.contains("@bd moved"), said.constData());
    QVERIFY2(function == "bd_rename" || said.contains("@bd not") || said.contains("@bd failed"), said.constData());
    QCOMPARE(run("cat to/t/file; find to -type f | wc -l; find '" + m_data->path().toUtf8() + "' -name 't.*'"),
             "own\n1\n");
}

void TstTransferScript::trustsNoTrashOfAnother_data()
{
    QTest::addColumn<QByteArray>("script"); // in a folder of others, where TRASH would be
    QTest::newRow("another user's") << QByteArray("mkdir -p $TRASH/files $TRASH/info; chmod 777 $TRASH $TRASH/*; "
                                                  "chown -R 4711 $TRASH 2>/dev/null || rm -rf $TRASH");
    QTest::newRow("files of another user") << QByteArray("mkdir -p $TRASH/files $TRASH/info; chmod 777 $TRASH/files; "
                                                         "chown 4711 $TRASH/files 2>/dev/null || rm -rf $TRASH");
    QTest::newRow("a link") << QByteArray("mkdir -p else/files else/info; ln -s else $TRASH");
    QTest::newRow("files a link") << QByteArray("mkdir -p else $TRASH/info; ln -s ../else $TRASH/files");
    QTest::newRow("notes a link") << QByteArray("mkdir -p else $TRASH/files; ln -s ../else $TRASH/info");
}

// Whoever made it could read what comes into it, or lead it, and say what is to be brought back from it.
void TstTransferScript::trustsNoTrashOfAnother()
{
    QFETCH(QByteArray, script);
    qputenv("XDG_DATA_HOME", "/proc/none");
    const QByteArray top = m_folder->path().toUtf8() + "/top";
    const QByteArray isTop = "stat() { case $* in '-c %m'*) echo '" + top + "' ;; *) command stat \"$@\" ;; esac; }\n";
    run("mkdir -p top/own/.stage/t top/own/t; echo new > top/own/.stage/t/file; echo own | tee top/own/t/file > "
        "top/own/other; cd top; TRASH=.Trash-$(id -u); "
        + script + "; chmod 555 .");
    if (run("cd top; [ -e .Trash-$(id -u) ] && echo there").isEmpty())
        QSKIP("only root makes what is another user's");
    const QByteArray before = run("cd top; find .Trash-* else 2>/dev/null | sort");
    const QByteArray said =
        run(isTop + transferCall("bd_place", {top + "/own/.stage", top + "/own", "yes", "t.replaced-1"}));
    QVERIFY2(said.startsWith(QByteArray("@bd kept " + QByteArray(top + "/own/.Trash-").toHex())), said.constData());
    QVERIFY(run(isTop + filesCall("bd_trash", {top + "/own/other"})).startsWith("@bd no trash"));
    QCOMPARE(run("cd top; find .Trash-* else 2>/dev/null | sort"), before);
    QCOMPARE(run("cat top/own/t/file top/own/other top/own/.Trash-*/files/*/t/file; chmod 755 top"), "new\nown\nown\n");
}

// Of a file system at the top of which this user may not write; what has the name there was replaced before.
void TstTransferScript::keepsWhatItReplacesWhereItCan()
{
    qputenv("XDG_DATA_HOME", "/proc/none");
    run("mkdir -p outer/u/.stage/t outer/u/t; chmod 555 outer; cd outer/u; echo new > .stage/t/file; echo own > "
        "t/file");
    const QByteArray to = m_folder->path().toUtf8() + "/outer/u";
    const QByteArray script = "stat() { case $* in '-c %m'*) echo /proc ;; *) command stat \"$@\" ;; esac; }\n";
    const QByteArray call = transferCall("bd_place", {to + "/.stage", to, "yes", "t.replaced-1"});
    QVERIFY2(run(script + call).startsWith("@bd kept "), run("ls -AR").constData());
    run("mkdir -p outer/u/.stage/t; echo newer > outer/u/.stage/t/file");
    QVERIFY(run(script + call).startsWith("@bd kept "));
    QCOMPARE(run("chmod 755 outer; cat outer/u/t/file; cd outer/u/.Trash-$(id -u); cat files/t.replaced-1/t/file "
                 "files/t.replaced-1/t/file.~2~; grep -c ^Path=%74 info/*"),
             "newer\nown\nnew\n1\n");
}

// Names of any bytes. Some processes for each take minutes in a large folder.
void TstTransferScript::tellsWhatItKeptByFewProcesses()
{
    run("mkdir tools .stage; for tool in od tr awk; do printf '#!/bin/sh\\necho >> \"%s/count\"; exec \"%s\" "
        "\"$@\"\\n' "
        "\"$PWD\" \"$(command -v $tool)\" > tools/$tool; done; chmod +x tools/*");
    run("cd .stage; touch $(seq 500) .hidden ..x 'a\n\t b' '\\'; cp -a . ..");
    const QByteArray to = m_folder->path().toUtf8();
    const QByteArray said =
        run("PATH=$PWD/tools:$PATH\n" + transferCall("bd_place", {to + "/.stage", to, "yes", "t.replaced-1"}));
    const QByteArray kept = m_data->path().toUtf8() + "/Trash/files/t.replaced-1/";
    for (const QByteArray name : {"1", "500", ".hidden", "..x", "a\n\t b", "\\"})
        QVERIFY2(said.contains(QByteArray("@bd kept " + QByteArray(kept + name).toHex() + '\n')), name);
    QCOMPARE(said.count("@bd kept "), 504);
    QVERIFY2(run("wc -l < count").toInt() < 50, run("wc -l < count"));
}

// A folder behind a link is another's, and what is new there replaces nothing.
void TstTransferScript::keepsWhatIsInManyFoldersByFewProcesses()
{
    run("mkdir other; echo own > other/file; cd other; mkdir -p ../t ../.stage/t; for n in $(seq 60) 'a\n b' .c; do "
        "mkdir \"../t/$n\" \"../.stage/t/$n\"; echo own > \"../t/$n/file\"; echo new > \"../.stage/t/$n/file\"; "
        "echo new > \"../.stage/t/$n/more\"; done; ln -s ../other ../t/link; mkdir ../.stage/t/link; echo new > "
        "../.stage/t/link/file; chmod 500 ../t/7");
    const QByteArray to = m_folder->path().toUtf8(), kept = m_data->path().toUtf8() + "/Trash/files/t.replaced-1";
    const QByteArray said = run("for tool in ln mkdir stat; do eval \"$tool() { echo >> '" + to
                                + "/count'; command $tool \\\"\\$@\\\"; }\"; done\n"
                                + transferCall("bd_place", {to + "/.stage", to, "yes", "t.replaced-1"}));
    QCOMPARE(said,
             "@bd not file " + QByteArray("t/7/file").toHex() + " 1 Permission denied\n@bd not file "
                 + QByteArray("t/7/more").toHex() + " 1 Permission denied\n@bd met folder "
                 + QByteArray("t/link").toHex() + " 1\n@bd kept " + QByteArray(kept + "/t").toHex() + "\n@bd end\n");
    QCOMPARE(run("cat t/*/file t/.c/file | sort | uniq -c; cat t/*/more t/.c/more | sort | uniq -c; find '" + kept
                 + "' ! -type d -exec cat {} + | uniq -c; find '" + kept + "' -type d ! -perm 700 | wc -l"),
             "     61 new\n      2 own\n     61 new\n     61 own\n0\n");
    QVERIFY2(run("wc -l < count").toInt() < 50, run("wc -l < count"));
}

// A run that was killed behind the first of three has kept them all.
void TstTransferScript::tellsOnlyWhatItReplaced()
{
    run("mkdir -p .stage/t/a .stage/t/b t/a t/b; for f in a/1 b/1 b/2; do echo new > .stage/t/$f; echo own > t/$f; "
        "done");
    const QByteArray to = m_folder->path().toUtf8(), kept = m_data->path().toUtf8() + "/Trash/files/t.replaced-1";
    const QByteArray call = transferCall("bd_place", {to + "/.stage", to, "yes", "t.replaced-1"});
    run("mv() { command mv \"$@\"; [ \"$1\" != -f ] || sh -c 'kill -9 $PPID'; }\n" + call);
    QCOMPARE(run("cat t/a/1 t/b/1; find '" + kept + "' -type f | wc -l"), "new\nown\n3\n");
    QCOMPARE(run(transferCall("bd_discard", {to, ".stage", "t.replaced-1"})),
             "@bd kept " + QByteArray(kept + "/t").toHex() + "\n@bd end\n");
    QCOMPARE(run("cat t/a/1 t/b/1 t/b/2; cd '" + kept + "'; find . -type f"), "new\nown\nown\n./t/a/1\n");
}

void TstTransferScript::missesNoFolderOfATrash_data()
{
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<bool>("isTrash");
    QTest::newRow("of the home folder") << "share/Trash/files"_ba << true;
    QTest::newRow("of one user") << ".Trash-1000/files"_ba << true;
    QTest::newRow("of all users") << ".Trash/1000/files"_ba << true;
    QTest::newRow("any of that name") << "data/files"_ba << false;
    QTest::newRow("any in a trash") << "share/Trash/files/data/files"_ba << false;
}

// All of it was brought back before: it went with the last of what it held.
void TstTransferScript::missesNoFolderOfATrash()
{
    QFETCH(QByteArray, files);
    QFETCH(bool, isTrash);
    TransferPlan plan;
    plan.folder = m_folder->path().toUtf8() + '/' + files + "/t.replaced-1";
    plan.names = {"t"};
    plan.removesSources = true;
    plan.journalFile = m_folder->filePath(u"journal"_s);
    VERIFY_RESULT(notePlaced(plan));
    LocalSession session;
    RunContext context(plan);
    QCOMPARE(bool(ShellSource::check(session, context)), isTrash);
    QCOMPARE(context.plan.names.isEmpty(), isTrash);
}

// All else gets to its place, and nothing stays in the stage.
void TstTransferScript::tellsWhatMayNotBeWritten()
{
    run("mkdir -p .stage/t/locked/below .stage/t/open t/locked; cd .stage/t; echo new | tee locked/file locked/other "
        "locked/below/x > open/y; cd ../../t; echo own > locked/file; chmod 555 locked");
    const QByteArray denied = " 1 Permission denied\n";
    const QByteArray said = place("yes");
    for (const auto &[kind, path] :
         {std::pair("file", "t/locked/file"), {"file", "t/locked/other"}, {"folder", "t/locked/below"}})
        QVERIFY2(said.contains(QByteArray(QByteArray("@bd not ") + kind + ' ' + QByteArray(path).toHex() + denied)),
                 said);
    QVERIFY2(said.endsWith("\n@bd end\n") && !said.contains("@bd kept"), said);
    QCOMPARE(run("chmod 755 t/locked; cat t/locked/file t/open/y; find . -type f | wc -l; ls -A"), "own\nnew\n2\nt\n");
}

void TstTransferScript::tellsSoManyThatMeetAnotherKind()
{
    run("mkdir -p .stage/t/w/in t; cd t; mkdir $(seq 1000); touch w x y; cd ../.stage/t; "
        "touch $(seq 1000) other w/in/2 w/in/3; echo new | tee x y > w/1");
    const QByteArray said = place("no");
    QCOMPARE(said.count("@bd met file 742f"), 1000);
    // Three files of a folder, and two new ones, each with their bytes.
    QVERIFY2(said.endsWith("\n@bd more 3 4 2 8\n@bd end\n"), said.constData());
    QCOMPARE(run("ls t | wc -l; ls -d t/other"), "1004\nt/other\n");
}

// A file that comes into the stage late, beside one that meets a folder.
void TstTransferScript::keepsWhatNobodyWasTold()
{
    run("mkdir -p .stage met; touch .stage/met .stage/new");
    const QByteArray to = m_folder->path().toUtf8();
    const QByteArray said = run("mv() { command mv \"$@\"; echo late > \"$root/late\"; }\n"
                                + transferCall("bd_place", {to + "/.stage", to, "no", "t.replaced-1"}));
    QVERIFY2(said.startsWith("@bd met file ") && said.contains("@bd failed ") && !said.contains("@bd end"), said);
    QCOMPARE(run("cat .stage/late; ls new"), "late\nnew\n");
}

// Each by itself: what cannot be moved is told, and is not there to meet its place once more.
void TstTransferScript::renewsAllButWhatItMayNot()
{
    const QByteArray to = m_folder->path().toUtf8();
    const auto renew = [&](const QByteArrayList &names) {
        return run(transferCall("bd_renew", QByteArrayList{to + "/.stage", to, "t.replaced-1"} + names));
    };
    const QByteArray make =
        "mkdir -p .stage/t/shut t/shut; echo new | tee .stage/t/a > .stage/t/shut/b; echo old | tee "
        "t/a > t/shut/b; touch -d @1500000000 .stage/t/a .stage/t/shut/b t/a t/shut/b; ";
    run(make + "chmod 555 t/shut .stage/t/shut");
    const QByteArrayList names{"t/shut/b", "t/a"};
    const QByteArray refused = "@bd not file " + QByteArray("t/shut/b").toHex() + " 1 ";
    QCOMPARE(renew(names), refused + "Permission denied\n@bd end\n");
    const QByteArray kept = m_data->path().toUtf8() + "/Trash/files/t.replaced-1/t";
    QCOMPARE(renew({}), "@bd kept " + kept.toHex() + "\n@bd end\n");
    QCOMPARE(run("chmod 755 t/shut; cat t/a t/shut/b '" + kept + "/a'; find .stage -type f"), "new\nold\nold\n");
    run(make + "mkdir tools; printf '#!/bin/sh\\nexit 1\\n' > tools/id; chmod 755 tools/id");
    qputenv("XDG_DATA_HOME", "/proc/none");
    const QByteArray said = run("PATH=$PWD/tools:$PATH\n"
                                + transferCall("bd_renew", QByteArrayList{to + "/.stage", to, "t.replaced-1"} + names));
    QVERIFY2(said.startsWith(QByteArray(refused + "there is no trash")) && said.count("@bd not ") == 2, said);
}

// A file that is all one hole is one; one that is somebody's program that answers, and holds no blocks, is not.
void TstTransferScript::believesInNoHolesWhereNoBlocksAreKnown()
{
    run("truncate -s 5M hole");
    QVERIFY(!run(transferCall("bd_holes", {m_folder->path().toUtf8(), "hole"})).isEmpty());
    const QByteArray folder = "/sys/kernel/btf";
    if (!QFile::exists(QString::fromLatin1(folder + "/vmlinux")))
        QSKIP("this kernel has no file of bytes without blocks");
    QCOMPARE(run(transferCall("bd_holes", {folder, "vmlinux"})), "");
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

void TstTransferScript::listsManyNamesByFewProcesses_data()
{
    QTest::addColumn<QByteArrayList>("folder");
    QTest::newRow("bd_manifest_of") << QByteArrayList{"./--x", "./--x/in"};
    QTest::newRow("bd_list_of") << QByteArrayList{"./--x/in", "./--x"};
}

// In the order of the names, and nothing of one that is not there. A process for each takes minutes in a large folder.
void TstTransferScript::listsManyNamesByFewProcesses()
{
    QFETCH(QByteArrayList, folder);
    QCOMPARE(
        run("mkdir -p tools t/--x; cd t; touch $(seq 1000) -- -delete --x/in; ln -s none link; cd ../tools; printf "
            "'#!/bin/sh\\necho >> ../count; exec \"%s\" \"$@\"\\n' \"$(command -v find)\" > find; chmod +x find"),
        "");
    QByteArrayList names, expected;
    for (int i = 1; i <= 1000; ++i) {
        names.append(QByteArray::number(i));
        expected.append("./" + names.constLast());
    }
    names += {"-delete", "absent", "--x", "link"};
    expected += QByteArrayList{"./-delete"} + folder + QByteArrayList{"./link"};
    const QByteArray said =
        run("PATH=$PWD/tools:$PATH\n"
            + transferCall(QTest::currentDataTag(), QByteArrayList{m_folder->path().toUtf8() + "/t"} + names));
    QCOMPARE(pathsIn(said), expected);
    QVERIFY(run("wc -l < count").toInt() < 50);
}

// By these it is told that nothing came or went.
void TstTransferScript::listsFoldersAndWhatIsEmpty()
{
    run("mkdir -p t/--x/sub u; cd t; echo 1 | tee ./-delete > --x/in; touch -- --x/sub/empty; ln -s "
        "../u link");
    const QByteArray said =
        run(transferCall("bd_folders_of", {m_folder->path().toUtf8() + "/t", "-delete", "absent", "--x", "link"}));
    QCOMPARE(pathsIn(said), (QByteArrayList{"./-delete", "./link", "./--x", "./--x/sub", "./--x/sub/empty"}));
}

void TstTransferScript::seesManyNamesByFewProcesses()
{
    run("mkdir t; cd t; touch -- $(seq 1000) -x 'a b'; ln -s none link");
    QByteArrayList names{"absent", "-x", "a b", "link"};
    for (int i = 1; i <= 1000; ++i)
        names.append(QByteArray::number(i));
    const QByteArray to = m_folder->path().toUtf8();
    const QByteArray said = run("stat() { echo >> '" + to + "/count'; command stat \"$@\"; }\n"
                                + transferCall("bd_seen", QByteArrayList{to + "/t"} + names));
    QByteArray expected;
    for (qsizetype i = 1; i < names.size(); ++i) {
        struct ::stat status
        {
        };
        QCOMPARE(::lstat(QByteArray(to + "/t/" + names.at(i)).constData(), &status), 0);
        expected += "@bd seen " + QByteArray::number(i + 1) + ' ' + QByteArray::number(quint64(status.st_dev)) + ':'
            + QByteArray::number(quint64(status.st_ino)) + '\n';
    }
    QCOMPARE(said, expected + "@bd end\n");
    QVERIFY(run("wc -l < count").toInt() < 50);
}

// Folders come after what they hold.
void TstTransferScript::removesManyNamesByFewProcesses()
{
    run("mkdir -p t/f t/full; cd t; touch -- $(seq 1000) -x 'a b' f/in full/kept; ln -s full link");
    QByteArrayList names{"absent", "-x", "a b", "link", "f/in", "f", "full"};
    for (int i = 1; i <= 1000; ++i)
        names.append(QByteArray::number(i));
    const QByteArray to = m_folder->path().toUtf8();
    QCOMPARE(run("rm() { echo >> '" + to + "/count'; command rm \"$@\"; }\n"
                 + transferCall("bd_remove", QByteArrayList{to + "/t"} + names)),
             "");
    QCOMPARE(run("find t"), "t\nt/full\nt/full/kept\n");
    QVERIFY(run("wc -l < count").toInt() < 50);
}

void TstTransferScript::tellsWhereNobodyMayLook()
{
    run("mkdir -p t/locked/in t/open/locked; echo x > t/open/file; chmod 0 t/locked t/open/locked");
    const QByteArray said =
        run(transferCall("bd_list_of", {QByteArray(m_folder->path().toUtf8() + "/t"), "locked", "open"}));
    run("chmod 700 t/locked t/open/locked");
    const QByteArrayList words = said.split('\0');
    for (const char *name : {"./locked", "./open/locked"})
        QCOMPARE(words.mid(words.lastIndexOf(name) - 1, 3), (QByteArrayList{"u 0 0 0 0", name, "permission denied"}));
    QVERIFY(words.contains("./open/file"));
}

// Its names are the source's, and nothing is written through one of them.
void TstTransferScript::beginsWhateverTheStageHolds()
{
    const QByteArray begin = transferCall("bd_begin", {m_folder->path().toUtf8() + "/to", ".t.part-0123"});
    for (const QByteArray name : {".probe", ".t.part-0123"}) {
        run("rm -rf to; echo own > victim; mkdir -p to/.t.part-0123; ln -s ../../victim to/.t.part-0123/" + name);
        (void)run(begin);
        QCOMPARE(run("cat victim"), "own\n");
    }
    run("cd to/.t.part-0123; rm .t.part-0123 .probe; mkdir .probe .t.part-0123"); // the latter an earlier run left
    QVERIFY(run(begin).endsWith("@bd end\n"));
    QCOMPARE(run("ls -A to/.t.part-0123"), ".probe\n");
}

void TstTransferScript::namesTheTargetThatMayNotBeWritten()
{
    const QByteArray to = m_folder->path().toUtf8() + "/to";
    run("mkdir to; chmod 555 to");
    QCOMPARE(run(transferCall("bd_begin", {to, ".s"})), "@bd failed " + to + ": Permission denied \n");
    QCOMPARE(run("chmod 755 to; rmdir to"), "");
}

// A run that was cut late had given folders of the stage their permissions.
void TstTransferScript::goesOnBelowFoldersThatMayNotBeWritten()
{
    QCOMPARE(run("mkdir -p .s/t/shut/in .s/t/read/in from/t/shut/in from/t/read/in; cd from; "
                 "touch t/new t/shut/in/new t/read/in/new; tar -cf ../archive t/new t/shut/in/new t/read/in/new; "
                 "cd ../.s/t; chmod 555 read/in read .; chmod 0 shut/in shut"),
             "");
    const QByteArray to = m_folder->path().toUtf8();
    QVERIFY(run(transferCall("bd_begin", {to, ".s"})).endsWith("@bd end\n"));
    QCOMPARE(run("cd .s; tar -xpf ../archive; find t -type f | sort"), "t/new\nt/read/in/new\nt/shut/in/new\n");
}

// Small files and large ones take two ways.
void TstTransferScript::copiesWithOwners()
{
    if (::geteuid() != 0)
        QSKIP("only root gives files to others");
    run("mkdir from stage; echo 1 | tee from/a > from/b; chown 4711:4712 from/*; chmod 4755 from/*");
    const QByteArray from = m_folder->path().toUtf8() + "/from", stage = m_folder->path().toUtf8() + "/stage";
    run("printf './a\\0' | { " + transferCall("bd_copy", {from, stage}) + "\n}");
    run("printf '2\\000755\\0b\\0b//\\0' | { " + transferCall("bd_clone", {from, stage}) + "\n}");
    QCOMPARE(run("stat -c '%n %u %g %a' stage/*"), "stage/a 4711 4712 4755\nstage/b 4711 4712 4755\n");
}

// Of what is this user's own nobody need be told.
void TstTransferScript::listsOwners()
{
    if (::geteuid() != 0)
        QSKIP("only root gives files to others");
    run("mkdir t; echo 1 | tee t/a > t/b; ln -s a t/l; chown -h 4711 t/a t/l");
    const QByteArrayList words = run(transferCall("bd_list_of", {m_folder->path().toUtf8(), "t"}))
                                     .split('\0'); // facts, name, and target of each
    const auto blanks = [&words](const char *name) { return words.value(words.indexOf(name) - 1).count(' '); };
    for (const char *name : {"./t/a", "./t/l"}) {
        const QByteArray facts = words.value(words.indexOf(name) - 1);
        QVERIFY2(blanks(name) == 5 && facts.endsWith(" 4711"), facts.constData());
    }
    QCOMPARE(blanks("./t/b"), 4);
    QCOMPARE(blanks("./t"), 4);
}

void TstTransferScript::setsModesWhereTarDoesNot_data()
{
    QTest::addColumn<QByteArray>("tar");
    QTest::addColumn<QByteArray>("made");
    QTest::newRow("BusyBox") << "busybox"_ba
                             << "755 t\n775 t/tool\n664 t/w\n"_ba;
    QTest::newRow("GNU") << "tar"_ba
                         << "2775 t\n6775 t/tool\n664 t/w\n"_ba;
}

// Of a user who is not root. The folder is there already, as all are by then.
void TstTransferScript::setsModesWhereTarDoesNot()
{
    QFETCH(QByteArray, tar);
    QFETCH(QByteArray, made);
    const bool isBusyBox = tar == "busybox";
    if (isBusyBox)
        SKIP_WITHOUT("busybox");
    if (::geteuid() != 0)
        QSKIP("only root becomes somebody else");
    const QByteArray to = m_folder->path().toUtf8() + "/to";
    const auto call = [&](const char *function, const QByteArrayList &words, const QByteArray &input) {
        QFile script(m_folder->filePath(u"call"_s));
        if (!script.open(QIODevice::WriteOnly))
            return QByteArray("no script");
        script.write(transferCall(function, words));
        script.close();
        return run("chmod 644 call; cat " + input
                   + " | PATH=$PWD/tools:$PATH setpriv --reuid 4711 --regid 4711 --clear-groups sh call 2> /dev/null");
    };
    run("umask 022; chmod 755 .; mkdir -p tools to/.s/t from/t; ln -s \"$(command -v " + tar
        + ")\" tools/tar; chown -R 4711:4711 to; : > none; printf '%s\\n' '- 2775 1500000000 t' > seals; cd from; "
          "echo 1 | tee t/tool > t/w; chmod 6775 t/tool; chmod 664 t/w; chmod 2775 t; tar -cf ../archive t/tool t/w t");
    const QByteArray begun = call("bd_begin", {to, ".s"}, "none");
    QVERIFY2(begun.endsWith("@bd end\n") && begun.contains("@bd tar sets no modes\n") == isBusyBox, begun.constData());
    (void)call("bd_extract", {to + "/.s"}, "archive");
    QCOMPARE(run("cd to/.s; stat -c '%a %n' t t/*"), made);
    QCOMPARE(call("bd_seals", {to + "/.s"}, "seals"), "");
    QCOMPARE(run("stat -c '%a %Y' to/.s/t; ls -A to/.s"), "2775 1500000000\nt\n");
}

void TstTransferScript::takesNoNameThatIsCut_data()
{
    QTest::addColumn<QByteArray>("shell");
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QByteArray>("before"); // each name in the list
    for (const QByteArray shell : {"dash", "bash", "busybox", "mksh"}) {
        const auto row = [&shell](const QByteArray &function, const QByteArray &before) {
            QTest::addRow("%s, %s", function.constData(), shell.constData()) << shell << function << before;
        };
        row("bd_unlink", "./");
        row("bd_rmdir", "./");
        row("bd_times", "1000000000.5 ./");
        row("bd_clone", "1\000644\0new\0"_ba);
    }
}

// Whoever loses its way while it says names may end within one, which is another's then.
void TstTransferScript::takesNoNameThatIsCut()
{
    QFETCH(QByteArray, shell);
    QFETCH(QByteArray, function);
    QFETCH(QByteArray, before);
    SKIP_WITHOUT_PART(QString::fromLatin1(shell));
    const QByteArrayList items{before + "d/e f" + wholeName, before + "d/e" + wholeName};
    const QByteArray folder = m_folder->path().toUtf8();
    const QByteArray make = function == "bd_rmdir" ? "mkdir -p t/d/e 't/d/e f'" : "mkdir -p t/d; touch t/d/e 't/d/e f'";
    // What it did: of those that it may name, which are gone, have another time, or are another file.
    const QByteArray done = function == "bd_times" ? "find t -newermt 2001-09-09 ! -newermt 2001-09-10 | wc -l"
        : function == "bd_clone"                   ? "grep -rl new t | wc -l"
                                                   : "echo $((4 - $(find t | wc -l)))";
    run("mkdir tools; ln -s \"$(command -v " + shell + ")\" tools/sh; printf new > new");
    QFile call(m_folder->filePath(u"call"_s));
    QVERIFY(call.open(QIODevice::WriteOnly));
    call.write(
        transferCall(function.constData(),
                     function == "bd_clone" ? QByteArrayList{folder, folder + "/t"} : QByteArrayList{folder + "/t"}));
    call.close();
    QFile list(m_folder->filePath(u"list"_s));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write(items.join());
    list.close();
    for (qsizetype cut = 0; cut <= items.join().size(); ++cut) {
        qsizetype whole = 0, at = 0;
        for (const QByteArray &item : items) {
            at += item.size();
            whole += at - 1 <= cut; // the NUL says nothing more
        }
        const QByteArray said =
            run("rm -rf t; " + make + "; touch -d 2020-02-02 t t/d t/d/*; head -c " + QByteArray::number(cut)
                + " list | PATH=$PWD/tools:$PATH tools/sh call > said 2>&1; " + done);
        QVERIFY2(said.trimmed().toInt() == whole,
                 qPrintable(u"cut at %1: %2"_s.arg(cut).arg(QString::fromLatin1(said))));
    }
}

BATCHDECK_TEST(QCoreApplication, TstTransferScript)

#include "tst_transferscript.moc"
