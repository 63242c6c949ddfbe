// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/node.h"

#include "tests/support/files.h"
#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/patience.h"
#include "tests/support/real/sshserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QUuid>

#include <csignal>
#include <sys/mount.h>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

// Of password(), by crypt(3)'s SHA-512.
constexpr auto passwordHash =
    "$6$batchdeck$b.syBM7Bbaym5sJxWj967jQkYmudLz6BgmxIxQQ06jo7Y52fBAQS37FmzEwDzLI3Z5sJUr/JE9LApEOT/Q67d0";
constexpr auto pamAuth = "auth required pam_unix.so nodelay\n";
constexpr auto pamRest = "account required pam_unix.so\n"
                         "session required pam_unix.so\n";
constexpr auto sshdTail = "HostKey /etc/ssh/hostkey\n"
                          "UsePAM yes\n"
                          "PasswordAuthentication yes\n"
                          "KbdInteractiveAuthentication no\n"
                          "UseDNS no\n"
                          "PrintMotd no\n"
                          "PrintLastLog no\n"
                          "MaxStartups 200\n"
                          "Subsystem sftp internal-sftp\n"
                          "LogLevel VERBOSE\n";

bool mountDisk(const QString &folder, int mebibytes)
{
    return QDir().mkpath(folder)
        && mount("disk", QFile::encodeName(folder).constData(), "tmpfs", 0,
                 QByteArray("mode=755,size=" + QByteArray::number(mebibytes) + 'm').constData())
        == 0;
}

/// \a text as one word of a shell's command that writes it to \a path.
QString writeCommand(const QString &path, const QByteArray &text)
{
    return QString(u"base64 -d >"_s + path + u" <<< "_s + QString::fromLatin1(text.toBase64()));
}

} // namespace

Node::Node(int number, const QString &folder, const QString &publicKey, NodeOptions options)
    : m_number(number), m_name(u"n%1"_s.arg(number)),
      m_address(u"10.77.%1.%2"_s.arg(1 + number / 250).arg(1 + number % 250)), m_folder(folder),
      m_home(options.sharedHome.isEmpty() ? path(u"home"_s) : options.sharedHome), m_publicKey(publicKey),
      m_options(std::move(options))
{
    m_machine.setProcessChannelMode(QProcess::MergedChannels);
}

Node::~Node()
{
    powerOff();
    umount2(QFile::encodeName(path(u"disk"_s)).constData(), MNT_DETACH);
    if (m_options.sharedHome.isEmpty())
        umount2(QFile::encodeName(m_home).constData(), MNT_DETACH);
    QDir(m_folder).removeRecursively();
}

bool Node::prepare()
{
    const QByteArray shell = m_options.shell.toLatin1();
    return mountDisk(path(u"disk"_s), m_options.diskMiB)
        && (!m_options.sharedHome.isEmpty() || mountDisk(m_home, m_options.homeMiB))
        && SshServer::makeKey(path(u"hostkey"_s)) && QFile::copy(m_publicKey, path(u"id.pub"_s))
        && writeFile(path(u"machine-id"_s), QUuid::createUuid().toByteArray(QUuid::Id128) + '\n')
        && writeFile(path(u"passwd"_s), "alice:x:1000:1000::/home/alice:" + shell + '\n')
        && writeFile(path(u"shadow"_s), QByteArray("alice:") + passwordHash + ":19000:0:99999:7:::\n")
        && writeFile(path(u"sshd_config"_s), m_options.sshdConfig + '\n' + sshdTail)
        && writeFile(path(u"pam"_s), QByteArray(pamAuth) + pamRest);
}

QString Node::fingerprint() const
{
    return SshServer::fingerprintOf(path(u"hostkey.pub"_s));
}

QByteArray Node::knownHostsLine() const
{
    const QList<QByteArray> words = contentOf(path(u"hostkey.pub"_s)).split(' ');
    return QByteArray(m_address.toLatin1() + ' ' + words.value(0) + ' ' + words.value(1).trimmed() + '\n');
}

QByteArray Node::card() const
{
    return "card" + QByteArray::number(m_number);
}

void Node::begin()
{
    m_said.clear();
    m_machine.start(u"unshare"_s,
                    {u"--uts"_s, u"--ipc"_s, u"--net"_s, u"--mount"_s, u"--pid"_s, u"--fork"_s, u"--kill-child"_s,
                     QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/hosts/node.sh"), m_name, m_address, m_folder,
                     m_home});
}

bool Node::waitForWord(const QByteArray &word)
{
    const QByteArray line = word + '\n';
    const QDeadlineTimer deadline(testing::patience);
    while (!m_said.contains(line) && m_machine.state() != QProcess::NotRunning && !deadline.hasExpired()) {
        m_machine.waitForReadyRead(int(deadline.remainingTime()));
        m_said += m_machine.readAll();
    }
    if (m_said.contains(line))
        return true;
    qInfo("%s did not boot: %s%s", qPrintable(m_name), m_said.constData(),
          contentOf(path(u"disk/upper/var/log/boot.log"_s)).constData());
    return false;
}

bool Node::waitUntilUnshared()
{
    return waitForWord("unshared") && plug() && m_machine.write("plugged in\n") > 0;
}

/// The neighbour entry is fixed, so that a machine that is off or cut is silence, and never "no route".
bool Node::plug() const
{
    const QByteArray hardware = "02:77:00:00:" + QByteArray::number(m_number / 256, 16).rightJustified(2, '0') + ':'
        + QByteArray::number(m_number % 256, 16).rightJustified(2, '0');
    return runIp("link add " + card() + " type veth peer name eth0 address " + hardware + " netns "
                 + QByteArray::number(m_machine.processId()) + "\nlink set " + card() + " master br0 up\nneigh replace "
                 + m_address.toLatin1() + " lladdr " + hardware + " dev br0 nud permanent\n");
}

bool Node::waitUntilUp()
{
    return waitForWord("up");
}

bool Node::boot()
{
    begin();
    return waitUntilUnshared() && waitUntilUp();
}

qint64 Node::init() const
{
    const QByteArray pid = QByteArray::number(m_machine.processId());
    return contentOf(QString::fromLatin1("/proc/" + pid + "/task/" + pid + "/children")).trimmed().toLongLong();
}

Node::Executed Node::exec(const QString &script, int milliseconds) const
{
    const qint64 target = init();
    if (target == 0)
        return {};
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(u"nsenter"_s,
                  {u"--target"_s, QString::number(target), u"--net"_s, u"--uts"_s, u"--ipc"_s, u"--mount"_s, u"--pid"_s,
                   u"--root"_s, u"--wd"_s, u"bash"_s, u"-c"_s, script});
    process.closeWriteChannel();
    if (process.waitForFinished(milliseconds) && process.exitStatus() == QProcess::NormalExit)
        return {process.exitCode(), process.readAll()};
    process.kill();
    process.waitForFinished(testing::patience);
    return {-1, process.readAll()};
}

void Node::powerOff()
{
    if (m_machine.state() == QProcess::NotRunning)
        return;
    // The cable first: the end of its processes would be told to their peers.
    (void)runIp("link del " + card() + '\n');
    if (const qint64 target = init())
        ::kill(pid_t(target), SIGKILL);
    else
        m_machine.kill();
    m_machine.waitForFinished(testing::patience);
}

bool Node::reboot()
{
    powerOff();
    return boot();
}

bool Node::cut() const
{
    return runIp("link set " + card() + " down\n");
}

bool Node::mend() const
{
    return runIp("link set " + card() + " up\n");
}

bool Node::isolate() const
{
    return runIp("link set " + card() + " type bridge_slave isolated on\n");
}

bool Node::join() const
{
    return runIp("link set " + card() + " type bridge_slave isolated off\n");
}

bool Node::stopSshd() const
{
    return bool(exec(u"pid=$(cat /run/sshd.pid) && kill $pid && while [ -e /proc/$pid ]; do sleep .01; done"_s));
}

bool Node::startSshd() const
{
    return bool(exec(u"rm -f /run/sshd.pid; /usr/sbin/sshd -E /var/log/sshd.log && "
                     "while [ ! -s /run/sshd.pid ]; do sleep .01; done"_s));
}

bool Node::fill() const
{
    return bool(exec(u"dd if=/dev/zero of=/home/.full bs=1M; ! head -c 4096 /dev/zero >>/home/.full"_s));
}

bool Node::unfill() const
{
    return bool(exec(u"rm /home/.full"_s));
}

bool Node::setShell(const QString &path) const
{
    return bool(exec(QString(u"sed -i 's|^\\(alice:.*:\\).*|\\1"_s + path + u"|' /etc/passwd"_s)));
}

bool Node::setSshdConfig(const QByteArray &lines) const
{
    return exec(writeCommand(u"/etc/ssh/sshd_config"_s, lines + '\n' + sshdTail)) && stopSshd() && startSshd();
}

/// pam_stress is the module at hand that asks again; what it got is what pam_exec hands on.
bool Node::setSecondFactor(bool on) const
{
    const QByteArray second = on ? "auth optional pam_echo.so Now the code from your device\n"
                                   "auth required pam_stress.so\n"
                                   "auth required pam_exec.so quiet expose_authtok /etc/ssh/check-code\n"
                                 : "";
    const QByteArray check = "#!/bin/bash\nread -r -d '' given\n[ \"$given\" = " + code() + " ]\n";
    return exec(writeCommand(u"/etc/ssh/check-code"_s, check) + u"; chmod 755 /etc/ssh/check-code"_s)
        && exec(writeCommand(u"/etc/pam.d/sshd"_s, pamAuth + second + pamRest));
}

QByteArray Node::snapshot() const
{
    // Folders without their size: it depends on what was in them before.
    const QString find = u" \\( -type d -printf '%p %M %u\\n' -o -printf '%p %M %u %s %l\\n' \\) | sort"_s;
    QProcess disk;
    disk.start(u"bash"_s,
               {u"-c"_s, QString(u"cd \"$1\" && find upper tmp -path upper/var/log -prune -o"_s + find), u"bash"_s,
                path(u"disk"_s)});
    disk.waitForFinished(testing::patience);
    const Executed inside = exec(QString(u"find /home /dev/shm /run -path /run/user -prune -o"_s + find
                                         + u"; cat /home/*/.ssh/authorized_keys; cut -d' ' -f5- /proc/self/mountinfo; "
                                           u"ps -u alice -o args= | sort"_s));
    return QByteArray(disk.readAll() + inside.output);
}

} // namespace testing
