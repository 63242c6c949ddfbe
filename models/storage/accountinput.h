// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/protocol/storageaccounts.h"

#include <optional>

/// Validation of a storage account's input fields before a request. Pure.
namespace models {

using AccountCredential = engine::StorageAccountSnapshot::Credential;

/// What is typed into the form of an account.
struct AccountInput
{
    QString name;
    QString endpoint; ///< empty: usualEndpoint()
    AccountCredential kind = AccountCredential::Key;
    QString secret; ///< of \a kind
    bool remembers = true; ///< in the keyring

    [[nodiscard]] engine::AddStorageAccount request() const;
};

/// Fault of each field in words; empty when it is valid.
struct AccountFaults
{
    QString name;
    QString secret;
    QString endpoint;

    [[nodiscard]] int count() const;
    bool operator==(const AccountFaults &) const = default;
};

/// \a taken: names of existing accounts.
[[nodiscard]] AccountFaults checkAccount(const AccountInput &input, const QStringList &taken);
/// Whether \a secret is a shared access signature, or a URL with one. A key may end with "sig=", too.
[[nodiscard]] bool hasSignature(const QString &secret);
/// Fault of a key or a shared access signature; empty when it may be one.
[[nodiscard]] QString secretFault(AccountCredential kind, const QString &secret);
/// Fault of a container's name; empty when the service accepts it.
[[nodiscard]] QString containerFault(const QString &name);
[[nodiscard]] QString containerRule(); ///< the rule of containers' names, as a sentence

/// What a whole URL with a shared access signature says.
struct SignedUrl
{
    QString account;
    QString endpoint; ///< of the blob service; empty for Azure's own

    bool operator==(const SignedUrl &) const = default;
};
/// Nothing for a text that is no such URL. An emulator has the account's name in the path.
[[nodiscard]] std::optional<SignedUrl> signedUrl(const QString &text);

/// Azure's own endpoint of the account \a name.
[[nodiscard]] QString usualEndpoint(const QString &name);
/// Host of \a endpoint unless it is Azure's own of the account \a name, then empty.
[[nodiscard]] QString endpointFact(const QString &name, const QString &endpoint);

} // namespace models
