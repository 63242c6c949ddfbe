// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/sshhandles.h"

namespace engine {

/// A public key or a certificate, as on the wire. Value.
struct PublicKey
{
    QByteArray blob; ///< empty: none

    [[nodiscard]] QByteArray type() const; ///< the blob's own word: "ecdsa-sha2-nistp256", where libssh says "ecdsa"
    [[nodiscard]] bool isCertificate() const { return type().endsWith("-cert-v01@openssh.com"); }
    /// The key that a certificate is for; of a bare key itself; empty for what makes no sense.
    [[nodiscard]] PublicKey plain() const;
    /// The public half of libssh's \a key; empty when it cannot be told.
    [[nodiscard]] static PublicKey of(ssh_key key);
    /// For libssh; null for types that it does not know.
    [[nodiscard]] SshKey toKey() const;

    bool operator==(const PublicKey &) const = default;
};

/// An identity file that is there.
struct KeyFile
{
    QString path;
    PublicKey key; ///< empty: an encrypted one in PEM without ".pub", whose public part nobody can tell
    QList<PublicKey> certificates; ///< of "-cert.pub" beside it and of CertificateFile
};

/// One key to offer to a server.
struct KeyOffer
{
    PublicKey key; ///< a certificate or a bare key; empty as KeyFile::key
    PublicKey agentKey; ///< what the agent signs with; empty: the key is in \a path
    QString path;

    bool operator==(const KeyOffer &) const = default;
};

/// The key that alone was enough at one login: further ones begin with it, two ways there and back sooner. Value.
struct AcceptedKey
{
    QString identity; ///< SshHop::identity() of the machine that took it
    KeyOffer offer;
};

struct PrivateKey
{
    enum class State {
        Loaded,
        Encrypted, ///< and no passphrase was given
        WrongPassphrase,
        Unusable, ///< cannot be read, or is no key
    };
    State state = State::Unusable;
    SshKey key;
};

/// Those of the hop's identity files that exist, in order. Blocks for small files.
[[nodiscard]] QList<KeyFile> readKeyFiles(const SshHop &hop);
/// Certificates of the hop's CertificateFile. Blocks for small files.
[[nodiscard]] QList<PublicKey> readCertificates(const SshHop &hop);
/// Never asks on the terminal. \a passphrase nullptr: none. Blocks; a passphrase costs a good part of a second.
[[nodiscard]] PrivateKey loadPrivateKey(const QString &path, const Secret *passphrase = nullptr);

/// In order: keys of the agent that are in \a files, other keys of the agent, files; certificates before their keys;
/// each once. At most \a limit, and when that is too few, the agent's other keys give way to the files. Pure.
[[nodiscard]] QList<KeyOffer> keyOffers(const QList<PublicKey> &agent, const QList<KeyFile> &files,
                                        const QList<PublicKey> &certificates, bool identitiesOnly, qsizetype limit);

} // namespace engine
