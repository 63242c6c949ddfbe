// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/sshhandles.h"

namespace engine {

/// A public key or a certificate in SSH's wire format. Value.
struct PublicKey
{
    QByteArray blob; ///< empty for none

    [[nodiscard]] QByteArray type() const; ///< from the blob: "ecdsa-sha2-nistp256", where libssh has "ecdsa"
    [[nodiscard]] bool isCertificate() const { return type().endsWith("-cert-v01@openssh.com"); }
    /// A certificate's key; for a bare key itself; empty for an invalid blob.
    [[nodiscard]] PublicKey plain() const;
    /// The public part of libssh's \a key; empty when libssh cannot export it.
    [[nodiscard]] static PublicKey of(ssh_key key);
    /// As a key of libssh; null for types that it does not know.
    [[nodiscard]] SshKey toKey() const;

    bool operator==(const PublicKey &) const = default;
};

/// An existing identity file.
struct KeyFile
{
    QString path;
    PublicKey key; ///< empty: unknown (encrypted PEM without a ".pub" file)
    QList<PublicKey> certificates; ///< from "-cert.pub" beside the file and from CertificateFile
};

/// One key to offer to a server.
struct KeyOffer
{
    PublicKey key; ///< a certificate or a bare key; empty when unknown, as in KeyFile
    PublicKey agentKey; ///< the agent's key that signs; empty: the key in the file path signs
    QString path;

    bool operator==(const KeyOffer &) const = default;
};

/// The key that was sufficient at a login. Further logins try it first, which saves two round trips. Value.
struct AcceptedKey
{
    QString identity; ///< SshHop::identity() of the machine that accepted it
    KeyOffer offer;
};

struct PrivateKey
{
    enum class State {
        Loaded,
        Encrypted, ///< a passphrase is needed and none was given
        WrongPassphrase,
        Unusable, ///< the file cannot be read or has no key
    };
    State state = State::Unusable;
    SshKey key;
};

/// The hop's existing identity files, in order. Blocks for small files.
[[nodiscard]] QList<KeyFile> readKeyFiles(const SshHop &hop);
/// Certificates of the hop's CertificateFile. Blocks for small files.
[[nodiscard]] QList<PublicKey> readCertificates(const SshHop &hop);
/// Reads a private key without prompting on the terminal. \a passphrase may be null. Blocks; with a passphrase for up
/// to a second.
[[nodiscard]] PrivateKey loadPrivateKey(const QString &path, const Secret *passphrase = nullptr);

/// The keys to offer, each once, at most \a limit. Order: keys of the agent that are in \a files, other keys of the
/// agent, files; certificates before their keys. Beyond \a limit the agent's other keys are dropped before the files.
/// Pure.
[[nodiscard]] QList<KeyOffer> keyOffers(const QList<PublicKey> &agent, const QList<KeyFile> &files,
                                        const QList<PublicKey> &certificates, bool identitiesOnly, qsizetype limit);

} // namespace engine
