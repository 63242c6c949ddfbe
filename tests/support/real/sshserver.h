// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// Lines of sshd_config that allow logins by key only.
constexpr auto keysOnly = "PasswordAuthentication no\nKbdInteractiveAuthentication no\n";

/// A real sshd with its own address and port in 127/8, its own host keys and one key for logins. Logins are as the user
/// who runs the test, but with their own $HOME, where SFTP begins; a command begins in the user's home. Needs the part
/// "sshd", but not root. Blocks while it starts and stops.
class SshServer
{
    Q_DISABLE_COPY_MOVE(SshServer)

public:
    /// \a configuration: lines of sshd_config that precede ours and so have precedence.
    explicit SshServer(QByteArray configuration = {});
    ~SshServer(); ///< as stop()

    /// Starts and waits until it accepts connections; on false its log is in the test's output.
    [[nodiscard]] bool start();
    [[nodiscard]] bool begin(); ///< starts without waiting
    [[nodiscard]] bool waitUntilUp(); ///< after begin()
    /// Kills the listener, all sessions and their processes; processes that left their session (jobs) go on.
    void stop();
    void stopListening(); ///< stops the listener; sessions go on
    /// Stops the listener and every session: all connections stay, and nothing is answered any more, until stop().
    void freeze();
    /// Takes effect at the next start().
    void setConfiguration(const QByteArray &configuration) { m_configuration = configuration; }
    /// A command that gets sshd's command line as its last arguments and must exec it.
    void setWrapper(const QStringList &command) { m_wrapper = command; }
    /// Makes a new one for the next start().
    [[nodiscard]] bool makeHostKey(const QString &type = QStringLiteral("ed25519"));

    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] static QString user();
    [[nodiscard]] QString destination() const; ///< user@address:port
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString home() const { return m_folder.filePath(QStringLiteral("home")); }
    /// The variables with which SetEnv in a configuration must begin, as sshd uses only one SetEnv.
    [[nodiscard]] QByteArray environment() const;
    [[nodiscard]] QString identityFile() const { return m_folder.filePath(QStringLiteral("id")); }
    [[nodiscard]] QString authorizedKeysFile() const { return m_folder.filePath(QStringLiteral("authorized_keys")); }
    [[nodiscard]] QString hostKeyFile(const QString &type = QStringLiteral("ed25519")) const;
    [[nodiscard]] QString fingerprint(const QString &type = QStringLiteral("ed25519")) const; ///< "SHA256:…"
    [[nodiscard]] QByteArray knownHostsLine(const QString &type = QStringLiteral("ed25519")) const;
    /// A known_hosts file with this server's keys.
    [[nodiscard]] QString knownHostsFile() const;
    [[nodiscard]] QByteArray log() const;
    /// Pids of the processes that serve sessions.
    [[nodiscard]] QList<qint64> sessions() const;
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    static QString fingerprintOf(const QString &publicKeyFile);
    /// Makes a key at \a path (and .pub) by ssh-keygen; on false its errors are in the test's output.
    static bool makeKey(const QString &path, const QString &type = QStringLiteral("ed25519"),
                        const QString &passphrase = {});

private:
    [[nodiscard]] QByteArray content() const;

    QTemporaryDir m_folder;
    QByteArray m_configuration;
    QStringList m_wrapper;
    QString m_address;
    quint16 m_port = 0;
    QProcess m_process;
};

} // namespace testing
