// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secret.h"
#include "engine/blob/wire/blobrequest.h"

namespace engine {

// Authorisation by an account's key, as the service documents it for the scheme "SharedKey". Pure; any thread.

/// The text that is signed for a request to \a url, the address that is sent, with all headers of \a request.
[[nodiscard]] QByteArray stringToSign(const BlobRequest &request, const QUrl &url, const QString &account);
/// HMAC-SHA256 of \a text in base64. AuthenticationFailed when \a key is no base64.
[[nodiscard]] Result<QByteArray> keySignature(const Secret &key, const QByteArray &text);
/// The value of the header Authorization; errors as of keySignature().
[[nodiscard]] Result<QByteArray> sharedKeyHeader(const BlobRequest &request, const QUrl &url, const QString &account,
                                                 const Secret &key);

} // namespace engine
