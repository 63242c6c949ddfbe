// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobaccount.h"
#include "engine/blob/wire/blobrequest.h"

#include <QDateTime>

namespace engine {

/// Why the service did not do \a request, with a remedy in words. \a now: this computer's clock, which a refused
/// signature is compared with. No text has a part of a key or of a shared access signature. Pure; any thread.
[[nodiscard]] Error blobError(const BlobAnswer &answer, const BlobRequest &request, const BlobAccount &account,
                              const QDateTime &now);

/// Whether the service refused the credential itself, so that another one may be better.
[[nodiscard]] bool isCredentialRefused(const BlobAnswer &answer);

/// Whether \a error says that the blob is no longer the version that was asked for.
[[nodiscard]] bool isOfAnotherVersion(const Error &error);

} // namespace engine
