// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/sshhandles.h"

namespace engine {

/// A public key or a certificate, in SSH wire format. Value.
struct PublicKey
{
    QByteArray blob; ///< empty for none

    [[nodiscard]] QByteArray type() const; ///< as in the blob: "ecdsa-sha2-nistp256", not "ecdsa" as by libssh
    [[nodiscard]] bool isCertificate() const { return type().endsWith("-cert-v01@openssh.com"); }
    /// The key of a certificate; a plain key itself; empty for an invalid blob.
    [[nodiscard]] PublicKey plain() const;
    /// The public key of libssh's \a key; empty when libssh cannot export it.
    [[nodiscard]] static PublicKey of(ssh_key key);
    /// As a key of libssh; null for types that it does not support.
    [[nodiscard]] SshKey toKey() const;

    bool operator==(const PublicKey &) const = default;
};

/// An identity file that exists.
struct KeyFile
{
    QString path;
    PublicKey key; ///< empty for an encrypted PEM file without ".pub", whose public key is unknown
    QList<PublicKey> certificates; ///< from "-cert.pub" beside it and from CertificateFile
};

/// One key to offer to a server.
struct KeyOffer
{
    PublicKey key; ///< a certificate or a plain key; empty as KeyFile::key
    PublicKey agentKey; ///< key with which the agent signs; empty when the key is in \a path
    QString path;

    bool operator==(const KeyOffer &) const = default;
};

/// The key that alone was enough for a login; further logins try it first, which saves two round trips. Value.
struct AcceptedKey
{
    QString identity; ///< SshHop::identity() of the machine that accepted it
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

/// The identity files of the hop that exist, in order. Blocks for small files.
[[nodiscard]] QList<KeyFile> readKeyFiles(const SshHop &hop);
/// Certificates of the hop's CertificateFile. Blocks for small files.
[[nodiscard]] QList<PublicKey> readCertificates(const SshHop &hop);
/// Never asks on the terminal. \a passphrase may be null. Blocks, with a passphrase for a good part of a second.
[[nodiscard]] PrivateKey loadPrivateKey(const QString &path, const Secret *passphrase = nullptr);

/// The keys to offer, in order: keys of the agent that are in \a files, other keys of the agent, files; certificates
/// before their keys; each once. At most \a limit; other keys of the agent are dropped before files are. Pure.
[[nodiscard]] QList<KeyOffer> keyOffers(const QList<PublicKey> &agent, const QList<KeyFile> &files,
                                        const QList<PublicKey> &certificates, bool identitiesOnly, qsizetype limit);

} // namespace engine
