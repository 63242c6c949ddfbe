// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/filetask.h"

#include "engine/storage/transfer/run/transferruns.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <sys/mount.h>
#include <sys/resource.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using Kind = FileTaskRequest::Kind;

namespace {

const char withoutShell[] = "a machine without a shell";

/// A folder on a file system of its own; where only root may mount one, on that of /dev/shm, whose trash is the user's.
class OtherFileSystem
{
    Q_DISABLE_COPY_MOVE(OtherFileSystem)

public:
    explicit OtherFileSystem(const TransferFixture &fixture) : m_fixture(fixture)
    {
        m_fixture.run("mkdir disk");
        m_disk = m_fixture.path(u"disk"_s).toUtf8();
        m_isMounted = ::mount("none", m_disk.constData(), "tmpfs", 0, "size=8m") == 0;
        if (!m_isMounted)
            m_disk =
                m_fixture.run("[ $(stat -c %d /dev/shm . | uniq | wc -l) = 1 ] || mktemp -d /dev/shm/batchdeck-XXXXXX")
                    .trimmed();
    }
    ~OtherFileSystem()
    {
        if (m_isMounted)
            ::umount2(m_disk.constData(), MNT_DETACH);
        else
            m_fixture.run("rm -rf '" + m_disk + "'; rmdir /dev/shm/.Trash-$(id -u){/files,/info,} 2>/dev/null");
    }
    [[nodiscard]] bool isThere() const { return !m_disk.isEmpty(); }
    [[nodiscard]] const QByteArray &folder() const { return m_disk; }
    /// Where its trash is.
    [[nodiscard]] QByteArray top() const { return m_isMounted ? m_disk : QByteArray("/dev/shm"); }

private:
    const TransferFixture &m_fixture;
    bool m_isMounted = false;
    QByteArray m_disk;
};

} // namespace

/// What is done to real files of this computer and of a real machine, which may have no shell.
class TstFileTask final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void measures_data() { places(); }
    void measures();
    void removesWhatWasCounted_data() { places(); }
    void removesWhatWasCounted();
    void removesMoreNamesThanACommandTakes_data() { places(); }
    void removesMoreNamesThanACommandTakes();
    void removesNothingByAnotherWayThen();
    void removesNothingElse_data() { places(); }
    void removesNothingElse();
    void refusesTheHomeFolder_data() { places(); }
    void refusesTheHomeFolder();
    void knowsTheHomeFolderByAllOfItsPath();
    void putsIntoTheTrashAndBack_data() { places(); }
    void putsIntoTheTrashAndBack();
    void putsNamesOfSeveralLinesIntoTheTrash_data() { places(); }
    void putsNamesOfSeveralLinesIntoTheTrash();
    void usesTheTrashOfTheFileSystem();
    void tellsThatThereIsNoTrash();
    void copiesNothingIntoTheTrash();
    void tellsWhatWasDoneBeforeAnError_data() { places(); }
    void tellsWhatWasDoneBeforeAnError();
    void takesOutAllButTheMissing_data() { places(); }
    void takesOutAllButTheMissing();
    void replacesNothing_data() { places(); }
    void replacesNothing();
    void sums_data() { places(); }
    void sums();
    void servesWhereAToolIsMissing();
    void believesNoMoreThanItAskedFor_data();
    void believesNoMoreThanItAskedFor();
    void ends_data() { places(); }
    void ends();

private:
    static void places()
    {
        QTest::addColumn<bool>("isHere");
        QTest::newRow("this computer") << true;
        QTest::newRow("a machine") << false;
        QTest::newRow(withoutShell) << false;
    }
    [[nodiscard]] std::unique_ptr<FileTask> begin(const FileTaskRequest &request, bool isHere = true) const
    {
        return std::make_unique<FileTask>(request, bulkTo(isHere ? nullptr : m_fixture->machine().host()));
    }
    [[nodiscard]] Result<FileTaskSnapshot> run(const FileTaskRequest &request, bool isHere = true) const
    {
        const FileTaskSnapshot last = end(request, isHere);
        if (!last.isDone)
            return Error::of(ErrorCode::Timeout, {"It has not ended."});
        return last.error ? Result<FileTaskSnapshot>(*last.error) : last;
    }
    /// With what was done before an error.
    [[nodiscard]] FileTaskSnapshot end(const FileTaskRequest &request, bool isHere) const
    {
        const auto task = begin(request, isHere);
        (void)QTest::qWaitFor([&] { return task->snapshot().isDone; }, testing::patience);
        return task->snapshot();
    }
    [[nodiscard]] QString path(const QString &name) const { return m_fixture->path(name); }
    /// The machine and the folders anew.
    [[nodiscard]] bool start(bool hasShell);
    std::unique_ptr<TransferFixture> m_fixture;
};

void TstFileTask::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_fixture = std::make_unique<TransferFixture>();
}

void TstFileTask::init()
{
    QVERIFY(start(qstrcmp(QTest::currentDataTag(), withoutShell) != 0));
}

// Here and there the user has a home folder of the test's, where SFTP begins, too.
bool TstFileTask::start(bool hasShell)
{
    const QByteArray home = m_fixture->server().home().toUtf8();
    if (!m_fixture->start(hasShell ? QByteArray() : "ForceCommand internal-sftp -d " + home + '\n'))
        return false;
    m_fixture->run("rm -rf '" + home + "'; mkdir -p home '" + home + "'");
    qputenv("HOME", path(u"home"_s).toUtf8());
    qunsetenv("XDG_DATA_HOME");
    return true;
}

void TstFileTask::measures()
{
    QFETCH(bool, isHere);
    m_fixture->run(". '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'");
    const auto state = run({Kind::Measure, {}, {path(u"here/tree"_s)}, {}, {}, {}}, isHere);
    VERIFY_RESULT(state);
    QCOMPARE(state->count.files, m_fixture->run("find here ! -type d -printf x").size());
    QCOMPARE(state->count.folders, m_fixture->run("find here/tree -type d -printf x").size());
    QCOMPARE(state->count.bytes,
             m_fixture->run("find here -type f -printf '%s\\n' | awk '{ s += $1 } END { print s }'").toLongLong());
    const auto none = run({Kind::Measure, {}, {path(u"here/none"_s)}, {}, {}, {}}, isHere);
    QVERIFY(!none);
    QCOMPARE(int(none.error().code), int(ErrorCode::NotFound));
}

void TstFileTask::removesWhatWasCounted()
{
    QFETCH(bool, isHere);
    m_fixture->run("(. '" BATCHDECK_SOURCE_DIR
                   "/tests/storage/data/oddtree.sh'; ln -s ../../there out); echo 1 > here/-x; "
                   "echo own > there/own; ln -s there here/link");
    const QStringList paths{path(u"here/tree"_s), path(u"here/-x"_s), path(u"here/link"_s)};
    const auto counted = run({Kind::Measure, {}, paths, {}, {}, {}}, isHere);
    VERIFY_RESULT(counted);
    const auto state = run({Kind::Remove, {}, paths, counted->count, {}, {}}, isHere);
    VERIFY_RESULT(state);
    QCOMPARE(state->itemsDone, counted->count.files + counted->count.folders);
    QCOMPARE(m_fixture->run("ls -A here; cat there/own"), "own\n");
}

// The system gives a command a fourth of its stack for them; here it is 128 KiB.
void TstFileTask::removesMoreNamesThanACommandTakes()
{
    QFETCH(bool, isHere);
    struct ::rlimit usual
    {
    };
    QCOMPARE(::getrlimit(RLIMIT_STACK, &usual), 0);
    struct ::rlimit small = usual;
    small.rlim_cur = 512 * 1024;
    QCOMPARE(::setrlimit(RLIMIT_STACK, &small), 0);
    const auto mend = qScopeGuard([&usual] { ::setrlimit(RLIMIT_STACK, &usual); });
    m_fixture = std::make_unique<TransferFixture>(); // the machine has it from its begin
    init();

    m_fixture->run("cd here; seq -f %0220.0f 1000 | xargs touch");
    const QStringList names = QDir(path(u"here"_s)).entryList(QDir::Files);
    QCOMPARE(names.size(), 1000);
    QStringList paths;
    for (const QString &name : names)
        paths.append(path(u"here/"_s + name));
    const auto counted = run({Kind::Measure, {}, paths, {}, {}, {}}, isHere);
    VERIFY_RESULT(counted);
    QCOMPARE(counted->count, (FileCount{1000, 0, 0}));
    VERIFY_RESULT(run({Kind::Remove, {}, paths, counted->count, {}, {}}, isHere));
    QCOMPARE(m_fixture->run("ls here"), "");
}

// Its shell dies after the first file: to begin anew would find less than was counted, and say that all is still there.
void TstFileTask::removesNothingByAnotherWayThen()
{
    m_fixture->run("mkdir here/t; echo 1 > here/t/a; echo 2 > here/t/b");
    m_fixture->replaceTool("find",
                           "#!/bin/bash\ncase $* in *-delete*) ;; *) exec REAL \"$@\" ;; esac\n"
                           "REAL TOP/here/t/a -delete -printf '\\n'\n"
                           "read -r _ _ _ shell _ < /proc/$PPID/stat; kill -9 $shell\n");
    const auto state = end({Kind::Remove, {}, {path(u"here/t"_s)}, {2, 1, 4}, {}, {}}, false);
    QVERIFY(state.isDone && state.error);
    QVERIFY2(state.error->code == ErrorCode::CommandFailed, qPrintable(state.error->message.englishText()));
    QCOMPARE(state.itemsDone, 1);
    QCOMPARE(m_fixture->run("ls here/t"), "b\n");
}

void TstFileTask::removesNothingElse()
{
    QFETCH(bool, isHere);
    m_fixture->run("mkdir here/t; echo 1 > here/t/a; echo 2 > here/t/b");
    const auto state = run({Kind::Remove, {}, {path(u"here/t"_s)}, {1, 1, 2}, {}, {}}, isHere);
    QVERIFY(!state);
    QCOMPARE(int(state.error().code), int(ErrorCode::Conflict));
    QVERIFY2(state.error().message.englishText().contains(u"2 files and 1 folders"_s),
             qPrintable(state.error().message.englishText()));
    QCOMPARE(m_fixture->run("ls here/t"), "a\nb\n");
}

void TstFileTask::refusesTheHomeFolder()
{
    QFETCH(bool, isHere);
    const QString home = isHere ? path(u"home"_s) : m_fixture->server().home();
    const QString above = home.left(qMax<qsizetype>(home.lastIndexOf(u'/'), 1));
    for (const QString &folder : {home, above}) {
        for (const Kind kind : {Kind::Remove, Kind::Trash}) {
            const auto state = run({kind, {}, {folder}, {}, {}, {}}, isHere);
            QVERIFY(!state);
            QCOMPARE(int(state.error().code), int(ErrorCode::InvalidArgument));
        }
    }
    QVERIFY(!FileTaskRequest::fromJson(FileTaskRequest{Kind::Remove, {}, {u"/a/.."_s}, {}, {}, {}}.toJson()));
}

// The end of a line at the end of a name is a part of it.
void TstFileTask::knowsTheHomeFolderByAllOfItsPath()
{
    m_fixture->run("mkdir -p $'here/odd\n/me' $'here/odd\n/me\n'; echo own > $'here/odd\n/me/own'");
    qputenv("HOME", path(u"here/odd\n/me"_s).toUtf8());
    for (const QString &name : {u"here/odd\n"_s, u"here/odd\n/me"_s}) {
        const auto state = run({Kind::Remove, {}, {path(name)}, {1, 3, 4}, {}, {}});
        QVERIFY(!state);
        QCOMPARE(int(state.error().code), int(ErrorCode::InvalidArgument));
    }
    VERIFY_RESULT(run({Kind::Remove, {}, {path(u"here/odd\n/me\n"_s)}, {0, 1, 0}, {}, {}}));
    QCOMPARE(m_fixture->run("cat $'here/odd\n/me/own'"), "own\n");
}

void TstFileTask::putsIntoTheTrashAndBack()
{
    QFETCH(bool, isHere);
    m_fixture->run("(. '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'); cp -a here/tree kept; "
                   "echo 1 > $'here/a\\nb %'");
    const QStringList paths{path(u"here/tree"_s), path(u"here/a\nb %"_s)};
    const auto state = run({Kind::Trash, {}, paths, {}, {}, {}}, isHere);
    VERIFY_RESULT(state);
    QCOMPARE(m_fixture->run("ls -A here"), "");
    QCOMPARE(state->trashed.size(), 2);
    QCOMPARE(state->trashed.at(1).path, paths.at(1));
    const QString trash = (isHere ? path(u"home"_s) : m_fixture->server().home()) + u"/.local/share/Trash"_s;
    QVERIFY2(state->trashed.at(0).trashed.startsWith(trash + u"/files/"_s), qPrintable(state->trashed.at(0).trashed));
    const QByteArray info = m_fixture->run("cat '" + trash.toUtf8() + "'/info/a*");
    const qsizetype begin = info.indexOf("Path=") + 5;
    QCOMPARE(QByteArray::fromPercentEncoding(info.sliced(begin, info.indexOf('\n', begin) - begin)),
             paths.at(1).toUtf8());
    VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, state->trashed, {}}, isHere));
    QVERIFY(m_fixture->contents("here/tree") == m_fixture->contents("kept"));
    QCOMPARE(m_fixture->run("cat here/a*; ls '" + trash.toUtf8() + "/info'"), "1\n");
}

// Its own name there is of one line.
void TstFileTask::putsNamesOfSeveralLinesIntoTheTrash()
{
    QFETCH(bool, isHere);
    const QStringList names{u"\nfirst"_s, u"..\nsecond"_s, u"\n"_s, u"last\n"_s};
    m_fixture->run("mkdir $'here/end\n'; cd $'here/end\n'; for i in $'\nfirst' $'..\nsecond' $'\n' $'last\n'; do echo "
                   "\"$i\" > \"$i\"; done; cp -a . ../../kept");
    QStringList paths;
    for (const QString &name : names)
        paths.append(path(QString(u"here/end\n/"_s + name)));
    const auto state = run({Kind::Trash, {}, paths, {}, {}, {}}, isHere);
    VERIFY_RESULT(state);
    QCOMPARE(m_fixture->run("ls -A here/end*"), "");
    QCOMPARE(state->trashed.size(), names.size());
    VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, state->trashed, {}}, isHere));
    QVERIFY(m_fixture->contents("here/end\n") == m_fixture->contents("kept"));
}

// What lies on another one than the home folder is not copied.
void TstFileTask::usesTheTrashOfTheFileSystem()
{
    const OtherFileSystem other(*m_fixture);
    if (!other.isThere())
        QSKIP("There is no other file system here.");
    const QByteArray &folder = other.folder();
    m_fixture->run("echo 1 > " + folder + "/f; echo 2 > here/f");
    const QString file = QString::fromLocal8Bit(folder) + u"/f"_s;
    const auto state = run({Kind::Trash, {}, {file, path(u"here/f"_s)}, {}, {}, {}});
    VERIFY_RESULT(state);
    QVERIFY(state->trashed.at(0).trashed.startsWith(QString::fromUtf8(other.top()) + u"/.Trash"_s));
    const auto back = run({Kind::Restore, {}, {}, {}, state->trashed, {}});
    VERIFY_RESULT(back);
    QCOMPARE(m_fixture->run("cat here/f " + folder + "/f"), "2\n1\n");
}

void TstFileTask::tellsThatThereIsNoTrash()
{
    m_fixture->run("echo 1 > here/f; mkdir -p home/.local/share; echo > home/.local/share/Trash");
    const auto state = run({Kind::Trash, {}, {path(u"here/f"_s)}, {}, {}, {}});
    if (state) // a trash at the top of this file system is one, too
        VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, state->trashed, {}}));
    else
        QCOMPARE(int(state.error().code), int(ErrorCode::IoError));
    QCOMPARE(m_fixture->run("cat here/f"), "1\n");
}

// By SFTP there is none on another file system than the home folder's.
void TstFileTask::copiesNothingIntoTheTrash()
{
    QVERIFY(start(false));
    const OtherFileSystem other(*m_fixture);
    if (!other.isThere())
        QSKIP("There is no other file system here.");
    const QByteArray &folder = other.folder();
    for (const QByteArray &one : {QByteArray("bd-test-file"), QByteArray("bd-test-folder")}) {
        m_fixture->run("cd " + folder + "; echo 1 > bd-test-file; mkdir -p bd-test-folder");
        const auto state = run({Kind::Trash, {}, {QString::fromLocal8Bit(folder + '/' + one)}, {}, {}, {}}, false);
        QVERIFY(!state);
        QCOMPARE(int(state.error().code), int(ErrorCode::IoError));
        QVERIFY(state.error().message.englishText().startsWith(u"There is no trash"_s));
    }
    QCOMPARE(m_fixture->run("ls " + folder + "; find '" + m_fixture->server().home().toUtf8() + "' -name 'bd-test*'"),
             "bd-test-file\nbd-test-folder\n");
}

void TstFileTask::tellsWhatWasDoneBeforeAnError()
{
    QFETCH(bool, isHere);
    const bool hasShell = qstrcmp(QTest::currentDataTag(), withoutShell) != 0;
    const OtherFileSystem other(*m_fixture);
    if (!hasShell && !other.isThere())
        QSKIP("There is no other file system here.");
    m_fixture->run("printf abc > here/bd-test-1; mkdir here/bd-test-2");
    const QStringList paths{path(u"here/bd-test-1"_s), path(u"here/bd-test-2"_s)};
    const auto sums = end({Kind::Checksum, {}, paths, {}, {}, u"md5"_s}, isHere);
    QVERIFY(sums.isDone && sums.error);
    QCOMPARE(sums.sums, QStringList{u"900150983cd24fb0d6963f7d28e17f72"_s});

    // Only the first can be moved.
    m_fixture->replaceTool("mv", "#!/bin/sh\ncase $* in *bd-test-2*) echo no >&2; exit 1 ;; esac; exec REAL \"$@\"\n");
    const QByteArray tools = qgetenv("PATH");
    if (isHere)
        qputenv("PATH", m_fixture->toolFolder().toLocal8Bit() + ':' + tools);
    QStringList some = paths;
    if (!hasShell) // by SFTP there is no trash for what is on another file system
        some[1] = QString::fromLocal8Bit(other.folder());
    const auto trashed = end({Kind::Trash, {}, some, {}, {}, {}}, isHere);
    qputenv("PATH", tools);
    QVERIFY(trashed.isDone && trashed.error);
    QCOMPARE(trashed.trashed.size(), 1);
    QCOMPARE(trashed.trashed.constFirst().path, paths.constFirst());
    QCOMPARE(trashed.itemsDone, 1);
    VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, trashed.trashed, {}}, isHere));
    QCOMPARE(m_fixture->run("cat here/bd-test-1; ls here"), "abcbd-test-1\nbd-test-2\n");
}

void TstFileTask::takesOutAllButTheMissing()
{
    QFETCH(bool, isHere);
    m_fixture->run("for i in 1 2 3 4; do echo $i > here/bd-test-$i; done");
    QStringList paths;
    for (const QString &number : {u"1"_s, u"2"_s, u"3"_s, u"4"_s})
        paths.append(path(u"here/bd-test-"_s + number));
    const auto trashed = run({Kind::Trash, {}, paths, {}, {}, {}}, isHere);
    VERIFY_RESULT(trashed);
    QCOMPARE(trashed->trashed.size(), 4);
    const QString missing = trashed->trashed.at(1).trashed;
    m_fixture->run("rm '" + missing.toUtf8() + "'; echo other > here/bd-test-3");
    const auto back = end({Kind::Restore, {}, {}, {}, trashed->trashed, {}}, isHere);
    QVERIFY(back.isDone && back.error);
    QVERIFY2(back.error->message.englishText().contains(missing), qPrintable(back.error->message.englishText()));
    QCOMPARE(back.trashed, (QList<TrashedFile>{trashed->trashed.at(0), trashed->trashed.at(3)}));
    QCOMPARE(back.itemsDone, 2);
    QCOMPARE(m_fixture->run("cd here; cat *; ls"), "1\nother\n4\nbd-test-1\nbd-test-3\nbd-test-4\n");
}

void TstFileTask::replacesNothing()
{
    QFETCH(bool, isHere);
    const auto trash = [&]() -> TrashedFile {
        const auto done = run({Kind::Trash, {}, {path(u"here/bd-test"_s)}, {}, {}, {}}, isHere);
        return done ? done->trashed.value(0) : TrashedFile{};
    };
    m_fixture->run("echo 1 > here/bd-test");
    const TrashedFile first = trash();
    m_fixture->run("echo 2 > here/bd-test");
    const TrashedFile second = trash();
    QVERIFY(!first.trashed.isEmpty() && !second.trashed.isEmpty() && first.trashed != second.trashed);
    VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, {second}, {}}, isHere));
    QVERIFY(!run({Kind::Restore, {}, {}, {}, {first}, {}}, isHere));
    QCOMPARE(m_fixture->run("cat here/bd-test " + first.trashed.toLocal8Bit()), "2\n1\n");
    m_fixture->run("rm here/bd-test");
    VERIFY_RESULT(run({Kind::Restore, {}, {}, {}, {first}, {}}, isHere));
    QCOMPARE(m_fixture->run("cat here/bd-test"), "1\n");
}

void TstFileTask::sums()
{
    QFETCH(bool, isHere);
    m_fixture->run("printf abc > here/-f; : > $'here/\\xff'");
    const QStringList paths{path(u"here/-f"_s), pathFromBytes(QByteArray(path(u"here/"_s).toUtf8() + '\xff'))};
    const auto sha = run({Kind::Checksum, {}, paths, {}, {}, u"sha256"_s}, isHere);
    VERIFY_RESULT(sha);
    QCOMPARE(sha->sums.join(u' '),
             u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad "
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"_s);
    const auto md5 = run({Kind::Checksum, {}, paths, {}, {}, u"md5"_s}, isHere);
    VERIFY_RESULT(md5);
    QCOMPARE(md5->sums.constFirst(), u"900150983cd24fb0d6963f7d28e17f72"_s);
    QCOMPARE(md5->bytesDone, 3);
    m_fixture->run("truncate -s 5M here/large");
    QCOMPARE(
        run({Kind::Checksum, {}, {path(u"here/large"_s), paths.constFirst()}, {}, {}, u"md5"_s}, isHere)->bytesDone,
        5 * 1024 * 1024 + 3);
    QVERIFY(!run({Kind::Checksum, {}, {path(u"here"_s)}, {}, {}, u"md5"_s}, isHere));
}

void TstFileTask::servesWhereAToolIsMissing()
{
    m_fixture->replaceTool("find", "#!/bin/sh\necho \"find: bad option -printf\" >&2; exit 1\n");
    m_fixture->run("mkdir here/t; echo 1 > here/t/a");
    const QStringList paths{path(u"here/t"_s)};
    const auto counted = run({Kind::Measure, {}, paths, {}, {}, {}}, false);
    VERIFY_RESULT(counted);
    QCOMPARE(counted->count, (FileCount{1, 1, 2}));
    VERIFY_RESULT(run({Kind::Remove, {}, paths, counted->count, {}, {}}, false));
    QCOMPARE(m_fixture->run("ls here"), "");
}

void TstFileTask::believesNoMoreThanItAskedFor_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, Kind kind, const char *tool, const QByteArray &says) {
        QTest::newRow(name) << kind << QByteArray(tool) << says;
    };
    row("sums nobody asked for", Kind::Measure, "awk", "yes '@bd sum 00' | head -n 100000");
    row("trashed by nobody", Kind::Measure, "awk", "yes '@bd trashed 1 2f' | head -n 100000");
    row("more sums than files", Kind::Checksum, "sha256sum", "yes '@bd sum 00' | head -n 100000 >&4; echo 00");
    row("fewer sums than files", Kind::Checksum, "sha256sum", "echo '@bd end' >&4; echo 00");
    // The first time it is asked for the name in the note. Nothing of the script comes after it.
    const auto late = [](const QByteArray &lies) -> QByteArray {
        return "[ -e TOP/evil ] || { : > TOP/evil; exec REAL \"$@\"; }; " + lies + "; kill -9 $PPID";
    };
    row("more in the trash than files", Kind::Trash, "tr", late("yes $'\n@bd trashed 1 2f' | head -n 100000"));
    row("in the trash, and of nothing", Kind::Trash, "tr", late("printf '2f\n@bd trashed 7 2f\n'"));
    row("one of them twice in the trash", Kind::Trash, "tr", late("printf '2f\n@bd trashed 1 2f\n'"));
}

// Whatever its tools say: what is kept of it has an end.
void TstFileTask::believesNoMoreThanItAskedFor()
{
    QFETCH(Kind, kind);
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, says);
    m_fixture->run("echo 1 > here/bd-test-1; echo 2 > here/bd-test-2");
    m_fixture->replaceTool(tool, "#!/bin/bash\n" + says + '\n');
    const auto state =
        run({kind, {}, {path(u"here/bd-test-1"_s), path(u"here/bd-test-2"_s)}, {}, {}, u"sha256"_s}, false);
    QVERIFY(!state);
    QCOMPARE(int(state.error().code), int(ErrorCode::CommandFailed));
    QVERIFY2(state.error().message.englishText().contains(u"makes no sense"_s),
             qPrintable(state.error().message.englishText()));
}

void TstFileTask::ends()
{
    QFETCH(bool, isHere);
    m_fixture->run("truncate -s 400G here/endless");
    const auto task = begin({Kind::Checksum, {}, {path(u"here/endless"_s)}, {}, {}, u"sha256"_s}, isHere);
    QVERIFY(!task->snapshot().isDone);
    QTRY_VERIFY(task->snapshot().bytesDone > 0); // it tells how far it is
    task->abort();
    QTRY_VERIFY(task->snapshot().isDone);
    QVERIFY(task->snapshot().error);
    QCOMPARE(int(task->snapshot().error->code), int(ErrorCode::Canceled));
    QTRY_VERIFY(!testing::isOpen(path(u"here/endless"_s)));
}

BATCHDECK_TEST(QCoreApplication, TstFileTask)

#include "tst_filetask.moc"
