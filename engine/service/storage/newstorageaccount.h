// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobaccount.h"
#include "engine/protocol/storageaccounts.h"

namespace engine {

/// A storage account as a client describes it, checked.
struct NewStorageAccount
{
    BlobAccount account;
    QString container; ///< the only one that the signature is for; empty: all

    /// The stored document, without the credential.
    [[nodiscard]] QJsonObject document() const;
};

/// Checks what can be checked without the service. InvalidArgument; AuthenticationFailed for a signature that has
/// expired. No error has the key or the signature. Pure, but for the clock.
[[nodiscard]] Result<NewStorageAccount> newStorageAccount(const AddStorageAccount &request);

} // namespace engine
