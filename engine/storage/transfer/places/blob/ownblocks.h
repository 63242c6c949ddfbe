// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobtree.h"

namespace engine {

/// Ids and sizes of the uncommitted blocks of \a blob, before any is sent. Those whose ids have another length are
/// discarded, as the service would take none of ours beside them; a blob that is there keeps its bytes and properties.
/// Where that is impossible they stay, and the service refuses ours (Conflict).
[[nodiscard]] Result<QMap<QByteArray, qint64>> ownBlocks(BlobSession &session, const BlobPath &blob);

} // namespace engine
