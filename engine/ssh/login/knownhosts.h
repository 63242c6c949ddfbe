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

/// What the known_hosts files say of a key.
struct HostKeyVerdict
{
    enum class Kind {
        Known,
        Unknown, ///< no key of this host is known
        Changed, ///< others of this type are, or of other types only
        Revoked,
    };
    struct Place
    {
        HostKey key;
        QString file;
        int line = 0;
    };
    Kind kind = Kind::Unknown;
    QList<Place> places; ///< Changed, Revoked: the lines that say so; Known: the line that has it
    bool isOfAuthority = false; ///< Unknown, and a @cert-authority line matches: certificates of hosts are not honoured
};

/// Our own reader of known_hosts (sshd(8)): any number of files, hashed names, patterns and negation, "[host]:port",
/// @revoked before all else. Lines that make no sense are skipped, as ssh does. Blocks for small files; any thread.
class KnownHosts
{
public:
    /// \a ownFile is the profile's: read with the others, and the only one that is written.
    KnownHosts(QStringList files, QString ownFile);

    /// \a name: SshHop::knownHostsName().
    [[nodiscard]] HostKeyVerdict check(const QString &name, const HostKey &key) const;
    /// Types of the keys that are known for \a name, so that the server is asked for one of those.
    [[nodiscard]] QStringList keyTypes(const QString &name) const;
    /// Adds a line to the own file (made with mode 0600); no effect on a key that is known.
    [[nodiscard]] Result<void> add(const QString &name, const HostKey &key) const;
    /// Takes the lines of \a name out of the own file, by writing it anew beside and renaming; answers how many.
    [[nodiscard]] Result<int> forget(const QString &name) const;
    /// Lines of \a name in the files that are not ours to write.
    [[nodiscard]] QList<HostKeyVerdict::Place> elsewhere(const QString &name) const;

private:
    QStringList m_files;
    QString m_ownFile;
};

} // namespace engine
