// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secret.h"

#include <QUrl>

namespace engine {

/// What a storage account is reached by: its key (base64), or a shared access signature ("sv=…&sig=…").
struct BlobCredential
{
    enum class Kind { Key, Sas };

    Kind kind = Kind::Key;
    Secret value;
};

/// A storage account of Azure Blob. Value; any thread.
struct BlobAccount
{
    QString name; ///< as in signatures: "devstoreaccount1"
    QUrl endpoint; ///< of its blob service, without a slash at its end; an emulator has the account's name in the path
    BlobCredential credential;
};

} // namespace engine
