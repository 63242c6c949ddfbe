// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/real/privatekeyring.h"

#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusReply>
#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

constexpr auto secretsName = "org.freedesktop.secrets";

} // namespace

bool PrivateBus::start()
{
    const QString configuration = m_folder.filePath(u"bus.conf"_s);
    const QByteArray content = "<busconfig><type>session</type><listen>" + address().toUtf8()
        + "</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/><allow "
          "eavesdrop=\"true\"/><allow own=\"*\"/>"
          "</policy></busconfig>";
    if (!writeFile(configuration, content))
        return false;
    m_process.setStandardErrorFile(m_folder.filePath(u"log"_s), QIODevice::Append);
    m_process.start(u"dbus-daemon"_s, {u"--nofork"_s, u"--nopidfile"_s, QString(u"--config-file="_s + configuration)});
    // The socket is there a moment before somebody listens at it; who came too early keeps the name.
    const auto isUp = [this] {
        const bool isConnected = QFile::exists(m_folder.filePath(u"bus"_s)) && connection().isConnected();
        if (!isConnected)
            QDBusConnection::disconnectFromBus(address());
        return isConnected;
    };
    return m_process.waitForStarted(testing::patience) && QTest::qWaitFor(isUp, testing::patience);
}

void PrivateBus::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    QDBusConnection::disconnectFromBus(address());
    m_process.kill();
    m_process.waitForFinished(testing::patience);
}

QDBusConnection PrivateBus::connection() const
{
    return QDBusConnection::connectToBus(address(), address());
}

QString PrivateBus::address() const
{
    return QString(u"unix:path="_s + m_folder.filePath(u"bus"_s));
}

bool PrivateBus::waitForName(const QString &name) const
{
    return QTest::qWaitFor([&] { return connection().interface()->isServiceRegistered(name).value(); },
                           testing::patience);
}

PrivateKeyring::~PrivateKeyring()
{
    m_monitor.kill();
    m_monitor.waitForFinished(testing::patience);
    killKeyring();
}

bool PrivateKeyring::start()
{
    if (!QDir(home()).mkpath(u"run"_s) || !m_bus.start())
        return false;
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "XDG_DATA_HOME"})
        qunsetenv(name);
    qputenv("HOME", home().toUtf8());
    qputenv("XDG_RUNTIME_DIR", m_home.filePath(u"run"_s).toUtf8());
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.address().toUtf8());
    QFile::setPermissions(m_home.filePath(u"run"_s),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner); // gnome-keyring insists
    return startKeyring();
}

bool PrivateKeyring::startProcess()
{
    killKeyring();
    m_keyring.setStandardErrorFile(QProcess::nullDevice());
    m_keyring.setStandardOutputFile(QProcess::nullDevice());
    m_keyring.start(u"gnome-keyring-daemon"_s, {u"--foreground"_s, u"--components=secrets"_s, u"--unlock"_s});
    m_keyring.write("keyring's own");
    m_keyring.closeWriteChannel();
    return m_keyring.waitForStarted(testing::patience);
}

bool PrivateKeyring::startKeyring()
{
    if (!startProcess())
        return false;
    // The bus may not know yet that one before it has gone.
    const auto isHere = [this] {
        const auto pid = m_bus.connection().interface()->servicePid(QString::fromLatin1(secretsName));
        return pid.isValid() && pid.value() == m_keyring.processId();
    };
    return QTest::qWaitFor(isHere, testing::patience);
}

bool PrivateKeyring::startKeyringInLine()
{
    const auto isInLine = [this] {
        const QDBusReply<QStringList> line =
            m_bus.connection().interface()->call(u"ListQueuedOwners"_s, QString::fromLatin1(secretsName));
        return line.isValid() && line.value().size() > 1;
    };
    return startProcess() && QTest::qWaitFor(isInLine, testing::patience);
}

void PrivateKeyring::killKeyring()
{
    if (m_keyring.state() == QProcess::NotRunning)
        return;
    m_keyring.kill();
    m_keyring.waitForFinished(testing::patience);
}

void PrivateKeyring::pauseKeyring()
{
    ::kill(pid_t(m_keyring.processId()), SIGSTOP);
}

void PrivateKeyring::resumeKeyring()
{
    if (m_keyring.state() == QProcess::Running)
        ::kill(pid_t(m_keyring.processId()), SIGCONT);
}

// Plain messages: Qt's proxies for interfaces keep what they have learnt of them for ever.
bool PrivateKeyring::lock()
{
    const QDBusObjectPath collection(u"/org/freedesktop/secrets/collection/login"_s);
    const auto call = [this](const QString &path, const QString &interface, const QString &method,
                             const QVariantList &arguments) {
        QDBusMessage message =
            QDBusMessage::createMethodCall(QString::fromLatin1(secretsName), path, interface, method);
        message.setArguments(arguments);
        return m_bus.connection().call(message);
    };
    call(u"/org/freedesktop/secrets"_s, u"org.freedesktop.Secret.Service"_s, u"Lock"_s,
         {QVariant::fromValue(QList<QDBusObjectPath>{collection})});
    const QDBusReply<QDBusVariant> locked = call(collection.path(), u"org.freedesktop.DBus.Properties"_s, u"Get"_s,
                                                 {u"org.freedesktop.Secret.Collection"_s, u"Locked"_s});
    return locked.isValid() && locked.value().variant().toBool();
}

bool PrivateKeyring::startCounting()
{
    m_monitor.start(
        u"dbus-monitor"_s,
        {u"--address"_s, m_bus.address(), u"type='method_call',path_namespace='/org/freedesktop/secrets'"_s});
    // It says so when it has become one.
    return m_monitor.waitForStarted(testing::patience)
        && QTest::qWaitFor(
               [this] {
                   m_seen += m_monitor.readAllStandardOutput();
                   return m_seen.contains("member=NameLost");
               },
               testing::patience);
}

qsizetype PrivateKeyring::requests()
{
    // What the bus carried before a call of ours has been seen when that call has.
    const QString mark = u"count-%1"_s.arg(++m_counts);
    QDBusMessage message =
        QDBusMessage::createMethodCall(QString::fromLatin1(secretsName), u"/org/freedesktop/secrets"_s,
                                       u"org.freedesktop.Secret.Service"_s, u"ReadAlias"_s);
    message.setArguments({mark});
    m_bus.connection().call(message);
    const bool isSeen = QTest::qWaitFor(
        [this, &mark] {
            m_seen += m_monitor.readAllStandardOutput();
            return m_seen.contains(mark.toLatin1());
        },
        testing::patience);
    return isSeen ? m_seen.count("method call ") - m_counts : -1;
}

} // namespace testing
