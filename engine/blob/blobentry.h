// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDateTime>
#include <QList>
#include <QMap>

namespace engine {

/// A container, or an entry of a container: a blob, or what several blobs' names begin with, up to a slash.
struct BlobEntry
{
    QString name; ///< whole, from the container's root; a prefix ends with a slash
    bool isPrefix = false;
    qint64 size = 0; ///< bytes
    QDateTime modified; ///< UTC; invalid for a prefix
    QString etag;
    QByteArray md5; ///< 16 bytes; empty when the service has none
    QString contentType;
    QMap<QString, QString> metadata; ///< names in lower case; listed on request only
    /// Content-Encoding and others that readers of the blob get, by their names in lower case; not listed.
    QMap<QByteArray, QByteArray> contentHeaders;
};

struct BlobPage
{
    QList<BlobEntry> entries;
    QString next; ///< marker of the next page; empty: this is the last
    int leftOut = 0; ///< entries whose names are no paths: "..", "a//b"
};

} // namespace engine
