// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/paths.h"
#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/ssh/sftp/sshsftpchannel.h"
#include "engine/ssh/sshloop.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/real/pipechannel.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

#include <sys/stat.h>
#include <thread>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::PipeChannel;
using testing::SshServer;

namespace {

constexpr auto serverPath = "/usr/lib/openssh/sftp-server";

QByteArray pattern(qsizetype size)
{
    QByteArray bytes(size, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(i * 31 + i / 4099);
    return bytes;
}

QByteArray allOf(const SftpHandle &file, qint64 offset, qint64 length)
{
    QByteArray bytes;
    const auto got = readBytes(file, offset, length, [&bytes](QByteArrayView part) {
        bytes.append(part.data(), part.size());
        return true;
    });
    return got && *got == bytes.size() ? bytes : QByteArray("failed");
}

} // namespace

/// Our client with OpenSSH's server, without SSH and with it.
class TstSftpClient final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void uploadsAndDownloads();
    void writesInAnyOrder();
    void stopsReading();
    void goesBeyondFourGigabytes();
    void keepsToLimits();
    void setsTimesAndModes();
    void replaces();
    void links();
    void makesNewFilesOnly();
    void tellsOfAFullDisk();
    void tellsOfAFailedWrite();
    void saysWhatIsConfirmedWhenTheServerDies();
    void abortsATransfer();
    void outlivesItsHandles();
    void carriesMuchOverSsh();
    void endsWhenTheMachineFreezes();

private:
    Result<std::shared_ptr<SftpClient>> meet(const SshServer &sshd, std::chrono::milliseconds silence = 60s);
    QString path(const QString &name) const { return m_folder->filePath(name); }

    SshLoop m_loop;
    SshConnector m_connector{m_loop};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<PipeChannel> m_channel;
    std::shared_ptr<SftpClient> m_client;
};

void TstSftpClient::initTestCase()
{
    SKIP_WITHOUT("sshd");
    if (!QFile::exists(QString::fromLatin1(serverPath)))
        SKIP_UNLESS_ALL("there is no /usr/lib/openssh/sftp-server");
}

void TstSftpClient::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_channel = std::make_shared<PipeChannel>(QByteArrayList{serverPath});
    const auto client = SftpClient::open(m_channel);
    VERIFY_RESULT(client);
    m_client = *client;
}

void TstSftpClient::uploadsAndDownloads()
{
    const QByteArray content = pattern(10'000'019);
    auto file =
        m_client->openFile(path(u"f"_s), SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive, 0600);
    VERIFY_RESULT(file);
    SftpWriter writer(*file);
    qint64 offset = 0;
    for (qsizetype step = 1; offset < content.size(); step = step * 3 + 1) {
        const QByteArray piece = content.mid(offset, step);
        VERIFY_RESULT(writer.write(offset, piece));
        offset += piece.size();
    }
    VERIFY_RESULT(writer.finish());
    QCOMPARE(writer.confirmed(), content.size());
    VERIFY_RESULT(m_client->sync(*file));
    VERIFY_RESULT(m_client->close(std::move(*file)));
    QVERIFY(testing::contentOf(path(u"f"_s)) == content);

    const auto back = m_client->openFile(path(u"f"_s), SftpClient::ForRead);
    VERIFY_RESULT(back);
    QVERIFY(allOf(*back, 0, std::numeric_limits<qint64>::max()) == content);
    QVERIFY(allOf(*back, 5, 9'000'000) == content.mid(5, 9'000'000));
    QCOMPARE(allOf(*back, content.size() - 3, 100), content.last(3));
    QCOMPARE(allOf(*back, content.size(), 100), "");
    QCOMPARE(allOf(*back, 0, 0), "");
    const auto size = m_client->stat(*back);
    VERIFY_RESULT(size);
    QCOMPARE(*size->size, quint64(content.size()));
}

void TstSftpClient::writesInAnyOrder()
{
    const QByteArray content = pattern(1'000'000);
    const auto file = m_client->openFile(path(u"f"_s), SftpClient::ForWrite | SftpClient::Create);
    VERIFY_RESULT(file);
    SftpWriter writer(*file, 3);
    for (qint64 offset = 900'000; offset >= 0; offset -= 100'000)
        VERIFY_RESULT(writer.write(offset, QByteArrayView(content).sliced(offset, 100'000)));
    VERIFY_RESULT(writer.finish());
    QVERIFY(testing::contentOf(path(u"f"_s)) == content);
}

// The answers that are still on their way get in nobody's way.
void TstSftpClient::stopsReading()
{
    QVERIFY(testing::writeFile(path(u"f"_s), pattern(20'000'000)));
    const auto file = m_client->openFile(path(u"f"_s), SftpClient::ForRead);
    VERIFY_RESULT(file);
    for (int i = 0; i < 20; ++i) {
        int calls = 0;
        const auto got = readBytes(*file, 0, 20'000'000, [&](QByteArrayView) { return ++calls < 3; });
        VERIFY_RESULT(got);
        QCOMPARE(calls, 3);
        QCOMPARE(*m_client->stat(path(u"f"_s))->size, 20'000'000U);
    }
    QCOMPARE(allOf(*file, 0, 10), pattern(10));
}

void TstSftpClient::goesBeyondFourGigabytes()
{
    constexpr qint64 far = 5'000'000'000;
    const auto file = m_client->openFile(path(u"f"_s), SftpClient::ForRead | SftpClient::ForWrite | SftpClient::Create);
    VERIFY_RESULT(file);
    {
        SftpWriter writer(*file);
        VERIFY_RESULT(writer.write(far, "far away"));
        VERIFY_RESULT(writer.finish());
    }
    QCOMPARE(*m_client->stat(*file)->size, quint64(far + 8));
    QCOMPARE(allOf(*file, far + 4, 100), "away");
    QCOMPARE(allOf(*file, far - 2, 5), QByteArray("\0\0far", 5));
}

void TstSftpClient::keepsToLimits()
{
    QCOMPARE(m_client->writeSize(), 255 * 1024); // what this server tells
    m_client->limitReadSize(1);
    QCOMPARE(m_client->readSize(), 32 * 1024);
    m_client->limitReadSize(1'000'000);
    QCOMPARE(m_client->readSize(), 32 * 1024);
}

void TstSftpClient::setsTimesAndModes()
{
    QVERIFY(testing::writeFile(path(u"f"_s), "x"));
    SftpAttributes attributes;
    attributes.mode = 0640;
    attributes.times = {1'400'000'000, 1'500'000'000};
    VERIFY_RESULT(m_client->setAttributes(path(u"f"_s), attributes));
    struct ::stat status
    {
    };
    ::stat(path(u"f"_s).toUtf8().constData(), &status);
    QCOMPARE(status.st_mode & 07777U, 0640U);
    QCOMPARE(status.st_mtim.tv_sec, 1'500'000'000);
    QCOMPARE(status.st_atim.tv_sec, 1'400'000'000);
    const auto file = m_client->openFile(path(u"f"_s), SftpClient::ForWrite);
    VERIFY_RESULT(file);
    attributes.mode = 0600;
    attributes.size = 0;
    VERIFY_RESULT(m_client->setAttributes(*file, attributes));
    QCOMPARE(*m_client->stat(*file)->mode & 07777, 0600U);
    QCOMPARE(testing::contentOf(path(u"f"_s)), "");
}

void TstSftpClient::replaces()
{
    QVERIFY(testing::writeFile(path(u"new"_s), "new"));
    QVERIFY(testing::writeFile(path(u"old"_s), "old"));
    QCOMPARE(toString(m_client->rename(path(u"new"_s), path(u"old"_s)).error().code), u"AlreadyExists"_s);
    VERIFY_RESULT(m_client->replace(path(u"new"_s), path(u"old"_s)));
    QCOMPARE(testing::contentOf(path(u"old"_s)), "new");
    QVERIFY(!QFile::exists(path(u"new"_s)));
    VERIFY_RESULT(m_client->replace(path(u"old"_s), path(u"third"_s)));
    QCOMPARE(toString(m_client->replace(path(u"none"_s), path(u"third"_s)).error().code), u"NotFound"_s);
}

void TstSftpClient::links()
{
    const QString target = pathFromBytes("any\xff/where");
    VERIFY_RESULT(m_client->makeLink(path(u"link"_s), target));
    const auto there = m_client->readLink(path(u"link"_s));
    VERIFY_RESULT(there);
    QCOMPARE(pathToBytes(*there), "any\xff/where");
    QVERIFY(m_client->lstat(path(u"link"_s))->isLink());
    QCOMPARE(toString(m_client->stat(path(u"link"_s)).error().code), u"NotFound"_s);
    QCOMPARE(toString(m_client->makeLink(path(u"link"_s), u"x"_s).error().code), u"AlreadyExists"_s);
}

void TstSftpClient::makesNewFilesOnly()
{
    constexpr quint32 flags = SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive;
    VERIFY_RESULT(m_client->openFile(path(u"f"_s), flags));
    QCOMPARE(toString(m_client->openFile(path(u"f"_s), flags).error().code), u"AlreadyExists"_s);
    QCOMPARE(toString(m_client->openFile(path(u"none/f"_s), flags).error().code), u"NotFound"_s);
}

void TstSftpClient::tellsOfAFullDisk()
{
    // A megabyte that only this server sees.
    const QByteArray folder = m_folder->path().toUtf8();
    const auto small = SftpClient::open(std::make_shared<PipeChannel>(
        QByteArrayList{"/usr/bin/unshare", "-m", "sh", "-c",
                       "mount -t tmpfs -o size=1m tmpfs '" + folder + "' && exec " + QByteArray(serverPath)}));
    if (!small)
        SKIP_UNLESS_ALL("no file system of its own can be mounted here");
    const auto file = (*small)->openFile(path(u"f"_s), SftpClient::ForWrite | SftpClient::Create);
    VERIFY_RESULT(file);
    SftpWriter writer(*file, 4);
    Result<void> written = writer.write(0, pattern(3'000'000));
    if (written)
        written = writer.finish();
    QVERIFY(!written);
    QVERIFY2(written.error().message.englishText().contains(u"no space is left"_s),
             qPrintable(written.error().message.englishText()));
    QVERIFY(writer.confirmed() > 0 && writer.confirmed() <= 1024 * 1024);
}

void TstSftpClient::tellsOfAFailedWrite()
{
    const auto file = m_client->openFile(u"/dev/full"_s, SftpClient::ForWrite);
    VERIFY_RESULT(file);
    SftpWriter writer(*file, 4);
    Result<void> written = writer.write(0, pattern(100'000));
    if (written)
        written = writer.finish();
    QVERIFY(!written);
    QCOMPARE(toString(written.error().code), u"IoError"_s);
    QCOMPARE(written.error().target, u"/dev/full"_s);
    QCOMPARE(writer.confirmed(), 0);
    QVERIFY(!writer.write(0, "more"));
    QVERIFY(!m_client->isBroken()); // it only concerns this file
    VERIFY_RESULT(m_client->stat(u"/"_s));
}

void TstSftpClient::saysWhatIsConfirmedWhenTheServerDies()
{
    const QByteArray content = pattern(50'000'000);
    const auto file = m_client->openFile(path(u"f"_s), SftpClient::ForWrite | SftpClient::Create);
    VERIFY_RESULT(file);
    SftpWriter writer(*file);
    Result<void> written;
    for (qint64 offset = 0; offset < content.size() && written; offset += 1'000'000) {
        written = writer.write(offset, QByteArrayView(content).sliced(offset, 1'000'000));
        if (offset == 30'000'000)
            ::kill(m_channel->pid(), SIGKILL);
    }
    if (written)
        written = writer.finish();
    QCOMPARE(toString(written.error().code), u"Unreachable"_s);
    QVERIFY(writer.confirmed() <= content.size());
    QVERIFY(writer.confirmed() > 0);
    const QByteArray there = testing::contentOf(path(u"f"_s));
    QVERIFY(there.size() >= writer.confirmed());
    QVERIFY(there.first(writer.confirmed()) == content.first(writer.confirmed()));
}

void TstSftpClient::abortsATransfer()
{
    const auto file = m_client->openFile(u"/dev/zero"_s, SftpClient::ForRead);
    VERIFY_RESULT(file);
    std::thread aborting;
    qint64 seen = 0;
    const auto got = readBytes(*file, 0, std::numeric_limits<qint64>::max(), [&](QByteArrayView bytes) {
        seen += bytes.size();
        if (!aborting.joinable())
            aborting = std::thread([this] { m_client->abort(); });
        return true;
    });
    aborting.join();
    QVERIFY(!got);
    QCOMPARE(toString(got.error().code), u"Canceled"_s);
    QVERIFY(seen > 0);
}

void TstSftpClient::outlivesItsHandles()
{
    auto file = m_client->openFile(u"/dev/null"_s, SftpClient::ForWrite);
    VERIFY_RESULT(file);
    SftpWriter writer(*file);
    VERIFY_RESULT(writer.write(0, "x"));
    m_client.reset();
    QCOMPARE(toString(writer.write(1, "y").error().code), u"Unreachable"_s);
    QCOMPARE(toString(writer.finish().error().code), u"Unreachable"_s);
    const auto read = readBytes(*file, 0, 1, [](QByteArrayView) { return true; });
    QCOMPARE(toString(read.error().code), u"Unreachable"_s);
}

Result<std::shared_ptr<SftpClient>> TstSftpClient::meet(const SshServer &sshd, std::chrono::milliseconds silence)
{
    SshAttempt attempt;
    attempt.spec.destination = sshd.destination();
    attempt.spec.identityFile = sshd.identityFile();
    attempt.spec.configFile = u"/dev/null"_s;
    attempt.knownHostsFile = sshd.knownHostsFile();
    const auto login = await(m_connector.login(attempt));
    if (!login)
        return login.error();
    const auto channel = std::make_shared<SshSftpChannel>(*login);
    if (Result<void> opened = channel->open(30s); !opened)
        return opened.error();
    return SftpClient::open(channel, silence);
}

void TstSftpClient::carriesMuchOverSsh()
{
    SshServer sshd("RekeyLimit 16M");
    QVERIFY(sshd.start());
    const auto client = meet(sshd);
    VERIFY_RESULT(client);
    const QByteArray content = pattern(testing::isLongRun() ? 400'000'000 : 60'000'000);
    const auto file =
        (*client)->openFile(path(u"f"_s), SftpClient::ForRead | SftpClient::ForWrite | SftpClient::Create);
    VERIFY_RESULT(file);
    SftpWriter writer(*file);
    VERIFY_RESULT(writer.write(0, content));
    VERIFY_RESULT(writer.finish());
    QVERIFY(allOf(*file, 0, std::numeric_limits<qint64>::max()) == content);
    QVERIFY((*client)->isAlive());
    for (const qint64 session : sshd.sessions())
        ::kill(pid_t(session), SIGKILL);
    QTRY_VERIFY(!(*client)->isAlive());
    QCOMPARE(toString((*client)->stat(u"/"_s).error().code), u"Unreachable"_s);
}

void TstSftpClient::endsWhenTheMachineFreezes()
{
    SshServer sshd;
    QVERIFY(sshd.start());
    const QByteArray content = pattern(30'000'000); // more than all buffers in between hold
    for (const bool isAborted : {false, true}) {
        const auto client = meet(sshd, isAborted ? 60s : 1s);
        VERIFY_RESULT(client);
        const auto file = (*client)->openFile(path(u"f"_s), SftpClient::ForWrite | SftpClient::Create);
        VERIFY_RESULT(file);
        for (const qint64 session : sshd.sessions())
            ::kill(pid_t(session), SIGSTOP);
        std::thread aborting([&] {
            if (isAborted)
                (*client)->abort();
        });
        SftpWriter writer(*file);
        Result<void> written = writer.write(0, content);
        if (written)
            written = writer.finish();
        aborting.join();
        QCOMPARE(toString(written.error().code), isAborted ? u"Canceled"_s : u"Timeout"_s);
        for (const qint64 session : sshd.sessions())
            ::kill(pid_t(session), SIGCONT);
    }
}

BATCHDECK_TEST(QCoreApplication, TstSftpClient)
#include "tst_sftpclient.moc"
