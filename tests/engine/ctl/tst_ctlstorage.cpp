// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/filetask.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpclink.h"
#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QScopeGuard>

#include <sys/mount.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::Outcome;
using testing::words;

/// What the built batchctl does to files of this computer and of a real machine.
class TstCtlStorage final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void listsAndShows();
    void spellsPlacesAsScpDoes();
    void findsTheHomeOfWhoServesFilesAlone();
    void refusesPlacesThatNobodyKnows();
    void listsInPieces();
    void changesOneFile();
    void printsAFile();
    void takesNamesAsBytes();
    void foretells();
    void refusesALimitThatIsNone();
    void copiesBetweenAnyPlaces();
    void bringsFromSeveralFolders();
    void countsWhatIsWhole();
    void comparesByChecksum();
    void replacesAndBringsBack();
    void bringsBackWhatIsThere();
    void bringsBackFromEveryTrash();
    void sendsWhatChangedWithinTheSecond();
    void movesFiles();
    void removesOnlyWhatWasAnswered();
    void putsIntoTheTrashAndBack();
    void tellsWhatWasTrashedBeforeAnError();
    void tellsChecksums();
    void endsATaskWithItsCall();
    void showsAndSetsTransfers();
    void pausesAndResumesTransfers();

private:
    [[nodiscard]] Outcome run(const QString &line, const QStringList &more = {}) const
    {
        return m_installation->batchctl(words(line, more));
    }
    /// Of a shell, with which any byte can be said: B is batchctl with its profile.
    [[nodiscard]] Outcome shell(const QByteArray &script) const
    {
        QProcess process;
        process.start(u"bash"_s,
                      {u"-c"_s,
                       u"B() { '%1/app/batchctl' --profile '%2' \"$@\"; }\n"_s.arg(QStringLiteral(BATCHDECK_BUILD_DIR),
                                                                                   m_installation->profile())
                           + QString::fromLatin1(script)});
        return testing::outcomeOf(process);
    }
    [[nodiscard]] QString path(const QString &name) const { return m_installation->path(u"data/"_s + name); }
    [[nodiscard]] QString there(const QString &name) const { return u"a05:"_s + path(name); }
    void write(const QString &name, const QByteArray &bytes) const
    {
        const QString full = path(name);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_tools; // of the machine, before its own
    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<Installation> m_installation;
};

void TstCtlStorage::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_server = std::make_unique<testing::SshServer>();
    m_server->setConfiguration("SetEnv " + m_server->environment() + " PATH=" + m_tools.path().toUtf8()
                               + ":/usr/bin:/bin\n");
    QVERIFY(m_server->start());
}

void TstCtlStorage::init()
{
    m_installation = std::make_unique<Installation>();
    qputenv("XDG_DATA_HOME", m_installation->path(u"share"_s).toUtf8()); // with this computer's trash
    const Outcome added =
        run(u"machine add a05"_s,
            {u"--ssh"_s, m_server->destination(), u"--identity"_s, m_server->identityFile(), u"--home"_s,
             m_installation->path(u"home"_s), u"--accept-host-key"_s, m_server->fingerprint()});
    QVERIFY2(added.exitCode == 0, added.errorOutput);
    QDir().mkpath(path(u"target"_s));
}

void TstCtlStorage::listsAndShows()
{
    write(u"t/a b"_s, "one\n");
    QVERIFY(QFile::link(u"a b"_s, path(u"t/link"_s)));
    for (const QString &place : {QString(), u"a05:"_s}) {
        const Outcome made = run(u"storage mkdir"_s, {place + path(u"t/new"_s)});
        QVERIFY2(made.exitCode == 0, made.errorOutput);
        QCOMPARE(run(u"storage mkdir"_s, {place + path(u"t/new"_s)}).exitCode, 5);
        const Outcome list = run(u"storage list"_s, {place + path(u"t"_s)});
        VERIFY_DONE(list);
        QMap<QString, QString> kinds;
        for (const QJsonValue &entry : list.json().toArray())
            kinds.insert(entry[u"name"_s].toString(), entry[u"kind"_s].toString());
        QCOMPARE(kinds,
                 (QMap<QString, QString>{{u"a b"_s, u"file"_s}, {u"link"_s, u"link"_s}, {u"new"_s, u"folder"_s}}));
        QVERIFY(run(u"storage list -o table"_s, {place + path(u"t"_s)}).output.contains(" a b\n"));
        const Outcome file = run(u"storage stat"_s, {place + path(u"t/a b"_s)});
        VERIFY_DONE(file);
        QCOMPARE(file.json()[u"size"_s], 4);
        QVERIFY2(file.json()[u"mode"_s].toString().startsWith(u"-rw"), file.output);
        QCOMPARE(run(u"storage stat"_s, {place + path(u"t/link"_s)}).json()[u"target"_s], u"a b"_s);
        QCOMPARE(run(u"storage stat"_s, {place + path(u"none"_s)}).exitCode, 3);
        QCOMPARE(run(u"storage list"_s, {place + path(u"none"_s)}).exitCode, 3);
        QVERIFY(QDir().rmdir(path(u"t/new"_s)));
    }
    QCOMPARE(run(u"storage list"_s, {u"nobody:/"_s}).exitCode, 3);
}

// The home there is where relative paths begin; nothing of it may be made here instead.
void TstCtlStorage::spellsPlacesAsScpDoes()
{
    const QString home = m_server->home();
    write(u"here/f"_s, "one\n");
    const Outcome prepared =
        shell("cd '" + home.toUtf8() + "' && mkdir served && echo one >there.txt && echo one >old");
    VERIFY_DONE(prepared);
    VERIFY_DONE(run(u"file-server create -n srv --path a05:served"_s));
    const QByteArray destination = m_server->destination().toUtf8(); // user@address:port
    const QByteArray begin = "cd '" + path(u"here"_s).toUtf8() + "' && DEST='"
        + destination.first(destination.lastIndexOf(':')) + "' URL='scp://" + destination + "' && B ";
    const auto names = [this] { return QDir(path(u"here"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot); };
    const QList<std::pair<QByteArray, QString>> lines{
        // What is made by it; "~" is the home of the machine.
        {"storage upload f a05:", u"~/f"_s},
        {"storage upload f a05:sub", u"~/sub/f"_s},
        {"storage upload f a05:sub/of/it/", u"~/sub/of/it/f"_s},
        {"storage upload f 'a05:~/tilde'", u"~/tilde/f"_s},
        {"storage upload f a05:c:d", u"~/c:d/f"_s},
        {"storage upload f scp://a05/x%20y", u"~/x y/f"_s},
        {"storage upload f $DEST:dest", u"~/dest/f"_s},
        {"storage upload f $URL/port", u"~/port/f"_s},
        {"storage upload f ${DEST%@*}@A05:user", u"~/user/f"_s},
        {"storage upload f srv:sub", u"~/served/sub/f"_s},
        {"storage mkdir a05:data2", u"~/data2"_s},
        {"storage copy a05:there.txt a05:again", u"~/again/there.txt"_s},
        {"storage rename a05:old a05:new", u"~/new"_s},
        {"storage rename a05:new ./a:b", u"~/a:b"_s},
        {"storage mkdir ./a05:b", u"a05:b"_s},
        {"storage copy f ./a05:c", u"a05:c/f"_s},
        {"storage copy f ./a05", u"a05/f"_s},
        {"storage copy f a05", u"a05/f"_s}, // as there is such a folder
        {"storage download a05:there.txt .", u"there.txt"_s},
        {"storage rename there.txt ./a:b", u"a:b"_s},
    };
    QStringList expected{u"f"_s};
    for (const auto &[line, made] : lines) {
        const Outcome done = shell(begin + line);
        QVERIFY2(done.exitCode == 0, QByteArray(line + ": " + done.errorOutput));
        const QString found = made.startsWith(u'~') ? home + made.sliced(1) : path(u"here/"_s + made);
        QVERIFY2(QFileInfo::exists(found), line);
        if (!QFileInfo(found).isDir())
            QCOMPARE(testing::contentOf(found), "one\n");
        if (line.startsWith("storage rename there.txt"))
            expected.removeAll(u"there.txt"_s);
        if (const QString name = made.section(u'/', 0, 0); name != u"~" && !expected.contains(name))
            expected.append(name);
        expected.sort();
        QCOMPARE(names(), expected);
    }
}

// sshd runs no command there, so that only SFTP knows where a relative path begins.
void TstCtlStorage::findsTheHomeOfWhoServesFilesAlone()
{
    testing::SshServer server;
    server.setConfiguration("ForceCommand internal-sftp -d " + server.home().toUtf8() + '\n');
    QVERIFY(server.start());
    const Outcome added = run(u"machine add files --no-test"_s,
                              {u"--ssh"_s, server.destination(), u"--identity"_s, server.identityFile(),
                               u"--accept-host-key"_s, server.fingerprint()});
    QVERIFY2(added.exitCode == 0, added.errorOutput);
    write(u"here/f"_s, "one\n");
    const QByteArray begin = "cd '" + path(u"here"_s).toUtf8() + "' && B ";
    const auto text = [&server](const QString &name) { return testing::contentOf(server.home() + u'/' + name); };
    for (const QByteArray line :
         {"storage upload f files:", "storage upload f files:sub", "storage upload f 'files:~/tilde'",
          "storage mkdir files:new", "storage rename files:f files:g", "storage copy files:g files:new",
          "storage download files:g .", "storage chmod 600 files:g", "storage move files:g files:moved"}) {
        const Outcome done = shell(begin + line);
        QVERIFY2(done.exitCode == 0, QByteArray(line + ": " + done.errorOutput));
    }
    for (const QString &name : {u"sub/f"_s, u"tilde/f"_s, u"new/g"_s, u"moved/g"_s})
        QCOMPARE(text(name), "one\n");
    QCOMPARE(testing::contentOf(path(u"here/g"_s)), "one\n");
    QCOMPARE(shell(begin + "storage cat files:sub/f").output, "one\n");
    QCOMPARE(shell(begin + "storage list files:").json().toArray().size(), 4);
    QCOMPARE(shell(begin + "storage stat files:nothing").exitCode, 3);
    VERIFY_DONE(run(u"file-server create -n share --path files:sub"_s));
    QCOMPARE(run(u"file-server show -n share"_s).json()[u"properties"_s][u"x-batchdeck"_s][u"path"_s],
             QString(server.home() + u"/sub"_s));
    VERIFY_DONE(run(u"storage remove -y files:moved"_s));
    QVERIFY(!QFile::exists(server.home() + u"/moved"_s));
}

void TstCtlStorage::refusesPlacesThatNobodyKnows()
{
    write(u"here/f"_s, "one\n");
    VERIFY_DONE(run(u"group create -n default"_s));
    struct Refusal
    {
        QByteArray line;
        int exitCode;
        QByteArray says;
    };
    QList<Refusal> refusals{
        {"storage upload f anna@a05:", 3, "anna@a05"},
        {"storage upload f 'f 12:30'", 3, "./f 12:30"},
        {"storage upload f :x", 4, "./:x"},
        {"storage upload f ''", 4, "empty"},
        {"storage upload f 'a05:~anna/x'", 4, "another user"},
        {"storage upload f a05", 2, "is a05:, and"}, // who forgot the colon
        {"storage copy f A05", 2, "./A05"},
        {"storage rename f sub/g", 2, "storage move"},
        {"storage rename f a05:g", 2, "storage move"},
        {"file-server create -n x --machine a05 --path a05:d", 4, "say it once"},
        {"export -f a05:x.json default", 4, "./a05:x.json"},
        {"export -f nobody:x.json default", 4, "./nobody:x.json"},
    };
    for (const char *line :
         {"storage upload f nobody:", "storage upload f nobody:/x", "storage copy f nobody:x",
          "storage move f nobody:", "storage mkdir nobody:x", "storage list nobody:", "storage stat nobody:f",
          "storage cat nobody:f", "storage df nobody:", "storage chmod 600 f nobody:f", "storage rename f nobody:g",
          "storage rename nobody:f g", "storage download nobody:f .", "storage remove -y nobody:f",
          "storage checksum nobody:f", "storage restore nobody:f nobody:g", "file-server create -n x --path nobody:d",
          "volume map blob://a/b nobody:d"})
        refusals.append({line, 3, "nobody"});
    for (const auto &[line, exitCode, says] : std::as_const(refusals)) {
        const Outcome refused = shell("cd '" + path(u"here"_s).toUtf8() + "' && B " + line);
        QVERIFY2(refused.exitCode == exitCode,
                 QByteArray(line + ": " + QByteArray::number(refused.exitCode) + ' ' + refused.errorOutput));
        QVERIFY2(refused.errorOutput.contains(says), refused.errorOutput);
        QCOMPARE(QDir(path(u"here"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"f"_s});
    }
}

// More than the engine gives at a time.
void TstCtlStorage::listsInPieces()
{
    QSet<QString> names;
    for (int i = 0; i < 5001; ++i) {
        names.insert(u"f%1"_s.arg(i));
        write(u"many/f%1"_s.arg(i), {});
    }
    const Outcome list = run(u"storage list"_s, {path(u"many"_s)});
    VERIFY_DONE(list);
    QSet<QString> listed;
    for (const QJsonValue &entry : list.json().toArray())
        listed.insert(entry[u"name"_s].toString());
    QCOMPARE(list.json().toArray().size(), names.size());
    QCOMPARE(listed, names);
    QCOMPARE(run(u"storage list -o table"_s, {path(u"many"_s)}).output.count('\n'), names.size() + 2);
    const Outcome head = shell("B storage list -o tsv '" + path(u"many"_s).toLatin1()
                               + "' | head -n 1 | wc -l; exit ${PIPESTATUS[0]}"); // nobody reads the rest
    QCOMPARE(head.output.trimmed(), "1");
    QCOMPARE(head.exitCode, 0);
}

void TstCtlStorage::changesOneFile()
{
    write(u"t/a"_s, "one\n");
    write(u"t/b"_s, "two\n");
    for (const QString &place : {QString(), u"a05:"_s}) {
        const QString a = place + path(u"t/a"_s);
        VERIFY_DONE(run(u"storage rename"_s, {a, u"c d"_s}));
        QCOMPARE(testing::contentOf(path(u"t/c d"_s)), "one\n");
        QCOMPARE(run(u"storage rename"_s, {a, u"e"_s}).exitCode, 3);
        QCOMPARE(run(u"storage rename"_s, {place + path(u"t/c d"_s), u"b"_s}).exitCode, 5);
        QCOMPARE(run(u"storage rename"_s, {place + path(u"t/c d"_s), u"../b"_s}).exitCode, 2);
        VERIFY_DONE(run(u"storage rename"_s, {place + path(u"t/c d"_s), u"a"_s}));
        QCOMPARE(testing::contentOf(path(u"t/b"_s)), "two\n");

        for (const auto &[mode, shown] : {std::pair{u"0750"_s, u"-rwxr-x---"_s}, {u"604"_s, u"-rw----r--"_s}}) {
            VERIFY_DONE(run(u"storage chmod"_s, {mode, a, place + path(u"t/b"_s)}));
            QCOMPARE(run(u"storage stat"_s, {a}).json()[u"mode"_s], shown);
            QCOMPARE(run(u"storage stat"_s, {place + path(u"t/b"_s)}).json()[u"mode"_s], shown);
        }
        for (const QString &mode : {u"u+x"_s, u"888"_s, u"17777"_s})
            QCOMPARE(run(u"storage chmod"_s, {mode, a}).exitCode, 2);
        QCOMPARE(run(u"storage chmod 600"_s, {place + path(u"none"_s)}).exitCode, 3);
        QCOMPARE(run(u"storage stat"_s, {a}).json()[u"mode"_s], u"-rw----r--"_s);

        const Outcome space = run(u"storage df"_s, {place + path(u"t"_s)});
        VERIFY_DONE(space);
        QVERIFY(space.json()[u"freeBytes"_s].toInteger() > 0);
        QVERIFY(space.json()[u"totalBytes"_s].toInteger() >= space.json()[u"freeBytes"_s].toInteger());
        QVERIFY(run(u"storage df -o table"_s, {place + path(u"t"_s)}).output.startsWith("Total"));
    }
}

void TstCtlStorage::printsAFile()
{
    QByteArray bytes;
    for (int i = 0; bytes.size() < 2'500'000; ++i) // more than it takes at once
        bytes += QByteArray::number(i) + QByteArray("\0\xff\r\n", 4);
    write(u"f"_s, bytes);
    write(u"empty"_s, {});
    for (const QString &place : {QString(), u"a05:"_s}) {
        const Outcome printed = run(u"storage cat"_s, {place + path(u"f"_s)});
        QVERIFY2(printed.exitCode == 0, printed.errorOutput);
        QVERIFY(printed.output == bytes);
        const Outcome nothing = run(u"storage cat"_s, {place + path(u"empty"_s)});
        VERIFY_DONE(nothing);
        QCOMPARE(nothing.output, QByteArray());
        QCOMPARE(run(u"storage cat"_s, {place + path(u"none"_s)}).exitCode, 3);
        QVERIFY(run(u"storage cat"_s, {place + path(u"target"_s)}).exitCode != 0);
    }
    // Nobody reads all of it.
    const Outcome head = shell("B storage cat '" + path(u"f"_s).toLatin1() + "' | head -c 3; exit ${PIPESTATUS[0]}");
    QCOMPARE(head.output, bytes.first(3));
    QCOMPARE(head.exitCode, 0);
}

// What is no UTF-8, as from an old file system, is a name like any other.
void TstCtlStorage::takesNamesAsBytes()
{
    const QByteArray folder = path(u"t"_s).toLatin1();
    for (const QByteArray &place : {QByteArray(), QByteArray("a05:")}) {
        const Outcome made =
            shell("mkdir -p '" + folder + "'/$'old\\xff' && echo one >'" + folder + "'/$'old\\xff/caf\\xe9'");
        QVERIFY2(made.exitCode == 0, made.errorOutput);
        const QByteArray there = "'" + place + folder + "'/$'old\\xff'";
        const Outcome list = shell("B storage list -o table " + there);
        QVERIFY2(list.output.contains("caf\\xE9"), QByteArray(list.output + list.errorOutput));
        QCOMPARE(shell("B storage cat " + there + "/$'caf\\xe9'").output, "one\n");
        QCOMPARE(shell("B storage stat " + there + "/$'caf\\xe9'").json()[u"size"_s], 4);
        VERIFY_DONE(shell("B storage rename " + there + "/$'caf\\xe9' $'th\\xe9'"));
        QCOMPARE(shell("cat '" + folder + "'/$'old\\xff/th\\xe9'").output, "one\n");
        VERIFY_DONE(shell("B storage copy " + there + " '" + path(u"target"_s).toLatin1() + "'"));
        QCOMPARE(shell("cat '" + path(u"target"_s).toLatin1() + "'/$'old\\xff/th\\xe9'").output, "one\n");
        VERIFY_DONE(shell("B storage remove -y " + there));
        QCOMPARE(shell("ls '" + folder + "'").output, QByteArray());
    }
    // Relative to a folder of such a name, too.
    VERIFY_DONE(shell("mkdir '" + folder + "'/$'old\\xff' && cd '" + folder
                      + "'/$'old\\xff' && B storage mkdir new && [ -d new ]"));
    VERIFY_DONE(shell("rm -r '" + path({}).toLatin1() + "' '" + m_installation->path(u"share"_s).toLatin1()
                      + "'")); // no class of Qt could
}

void TstCtlStorage::foretells()
{
    write(u"t/a"_s, "one\n");
    write(u"t/b"_s, "two\n");
    write(u"t/.batchdeckignore"_s, "*.tmp\n");
    write(u"t/c.tmp"_s, "three\n");
    for (const auto &[verb, from, to] : {std::tuple{u"upload"_s, path(u"t"_s), there(u"target"_s)},
                                         {u"download"_s, there(u"t"_s), path(u"target"_s)},
                                         {u"copy"_s, there(u"t"_s), there(u"target"_s)},
                                         {u"move"_s, there(u"t"_s), there(u"target"_s)}}) {
        const Outcome told = run(u"storage %1 --dry-run"_s.arg(verb), {from, to});
        QVERIFY2(told.exitCode == 0, told.errorOutput);
        const bool isUpload = verb == u"upload"_s; // only it knows files to leave out
        QCOMPARE(told.json()[u"files"_s], isUpload ? 3 : 4);
        QCOMPARE(told.json()[u"ignored"_s], isUpload ? 1 : 0);
        QCOMPARE(told.json()[u"filesThere"_s], 0);
        QVERIFY(told.json()[u"freeBytes"_s].toInteger() > 0);
        QVERIFY(run(u"storage %1 --dry-run -o table"_s.arg(verb), {from, to}).output.contains("Left out"));
    }
    QVERIFY(QDir(path(u"target"_s)).isEmpty());
    QVERIFY(QFileInfo::exists(path(u"t/a"_s)));
    QCOMPARE(run(u"transfer list"_s).json().toArray().size(), 0);
    VERIFY_DONE(run(u"storage upload"_s, {path(u"t"_s), there(u"target"_s)}));
    write(u"t/a"_s, "another\n");
    const Outcome again = run(u"storage upload --dry-run"_s, {path(u"t"_s), there(u"target"_s)});
    QCOMPARE(again.json()[u"filesThere"_s], 2);
    QCOMPARE(again.json()[u"filesDiffering"_s], 1);
    QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "one\n");
    QVERIFY(run(u"storage upload --dry-run"_s, {path(u"none"_s), there(u"target"_s)}).exitCode != 0);
}

void TstCtlStorage::refusesALimitThatIsNone()
{
    write(u"t/a"_s, "one\n");
    const auto upload = [this](const QString &options, const QString &limit) {
        return run(u"storage upload "_s + options, {QString(u"--limit="_s + limit), path(u"t"_s), there(u"target"_s)});
    };
    for (const auto &[limit, bytes] : {std::pair{u"5000000"_s, 5'000'000},
                                       {u"5M"_s, 5'000'000},
                                       {u"1.5MB"_s, 1'500'000},
                                       {u"640k"_s, 640'000},
                                       {u"0"_s, 0}}) {
        const Outcome started = upload(u"--no-wait"_s, limit);
        QVERIFY2(started.exitCode == 0, started.errorOutput);
        QCOMPARE(started.json()[u"bytesPerSecond"_s].toInt(-1), bytes);
        VERIFY_DONE(upload(u"--dry-run"_s, limit));
    }
    const qsizetype begun = run(u"transfer list"_s).json().toArray().size();
    for (const QString &limit : {u"5"_s, u"5MM"_s, u"lots"_s, u"-5M"_s, u"5000000T"_s, QString()}) {
        for (const QString &options : {u"--no-wait"_s, u"--dry-run"_s}) {
            const Outcome refused = upload(options, limit);
            QVERIFY2(refused.exitCode == 4, limit.toLatin1());
            QVERIFY2(refused.errorOutput.contains(limit.toLatin1()), refused.errorOutput);
        }
    }
    QCOMPARE(run(u"transfer list"_s).json().toArray().size(), begun);
}

void TstCtlStorage::copiesBetweenAnyPlaces()
{
    write(u"t/a b"_s, "one\n");
    for (const auto &[from, to] : {std::pair{path(u"t"_s), path(u"target/1"_s)},
                                   {path(u"t"_s), there(u"target/2"_s)},
                                   {there(u"t"_s), there(u"target/3"_s)},
                                   {there(u"t"_s), path(u"target/4"_s)}}) {
        const Outcome copied = run(u"storage copy"_s, {from, to});
        QVERIFY2(copied.exitCode == 0, copied.errorOutput);
        QCOMPARE(copied.json()[u"state"_s], u"done"_s);
        QCOMPARE(testing::contentOf(to.section(u':', -1) + u"/t/a b"_s), "one\n");
    }
    QCOMPARE(run(u"storage copy"_s, {path(u"t"_s), path(u"t"_s)}).exitCode, 4);
    QCOMPARE(run(u"storage copy"_s, {path(u"none"_s), path(u"target"_s)}).exitCode, 1);
}

void TstCtlStorage::bringsFromSeveralFolders()
{
    write(u"t/in/a"_s, "one\n");
    write(u"t/b"_s, "two\n");
    write(u"t/c"_s, "three\n");
    write(u"t/d/a"_s, "other\n");
    const QStringList sources{path(u"t/in/a"_s), path(u"t/b"_s), path(u"t/c"_s)};
    const Outcome clash = run(u"storage upload"_s, sources + QStringList{path(u"t/d/a"_s), there(u"target"_s)});
    QCOMPARE(clash.exitCode, 4);
    QVERIFY2(clash.errorOutput.contains(path(u"t/in/a"_s).toUtf8())
                 && clash.errorOutput.contains(path(u"t/d/a"_s).toUtf8()),
             clash.errorOutput);
    QVERIFY(!QFileInfo::exists(path(u"target/b"_s)));
    QCOMPARE(run(u"storage upload --dry-run"_s, sources + QStringList{there(u"target"_s)}).json().toArray().size(), 2);
    const Outcome brought = run(u"storage upload"_s, sources + QStringList{there(u"target"_s)});
    QVERIFY2(brought.exitCode == 0, brought.errorOutput);
    QCOMPARE(brought.json().toArray().size(), 2);
    QCOMPARE(testing::contentOf(path(u"target/a"_s)), "one\n");
    QCOMPARE(testing::contentOf(path(u"target/b"_s)), "two\n");
    QCOMPARE(testing::contentOf(path(u"target/c"_s)), "three\n");
    const Outcome partly = run(u"storage upload"_s, {path(u"t/d/a"_s), path(u"t/none"_s), there(u"target"_s)});
    QCOMPARE(partly.exitCode, 1);
    QCOMPARE(testing::contentOf(path(u"target/a"_s)), "other\n");
}

// When the disk is full before a file is whole, nothing of what was sent of it counts as done.
void TstCtlStorage::countsWhatIsWhole()
{
    for (int i = 0; i < 6; ++i)
        write(u"many/%1"_s.arg(i), QByteArray(700'000, 'x'));
    write(u"small"_s, "1\n");
    QDir().mkpath(path(u"tiny"_s));
    const QByteArray tiny = path(u"tiny"_s).toUtf8();
    if (::mount("none", tiny.constData(), "tmpfs", 0, "size=2m") != 0)
        QSKIP("only root mounts a small disk");
    const auto unmount = qScopeGuard([&tiny] { ::umount2(tiny.constData(), MNT_DETACH); });
    VERIFY_DONE(run(u"storage copy"_s, {path(u"small"_s), path(u"tiny"_s)}));
    using Place = QString (TstCtlStorage::*)(const QString &) const;
    for (const auto &[source, target] : {std::pair<Place, Place>{&TstCtlStorage::path, &TstCtlStorage::there},
                                         {&TstCtlStorage::there, &TstCtlStorage::path},
                                         {&TstCtlStorage::path, &TstCtlStorage::path}}) {
        const QStringList places{(this->*source)(u"small"_s), (this->*source)(u"many"_s), (this->*target)(u"tiny"_s)};
        const Outcome full = run(u"storage copy"_s, places);
        QCOMPARE(full.exitCode, 1);
        const QJsonObject ended = run(u"transfer list"_s).json().toArray().last().toObject();
        QCOMPARE(ended[u"state"_s], u"failed"_s);
        QCOMPARE(ended[u"filesDone"_s], 1); // what was there
        QCOMPARE(ended[u"bytesDone"_s], 2);
        const QString id = ended[u"id"_s].toString();
        QVERIFY(run(u"transfer show -o table"_s, {id}).output.contains(" 1 of "));
        VERIFY_DONE(run(u"transfer cancel"_s, {id}));
        const auto left = [this] {
            return QDir(path(u"tiny"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        };
        QTRY_COMPARE(left(), QStringList{u"small"_s});
    }
}

// Of the same size and time.
void TstCtlStorage::comparesByChecksum()
{
    for (const auto &[verb, from, to] : {std::tuple{u"upload"_s, path(u"t"_s), there(u"target"_s)},
                                         {u"download"_s, there(u"t"_s), path(u"target"_s)},
                                         {u"copy"_s, there(u"t"_s), there(u"target"_s)}}) {
        write(u"t/a"_s, "one\n");
        write(u"target/t/a"_s, "two\n");
        const QDateTime time = QDateTime::fromSecsSinceEpoch(1'500'000'000);
        for (const QString &name : {u"t/a"_s, u"target/t/a"_s}) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::ReadWrite) && file.setFileTime(time, QFile::FileModificationTime));
        }
        const QString line = u"storage "_s + verb + u" --conflicts replace"_s;
        VERIFY_DONE(run(line, {from, to}));
        QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "two\n");
        const Outcome compared = run(line + u" --checksum"_s, {from, to});
        QVERIFY2(compared.exitCode == 0, compared.errorOutput);
        QCOMPARE(compared.json()[u"checksum"_s], true);
        QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "one\n");
    }
    QVERIFY(run(u"storage upload --help"_s).output.contains("--checksum"));
}

// Twice: what it brought the first time is in the trash then, too.
void TstCtlStorage::replacesAndBringsBack()
{
    for (const auto &[verb, from, to] : {std::tuple{u"upload"_s, path(u"t"_s), there(u"target"_s)},
                                         {u"download"_s, there(u"t"_s), path(u"target"_s)},
                                         {u"copy"_s, path(u"t"_s), path(u"target"_s)}}) {
        QVERIFY(QDir(path(u"target"_s)).removeRecursively());
        write(u"t/in/a"_s, "first\n");
        VERIFY_DONE(run(u"storage "_s + verb, {from, to}));
        write(u"t/in/a"_s, "edited\n");
        const Outcome edited = run(u"storage "_s + verb, {from, to});
        QVERIFY2(edited.exitCode == 0, edited.errorOutput);
        QCOMPARE(testing::contentOf(path(u"target/t/in/a"_s)), "edited\n");
        QCOMPARE(edited.json()[u"filesKept"_s], 0);
        QCOMPARE(edited.json()[u"replaced"_s].toArray().size(), 1);
        const Outcome undone = run(u"transfer undo"_s, {edited.json()[u"id"_s].toString()});
        QVERIFY2(undone.exitCode == 0, undone.errorOutput);
        QCOMPARE(testing::contentOf(path(u"target/t/in/a"_s)), "first\n");
        const Outcome twice = run(u"transfer undo"_s, {edited.json()[u"id"_s].toString()});
        QCOMPARE(twice.exitCode, 1);
        QVERIFY2(twice.errorOutput.contains("There is no "), twice.errorOutput);
        VERIFY_DONE(run(u"transfer undo"_s, {undone.json()[u"id"_s].toString()}));
        QCOMPARE(testing::contentOf(path(u"target/t/in/a"_s)), "edited\n");
        write(u"t/in/a"_s, "again\n");
        const Outcome kept = run(u"storage "_s + verb + u" --conflicts skip"_s, {from, to});
        QVERIFY2(kept.exitCode == 0, kept.errorOutput);
        QCOMPARE(kept.json()[u"filesKept"_s], 1);
        QCOMPARE(kept.json()[u"filesDone"_s], 0);
        const QString id = kept.json()[u"id"_s].toString();
        const QByteArray told = run(u"transfer wait -o table"_s, {id}).output;
        QVERIFY2(told.contains("0 of 1 files, 0 bytes of 6 bytes; 1 kept, differs"), told);
        QVERIFY2(told.contains("  1 kept  ") && !told.contains("  done  "), told);
        QCOMPARE(testing::contentOf(path(u"target/t/in/a"_s)), "edited\n");
        QCOMPARE(run(u"transfer undo"_s, {id}).exitCode, 5);
    }
}

// One that somebody took out of the trash meanwhile has failed, and takes no other with it.
void TstCtlStorage::bringsBackWhatIsThere()
{
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        write(u"target/"_s + name, "first\n");
        write(name, "edited\n");
    }
    const Outcome replaced = run(u"storage upload"_s, {path(u"a"_s), path(u"b"_s), path(u"c"_s), there(u"target"_s)});
    VERIFY_DONE(replaced);
    for (const QJsonValue &file : replaced.json()[u"replaced"_s].toArray()) {
        if (file[0].toString().endsWith(u"/b"_s))
            QVERIFY(QFile::remove(file[1].toString()));
    }
    const Outcome undone = run(u"transfer undo"_s, {replaced.json()[u"id"_s].toString()});
    QCOMPARE(undone.exitCode, 1);
    QVERIFY2(undone.errorOutput.contains("b: There is no "), undone.errorOutput);
    const QJsonObject ended = run(u"transfer list"_s).json().toArray().last().toObject();
    QCOMPARE(ended[u"filesDone"_s], 2);
    QCOMPARE(ended[u"failedCount"_s], 1);
    QCOMPARE(testing::contentOf(path(u"target/a"_s)), "first\n");
    QCOMPARE(testing::contentOf(path(u"target/b"_s)), "edited\n");
    QCOMPARE(testing::contentOf(path(u"target/c"_s)), "first\n");
}

// The trash was another one when the transfer went on. What was there before it is there in the end.
void TstCtlStorage::bringsBackFromEveryTrash()
{
    write(u"target/t/a"_s, "first\n");
    write(u"target/t/b"_s, "own\n");
    write(u"t/a"_s, "second\n");
    QVERIFY(::mkfifo(path(u"t/b"_s).toLocal8Bit().constData(), 0600) == 0);
    const Outcome partly = run(u"storage copy"_s, {path(u"t"_s), path(u"target"_s)});
    QCOMPARE(partly.exitCode, 1);
    const QString id = run(u"transfer list"_s).json()[0][u"id"_s].toString();
    const auto takeTrash = [this](const QString &folder) { // of the next engine
        VERIFY_DONE(run(u"stop"_s));
        qputenv("XDG_DATA_HOME", m_installation->path(folder).toUtf8());
    };
    takeTrash(u"other"_s);
    const auto atEnd = qScopeGuard([&takeTrash] { takeTrash(u"share"_s); });
    QVERIFY(QFile::remove(path(u"t/b"_s)));
    write(u"t/a"_s, "third, and longer\n");
    write(u"t/b"_s, "other\n");
    VERIFY_DONE(run(u"transfer retry"_s, {id}));
    VERIFY_DONE(run(u"transfer wait"_s, {id}));
    QCOMPARE(run(u"transfer show"_s, {id}).json()[u"replaced"_s].toArray().size(), 2);
    QCOMPARE(testing::contentOf(path(u"target/t/b"_s)), "other\n");
    const Outcome undone = run(u"transfer undo"_s, {id});
    VERIFY_DONE(undone);
    QCOMPARE(undone.json().toArray().size(), 2);
    QVERIFY2(undone.errorOutput.contains("2 transfers: 3 files done, 0 failed."), undone.errorOutput);
    QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "first\n");
    QCOMPARE(testing::contentOf(path(u"target/t/b"_s)), "own\n");
}

// Since the transfer before, which brought it to a file system that keeps no parts of a second.
void TstCtlStorage::sendsWhatChangedWithinTheSecond()
{
    write(u"t/a"_s, "one\n");
    VERIFY_DONE(run(u"storage upload"_s, {path(u"t"_s), there(u"target"_s)}));
    write(u"t/a"_s, "two\n");
    const qint64 second = QDateTime::currentSecsSinceEpoch() * 1000;
    for (const auto &[name, ms] : {std::pair{u"t/a"_s, second + 900}, {u"target/t/a"_s, second}}) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromMSecsSinceEpoch(ms), QFileDevice::FileModificationTime));
    }
    VERIFY_DONE(run(u"storage upload"_s, {path(u"t"_s), there(u"target"_s)}));
    QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "two\n");
}

void TstCtlStorage::movesFiles()
{
    write(u"t/a"_s, "one\n");
    write(u"u/b"_s, "two\n");
    VERIFY_DONE(run(u"storage move"_s, {path(u"t"_s), there(u"target"_s)}));
    VERIFY_DONE(run(u"storage move"_s, {there(u"u"_s), there(u"target"_s)}));
    QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "one\n");
    QCOMPARE(testing::contentOf(path(u"target/u/b"_s)), "two\n");
    QVERIFY(!QFileInfo::exists(path(u"t"_s)) && !QFileInfo::exists(path(u"u"_s)));
    QCOMPARE(run(u"storage move"_s, {path(u"target/t"_s), path(u"target"_s)}).exitCode, 4);
    write(u"d/e/x"_s, "three\n");
    const Outcome twice = run(u"storage move"_s, {path(u"d"_s), path(u"d/e/x"_s), path(u"target"_s)});
    QCOMPARE(twice.exitCode, 4);
    QVERIFY2(twice.errorOutput.contains(QString(path(u"d/e/x"_s) + u" lies in "_s + path(u"d"_s)).toUtf8()),
             twice.errorOutput);
    QVERIFY(QFileInfo::exists(path(u"d/e/x"_s)) && !QFileInfo::exists(path(u"target/x"_s)));
    const Outcome missing = run(u"storage move"_s, {there(u"t"_s), there(u"target"_s)}); // a t is there alone
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.errorOutput.contains("There is no "), missing.errorOutput);
}

void TstCtlStorage::removesOnlyWhatWasAnswered()
{
    for (const QString &place : {QString(), u"a05:"_s}) {
        write(u"t/a"_s, "one\n");
        const Outcome asked = run(u"storage remove"_s, {place + path(u"t"_s)});
        QCOMPARE(asked.exitCode, 2);
        QVERIFY2(asked.errorOutput.contains("1 file and 1 folder (4 bytes)"), asked.errorOutput);
        QVERIFY(QFileInfo::exists(path(u"t/a"_s)));
        VERIFY_DONE(run(u"storage remove -y"_s, {place + path(u"t"_s)}));
        QVERIFY(!QFileInfo::exists(path(u"t"_s)));
        QCOMPARE(run(u"storage remove -y"_s, {place + path(u"t"_s)}).exitCode, 3);
        QCOMPARE(run(u"storage remove -y"_s, {place + u"/"_s}).exitCode, 4);
    }
}

void TstCtlStorage::putsIntoTheTrashAndBack()
{
    write(u"t/a"_s, "one\n");
    const Outcome trashed = run(u"storage remove --trash"_s, {there(u"t"_s)});
    QVERIFY2(trashed.exitCode == 0, trashed.errorOutput);
    QVERIFY(!QFileInfo::exists(path(u"t"_s)));
    const QJsonValue row = trashed.json()[0];
    QCOMPARE(row[u"path"_s].toString(), path(u"t"_s));
    QVERIFY(row[u"trashed"_s].toString().startsWith(m_server->home()));
    VERIFY_DONE(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"t"_s)}));
    QCOMPARE(testing::contentOf(path(u"t/a"_s)), "one\n");
    QVERIFY(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"t"_s)}).exitCode != 0);
}

// Only who knows what it is called there can take it back.
void TstCtlStorage::tellsWhatWasTrashedBeforeAnError()
{
    write(u"bd-test-1"_s, "one\n");
    write(u"bd-test-2"_s, "two\n");
    const QString mover = m_tools.filePath(u"mv"_s);
    QVERIFY(testing::writeFile(mover, "#!/bin/sh\ncase $* in *bd-test-2*) exit 1 ;; esac\nexec /bin/mv \"$@\"\n"));
    QVERIFY(QFile::setPermissions(mover, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const Outcome trashed = run(u"storage remove --trash"_s, {there(u"bd-test-1"_s), there(u"bd-test-2"_s)});
    QVERIFY(QFile::remove(mover));
    QCOMPARE(trashed.exitCode, 1);
    QVERIFY2(trashed.errorOutput.contains("could not do it"), trashed.errorOutput);
    QCOMPARE(trashed.json().toArray().size(), 1);
    const QJsonValue row = trashed.json()[0];
    QCOMPARE(row[u"path"_s].toString(), path(u"bd-test-1"_s));
    VERIFY_DONE(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"bd-test-1"_s)}));
    QVERIFY(QFileInfo::exists(path(u"bd-test-1"_s)) && QFileInfo::exists(path(u"bd-test-2"_s)));
}

void TstCtlStorage::tellsChecksums()
{
    write(u"f"_s, "abc");
    for (const QString &file : {path(u"f"_s), there(u"f"_s)}) {
        const Outcome sums = run(u"storage checksum --algorithm md5"_s, {file});
        QVERIFY2(sums.exitCode == 0, sums.errorOutput);
        QCOMPARE(sums.json()[0][u"checksum"_s], u"900150983cd24fb0d6963f7d28e17f72"_s);
    }
    QVERIFY(run(u"storage checksum"_s, {path(u"f"_s)}).output.contains("ba7816bf8f01cfea414140de5dae2223b00361a3"));
    QCOMPARE(run(u"storage checksum --algorithm none"_s, {path(u"f"_s)}).exitCode, 4);
    QDir().mkpath(path(u"t"_s));
    const Outcome some = run(u"storage checksum"_s, {path(u"f"_s), path(u"t"_s)});
    QCOMPARE(some.exitCode, 1);
    QCOMPARE(some.json().toArray().size(), 1);
}

// With batchctl, when it is given up, and with the connection.
void TstCtlStorage::endsATaskWithItsCall()
{
    write(u"endless"_s, {});
    const QString endless = path(u"endless"_s);
    QVERIFY(QFile::resize(endless, 400'000'000'000)); // all of it a hole
    const auto summing = m_installation->start({u"storage"_s, u"checksum"_s, endless});
    QTRY_VERIFY(testing::isOpen(endless));
    summing->kill();
    QTRY_VERIFY(!testing::isOpen(endless));
    QCOMPARE(testing::outcomeOf(*summing).exitCode, -1);

    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Checksum;
    request.paths = QStringList{endless};
    request.algorithm = u"sha256"_s;
    auto link = std::make_unique<engine::RpcLink>(engine::socketPath(m_installation->profile()));
    QTRY_VERIFY(link->isConnected());
    bool isTold = false;
    const auto sum = [&] {
        return link->call(u"storage.task"_s, {{u"task"_s, request.toJson()}},
                          [&isTold](const QJsonValue &) { isTold = true; });
    };
    auto given = sum();
    QTRY_VERIFY(testing::isOpen(endless) && isTold);
    given.cancel();
    QTRY_VERIFY(!testing::isOpen(endless));
    const auto last = sum();
    QTRY_VERIFY(testing::isOpen(endless));
    link.reset();
    QTRY_VERIFY(!testing::isOpen(endless));
}

void TstCtlStorage::showsAndSetsTransfers()
{
    const Outcome limits = run(u"transfer limits"_s);
    VERIFY_DONE(limits);
    QCOMPARE(limits.json()[u"perPlace"_s], 2);
    QCOMPARE(run(u"transfer limits --per-place 1 --total 8"_s).json()[u"total"_s], 8);
    QCOMPARE(run(u"transfer limits"_s).json()[u"perPlace"_s], 1);
    QCOMPARE(run(u"transfer limits --total 17"_s).exitCode, 4);
    QCOMPARE(run(u"transfer limits --total many"_s).exitCode, 4);
    QVERIFY(run(u"transfer limits -o table"_s).output.contains("PerPlace"));

    write(u"t/a"_s, QByteArray(6'000'000, 'x')); // as slow as a limit may be: it is there to be changed
    QVERIFY(::mkfifo(path(u"t/pipe"_s).toLocal8Bit().constData(), 0600) == 0);
    for (int i = 0; i < 2; ++i)
        VERIFY_DONE(run(u"storage upload --no-wait --limit 64000"_s, {path(u"t"_s), there(u"target/%1"_s.arg(i))}));
    const QJsonArray all = run(u"transfer list"_s).json().toArray();
    QCOMPARE(all.size(), 2);
    const QString first = all[0][u"id"_s].toString(), second = all[1][u"id"_s].toString();
    const Outcome set = run(u"transfer set --limit 5000000 --priority 7"_s, {second});
    VERIFY_DONE(set);
    QCOMPARE(set.json()[u"priority"_s], 7);
    QCOMPARE(set.json()[u"bytesPerSecond"_s], 5'000'000);
    QVERIFY(run(u"transfer set --first"_s, {second}).json()[u"priority"_s].toInt() >= 7);
    QCOMPARE(run(u"transfer set --limit 5"_s, {first}).exitCode, 4);
    QCOMPARE(run(u"transfer set --priority lots"_s, {first}).exitCode, 4);
    QCOMPARE(run(u"transfer set"_s, {first}).exitCode, 2);
    QCOMPARE(run(u"transfer set --first"_s, {u"none"_s}).exitCode, 3);
    VERIFY_DONE(run(u"transfer set --limit 0"_s, {first}));
    const Outcome waited = run(u"transfer wait"_s, {first});
    QCOMPARE(waited.exitCode, 1); // the pipe is nothing to send
    QVERIFY2(waited.errorOutput.contains("t/pipe: it is neither a file")
                 && waited.errorOutput.contains("batchctl: 1 file did not arrive.")
                 && waited.errorOutput.contains("{\"error\":{\"code\":\"CommandFailed\""),
             waited.errorOutput);
    const Outcome shown = run(u"transfer show"_s, {first.left(12)});
    VERIFY_DONE(shown);
    QCOMPARE(shown.json()[u"state"_s], u"failed"_s);
    QCOMPARE(shown.json()[u"failedFiles"_s][0][0], u"t/pipe"_s);
    QVERIFY(run(u"transfer show -o table"_s, {first}).output.contains("t/pipe: it is neither a file"));
    QCOMPARE(run(u"transfer show"_s, {u"none"_s}).exitCode, 3);
    VERIFY_DONE(run(u"transfer cancel"_s, {second}));
}

void TstCtlStorage::pausesAndResumesTransfers()
{
    write(u"t/a"_s, QByteArray(6'000'000, 'x'));
    const Outcome begun = run(u"storage upload --no-wait --limit 64000"_s, {path(u"t"_s), there(u"target"_s)});
    VERIFY_DONE(begun);
    const QString id = begun.json()[u"id"_s].toString();
    const auto state = [&] { return run(u"transfer show"_s, {id}).json()[u"state"_s].toString(); };
    QTRY_COMPARE(state(), u"running"_s);
    VERIFY_DONE(run(u"transfer pause"_s, {id.left(12)}));
    QCOMPARE(state(), u"paused"_s);
    VERIFY_DONE(run(u"transfer set --limit 0"_s, {id}));
    VERIFY_DONE(run(u"transfer resume"_s, {id}));
    VERIFY_DONE(run(u"transfer wait"_s, {id}));
    QCOMPARE(QFileInfo(path(u"target/t/a"_s)).size(), 6'000'000);
    QCOMPARE(run(u"transfer pause"_s, {u"none"_s}).exitCode, 3);

    // What failed is tried again, once its cause is gone.
    write(u"u/b"_s, "two\n");
    QVERIFY(::mkfifo(path(u"u/pipe"_s).toLocal8Bit().constData(), 0600) == 0);
    QVERIFY(run(u"storage upload"_s, {path(u"u"_s), there(u"target"_s)}).exitCode != 0);
    const QString failed = run(u"transfer list"_s).json()[1][u"id"_s].toString();
    QVERIFY(QFile::remove(path(u"u/pipe"_s)));
    write(u"u/pipe"_s, "no pipe\n");
    VERIFY_DONE(run(u"transfer retry"_s, {failed}));
    VERIFY_DONE(run(u"transfer wait"_s, {failed}));
    QCOMPARE(testing::contentOf(path(u"target/u/pipe"_s)), "no pipe\n");
    QCOMPARE(testing::contentOf(path(u"target/u/b"_s)), "two\n");
    VERIFY_DONE(run(u"transfer cancel"_s, {failed}));
    QCOMPARE(run(u"transfer retry"_s, {failed}).exitCode, 3);
}

BATCHDECK_TEST(QCoreApplication, TstCtlStorage)

#include "tst_ctlstorage.moc"
