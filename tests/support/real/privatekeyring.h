// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// A D-Bus daemon with its own socket, which starts no services. Needs the part "dbus". Blocks while it starts.
class PrivateBus
{
    Q_DISABLE_COPY_MOVE(PrivateBus)

public:
    PrivateBus() = default;
    ~PrivateBus() { stop(); }

    [[nodiscard]] bool start();
    void stop(); ///< cuts every connection
    [[nodiscard]] QString address() const;
    [[nodiscard]] QDBusConnection connection() const; ///< the test's own, until stop()
    [[nodiscard]] bool waitForName(const QString &name) const; ///< until a service has the name

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

/// An unlocked gnome-keyring on its own bus, with its own home. From start() on this bus is the session bus of this
/// process. Needs the parts "dbus" and "gnome-keyring". Blocks.
class PrivateKeyring
{
    Q_DISABLE_COPY_MOVE(PrivateKeyring)

public:
    PrivateKeyring() = default;
    ~PrivateKeyring();

    [[nodiscard]] bool start();
    [[nodiscard]] bool startKeyring(); ///< also again: its secrets stay on the disk
    [[nodiscard]] bool startKeyringInLine(); ///< while another program has its name: it waits for the name
    void killKeyring();
    void pauseKeyring(); ///< it does not answer from now on
    void resumeKeyring();
    [[nodiscard]] bool lock();
    void stopBus() { m_bus.stop(); }
    [[nodiscard]] bool startCounting(); ///< counts requests to it, of all clients
    [[nodiscard]] qsizetype requests(); ///< the number since startCounting(); -1: unknown

    [[nodiscard]] QString home() const { return m_home.path(); }

private:
    [[nodiscard]] bool startProcess();

    PrivateBus m_bus;
    QTemporaryDir m_home;
    QProcess m_keyring;
    QProcess m_monitor;
    QByteArray m_seen; // output of the counting program
    int m_counts = 0;
};

} // namespace testing
