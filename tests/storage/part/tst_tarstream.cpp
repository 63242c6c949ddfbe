// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/tarstream.h"

#include "engine/host/localsession.h"
#include "engine/storage/transfer/places/shell/machinewriter.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "tests/support/await.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTemporaryFile>

#include <sys/stat.h>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;

/// What we send, and the system's tar unpacks.
class TstTarStream final : public QObject
{
    Q_OBJECT

private slots:
    void bearsAnotherBesideIt();
    void givesFoldersWhatTheyHadLast();
    void keepsPartsOfASecond_data();
    void keepsPartsOfASecond();
    void keepsWhatCameBeforeACut_data();
    void keepsWhatCameBeforeACut();
    void hearsWhatCannotBeUnpacked();
    void readsNamesAsTarSaysThem_data();
    void readsNamesAsTarSaysThem();
    void hearsEveryName_data();
    void hearsEveryName();
    void hearsAFloodInLinearTime_data();
    void hearsAFloodInLinearTime();
    void tellsTheCauseAndKeepsTheWords();

private:
    static TreeEntry entry(const QByteArray &path, EntryKind kind, int mode)
    {
        TreeEntry made;
        made.path = path;
        made.kind = kind;
        made.mode = mode;
        made.modified = 1'500'000'000;
        return made;
    }
    /// The stream of \a entries, whose files are empty.
    static QByteArray packed(const std::vector<TreeEntry> &entries)
    {
        QByteArray bytes;
        TarStream tar([&bytes](QByteArrayView block) -> Result<void> {
            bytes.append(block);
            return {};
        });
        for (const TreeEntry &each : entries) {
            if (!tar.add(each))
                return {};
        }
        return tar.finish() ? bytes : QByteArray();
    }
};

// Each way of an upload has a tar of its own, and all of them begin with the same folders.
void TstTarStream::bearsAnotherBesideIt()
{
    constexpr int rounds = 5, trees = 300;
    std::array<QTemporaryFile, 2> streams;
    for (size_t i = 0; i < streams.size(); ++i) {
        std::vector<TreeEntry> entries;
        for (int tree = 0; tree < trees; ++tree)
            entries.push_back(
                entry("t" + QByteArray::number(tree) + "/a/b/" + QByteArray::number(i), EntryKind::File, 0644));
        QVERIFY(streams[i].open() && streams[i].write(packed(entries)) > 0 && streams[i].flush());
    }
    for (int round = 0; round < rounds; ++round) {
        const QTemporaryDir folder;
        std::array<QProcess, 2> tars;
        for (size_t i = 0; i < tars.size(); ++i) {
            tars[i].setWorkingDirectory(folder.path());
            tars[i].setStandardInputFile(streams[i].fileName());
            tars[i].start(u"tar"_s, {u"-xpof"_s, u"-"_s});
        }
        for (QProcess &tar : tars) {
            QVERIFY(tar.waitForFinished(testing::patience));
            QVERIFY2(tar.exitCode() == 0, tar.readAllStandardError());
        }
        for (int tree = 0; tree < trees; ++tree)
            QCOMPARE(QDir(folder.filePath(u"t%1/a/b"_s.arg(tree))).entryList(QDir::Files).size(), 2);
    }
}

void TstTarStream::givesFoldersWhatTheyHadLast()
{
    const QTemporaryDir folder;
    const QByteArray stream = packed({entry("a/b/file", EntryKind::File, 0600), entry("a/b", EntryKind::Folder, 0750),
                                      entry("a", EntryKind::Folder, 0705)});
    QProcess tar;
    tar.setWorkingDirectory(folder.path());
    tar.start(u"tar"_s, {u"-xpof"_s, u"-"_s});
    tar.write(stream);
    tar.closeWriteChannel();
    QVERIFY(tar.waitForFinished(testing::patience));
    QVERIFY2(tar.exitCode() == 0, tar.readAllStandardError());
    const auto modeOf = [&folder](const QString &path) {
        return QFileInfo(folder.filePath(path)).permissions()
            & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther);
    };
    QCOMPARE(modeOf(u"a/b"_s), QFile::ReadGroup | QFile::ExeGroup);
    QCOMPARE(modeOf(u"a"_s), QFile::ReadOther | QFile::ExeOther);
    QCOMPARE(QFileInfo(folder.filePath(u"a/b"_s)).lastModified().toSecsSinceEpoch(), 1'500'000'000);
}

void TstTarStream::keepsPartsOfASecond_data()
{
    QTest::addColumn<QStringList>("tar");
    QTest::addColumn<QByteArray>("times");
    QTest::newRow("GNU") << QStringList{u"tar"_s}
                         << "1500000000.000000007 1500000000.123456789 1500000000.500000000 "
                            "1500000000.000000000 -5.500000000"_ba;
    QTest::newRow("one that knows none") << QStringList{u"busybox"_s, u"tar"_s}
                                         << "1500000000.000000000 1500000000.000000000 NOW 1500000000.000000000 "
                                            "0.000000000"_ba;
}

// Whatever the name; who knows none of it takes everything else.
void TstTarStream::keepsPartsOfASecond()
{
    QFETCH(QStringList, tar);
    QFETCH(QByteArray, times);
    if (tar.size() > 1)
        SKIP_WITHOUT("busybox");
    const QByteArray longName = "d/\xff\n" + QByteArray(150, 'x');
    std::vector<TreeEntry> entries{entry("a", EntryKind::File, 0600), entry(longName, EntryKind::File, 0600),
                                   entry("link", EntryKind::Link, 0777), entry("whole", EntryKind::File, 0600),
                                   entry("before", EntryKind::File, 0600)};
    entries[0].modifiedNs = 7;
    entries[1].modifiedNs = 123'456'789;
    entries[2].modifiedNs = 500'000'000;
    entries[2].target = QByteArray(150, 't');
    entries[4].modified = -5;
    entries[4].modifiedNs = 500'000'000;
    QTemporaryDir folder;
    folder.setAutoRemove(false); // Qt cannot remove every name
    const auto removed = qScopeGuard([&folder] { QProcess::execute(u"rm"_s, {u"-rf"_s, folder.path()}); });
    QProcess unpack;
    unpack.setWorkingDirectory(folder.path());
    const QString program = tar.takeFirst();
    unpack.start(program, tar + QStringList{u"-xpof"_s, u"-"_s});
    unpack.write(packed(entries));
    unpack.closeWriteChannel();
    QVERIFY(unpack.waitForFinished(testing::patience));
    QVERIFY2(unpack.exitCode() == 0, unpack.readAllStandardError());
    QByteArray found;
    for (const TreeEntry &each : entries) {
        struct ::stat status
        {
        };
        QCOMPARE(::lstat(QByteArray(folder.path().toUtf8() + '/' + each.path).constData(), &status), 0);
        found += QByteArray::number(qint64(status.st_mtim.tv_sec)) + '.'
            + QByteArray::number(qint64(status.st_mtim.tv_nsec)).rightJustified(9, '0') + ' ';
    }
    if (times.contains("NOW")) // of a link it keeps none at all
        times.replace("NOW", found.split(' ').at(2));
    QCOMPARE(found.trimmed(), times);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size(), 5);
}

void TstTarStream::keepsWhatCameBeforeACut_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<qint64>("sent");
    QTest::newRow("within a block") << qint64(1000) << qint64(10);
    QTest::newRow("all but its end") << qint64(1024) << qint64(1024);
    QTest::newRow("after a whole block") << qint64(1024 * 1024) << qint64(256 * 1024 - 512);
    QTest::newRow("after many") << qint64(1024 * 1024) << qint64(1'000'000);
    QTest::newRow("all of many") << qint64(1024 * 1024) << qint64(1024 * 1024);
}

// A file turned out to be another while it was read: those before it are whole, and it is not.
void TstTarStream::keepsWhatCameBeforeACut()
{
    QFETCH(qint64, size);
    QFETCH(qint64, sent);
    const QTemporaryDir folder;
    PartJournal journal;
    MachineWriter writer(std::make_shared<LocalSession>(), folder.path().toUtf8(), "GNU", journal, {});
    const auto begin = [&](const QByteArray &path, qint64 bytes) {
        TreeEntry file = entry(path, EntryKind::File, 0644);
        file.size = bytes;
        return writer.begin(file, path);
    };
    QCOMPARE(begin("a/first", 700), 0);
    QCOMPARE(writer.write(QByteArray(700, '1')), 0);
    QCOMPARE(writer.end(), 0);
    QCOMPARE(begin("a/cut", size), 0);
    QCOMPARE(writer.write(QByteArray(sent, '2')), 0);
    QCOMPARE(writer.finish(), 0);
    QCOMPARE(begin("a/next", 3), 0);
    QCOMPARE(writer.write("123"), 0);
    QCOMPARE(writer.end(), 0);
    QCOMPARE(writer.finish(), 0);
    const QDir made(folder.filePath(u"a"_s));
    QCOMPARE(QFileInfo(made.filePath(u"first"_s)).size(), 700);
    QCOMPARE(QFileInfo(made.filePath(u"first"_s)).lastModified().toSecsSinceEpoch(), 1'500'000'000);
    QCOMPARE(QFileInfo(made.filePath(u"next"_s)).size(), 3);
    const QFileInfo cut(made.filePath(u"cut"_s));
    QVERIFY(!cut.exists() || cut.size() < size);
}

void TstTarStream::hearsWhatCannotBeUnpacked()
{
    QByteArrayList heard;
    const auto hear = [&heard](const EntryTrouble &trouble) {
        heard.append((trouble.isNote ? "note " : "") + trouble.path + '|' + trouble.words.toUtf8());
    };
    const QByteArray summary = "tar: Exiting with failure status due to previous errors\n@bd tar GNU\n";
    VERIFY_RESULT(parseTarMessages("tar: t/old: implausibly old time stamp 1969-12-31 23:00:00\n"
                                   "tar: ./t/a\\: Cannot x\\: b: Cannot open: File name too long\n"
                                   "tar: t/in: Cannot mkdir: Invalid argument\n"
                                   "tar: t/b: Cannot change mode to rw-r--r--: Operation not permitted\n"
                                   "tar: t/c: Cannot utime: Operation not permitted\n"
                                       + summary,
                                   hear));
    QCOMPARE(heard,
             (QByteArrayList{"t/a: Cannot x: b|File name too long", "t/in|Invalid argument",
                             "note t/b|Operation not permitted", "note t/c|Operation not permitted"}));
    for (const QByteArray said :
         {"tar: t/a: Cannot write: No space left on device\n", "tar: t/a: Wrote only 5 of 9 bytes\n",
          "tar: This does not look like a tar archive\n"})
        QVERIFY2(!parseTarMessages(said + summary, hear), said);
}

void TstTarStream::readsNamesAsTarSaysThem_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << "a/b c\"d'"_ba
                           << "a/b c\"d'"_ba;
    QTest::newRow("ends of lines, and their like") << R"(a\nb\tc\rd\ae\bf\fg\v)"_ba
                                                   << "a\nb\tc\rd\ae\bf\fg\v"_ba;
    QTest::newRow("backslashes") << R"(\\a\\\\b\\)"_ba
                                 << R"(\a\\b\)"_ba;
    QTest::newRow("what looks like an escape") << R"(a\\nb\\303\\\n)"_ba
                                               << "a\\nb\\303\\\n"_ba;
    QTest::newRow("colons") << R"(a\: b\:)"_ba
                            << "a: b:"_ba;
    QTest::newRow("bytes") << R"(\377\0019\303\251)"_ba
                           << "\xff\x01"
                              "9\xc3\xa9"_ba;
    QTest::newRow("letters of a language") << "\xc3\xa9"_ba
                                           << "\xc3\xa9"_ba;
    QTest::newRow("cut") << R"(a\)"_ba
                         << R"(a\)"_ba;
    QTest::newRow("cut amid digits") << R"(a\30)"_ba
                                     << "a30"_ba;
}

void TstTarStream::readsNamesAsTarSaysThem()
{
    QFETCH(QByteArray, said);
    QTEST(unescaped(said), "name");
}

void TstTarStream::hearsEveryName_data()
{
    QTest::addColumn<QByteArray>("tar");
    QTest::newRow("GNU") << ""_ba;
    QTest::newRow("BusyBox") << "tar() { busybox tar \"$@\"; }\n"_ba;
}

// A folder that is not empty is in the place of each. A tar that ends at the first takes the rest, and brings nothing.
void TstTarStream::hearsEveryName()
{
    QFETCH(QByteArray, tar);
    if (!tar.isEmpty())
        SKIP_WITHOUT("busybox");
    const QTemporaryDir folder;
    const QByteArray path = folder.path().toUtf8();
    for (const QByteArray name :
         {"a\nb", "a\\b", "a\tb", "a\"b", "a'b", "a\xff", "a\\nb", "a\\303b", "a: Cannot open: b", "\xc3\xa9", "end\\",
          "a\ntar: b", " a ", "': a", "t/a\nb", "can't open 'x'", "a\ntar: can't open 'x'", "a\n@bd tar GNU\nb",
          "a\n@bd tar other\nb"}) {
        const QByteArray there = path + '/' + name;
        QVERIFY(QProcess::execute(u"mkdir"_s, {u"-p"_s, folder.filePath(u"t"_s)}) == 0);
        QCOMPARE(::mkdir(there.constData(), 0700), 0);
        QCOMPARE(::mkdir(QByteArray(there + "/in").constData(), 0700), 0);
        QProcess shell;
        shell.start(u"/bin/sh"_s, {u"-c"_s, QString::fromUtf8(tar + transferCall("bd_extract", {path}))});
        shell.write(packed({entry(name, EntryKind::File, 0600), entry("last", EntryKind::File, 0600)}));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished(testing::patience));
        QList<EntryTrouble> heard;
        const QByteArray said = shell.readAllStandardError();
        VERIFY_RESULT(parseTarMessages(said, [&heard](const EntryTrouble &trouble) { heard.append(trouble); }));
        QVERIFY2(heard.size() == 1 && heard.constFirst().path == name, said);
        QVERIFY2(!heard.constFirst().words.isEmpty() && !heard.constFirst().words.contains(u'\n'), said);
        QCOMPARE(heard.constFirst().isLast, !tar.isEmpty());
        QCOMPARE(QFile::remove(folder.filePath(u"last"_s)), tar.isEmpty());
        QVERIFY(::rmdir(QByteArray(there + "/in").constData()) == 0 && ::rmdir(there.constData()) == 0);
    }
}

void TstTarStream::hearsAFloodInLinearTime_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("heads") << "tar: can't open '\n"_ba;
    QTest::newRow("heads without a cause") << "tar: can't make dir x\n"_ba;
    QTest::newRow("heads of something else") << "tar: can't x: y\n"_ba;
    QTest::newRow("folders") << "tar: can't create directory 'a': b\n"_ba;
    QTest::newRow("lines behind a head") << "tar: x\n"_ba;
    QTest::newRow("names") << "tar: a\\: b: Cannot open: c\n"_ba;
}

// A machine may say a mebibyte of anything. Eight times as much may take eight times as long, with room for caches.
void TstTarStream::hearsAFloodInLinearTime()
{
    QFETCH(QByteArray, line);
    constexpr double factor = 8, allowed = 24, briefly = 0.01;
    const auto costOf = [&line](qsizetype bytes) {
        const QByteArray said = "tar: can't open '\n" + line.repeated(bytes / line.size());
        return testing::cpuCost([&said] { (void)parseTarMessages(said, [](const EntryTrouble &) {}); });
    };
    constexpr qsizetype most = BulkCommand::mostErrors;
    const double few = std::max(costOf(most / qsizetype(factor)), briefly);
    const double many = costOf(most);
    QVERIFY2(many < allowed * few, QByteArray::number(many).constData());
}

// Whatever is said before and behind it, and however much.
void TstTarStream::tellsTheCauseAndKeepsTheWords()
{
    QByteArray said;
    for (int i = 0; i < 100; ++i)
        said += "tar: t/" + QByteArray::number(i) + ": implausibly old time stamp 1969-12-31 23:00:00\n";
    said += "tar: t/x: Cannot write: No space left on device\ntar: t/y: Cannot open: No such file or directory\n"
            "tar: t/z: time stamp 2100-01-01 00:00:00 is 2345 s in the future\n"
            "tar: Exiting with failure status due to previous errors\n";
    const Error full = couldNot(said);
    const QString words = full.message.englishText();
    QVERIFY2(words.startsWith(u"There is no space left on the machine"_s)
                 && words.endsWith(u"t/x: Cannot write: No space left on device"_s),
             qPrintable(words));
    QVERIFY(full.technical.contains(u"t/0: implausibly old"_s) && full.technical.endsWith(u"previous errors"_s));
    const Error other = couldNot("mv: cannot move '" + QByteArray(4000, 'x') + "' to 'y': Text file busy\n");
    QVERIFY2(other.message.englishText().endsWith(u"': Text file busy"_s), qPrintable(other.message.englishText()));
}

BATCHDECK_TEST(QCoreApplication, TstTarStream)

#include "tst_tarstream.moc"
