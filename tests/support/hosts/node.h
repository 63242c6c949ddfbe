// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/patience.h"

#include <QByteArray>
#include <QProcess>
#include <QString>

namespace testing {

struct NodeOptions
{
    int diskMiB = 64; ///< capacity of its root and /tmp, in memory as it is used
    int homeMiB = 32;
    QString sharedHome; ///< from NodeFleet::makeSharedHome(): /home of all nodes with this value; empty: its own
    QString shell = QStringLiteral("/bin/bash"); ///< of alice
    QByteArray sshdConfig; ///< as in Node::setSshdConfig()
};

/// A machine of a NodeFleet, with its own address, host name, processes, root, machine id and accounts; pid 1 is tini.
/// "alice" (uid 1000) may log in by the fleet's key or password(), through PAM. All functions block.
class Node
{
    Q_DISABLE_COPY_MOVE(Node)

public:
    struct Executed
    {
        int exitCode = -1; ///< -1: not ended in time, or the machine is off
        QByteArray output; ///< both streams

        explicit operator bool() const { return exitCode == 0; }
    };

    /// The node is off at first. \a number: from 1. \a folder: for this node only. \a publicKey: a file.
    Node(int number, const QString &folder, const QString &publicKey, NodeOptions options);
    ~Node(); ///< as powerOff(), and removes its disk

    [[nodiscard]] bool prepare(); ///< makes its disk; call it once
    void begin(); ///< begins booting without waiting, so that many nodes boot at once
    [[nodiscard]] bool waitUntilUnshared(); ///< until its network card can be plugged in
    /// Until its sshd accepts connections; on false its errors are in the test's output.
    [[nodiscard]] bool waitUntilUp();

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] static QString user() { return QStringLiteral("alice"); }
    [[nodiscard]] static QByteArray password() { return "wonderland"; }
    [[nodiscard]] static QByteArray code() { return "246810"; } ///< the code of setSecondFactor()
    [[nodiscard]] QString destination() const { return QString(user() + u'@' + m_address); }
    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" of its host key
    [[nodiscard]] QByteArray knownHostsLine() const;
    [[nodiscard]] QString homeFolder() const { return m_home; } ///< its /home, as this computer sees it

    /// Runs \a script by bash as root on the node.
    Executed exec(const QString &script, int milliseconds = testing::patience) const;

    [[nodiscard]] bool boot(); ///< keeps the disk
    /// Ends all its processes at once, without any packet to the network.
    void powerOff();
    [[nodiscard]] bool reboot(); ///< as by a power cut
    /// Cuts its cable: packets are lost in both directions, connections stay.
    [[nodiscard]] bool cut() const;
    [[nodiscard]] bool mend() const;
    /// As cut(), but only between isolated machines; the test still reaches them.
    [[nodiscard]] bool isolate() const;
    [[nodiscard]] bool join() const; ///< no longer isolated
    [[nodiscard]] bool stopSshd() const; ///< stops the listener; sessions go on
    [[nodiscard]] bool startSshd() const;
    /// Fills its home's file system, which then has room for empty files only.
    [[nodiscard]] bool fill() const;
    [[nodiscard]] bool unfill() const;

    [[nodiscard]] bool setShell(const QString &path) const; ///< of alice, from the next login on
    /// Sets lines of sshd_config that precede ours and so have precedence, for new connections. By default passwords
    /// are accepted only by the method "password"; KbdInteractiveAuthentication yes adds the other.
    [[nodiscard]] bool setSshdConfig(const QByteArray &lines) const;
    /// PAM asks for the password first, then for code(): two prompts by keyboard-interactive.
    [[nodiscard]] bool setSecondFactor(bool on) const;

    /// The node's state as text for comparisons: every path below /home, /dev/shm and /run with mode, owner and size,
    /// every other changed path (without /var/log), authorized_keys, mounts, processes of alice.
    [[nodiscard]] QByteArray snapshot() const;

private:
    [[nodiscard]] QString path(const QString &name) const { return QString(m_folder + u'/' + name); }
    [[nodiscard]] qint64 init() const; ///< pid of its pid 1 on this computer; 0 while off
    [[nodiscard]] bool waitForWord(const QByteArray &word);
    [[nodiscard]] bool plug() const;
    [[nodiscard]] QByteArray card() const; ///< name of our end of its cable

    int m_number;
    QString m_name, m_address, m_folder, m_home, m_publicKey;
    NodeOptions m_options;
    QProcess m_machine; // unshare(1), the parent of its pid 1
    QByteArray m_said;
};

} // namespace testing
