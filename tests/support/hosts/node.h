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
    int diskMiB = 64; ///< what can be written to its root and /tmp; in memory, as it is used
    int homeMiB = 32;
    QString sharedHome; ///< of NodeFleet::makeSharedHome(): /home of all nodes that have it; empty: one each
    QString shell = QStringLiteral("/bin/bash"); ///< alice's
    QByteArray sshdConfig; ///< as Node::setSshdConfig()
};

/// A machine of a NodeFleet: address, host name, processes, root, machine id and accounts of its own; pid 1 is tini.
/// Who may log in: "alice" (uid 1000), by the fleet's key or password(), through PAM. All functions block.
class Node
{
    Q_DISABLE_COPY_MOVE(Node)

public:
    struct Executed
    {
        int exitCode = -1; ///< -1: it did not end in time, or the machine is off
        QByteArray output; ///< both streams

        explicit operator bool() const { return exitCode == 0; }
    };

    /// \a number from 1. \a folder is the node's own; \a publicKey a file. Made, but off.
    Node(int number, const QString &folder, const QString &publicKey, NodeOptions options);
    ~Node(); ///< as powerOff(), and its disk is gone

    [[nodiscard]] bool prepare(); ///< its disk; once
    void begin(); ///< to boot; does not wait, so that many can
    [[nodiscard]] bool waitUntilUnshared(); ///< now its network card can be plugged in
    [[nodiscard]] bool waitUntilUp(); ///< until its sshd accepts; else its words go to the test's output

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] static QString user() { return QStringLiteral("alice"); }
    [[nodiscard]] static QByteArray password() { return "wonderland"; }
    [[nodiscard]] static QByteArray code() { return "246810"; } ///< with setSecondFactor()
    [[nodiscard]] QString destination() const { return QString(user() + u'@' + m_address); }
    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" of its host key
    [[nodiscard]] QByteArray knownHostsLine() const;
    [[nodiscard]] QString homeFolder() const { return m_home; } ///< its /home, as this computer sees it

    /// The script, by bash as root there.
    Executed exec(const QString &script, int milliseconds = testing::patience) const;

    [[nodiscard]] bool boot(); ///< the disk is kept
    /// All its processes at once, without a word to anybody on the network.
    void powerOff();
    [[nodiscard]] bool reboot(); ///< as by a power cut
    /// Its cable: packets vanish in both directions, connections stay.
    [[nodiscard]] bool cut() const;
    [[nodiscard]] bool mend() const;
    /// As the cable cut, but only between machines that are isolated: the test reaches them.
    [[nodiscard]] bool isolate() const;
    [[nodiscard]] bool join() const; ///< no longer isolated
    [[nodiscard]] bool stopSshd() const; ///< the listener; its sessions go on
    [[nodiscard]] bool startSshd() const;
    /// Its home has not a byte left (but room for names of empty files, as file systems in memory have).
    [[nodiscard]] bool fill() const;
    [[nodiscard]] bool unfill() const;

    [[nodiscard]] bool setShell(const QString &path) const; ///< alice's, at the next login
    /// Lines of sshd_config before ours (they win), for connections from now on. Passwords by default only by the
    /// method "password": KbdInteractiveAuthentication yes offers the other.
    [[nodiscard]] bool setSshdConfig(const QByteArray &lines) const;
    /// PAM asks for the password first, then for code(): two prompts by keyboard-interactive.
    [[nodiscard]] bool setSecondFactor(bool on) const;

    /// What there is, as text for comparisons: every path below /home, /dev/shm and /run with mode, owner and size,
    /// every path that is not as installed elsewhere (without /var/log), authorized_keys, mounts, processes of alice.
    [[nodiscard]] QByteArray snapshot() const;

private:
    [[nodiscard]] QString path(const QString &name) const { return QString(m_folder + u'/' + name); }
    [[nodiscard]] qint64 init() const; ///< its pid 1, as this computer numbers it; 0 while off
    [[nodiscard]] bool waitForWord(const QByteArray &word);
    [[nodiscard]] bool plug() const;
    [[nodiscard]] QByteArray card() const; ///< our end of its cable

    int m_number;
    QString m_name, m_address, m_folder, m_home, m_publicKey;
    NodeOptions m_options;
    QProcess m_machine; // unshare(1), the parent of its pid 1
    QByteArray m_said;
};

} // namespace testing
