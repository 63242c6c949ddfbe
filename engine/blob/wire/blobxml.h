// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/blob/blobentry.h"

namespace engine {

// The XML of the blob service. Answers are hostile until read: none may define entities, be deeper than the service's,
// have more entries than a page, or name a blob that leads elsewhere. IoError otherwise. Pure; any thread.

[[nodiscard]] Result<BlobPage> containersFromXml(const QByteArray &xml);
/// Blobs and prefixes of a container, in the order of the answer.
[[nodiscard]] Result<BlobPage> blobsFromXml(const QByteArray &xml);
/// The uncommitted blocks: decoded ids and sizes in bytes.
[[nodiscard]] Result<QMap<QByteArray, qint64>> blocksFromXml(const QByteArray &xml);
/// The ids of the blocks that make up a blob, decoded, in their order.
[[nodiscard]] Result<QByteArrayList> committedFromXml(const QByteArray &xml);
/// Which block is meant by an id.
enum class BlockVersion { Latest, Committed };
/// The body that commits blocks of these ids in this order.
[[nodiscard]] QByteArray blocksToXml(const QByteArrayList &ids, BlockVersion version = BlockVersion::Latest);
/// The code of an error's body; empty when it is none.
[[nodiscard]] QByteArray errorCodeOf(const QByteArray &xml);

/// A date of HTTP ("Fri, 26 Jun 2015 23:39:12 GMT"); invalid when it is none.
[[nodiscard]] QDateTime httpDate(const QByteArray &text);
/// \a etag without its quotation marks, which listings leave out.
[[nodiscard]] QString plainEtag(const QByteArray &etag);
/// The 16 bytes of an MD5 in base64; empty when it is none.
[[nodiscard]] QByteArray md5FromBase64(const QByteArray &text);

} // namespace engine
