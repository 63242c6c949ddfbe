// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct AddStorageAccount
{
    QString name; ///< of the account in Azure
    QString endpoint; ///< of its blob service; empty: https://NAME.blob.core.windows.net
    LongText key; ///< base64; this or sas
    LongText sas; ///< shared access signature: "sv=…&sig=…", also a whole URL that ends with it
    bool remember = true; ///< in the keyring; otherwise in memory, until the program ends
    bool test = true; ///< store the account only after it answered

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name)("endpoint", self.endpoint)("key", self.key)("sas", self.sas);
        fields("remember", self.remember)("test", self.test);
    }
};

/// A new credential for an account that exists.
struct SetStorageCredential
{
    QString name;
    LongText key;
    LongText sas;
    bool remember = true;

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name)("key", self.key)("sas", self.sas)("remember", self.remember);
    }
};

struct OfContainer
{
    QString account;
    QString container;

    static void describe(auto &self, auto &fields) { fields("account", self.account)("container", self.container); }
};

/// A link to a blob, for whoever has it, until it expires.
struct LinkBlob
{
    QString account;
    QString path; ///< /CONTAINER/BLOB
    qint64 minutes = 60;

    static void describe(auto &self, auto &fields)
    {
        fields("account", self.account)("path", self.path)("minutes", self.minutes);
    }
};

struct BlobAddress
{
    LongText url;

    static void describe(auto &self, auto &fields) { fields("url", self.url); }
};

namespace method {

/// Answers the account's document. Listed, shown and removed as every resource: resource.*
inline constexpr Method<AddStorageAccount, QJsonObject> addStorageAccount{"storageAccount.add"};
inline constexpr Method<SetStorageCredential, Nothing> setStorageCredential{"storageAccount.setCredential"};
inline constexpr Method<OfContainer, Nothing> createContainer{"storageAccount.createContainer"};
inline constexpr Method<OfContainer, Nothing> removeContainer{"storageAccount.removeContainer"};
inline constexpr Method<LinkBlob, BlobAddress> linkBlob{"storageAccount.link"};

} // namespace method

} // namespace engine
