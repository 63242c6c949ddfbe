// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What every host promises of its files.

#include "engine/base/shellquote.h"
#include "tests/host/hostcontract.h"
#include "tests/support/await.h"
#include "tests/support/patience.h"

#include <QSet>
#include <QThread>

#include <atomic>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;

namespace {

QString failure(const Result<void> &result)
{
    return result ? QString() : toString(result.error().code);
}

} // namespace

QString HostContract::newFolder(const QString &name)
{
    const QString folder = m_folder + u'/' + name;
    const QByteArray quoted = shellQuote(pathToBytes(folder));
    const auto made = run("rm -rf -- " + quoted + " && mkdir -- " + quoted);
    return made && made->exitCode == 0 ? folder : QString();
}

/// Sorted; with "!" at the end of one that was given twice, or "?" when the listing failed.
QStringList HostContract::names(const QString &folder, int most)
{
    const auto listing = m_host->files().list(folder);
    QSet<QString> all;
    QStringList odd;
    forever
    {
        const auto page = await(listing->next(most));
        if (!page)
            odd.append(u"?"_s);
        if (!page || page->isEmpty())
            break;
        for (const StorageEntry &entry : *page) {
            if (all.contains(entry.name))
                odd.append(QString(entry.name + u'!'));
            all.insert(entry.name);
        }
    }
    QStringList sorted = all.values() + odd;
    sorted.sort();
    return sorted;
}

void HostContract::listsAFolder()
{
    const QByteArray folder = m_folder.toLocal8Bit();
    VERIFY_RESULT(run("cd '" + folder
                      + "' && mkdir -p list/sub && cd list && printf 12345 > 'a b' && : > .hidden && ln -s 'a b' link "
                        "&& ln -s nowhere dangling && touch -d @1500000000 'a b'"));
    const auto listing = m_host->files().list(m_folder + u"/list"_s);
    QStringList names;
    forever
    {
        const auto page = await(listing->next(2));
        VERIFY_RESULT(page);
        QVERIFY(page->size() <= 2);
        if (page->isEmpty())
            break;
        for (const StorageEntry &entry : *page)
            names.append(entry.name + (entry.isFolder ? u"/"_s : QString())
                         + (entry.kind == EntryKind::Link ? u"@"_s : QString()));
    }
    names.sort();
    QCOMPARE(names, (QStringList{u".hidden"_s, u"a b"_s, u"dangling@"_s, u"link@"_s, u"sub/"_s}));

    const auto entry = await(m_host->files().stat(m_folder + u"/list/a b"_s));
    VERIFY_RESULT(entry);
    QCOMPARE(entry->size, 5);
    QCOMPARE(entry->modifiedMs, 1500000000'000);
    QVERIFY(!entry->isFolder);
}

void HostContract::readsAPart_data()
{
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("whole") << qint64(0) << qint64(10) << "0123456789"_ba;
    QTest::newRow("middle") << qint64(3) << qint64(4) << "3456"_ba;
    QTest::newRow("beyond") << qint64(8) << qint64(100) << "89"_ba;
    QTest::newRow("after the end") << qint64(20) << qint64(5) << ""_ba;
    QTest::newRow("nothing") << qint64(0) << qint64(0) << ""_ba;
}

void HostContract::readsAPart()
{
    QFETCH(qint64, offset);
    QFETCH(qint64, length);
    QFETCH(QByteArray, expected);
    VERIFY_RESULT(run("printf 0123456789 > '" + m_folder.toLocal8Bit() + "/ten'"));
    const auto bytes = await(m_host->files().read(m_folder + u"/ten"_s, offset, length));
    VERIFY_RESULT(bytes);
    QCOMPARE(*bytes, expected);
}

void HostContract::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("code");
    QTest::newRow("absent") << m_folder + u"/absent"_s << int(ErrorCode::NotFound);
    QTest::newRow("folder") << m_folder << int(ErrorCode::IoError);
    QTest::newRow("pipe") << m_folder + u"/pipe"_s << int(ErrorCode::IoError);
    QTest::newRow("relative") << u"ten"_s << int(ErrorCode::InvalidArgument);
    QTest::newRow("empty") << QString() << int(ErrorCode::InvalidArgument);
}

void HostContract::refusesWhatIsNoFile()
{
    QFETCH(QString, path);
    QFETCH(int, code);
    VERIFY_RESULT(run("cd '" + m_folder.toLocal8Bit() + "' && { [ -p pipe ] || mkfifo pipe; }"));
    const auto bytes = await(m_host->files().read(path, 0, 10));
    QVERIFY(!bytes);
    QCOMPARE(int(bytes.error().code), code);
}

void HostContract::takesAnyName_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("blanks") << " two  blanks "_ba;
    QTest::newRow("newline") << "line\nline"_ba;
    QTest::newRow("tab, escape") << "a\tb\x1b[31m"_ba;
    QTest::newRow("leading dash") << "-rf"_ba;
    QTest::newRow("quotes") << "it's \"$(false)\" `x`"_ba;
    QTest::newRow("backslash") << "a\\b\\"_ba;
    QTest::newRow("wildcards") << "*?[a-z]{1,2}"_ba;
    QTest::newRow("home") << "~root"_ba;
    QTest::newRow("hidden") << "...."_ba;
    QTest::newRow("invalid UTF-8") << "\xff\xfe caf\xe9"_ba;
    QTest::newRow("half a character") << "\xe2\x82"_ba;
    QTest::newRow("right to left") << "\u05e9\u05dc\u05d5\u05dd \u202etxt.exe"_ba;
    QTest::newRow("beyond the first plane") << "\U0001f680"_ba;
    QTest::newRow("255 bytes") << QByteArray(255, 'n');
}

void HostContract::takesAnyName()
{
    QFETCH(QByteArray, bytes);
    const QString folder = newFolder(u"any"_s);
    const QString name = pathFromBytes(bytes);
    const QString path = joinedPath(folder, name);
    VERIFY_RESULT(await(m_host->files().write(path, 0, "content")));
    const auto there = run("path=$(cat; echo .); cat -- \"${path%.}\"", pathToBytes(path));
    VERIFY_RESULT(there);
    QCOMPARE(there->output, "content");
    QCOMPARE(names(folder, 10), QStringList{name});
    const auto entry = await(m_host->files().stat(path));
    VERIFY_RESULT(entry);
    QCOMPARE(entry->name, name);
    QCOMPARE(entry->size, 7);
    QCOMPARE(*await(m_host->files().read(path, 3, 10)), "tent");
    VERIFY_RESULT(await(m_host->files().rename(path, joinedPath(folder, u"plain"_s))));
    VERIFY_RESULT(await(m_host->files().makeFolder(path)));
    QCOMPARE(names(folder, 10).size(), 2);
    QCOMPARE(names(path, 10), QStringList());
    VERIFY_RESULT(await(m_host->files().remove(path)));
    QCOMPARE(names(folder, 10), QStringList{u"plain"_s});
}

void HostContract::listsPageByPage()
{
    const QString folder = newFolder(u"pages"_s);
    constexpr int count = 1234;
    VERIFY_RESULT(run("cd " + shellQuote(pathToBytes(folder)) + " && seq 1 " + QByteArray::number(count)
                      + " | xargs touch && ln -s 7 link && mkdir sub && ln -s sub subLink"));
    for (const int most : {1000, 333, 50})
        QCOMPARE(names(folder, most).size(), count + 3);
    QVERIFY(!names(folder, 100'000).contains(u"?"_s));
    QCOMPARE(int(await(m_host->files().list(folder + u"/none"_s)->next(10)).error().code), int(ErrorCode::NotFound));
    QCOMPARE(int(await(m_host->files().list(folder + u"/7"_s)->next(10)).error().code), int(ErrorCode::NotFound));
}

void HostContract::tellsOfAnEntry()
{
    const QString folder = newFolder(u"entries"_s);
    VERIFY_RESULT(
        run("cd " + shellQuote(pathToBytes(folder))
            + " && mkdir sub && printf 123 > file && chmod 640 file && ln -s sub toSub && ln -s file toFile && "
              "ln -s \"$(printf 'no\\377where')\" dangling && touch -d @1500000000 file sub && mkfifo pipe"));
    const auto who = run("id -un; id -gn");
    VERIFY_RESULT(who);
    const QByteArrayList ids = who->output.split('\n');
    const auto of = [&](const QString &name) { return *await(m_host->files().stat(joinedPath(folder, name))); };

    const StorageEntry file = of(u"file"_s);
    QCOMPARE(int(file.kind), int(EntryKind::File));
    QCOMPARE(file.mode, 0640);
    QCOMPARE(file.modifiedMs, 1500000000'000);
    QCOMPARE(file.owner.toUtf8(), ids.at(0));
    QCOMPARE(file.group.toUtf8(), ids.at(1));
    QCOMPARE(int(of(u"sub"_s).kind), int(EntryKind::Folder));
    QVERIFY(of(u"sub"_s).isFolder);
    QCOMPARE(of(u"sub"_s).size, 0);
    QCOMPARE(int(of(u"pipe"_s).kind), int(EntryKind::Other));
    QCOMPARE(int(of(u"toSub"_s).kind), int(EntryKind::Link));
    QVERIFY(of(u"toSub"_s).isFolder);
    QCOMPARE(of(u"toSub"_s).target, u"sub"_s);
    QVERIFY(!of(u"toFile"_s).isFolder);
    QCOMPARE(of(u"toFile"_s).size, 3);
    QCOMPARE(of(u"toFile"_s).modifiedMs, 1500000000'000);
    QCOMPARE(pathToBytes(of(u"dangling"_s).target), "no\xffwhere");
    QVERIFY(!of(u"dangling"_s).isFolder);

    // A listing says the same, with the owners' names, but for where links lead.
    const auto page = await(m_host->files().list(folder)->next(100));
    VERIFY_RESULT(page);
    QCOMPARE(page->size(), 6);
    for (StorageEntry entry : *page) {
        QCOMPARE(entry.owner.toUtf8(), ids.at(0));
        QCOMPARE(entry.group.toUtf8(), ids.at(1));
        StorageEntry asked = of(entry.name);
        asked.target.clear();
        asked.modifiedMs -= asked.modifiedMs % 1000;
        entry.modifiedMs -= entry.modifiedMs % 1000;
        QCOMPARE(entry.toJson(), asked.toJson());
    }
}

void HostContract::writesAPart()
{
    const QString path = newFolder(u"writing"_s) + u"/file"_s;
    VERIFY_RESULT(await(m_host->files().write(path, 0, "0123456789")));
    VERIFY_RESULT(await(m_host->files().write(path, 4, "abc")));
    VERIFY_RESULT(await(m_host->files().write(path, 12, "xy")));
    VERIFY_RESULT(await(m_host->files().write(path, 3, {})));
    QCOMPARE(*await(m_host->files().read(path, 0, 100)), QByteArray("0123abc789\0\0xy", 14));
    QCOMPARE(failure(await(m_host->files().write(path, -1, "x"))), u"InvalidArgument"_s);
    QCOMPARE(failure(await(m_host->files().write(path + u"/below"_s, 0, "x"))), u"NotFound"_s);
    QCOMPARE(failure(await(m_host->files().write(parentPath(path) + u"/none/file"_s, 0, "x"))), u"NotFound"_s);
    QCOMPARE(failure(await(m_host->files().write(parentPath(path), 0, "x"))), u"IoError"_s);
    QCOMPARE(failure(await(m_host->files().write(u"file"_s, 0, "x"))), u"InvalidArgument"_s);
}

void HostContract::writesMuch()
{
    const QString path = newFolder(u"much"_s) + u"/file"_s;
    QByteArray much(20'000'000, '\0');
    for (qsizetype i = 0; i < much.size(); ++i)
        much[i] = char(i * 31 + i / 4099);
    VERIFY_RESULT(await(m_host->files().write(path, 0, much)));
    const auto back = await(m_host->files().read(path, 0, much.size() + 1));
    VERIFY_RESULT(back);
    QVERIFY(*back == much);
    const auto part = await(m_host->files().read(path, 1'234'567, 7'654'321));
    VERIFY_RESULT(part);
    QVERIFY(*part == much.mid(1'234'567, 7'654'321));
}

void HostContract::writesNoPipe()
{
    const QString folder = newFolder(u"pipes"_s);
    VERIFY_RESULT(run("mkfifo " + shellQuote(pathToBytes(folder)) + "/pipe"));
    QCOMPARE(failure(await(m_host->files().write(folder + u"/pipe"_s, 0, "x"))), u"IoError"_s);
    VERIFY_RESULT(await(m_host->files().remove(folder + u"/pipe"_s)));
}

void HostContract::makesFolders()
{
    const QString folder = newFolder(u"folders"_s);
    VERIFY_RESULT(await(m_host->files().makeFolder(folder + u"/a"_s)));
    QVERIFY(await(m_host->files().stat(folder + u"/a"_s))->isFolder);
    QCOMPARE(failure(await(m_host->files().makeFolder(folder + u"/a"_s))), u"AlreadyExists"_s);
    QCOMPARE(failure(await(m_host->files().makeFolder(folder + u"/b/c"_s))), u"NotFound"_s);
    QCOMPARE(failure(await(m_host->files().makeFolder(u"/proc/none"_s))), u"NotFound"_s);
}

void HostContract::renamesWithoutReplacing()
{
    const QString folder = newFolder(u"renaming"_s);
    const auto rename = [&](const QString &from, const QString &to) {
        return failure(await(m_host->files().rename(joinedPath(folder, from), joinedPath(folder, to))));
    };
    VERIFY_RESULT(run("cd " + shellQuote(pathToBytes(folder))
                      + " && echo 1 > one && echo 2 > two && mkdir a b && ln -s nowhere dangling && ln -s one link"));
    QCOMPARE(rename(u"one"_s, u"two"_s), u"AlreadyExists"_s);
    QCOMPARE(rename(u"one"_s, u"b"_s), u"AlreadyExists"_s);
    QCOMPARE(rename(u"a"_s, u"b"_s), u"AlreadyExists"_s);
    QCOMPARE(rename(u"a"_s, u"dangling"_s), u"AlreadyExists"_s);
    QCOMPARE(rename(u"one"_s, u"dangling"_s), u"AlreadyExists"_s);
    QCOMPARE(rename(u"none"_s, u"other"_s), u"NotFound"_s);
    QCOMPARE(rename(u"one"_s, u"none/other"_s), u"NotFound"_s);
    QCOMPARE(rename(u"one"_s, u"a/moved"_s), QString());
    QCOMPARE(rename(u"link"_s, u"a/link"_s), QString());
    QCOMPARE(rename(u"b"_s, u"a/b"_s), QString());
    QCOMPARE(names(folder, 10), (QStringList{u"a"_s, u"dangling"_s, u"two"_s}));
    QCOMPARE(names(folder + u"/a"_s, 10), (QStringList{u"b"_s, u"link"_s, u"moved"_s}));
    QCOMPARE(int(await(m_host->files().stat(folder + u"/a/link"_s))->kind), int(EntryKind::Link));
    QCOMPARE(*await(m_host->files().read(folder + u"/two"_s, 0, 10)), "2\n");
}

void HostContract::removes()
{
    const QString folder = newFolder(u"removing"_s);
    const auto remove = [&](const QString &name) {
        return failure(await(m_host->files().remove(joinedPath(folder, name))));
    };
    VERIFY_RESULT(
        run("cd " + shellQuote(pathToBytes(folder)) + " && mkdir empty full && : > full/file && ln -s full link"));
    const auto full = await(m_host->files().remove(folder + u"/full"_s));
    QCOMPARE(failure(full), u"IoError"_s);
    QVERIFY2(full.error().message.englishText().contains(u"not empty"_s),
             qPrintable(full.error().message.englishText()));
    QCOMPARE(remove(u"none"_s), u"NotFound"_s);
    QCOMPARE(remove(u"empty"_s), QString());
    QCOMPARE(remove(u"link"_s), QString());
    QCOMPARE(remove(u"full/file"_s), QString());
    QCOMPARE(remove(u"full"_s), QString());
    QCOMPARE(names(folder, 10), QStringList());
}

void HostContract::setsAMode()
{
    const QString folder = newFolder(u"modes"_s);
    VERIFY_RESULT(run(": > " + shellQuote(pathToBytes(folder)) + "/file"));
    for (const int mode : {0600, 0755, 04750}) {
        VERIFY_RESULT(await(m_host->files().setMode(folder + u"/file"_s, mode)));
        QCOMPARE(await(m_host->files().stat(folder + u"/file"_s))->mode, mode);
    }
    QCOMPARE(failure(await(m_host->files().setMode(folder + u"/none"_s, 0600))), u"NotFound"_s);
}

void HostContract::tellsTheSpace()
{
    const auto space = await(m_host->files().space(m_folder));
    VERIFY_RESULT(space);
    QVERIFY(space->totalBytes > 0);
    QVERIFY(space->freeBytes >= 0 && space->freeBytes <= space->totalBytes);
    QCOMPARE(int(await(m_host->files().space(m_folder + u"/none"_s)).error().code), int(ErrorCode::NotFound));
}

// They share a server, and one that is left must not take the answers of another.
void HostContract::endsListingsInAnyOrder()
{
    const QString folder = newFolder(u"several"_s);
    VERIFY_RESULT(run("cd " + shellQuote(pathToBytes(folder)) + " && seq 1 2000 | xargs touch"));
    auto left = m_host->files().list(folder);
    const auto stays = m_host->files().list(folder);
    VERIFY_RESULT(await(left->next(10)));
    QSet<QString> seen;
    for (auto page = await(stays->next(500));; page = await(stays->next(500))) {
        VERIFY_RESULT(page);
        if (page->isEmpty())
            break;
        for (const StorageEntry &entry : *page)
            seen.insert(entry.name);
        left.reset();
    }
    QCOMPARE(seen.size(), 2000);
    for (int i = 0; i < 30; ++i)
        VERIFY_RESULT(await(m_host->files().list(folder)->next(1)));
    auto outlives = m_host->files().list(folder);
    VERIFY_RESULT(await(outlives->next(10)));
    m_host.reset();
    outlives.reset();
}

void HostContract::servesManyThreadsFiles()
{
    const QString folder = newFolder(u"threads"_s);
    std::atomic<int> good = 0;
    const auto work = [&](int thread) {
        RemoteFiles &files = m_host->files();
        for (int i = 0; i < 10; ++i) {
            const QString path = u"%1/%2-%3"_s.arg(folder).arg(thread).arg(i);
            auto written = files.write(path, 0, path.toUtf8());
            written.waitForFinished();
            auto read = files.read(path, 0, 1000);
            auto listing = files.list(folder);
            auto page = listing->next(5);
            if (i % 2 == 0)
                listing.reset();
            read.waitForFinished();
            page.waitForFinished();
            if (written.result() && read.result() && *read.result() == path.toUtf8() && page.result())
                ++good;
        }
    };
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back(QThread::create(work, i));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        QTRY_VERIFY(thread->isFinished());
    QCOMPARE(good, 80);
    QCOMPARE(names(folder, 1000).size(), 80);
}
