// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QString>

namespace testing {

/// A machine with a Linux and a systemd of its own (user mode Linux), on the bridge of a test that has a network of its
/// own (insidenetwork.h): logins are sessions of logind, which ends their processes at logout
/// (KillUserProcesses=yes). "alice" and "root" may log in, by identityFile(). Its root is this computer's, laid under a
/// disk in memory that is lost when it ends. Needs the parts sshd, iproute2, busybox, uml, systemd, pam-systemd,
/// dbus-session. Blocks.
class UmlNode
{
    Q_DISABLE_COPY_MOVE(UmlNode)

public:
    /// \a number from 1, of those in one test.
    explicit UmlNode(int number = 1);
    ~UmlNode(); ///< as powerOff()

    [[nodiscard]] bool up(); ///< until its sshd lets people in; on failure its console goes to the test's output
    void powerOff(); ///< without a word to anybody on the network

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] QString destination() const { return QString(u"alice@" + m_address); }
    [[nodiscard]] QString identityFile() const { return path(QStringLiteral("id")); }
    [[nodiscard]] QString knownHostsFile() const { return path(QStringLiteral("known_hosts")); }
    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" of its host key

private:
    [[nodiscard]] QString path(const QString &file) const { return QString(m_folder + u'/' + file); }
    [[nodiscard]] bool prepare() const;
    [[nodiscard]] bool letsIn() const;
    [[nodiscard]] QByteArray card() const;

    int m_number;
    QString m_name, m_address, m_folder;
    QProcess m_kernel;
};

} // namespace testing
