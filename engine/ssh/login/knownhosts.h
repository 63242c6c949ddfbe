// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArray>
#include <QStringList>

namespace engine {

struct HostKey
{
    QString type; ///< "ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"…
    QByteArray blob; ///< as on the wire

    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" without padding, as ssh prints it

    bool operator==(const HostKey &) const = default;
};

/// The result of looking up a key in the known_hosts files.
struct HostKeyVerdict
{
    enum class Kind {
        Known,
        Unknown, ///< no key of this host is known
        Changed, ///< other keys of this host are known, of this or other types
        Revoked,
    };
    struct Place
    {
        HostKey key;
        QString file;
        int line = 0;
    };
    Kind kind = Kind::Unknown;
    QList<Place> places; ///< Changed, Revoked: the lines that contradict; Known: the line with the key
    bool isOfAuthority = false; ///< Unknown, and a @cert-authority line matches; host certificates are not supported
};

/// Reader and writer of known_hosts files (sshd(8)): hashed names, patterns and negation, "[host]:port"; @revoked has
/// precedence. Invalid lines are skipped, as ssh does. Blocks for small files; any thread.
class KnownHosts
{
public:
    /// \a ownFile: the profile's. It is read as well, and is the only one that is written.
    KnownHosts(QStringList files, QString ownFile);

    /// \a name: SshHop::knownHostsName().
    [[nodiscard]] HostKeyVerdict check(const QString &name, const HostKey &key) const;
    /// Types of the known keys of \a name, which the key exchange should prefer.
    [[nodiscard]] QStringList keyTypes(const QString &name) const;
    /// Adds a line to the own file (created with mode 0600), unless the key is known.
    [[nodiscard]] Result<void> add(const QString &name, const HostKey &key) const;
    /// Removes the lines of \a name from the own file, by writing a new file and renaming it; returns how many.
    [[nodiscard]] Result<int> forget(const QString &name) const;
    /// Lines of \a name in the files that are not written by us.
    [[nodiscard]] QList<HostKeyVerdict::Place> elsewhere(const QString &name) const;

private:
    QStringList m_files;
    QString m_ownFile;
};

} // namespace engine
