// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// Lines of sshd_config: who has no key is not let in.
constexpr auto keysOnly = "PasswordAuthentication no\nKbdInteractiveAuthentication no\n";

/// A real sshd on an address and port of its own in 127/8, with own host keys and one key that may log in: as the user
/// who runs the test, but with a $HOME of its own, where SFTP begins, too; a command begins in the user's. Needs the
/// part "sshd"; no root. Blocks while it starts and stops.
class SshServer
{
    Q_DISABLE_COPY_MOVE(SshServer)

public:
    /// \a configuration: further lines of sshd_config; they come first, and so win.
    explicit SshServer(QByteArray configuration = {});
    ~SshServer(); ///< as stop()

    [[nodiscard]] bool start(); ///< and wait until it accepts; on failure its log goes to the test's output
    [[nodiscard]] bool begin(); ///< to start, without waiting
    [[nodiscard]] bool waitUntilUp(); ///< after begin()
    void stop(); ///< the listener, every session and what runs in them, at once; what left them (a job) goes on
    void stopListening(); ///< the sessions go on
    void
    freeze(); ///< the listener and every session: all connections stay, and nothing is answered any more, until stop()
    void setConfiguration(const QByteArray &configuration) { m_configuration = configuration; } ///< at the next start()
    /// A command that sshd's own is put behind, and that ends by becoming it (exec).
    void setWrapper(const QStringList &command) { m_wrapper = command; }
    [[nodiscard]] bool makeHostKey(const QString &type = QStringLiteral("ed25519")); ///< a new one; at the next start()

    [[nodiscard]] QString address() const { return m_address; }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] static QString user();
    [[nodiscard]] QString destination() const; ///< user@address:port
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString home() const { return m_folder.filePath(QStringLiteral("home")); }
    /// What SetEnv of a configuration has to say first, as sshd takes only one.
    [[nodiscard]] QByteArray environment() const;
    [[nodiscard]] QString identityFile() const { return m_folder.filePath(QStringLiteral("id")); }
    [[nodiscard]] QString authorizedKeysFile() const { return m_folder.filePath(QStringLiteral("authorized_keys")); }
    [[nodiscard]] QString hostKeyFile(const QString &type = QStringLiteral("ed25519")) const;
    [[nodiscard]] QString fingerprint(const QString &type = QStringLiteral("ed25519")) const; ///< "SHA256:…"
    [[nodiscard]] QByteArray knownHostsLine(const QString &type = QStringLiteral("ed25519")) const;
    /// A known_hosts file that knows this server.
    [[nodiscard]] QString knownHostsFile() const;
    [[nodiscard]] QByteArray log() const;
    /// Processes that serve sessions now.
    [[nodiscard]] QList<qint64> sessions() const;
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    static QString fingerprintOf(const QString &publicKeyFile);
    /// ssh-keygen: a key at \a path (and .pub); false with its words in the test's output.
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
