// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// A D-Bus daemon on a socket of its own, which starts no services. Needs the part "dbus". Blocks while it starts.
class PrivateBus
{
    Q_DISABLE_COPY_MOVE(PrivateBus)

public:
    PrivateBus() = default;
    ~PrivateBus() { stop(); }

    [[nodiscard]] bool start();
    void stop(); ///< every connection is cut
    [[nodiscard]] QString address() const;
    [[nodiscard]] QDBusConnection connection() const; ///< the test's own, until stop()
    [[nodiscard]] bool waitForName(const QString &name) const; ///< until somebody has it

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

/// gnome-keyring on a bus of its own, unlocked, with a home that is not the user's. From start() on it is this
/// process's session. Needs the parts "dbus" and "gnome-keyring". Blocks.
class PrivateKeyring
{
    Q_DISABLE_COPY_MOVE(PrivateKeyring)

public:
    PrivateKeyring() = default;
    ~PrivateKeyring();

    [[nodiscard]] bool start();
    [[nodiscard]] bool startKeyring(); ///< (again): what it keeps is on the disk
    void killKeyring();
    void pauseKeyring(); ///< it hears and says nothing
    void resumeKeyring();
    [[nodiscard]] bool lock();
    void stopBus() { m_bus.stop(); }
    [[nodiscard]] bool startCounting(); ///< of what is asked of it, by whomever
    [[nodiscard]] qsizetype requests(); ///< since then; -1: that is not known

    [[nodiscard]] QString home() const { return m_home.path(); }

private:
    PrivateBus m_bus;
    QTemporaryDir m_home;
    QProcess m_keyring;
    QProcess m_monitor;
    QByteArray m_seen; // by it
    int m_counts = 0;
};

} // namespace testing
