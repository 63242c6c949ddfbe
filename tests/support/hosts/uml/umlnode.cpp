// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/uml/umlnode.h"

#include "tests/support/patience.h"
#include "tests/support/real/sshserver.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace testing {

UmlNode::UmlNode(int number)
    : m_number(number), m_name(u"u%1"_s.arg(number)), m_address(u"10.77.250.%1"_s.arg(number)),
      m_folder(networkFolder() + u'/' + m_name)
{
    m_kernel.setProcessChannelMode(QProcess::MergedChannels);
}

UmlNode::~UmlNode()
{
    powerOff();
}

QByteArray UmlNode::card() const
{
    return "uml" + QByteArray::number(m_number);
}

QString UmlNode::fingerprint() const
{
    return SshServer::fingerprintOf(path(u"hostkey.pub"_s));
}

bool UmlNode::prepare() const
{
    if (QFile::exists(knownHostsFile()))
        return true; // a second boot
    QFile key(path(u"hostkey.pub"_s)), known(knownHostsFile());
    if (!QDir().mkpath(m_folder) || !SshServer::makeKey(path(u"hostkey"_s)) || !SshServer::makeKey(identityFile())
        || !key.open(QIODevice::ReadOnly) || !known.open(QIODevice::WriteOnly))
        return false;
    // Neither the loader nor a kernel's command line takes a path with a space.
    return known.write(m_address.toLatin1() + ' ' + key.readAll()) > 0
        && QFile::copy(QStringLiteral(BATCHDECK_UML_XSTATE), path(u"xstate.so"_s))
        && QFile::copy(QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/hosts/uml/uml-init.sh"), path(u"init"_s));
}

bool UmlNode::up()
{
    if (!isInsideNetwork() || !raiseBridge() || !prepare())
        return false;
    const QByteArray hardware = "02:77:00:00:fa:" + QByteArray::number(m_number, 16).rightJustified(2, '0');
    if (!runIp("tuntap add " + card() + " mode tap\nlink set " + card() + " master br0 up\nneigh replace "
               + m_address.toLatin1() + " lladdr " + hardware + " dev br0 nud permanent\n"))
        return false;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LD_PRELOAD"_s, path(u"xstate.so"_s));
    environment.insert(u"TMPDIR"_s, u"/dev/shm"_s); // its memory
    m_kernel.setProcessEnvironment(environment);
    m_kernel.setStandardInputFile(QProcess::nullDevice());
    m_kernel.setStandardOutputFile(path(u"console"_s));
    m_kernel.start(u"linux.uml"_s,
                   {u"mem=512M"_s, u"root=/dev/root"_s, u"rootfstype=hostfs"_s, u"rootflags=/"_s, u"ro"_s, u"quiet"_s,
                    QString(u"vec0:transport=tap,ifname="_s + QString::fromLatin1(card()) + u",depth=128,mac="_s
                            + QString::fromLatin1(hardware)),
                    u"con=null"_s, u"con0=null,fd:1"_s, QString(u"init="_s + path(u"init"_s)),
                    QString(u"NAME="_s + m_name), QString(u"ADDRESS="_s + m_address), QString(u"FOLDER="_s + m_folder),
                    QString(u"umid="_s + m_name), QString(u"uml_dir="_s + m_folder + u'/')});
    // sshd listens before logind lets users in.
    const auto letsIn = [this] { return bool(login(u"alice"_s, u"true"_s)); };
    if (QTest::qWaitFor([&] { return m_kernel.state() == QProcess::NotRunning || letsIn(); }, 4 * testing::patience)
        && m_kernel.state() != QProcess::NotRunning)
        return true;
    QFile console(path(u"console"_s));
    if (console.open(QIODevice::ReadOnly))
        qInfo("%s did not boot: %s", qPrintable(m_name), console.readAll().constData());
    return false;
}

Node::Executed UmlNode::login(const QString &user, const QString &command) const
{
    QProcess ssh;
    ssh.setProcessChannelMode(QProcess::MergedChannels);
    ssh.start(u"ssh"_s,
              {u"-F"_s, u"/dev/null"_s, u"-i"_s, identityFile(), u"-o"_s, u"BatchMode=yes"_s, u"-o"_s,
               u"ConnectTimeout=10"_s, u"-o"_s, u"IdentityAgent=none"_s, u"-o"_s,
               QString(u"UserKnownHostsFile="_s + knownHostsFile()), QString(user + u'@' + m_address), command});
    const bool ended = ssh.waitForFinished(2 * testing::patience) && ssh.exitStatus() == QProcess::NormalExit;
    if (!ended) {
        ssh.kill();
        ssh.waitForFinished(testing::patience);
    }
    return {ended ? ssh.exitCode() : -1, ssh.readAll()};
}

void UmlNode::powerOff()
{
    if (m_kernel.state() == QProcess::NotRunning)
        return;
    (void)runIp("link del " + card() + '\n');
    m_kernel.kill();
    m_kernel.waitForFinished(testing::patience);
}

} // namespace testing
