// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// A large file up and down by our SFTP, against OpenSSH's sftp and scp, each with its login, to one real sshd with one
// cipher, by turns, medians; and a large folder listed, against `ls` of sftp.
// bench_sftp [MIB [ENTRIES [ROUNDS [DELAY]]]]: DELAY milliseconds each way. TMPDIR should be in memory.

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/sftp/sftpentries.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/ssh/sftp/sshsftpchannel.h"
#include "engine/ssh/sshloop.h"
#include "tests/bench/turns.h"
#include "tests/support/files.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/real/sshserver.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>

#include <sys/resource.h>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using bench::median;
using testing::SshServer;

namespace {

double processorTime(int whose)
{
    rusage usage{};
    ::getrusage(whose, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

struct Way
{
    const char *name;
    std::function<bool()> go;
    QList<double> seconds = {};
    QList<double> processor = {};
};

class Bench
{
public:
    Bench() : m_connector(m_loop) { }

    bool open(int delayMs)
    {
        if (!m_server.start())
            return false;
        m_way = std::make_unique<testing::ChaosProxy>(m_server.address(), m_server.port());
        m_way->setLines({delayMs});
        m_address = m_server.address();
        m_port = m_server.port();
        if (delayMs > 0 && m_way->start()) {
            m_address = m_way->address();
            m_port = m_way->port();
        }
        const QByteArray key = testing::contentOf(m_server.hostKeyFile() + u".pub"_s);
        return testing::writeFile(path(u"known"_s), u"[%1]:%2 "_s.arg(m_address).arg(m_port).toLatin1() + key);
    }
    [[nodiscard]] QString path(const QString &name) const { return QString(m_server.folder() + u'/' + name); }

    std::shared_ptr<SftpClient> client()
    {
        SshAttempt attempt;
        attempt.spec.destination = u"%1:%2"_s.arg(at()).arg(m_port);
        attempt.spec.identityFile = m_server.identityFile();
        attempt.spec.configFile = u"/dev/null"_s;
        attempt.knownHostsFile = path(u"known"_s);
        auto login = m_connector.login(attempt);
        login.waitForFinished();
        if (!login.result())
            return nullptr;
        auto channel = std::make_shared<SshSftpChannel>(*login.result());
        if (!channel->open(30s))
            return nullptr;
        const auto client = SftpClient::open(channel);
        return client ? *client : nullptr;
    }

    bool upload()
    {
        const auto ours = client();
        const auto file = ours->openFile(path(u"there"_s), SftpClient::ForWrite | SftpClient::Create);
        QFile source(path(u"here"_s));
        if (!file || !source.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return false;
        SftpWriter writer(*file);
        QByteArray piece(ours->writeSize(), '\0');
        for (qint64 offset = 0;;) {
            const qint64 got = source.read(piece.data(), piece.size());
            if (got <= 0)
                return bool(writer.finish());
            if (!writer.write(offset, QByteArrayView(piece).first(got)))
                return false;
            offset += got;
        }
    }

    bool download()
    {
        const auto ours = client();
        const auto file = ours->openFile(path(u"here"_s), SftpClient::ForRead);
        QFile target(path(u"there"_s));
        if (!file || !target.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return false;
        return bool(readBytes(*file, 0, std::numeric_limits<qint64>::max(), [&target](QByteArrayView bytes) {
            return target.write(bytes.data(), bytes.size()) == bytes.size();
        }));
    }

    bool list()
    {
        const auto ours = client();
        Result<SftpFolder> folder = openListing(*ours, path(u"many"_s));
        while (folder) {
            const auto page = nextEntries(*ours, *folder, path(u"many"_s), 1000);
            if (!page || page->isEmpty())
                return bool(page);
        }
        return false;
    }

    /// \a program with what all of OpenSSH's take, and \a input.
    bool run(const QString &program, const QStringList &arguments, const QByteArray &input = {})
    {
        QProcess process;
        process.setStandardOutputFile(QProcess::nullDevice());
        process.start(program,
                      QStringList{u"-q"_s, u"-F"_s, u"/dev/null"_s, u"-c"_s, u"aes128-gcm@openssh.com"_s, u"-i"_s,
                                  m_server.identityFile(), u"-o"_s,
                                  QString(u"UserKnownHostsFile="_s + path(u"known"_s)), u"-o"_s,
                                  u"IdentityAgent=none"_s, u"-P"_s, QString::number(m_port)}
                          + arguments);
        process.write(input);
        process.closeWriteChannel();
        return process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }
    bool sftp(const QByteArray &commands) { return run(u"sftp"_s, {u"-b"_s, u"-"_s, at()}, commands); }
    [[nodiscard]] QString at() const { return QString(SshServer::user() + u'@' + m_address); }

private:
    SshServer m_server;
    std::unique_ptr<testing::ChaosProxy> m_way;
    QString m_address;
    quint16 m_port = 0;
    SshLoop m_loop;
    SshConnector m_connector;
};

void compare(const char *what, QList<Way> ways, int rounds, const std::function<bool()> &isGood)
{
    for (int round = 0; round <= rounds; ++round) {
        for (Way &way : ways) {
            const double before = processorTime(RUSAGE_SELF) + processorTime(RUSAGE_CHILDREN);
            QElapsedTimer clock;
            clock.start();
            if (!way.go() || !isGood())
                qFatal("%s, %s failed", what, way.name);
            if (round == 0)
                continue; // warms up
            way.seconds.append(double(clock.nsecsElapsed()) / 1e9);
            way.processor.append(processorTime(RUSAGE_SELF) + processorTime(RUSAGE_CHILDREN) - before);
        }
    }
    const double ours = median(ways.constFirst().seconds);
    for (const Way &way : std::as_const(ways))
        testing::measured(QByteArray(QByteArray(what) + ", " + way.name).constData(),
                          u"%1 s; %2x; processor %3 s"_s.arg(median(way.seconds), 0, 'f', 3)
                              .arg(median(way.seconds) / ours, 0, 'f', 2)
                              .arg(median(way.processor), 0, 'f', 3));
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const qint64 size = arguments.value(1, u"32"_s).toLongLong() * 1024 * 1024;
    const int entries = arguments.value(2, u"2000"_s).toInt();
    const int rounds = qMax(arguments.value(3, u"1"_s).toInt(), 1);
    Bench bench;
    if (!bench.open(arguments.value(4).toInt()) || !QDir().mkpath(bench.path(u"many"_s)))
        return 1;
    QFile here(bench.path(u"here"_s));
    if (!here.open(QIODevice::WriteOnly))
        return 1;
    for (qint64 i = 0; i < size / 8; ++i)
        here.write(reinterpret_cast<const char *>(&i), sizeof i);
    here.close();
    for (int i = 0; i < entries; ++i)
        (void)testing::writeFile(bench.path(u"many/an entry with number %1"_s.arg(i)), {});
    const QByteArray from = bench.path(u"here"_s).toUtf8();
    const QByteArray to = bench.path(u"there"_s).toUtf8();
    const auto isThere = [&] {
        return QFileInfo(bench.path(u"there"_s)).size() == size && QFile::remove(bench.path(u"there"_s));
    };
    compare(
        "upload",
        {{"ours", [&] { return bench.upload(); }},
         {"sftp put", [&] { return bench.sftp("put " + from + ' ' + to); }},
         {"scp",
          [&] {
              return bench.run(u"scp"_s, {QString::fromUtf8(from), QString(bench.at() + u':' + QString::fromUtf8(to))});
          }}},
        rounds, isThere);
    compare(
        "download",
        {{"ours", [&] { return bench.download(); }},
         {"sftp get", [&] { return bench.sftp("get " + from + ' ' + to); }},
         {"scp",
          [&] {
              return bench.run(u"scp"_s, {QString(bench.at() + u':' + QString::fromUtf8(from)), QString::fromUtf8(to)});
          }}},
        rounds, isThere);
    compare("list",
            {{"ours", [&] { return bench.list(); }},
             {"sftp ls -l", [&] { return bench.sftp("ls -ln " + bench.path(u"many"_s).toUtf8()); }}},
            rounds, [] { return true; });
    return 0;
}
