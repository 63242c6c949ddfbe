// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/ownblocks.h"

#include "engine/storage/transfer/places/blob/blobblocks.h"

#include <algorithm>

namespace engine {

namespace {

// An empty blob is made, which discards the blocks, and removed.
Result<void> discardWithoutBlob(BlobSession &session, const BlobPath &path)
{
    BlobProperties properties;
    properties.isNew = true;
    const auto made = session.ask(session.service().commit(path.container, path.blob, {}, properties));
    if (!made)
        return made;
    const auto blob = session.ask(session.service().stat(path.container, path.blob));
    if (!blob)
        return blob.error();
    return blob->size > 0 ? Result<void>() // somebody has written it since
                          : session.ask(session.service().remove(path.container, path.blob, blob->etag));
}

Result<void> discardBeside(BlobSession &session, const BlobPath &path, const BlobEntry &blob)
{
    const auto ids = session.ask(session.service().committedBlocks(path.container, path.blob));
    if (!ids)
        return ids.error();
    if (ids->isEmpty() && blob.size > 0) // one request wrote it: no list of blocks would keep its bytes
        return {};
    BlobProperties properties = BlobProperties::of(blob);
    properties.md5 = blob.md5;
    properties.etag = blob.etag;
    return session.ask(session.service().commitAgain(path.container, path.blob, *ids, properties));
}

} // namespace

Result<QMap<QByteArray, qint64>> ownBlocks(BlobSession &session, const BlobPath &path)
{
    const auto known = session.ask(session.service().uncommittedBlocks(path.container, path.blob));
    const auto isOther = [](const QByteArray &id) { return id.size() != BlobBlocks::idLength; };
    if (!known || std::none_of(known->keyBegin(), known->keyEnd(), isOther))
        return known;
    const auto blob = session.ask(session.service().stat(path.container, path.blob));
    if (!blob && blob.error().code != ErrorCode::NotFound)
        return blob.error();
    const auto discarded = blob ? discardBeside(session, path, *blob) : discardWithoutBlob(session, path);
    if (!discarded && !isOfTheBlob(discarded.error()))
        return discarded.error();
    return QMap<QByteArray, qint64>();
}

} // namespace engine
