// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/real/sshserver.h"

#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/processes.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>
#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

void freezeTree(qint64 pid)
{
    ::kill(pid_t(pid), SIGSTOP);
    for (const qint64 child : childrenOf(pid))
        freezeTree(child);
}

} // namespace

SshServer::SshServer(QByteArray configuration) : m_configuration(std::move(configuration))
{
    auto *random = QRandomGenerator::global();
    m_address = u"127.%1.%2.%3"_s.arg(random->bounded(64, 128)).arg(random->bounded(256)).arg(random->bounded(1, 255));
    QTcpServer probe;
    if (probe.listen(QHostAddress(m_address)))
        m_port = probe.serverPort();
    if (makeKey(identityFile()) && makeHostKey())
        QFile::copy(identityFile() + u".pub"_s, authorizedKeysFile());
}

SshServer::~SshServer()
{
    stop();
}

bool SshServer::makeKey(const QString &path, const QString &type, const QString &passphrase)
{
    QFile::remove(path);
    QFile::remove(path + u".pub"_s);
    QProcess keygen;
    keygen.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    keygen.start(u"ssh-keygen"_s,
                 {u"-q"_s, u"-t"_s, type, u"-N"_s, passphrase, u"-C"_s, u"batchdeck-test"_s, u"-f"_s, path});
    return keygen.waitForFinished(testing::patience) && keygen.exitCode() == 0;
}

bool SshServer::makeHostKey(const QString &type)
{
    return makeKey(hostKeyFile(type), type);
}

QString SshServer::user()
{
    const passwd *entry = getpwuid(getuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString();
}

QString SshServer::destination() const
{
    return QString(user() + u'@' + m_address + u':' + QString::number(m_port));
}

QString SshServer::hostKeyFile(const QString &type) const
{
    return m_folder.filePath(u"host_"_s + type);
}

QString SshServer::fingerprint(const QString &type) const
{
    return fingerprintOf(hostKeyFile(type) + u".pub"_s);
}

QString SshServer::fingerprintOf(const QString &publicKeyFile)
{
    const QByteArray blob = QByteArray::fromBase64(contentOf(publicKeyFile).split(' ').value(1));
    return QString::fromLatin1(
        "SHA256:"
        + QCryptographicHash::hash(blob, QCryptographicHash::Sha256).toBase64(QByteArray::OmitTrailingEquals));
}

QByteArray SshServer::knownHostsLine(const QString &type) const
{
    const QList<QByteArray> words = contentOf(hostKeyFile(type) + u".pub"_s).split(' ');
    return QByteArray('[' + m_address.toLatin1() + "]:" + QByteArray::number(m_port) + ' ' + words.value(0) + ' '
                      + words.value(1).trimmed() + '\n');
}

QString SshServer::knownHostsFile() const
{
    const QString path = m_folder.filePath(u"known_hosts"_s);
    return writeFile(path, knownHostsLine()) ? path : QString();
}

QByteArray SshServer::log() const
{
    return contentOf(m_folder.filePath(u"log"_s));
}

QByteArray SshServer::content() const
{
    QByteArray text = m_configuration + '\n';
    for (const QString &type : {u"ed25519"_s, u"ecdsa"_s, u"rsa"_s}) {
        if (QFile::exists(hostKeyFile(type)))
            text += "HostKey " + hostKeyFile(type).toLocal8Bit() + '\n';
    }
    text += "ListenAddress " + m_address.toLatin1() + "\nPort " + QByteArray::number(m_port) + "\nAuthorizedKeysFile "
        + authorizedKeysFile().toLocal8Bit()
        + "\nPermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nUsePAM "
          "no\nStrictModes "
          "no\n"
          "PidFile none\nMaxStartups 200\nUseDNS no\nSubsystem sftp internal-sftp -d "
        + home().toLocal8Bit() + "\nLogLevel VERBOSE\nSetEnv " + environment() + '\n';
    return text;
}

QByteArray SshServer::environment() const
{
    return "SHLVL=1 HOME=" + home().toLocal8Bit(); // by SHLVL bash knows that it is to read no ~/.bashrc
}

bool SshServer::start()
{
    return begin() && waitUntilUp();
}

bool SshServer::begin()
{
    if (getuid() == 0)
        QDir().mkpath(u"/run/sshd"_s); // sshd's own empty folder, made by its service where there is one
    const QString configuration = m_folder.filePath(u"sshd_config"_s);
    if (m_port == 0 || !QDir().mkpath(home()) || !writeFile(configuration, content()))
        return false;
    m_process.setStandardErrorFile(m_folder.filePath(u"log"_s), QIODevice::Append);
    const QStringList command = m_wrapper + QStringList{u"/usr/sbin/sshd"_s, u"-D"_s, u"-e"_s, u"-f"_s, configuration};
    m_process.start(command.first(), command.mid(1));
    return true;
}

bool SshServer::waitUntilUp()
{
    const auto answers = [this] {
        QTcpSocket socket;
        socket.connectToHost(m_address, m_port);
        return socket.waitForConnected(200);
    };
    if (m_process.waitForStarted(testing::patience)
        && QTest::qWaitFor([&] { return m_process.state() == QProcess::NotRunning || answers(); }, testing::patience)
        && m_process.state() == QProcess::Running)
        return true;
    qInfo("sshd did not start: %s", log().constData());
    return false;
}

QList<qint64> SshServer::sessions() const
{
    return m_process.processId() > 0 ? childrenOf(m_process.processId()) : QList<qint64>();
}

void SshServer::stop()
{
    if (m_process.processId() > 0)
        ::kill(pid_t(m_process.processId()), SIGSTOP); // or who is cut off comes back meanwhile
    for (const qint64 pid : sessions())
        killTree(pid);
    stopListening();
}

void SshServer::freeze()
{
    freezeTree(m_process.processId());
    for (const qint64 pid : sessions())
        freezeTree(pid);
}

void SshServer::stopListening()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(testing::patience);
}

} // namespace testing
