// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secret.h"
#include "engine/blob/wire/blobrequest.h"

#include <QDateTime>

namespace engine {

/// A shared access signature: parameters of an address that permit what they say until they expire. Value; any thread.
class Sas final
{
public:
    /// Reads "sv=…&sig=…", with or without "?" or an address before it. AuthenticationFailed when it has no signature.
    [[nodiscard]] static Result<Sas> parse(const Secret &text);

    [[nodiscard]] QByteArray query() const; ///< encoded, for an address
    [[nodiscard]] QString value(const QByteArray &name) const; ///< decoded; empty when there is none
    [[nodiscard]] QDateTime start() const { return time("st"); } ///< UTC; invalid: valid already
    [[nodiscard]] QDateTime expiry() const { return time("se"); } ///< UTC; invalid when a policy of the service says it

private:
    [[nodiscard]] QDateTime time(const QByteArray &name) const;

    QMap<QByteArray, QByteArray> m_parameters; // decoded
};

/// What an address with a signature permits until \a expiry.
struct BlobLink
{
    BlobTarget target; ///< without a blob: all of the container
    QDateTime expiry;
    bool isHttpsOnly = true;
    QByteArray permissions = "r"; ///< letters of the service, in its order: "racwdl"
};

/// The text that is signed for \a link.
[[nodiscard]] QByteArray linkToSign(const BlobLink &link, const QString &account);
/// The encoded query of \a link's address. AuthenticationFailed when \a key is no base64.
[[nodiscard]] Result<QByteArray> linkQuery(const BlobLink &link, const QString &account, const Secret &key);

} // namespace engine
