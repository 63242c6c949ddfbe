// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/hosts/node.h"
#include "tests/support/parts.h"

#include <QProcess>
#include <QString>

namespace testing {

/// A machine with its own Linux kernel and systemd (user mode Linux), on the bridge of a test that has a network of its
/// own (insidenetwork.h). Logins are sessions of logind, which ends their processes at logout
/// (KillUserProcesses=yes). "alice" and "root" may log in by identityFile(). Its root is an overlay of this computer's
/// and a disk in memory, whose content is lost at the end. Blocks.
class UmlNode
{
    Q_DISABLE_COPY_MOVE(UmlNode)

public:
    /// \a number: from 1, unique within a test.
    explicit UmlNode(int number = 1);
    ~UmlNode(); ///< as powerOff()

    [[nodiscard]] bool up(); ///< boots and waits until logins work; on false its console is in the test's output
    void powerOff(); ///< without any packet to the network

    /// Runs \a script by root's shell, in a login of its own.
    Node::Executed exec(const QString &script) const { return login(QStringLiteral("root"), script); }

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] QString destination() const { return QString(u"alice@" + m_address); }
    [[nodiscard]] QString identityFile() const { return path(QStringLiteral("id")); }
    [[nodiscard]] QString knownHostsFile() const { return path(QStringLiteral("known_hosts")); }
    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" of its host key

private:
    [[nodiscard]] QString path(const QString &file) const { return QString(m_folder + u'/' + file); }
    [[nodiscard]] bool prepare() const;
    [[nodiscard]] Node::Executed login(const QString &user, const QString &command) const;
    [[nodiscard]] QByteArray card() const;

    int m_number;
    QString m_name, m_address, m_folder;
    QProcess m_kernel;
};

} // namespace testing

/// In a test function: skips it when a UmlNode is not possible.
#define SKIP_WITHOUT_UML()                                                                                             \
    do {                                                                                                               \
        SKIP_WITHOUT("sshd");                                                                                          \
        SKIP_WITHOUT("iproute2");                                                                                      \
        SKIP_WITHOUT("busybox");                                                                                       \
        SKIP_WITHOUT("uml");                                                                                           \
        SKIP_WITHOUT("systemd");                                                                                       \
        SKIP_WITHOUT("pam-systemd");                                                                                   \
        SKIP_WITHOUT("dbus-session");                                                                                  \
        SKIP_OUTSIDE_NETWORK();                                                                                        \
    } while (false)
