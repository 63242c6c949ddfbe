// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/paths.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/ssh/sftp/sftpentries.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "tests/support/await.h"
#include "tests/support/measure/resources.h"
#include "tests/support/parts.h"
#include "tests/support/real/pipechannel.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <thread>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::PipeChannel;
using testing::SshServer;

namespace {

using Client = Result<std::shared_ptr<SftpClient>>;

Client meet(const char *habit, std::chrono::milliseconds silence = 60s)
{
    return SftpClient::open(std::make_shared<PipeChannel>(QByteArrayList{HOSTILE_SFTP, habit}), silence);
}

QByteArray fileContent()
{
    QByteArray bytes(3'000'000, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(i * 31 + i / 4099);
    return bytes;
}

} // namespace

/// SFTP servers that are broken or mean harm: hostile_sftp.cpp has their habits.
class TstSftpHostile final : public QObject
{
    Q_OBJECT

private slots:
    void greetsOnlyServers_data();
    void greetsOnlyServers();
    void takesNamesOnly();
    void showsNothingOfTheirs();
    void endsBrokenConversations_data();
    void endsBrokenConversations();
    void believesNoSizes();
    void readsWhateverTheOrder_data();
    void readsWhateverTheOrder();
    void ends_data();
    void ends();
    void endsWhenAborted();
    void streamsEndlessFolders();
    void givesHandlesBack();
    void keepsToItOverSsh();
    void endsSilentRequestsWithTheHost();

private:
    std::unique_ptr<SshHost> open(const char *habit);

    std::unique_ptr<SshServer> m_server;
    std::shared_ptr<SshTransport> m_transport;
};

void TstSftpHostile::greetsOnlyServers_data()
{
    QTest::addColumn<QString>("technical");
    QTest::newRow("shell") << u"no SFTP"_s;
    QTest::newRow("old") << u"SFTP version 2"_s;
    QTest::newRow("future") << u"SFTP version 6"_s;
}

void TstSftpHostile::greetsOnlyServers()
{
    QFETCH(QString, technical);
    const Client client = meet(QTest::currentDataTag());
    QVERIFY(!client);
    QCOMPARE(toString(client.error().code), u"IoError"_s);
    QCOMPARE(client.error().technical, technical);
    QVERIFY(client.error().message.englishText().contains(u".bashrc"_s));
}

void TstSftpHostile::takesNamesOnly()
{
    const Client client = meet("names");
    VERIFY_RESULT(client);
    Result<SftpFolder> folder = openListing(**client, u"/folder"_s);
    VERIFY_RESULT(folder);
    const auto entries = nextEntries(**client, *folder, u"/folder"_s, 100);
    VERIFY_RESULT(entries);
    QByteArrayList names;
    for (const StorageEntry &entry : *entries)
        names.append(pathToBytes(entry.name));
    QCOMPARE(names,
             (QByteArrayList{"good", "\x1b[31mred", "new\nline",
                             "\xe2\x80\xae"
                             "txt.exe",
                             "\xff", "..."}));
    QVERIFY(nextEntries(**client, *folder, u"/folder"_s, 100)->isEmpty());
    for (const StorageEntry &entry : *entries)
        QCOMPARE(entry.owner, u"[31mroot"_s); // without its escape
}

void TstSftpHostile::showsNothingOfTheirs()
{
    const Client client = meet("refusals");
    VERIFY_RESULT(client);
    const auto refused = (*client)->stat(u"/fi\u202ele"_s);
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), u"IoError"_s);
    for (const QString &text : {refused.error().message.englishText(), refused.error().technical}) {
        QVERIFY(!text.contains(QChar(0x1b)) && !text.contains(u'\n') && !text.contains(QChar(0x202e)));
        QVERIFY2(text.size() < 500, qPrintable(text));
    }
    QVERIFY(!(*client)->isBroken());
}

void TstSftpHostile::endsBrokenConversations_data()
{
    QTest::addColumn<QString>("technical");
    QTest::newRow("wrong-ids") << u"what was not asked"_s;
    QTest::newRow("twice") << u"what was not asked"_s;
    QTest::newRow("flood") << u"what was not asked"_s;
    QTest::newRow("wrong-types") << u"an answer of type 105"_s;
    QTest::newRow("huge") << u"a packet that is too long"_s;
    QTest::newRow("empty") << u"an empty packet"_s;
    QTest::newRow("long-handles") << u"an answer of type 102"_s;
    QTest::newRow("too-many-bytes") << u"more bytes than were asked for"_s;
    QTest::newRow("lying-length") << u"an answer of type 103"_s;
    QTest::newRow("no-names") << u"an answer of type 104"_s;
    QTest::newRow("many-names") << u"an answer of type 104"_s;
}

void TstSftpHostile::endsBrokenConversations()
{
    QFETCH(QString, technical);
    const Client client = meet(QTest::currentDataTag());
    VERIFY_RESULT(client);
    const auto everything = [&]() -> Result<void> {
        if (const auto stat = (*client)->stat(u"/file"_s); !stat)
            return stat.error();
        if (const auto bytes = readPart(**client, u"/file"_s, 0, 1000); !bytes)
            return bytes.error();
        Result<SftpFolder> folder = openListing(**client, u"/folder"_s);
        if (!folder)
            return folder.error();
        const auto names = folder->next(10);
        return names ? Result<void>() : names.error();
    };
    const Result<void> broken = everything();
    QVERIFY(!broken);
    QCOMPARE(broken.error().technical, technical);
    QCOMPARE(toString(broken.error().code), u"IoError"_s);
    QVERIFY((*client)->isBroken());
    QVERIFY(!(*client)->isAlive());
    QCOMPARE((*client)->stat(u"/file"_s).error().technical, technical);
    QCOMPARE((*client)->makeFolder(u"/folder"_s).error().technical, technical);
}

void TstSftpHostile::believesNoSizes()
{
    const Client client = meet("sizes");
    VERIFY_RESULT(client);
    const auto entry = statEntry(**client, u"/file"_s);
    VERIFY_RESULT(entry);
    QCOMPARE(entry->size, std::numeric_limits<qint64>::max());
    const auto part = readPart(**client, u"/file"_s, 100, 5'000'000);
    VERIFY_RESULT(part);
    QCOMPARE(part->size(), 5'000'000);
    const auto last = readPart(**client, u"/file"_s, std::numeric_limits<qint64>::max() - 10, 100);
    VERIFY_RESULT(last);
    QCOMPARE(last->size(), 10);

    const Client empty = meet("no-bytes"); // neither bytes nor an end
    VERIFY_RESULT(empty);
    QCOMPARE(readPart(**empty, u"/file"_s, 0, 100)->size(), 0);
}

void TstSftpHostile::readsWhateverTheOrder_data()
{
    QTest::addColumn<QByteArray>("habit");
    QTest::newRow("backwards") << "backwards"_ba;
    QTest::newRow("short") << "short-answers"_ba;
}

void TstSftpHostile::readsWhateverTheOrder()
{
    QFETCH(QByteArray, habit);
    const Client client = meet(habit.constData());
    VERIFY_RESULT(client);
    const auto whole = readPart(**client, u"/file"_s, 0, std::numeric_limits<qint64>::max());
    VERIFY_RESULT(whole);
    QVERIFY(*whole == fileContent());
    const auto part = readPart(**client, u"/file"_s, 12'345, 1'000'003);
    VERIFY_RESULT(part);
    QVERIFY(*part == fileContent().mid(12'345, 1'000'003));
    const auto file = (*client)->openFile(u"/file"_s, SftpClient::ForWrite);
    VERIFY_RESULT(file);
    SftpWriter writer(*file, 8);
    VERIFY_RESULT(writer.write(0, fileContent()));
    VERIFY_RESULT(writer.finish());
    QCOMPARE(writer.confirmed(), 3'000'000);
    QStringList paths;
    for (int i = 0; i < 200; ++i)
        paths.append(i % 3 == 0 ? u"/folder"_s : u"/file"_s);
    const auto all = (*client)->statAll(paths);
    VERIFY_RESULT(all);
    for (int i = 0; i < 200; ++i)
        QCOMPARE(all->at(i)->isFolder(), i % 3 == 0);
}

void TstSftpHostile::ends_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("mute") << u"Timeout"_s;
    QTest::newRow("silent") << u"Timeout"_s;
    QTest::newRow("deaf") << u"Timeout"_s;
    QTest::newRow("drip") << u"Timeout"_s; // never silent: the deadline ends it
    QTest::newRow("dies") << u"Unreachable"_s;
}

void TstSftpHostile::ends()
{
    QFETCH(QString, code);
    const Client client = meet(QTest::currentDataTag(), 300ms);
    if (!client) {
        QCOMPARE(toString(client.error().code), code);
        return;
    }
    (*client)->setDeadline(QDeadlineTimer(2s));
    Result<SftpHandle> file = (*client)->openFile(u"/file"_s, SftpClient::ForRead | SftpClient::ForWrite);
    Result<void> ended = file ? Result<void>() : file.error();
    if (file && QByteArray(QTest::currentDataTag()) == "silent") {
        SftpWriter writer(*file);
        for (int i = 0; i < 1000 && ended; ++i)
            ended = writer.write(0, QByteArray(100'000, 'x'));
    } else if (file) {
        const auto read = readBytes(*file, 0, 1'000'000, [](QByteArrayView) { return true; });
        ended = read ? Result<void>() : read.error();
    }
    QVERIFY(!ended);
    QCOMPARE(toString(ended.error().code), code);
    QVERIFY((*client)->isBroken());
}

void TstSftpHostile::endsWhenAborted()
{
    for (const char *habit : {"silent", "deaf"}) {
        const Client client = meet(habit);
        VERIFY_RESULT(client);
        std::thread aborting([&] { (*client)->abort(); });
        Result<SftpAttributes> answer = (*client)->stat(u"/file"_s);
        while (answer)
            answer = (*client)->stat(u"/file"_s);
        aborting.join();
        QCOMPARE(toString(answer.error().code), u"Canceled"_s);
    }
}

void TstSftpHostile::streamsEndlessFolders()
{
    const Client client = meet("endless");
    VERIFY_RESULT(client);
    Result<SftpFolder> folder = openListing(**client, u"/folder"_s);
    VERIFY_RESULT(folder);
    QSet<QString> last;
    qint64 before = 0;
    const int pages = testing::isLongRun() ? 2000 : 200;
    for (int page = 0; page < pages; ++page) {
        const auto entries = nextEntries(**client, *folder, u"/folder"_s, 1000);
        VERIFY_RESULT(entries);
        QCOMPARE(entries->size(), 1000);
        QVERIFY(!last.contains(entries->first().name));
        last = {entries->first().name, entries->last().name};
        if (page == 20)
            before = testing::residentBytes();
    }
    const qint64 grown = testing::residentBytes() - before;
    QVERIFY2(grown < 4'000'000, qPrintable(QString::number(grown)));
}

// The server has twenty.
void TstSftpHostile::givesHandlesBack()
{
    const Client client = meet("few-handles");
    VERIFY_RESULT(client);
    for (int i = 0; i < 50; ++i) {
        Result<SftpFolder> folder = openListing(**client, u"/folder"_s);
        VERIFY_RESULT(folder);
        VERIFY_RESULT(folder->next(1));
        VERIFY_RESULT(readPart(**client, u"/file"_s, 0, 10));
        VERIFY_RESULT(writePart(**client, u"/file"_s, 0, "x"));
    }
    std::vector<SftpFolder> open;
    for (int i = 0; i < 20; ++i)
        open.push_back(std::move(*openListing(**client, u"/folder"_s)));
    QVERIFY(!openListing(**client, u"/folder"_s));
    open.pop_back();
    VERIFY_RESULT(openListing(**client, u"/folder"_s));
}

std::unique_ptr<SshHost> TstSftpHostile::open(const char *habit)
{
    // The subsystem's name is in the command that it stands for.
    m_server = std::make_unique<SshServer>(
        QByteArray("ForceCommand case $SSH_ORIGINAL_COMMAND in *sftp*) exec '" HOSTILE_SFTP "' ") + habit
        + ";; *) exec sh -c \"$SSH_ORIGINAL_COMMAND\";; esac");
    if (!m_server->start())
        return nullptr;
    m_transport = std::make_shared<SshTransport>(m_server->knownHostsFile());
    SshSpec spec;
    spec.destination = m_server->destination();
    spec.identityFile = m_server->identityFile();
    spec.configFile = u"/dev/null"_s;
    auto host = std::make_unique<SshHost>(m_transport, spec);
    return await(host->open()) ? std::move(host) : nullptr;
}

void TstSftpHostile::keepsToItOverSsh()
{
    SKIP_WITHOUT("sshd");
    for (const char *habit : {"huge", "shell", "twice"}) {
        const auto host = open(habit);
        QVERIFY(host);
        for (int i = 0; i < 3; ++i) { // on a session of its own each
            const auto bytes = await(host->files().read(u"/file"_s, 0, 10));
            QVERIFY(!bytes);
            QCOMPARE(toString(bytes.error().code), u"IoError"_s);
        }
        VERIFY_RESULT(await(host->run({"true"})));
    }
    const auto host = open("endless");
    QVERIFY(host);
    auto listing = host->files().list(u"/folder"_s);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(await(listing->next(1000))->size(), 1000);
    listing.reset();
    QCOMPARE(await(host->files().read(u"/file"_s, 0, 10))->size(), 10);
}

void TstSftpHostile::endsSilentRequestsWithTheHost()
{
    SKIP_WITHOUT("sshd");
    auto host = open("silent");
    QVERIFY(host);
    const auto first = host->files().stat(u"/file"_s);
    VERIFY_RESULT(await(first)); // the one that it answers
    const auto silent = host->files().stat(u"/file"_s);
    const auto listing = host->files().list(u"/folder"_s);
    const auto behind = listing->next(10);
    QTest::qWait(0);
    host.reset();
    QTRY_VERIFY(silent.isFinished() && behind.isFinished());
    QCOMPARE(toString(silent.result().error().code), u"Canceled"_s);
    QCOMPARE(toString(behind.result().error().code), u"Canceled"_s);
    QCOMPARE(toString(await(listing->next(10)).error().code), u"Canceled"_s);
}

BATCHDECK_TEST(QCoreApplication, TstSftpHostile)
#include "tst_sftphostile.moc"
