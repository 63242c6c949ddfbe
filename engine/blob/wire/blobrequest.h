// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/base/bytes.h"

#include <QMap>
#include <QNetworkReply>
#include <QUrl>

#include <optional>

namespace engine {

/// The container and name of a blob; without a name the container itself; without either the account.
struct BlobTarget
{
    QString container;
    QString blob;

    [[nodiscard]] QString shown() const; ///< "/container/name", escaped for display
};

/// A request to the blob service, before it is authorised. Value; any thread.
struct BlobRequest
{
    enum class Verb { Get, Head, Put, Delete };

    Verb verb = Verb::Get;
    BlobTarget target;
    QMap<QByteArray, QString> query = {}; ///< not encoded; names in lower case
    QMap<QByteArray, QByteArray> headers = {}; ///< names in lower case
    QByteArray body = {};
    std::optional<BlobTarget> copySource = {}; ///< a blob of the same account
    qint64 mostBytes = 64 * mebi; ///< a longer body of the answer is an error
    /// The code of an error that is a success without content: "InvalidRange" for a range behind the end.
    QByteArray emptyCode = {};
    /// Codes of errors that an earlier try explains whose answer was lost: "BlobNotFound" for a removal.
    QByteArrayList doneCodes = {};

    [[nodiscard]] QByteArray method() const; ///< "GET"
};

/// What a server answered, or why it did not. Value; any thread.
struct BlobAnswer
{
    int status = 0; ///< of HTTP; 0: there was no answer
    QMap<QByteArray, QByteArray> headers = {}; ///< names in lower case
    QByteArray body = {};
    QNetworkReply::NetworkError failure = QNetworkReply::NoError; ///< of the connection, never of HTTP
    QString words = {}; ///< of a failed TLS handshake
    bool isDamaged = false; ///< a body of another length or checksum than announced
    bool isTooLong = false; ///< a body of more bytes than were asked for

    /// Any server may answer with 200; only the blob service gives its answers an id.
    [[nodiscard]] bool isOfBlobService() const { return headers.contains(QByteArrayLiteral("x-ms-request-id")); }
    [[nodiscard]] bool isSuccess() const
    {
        return failure == QNetworkReply::NoError && !isDamaged && !isTooLong && isOfBlobService() && status >= 200
            && status < 300;
    }
    [[nodiscard]] QByteArray errorCode() const; ///< "BlobNotFound"; from header or body, empty when there is none
};

/// InvalidArgument when no request can name \a target: "." and ".." would lead elsewhere, and a header of two lines
/// would be two headers.
[[nodiscard]] Result<void> checkRequest(const BlobRequest &request);

/// The address of \a target at \a endpoint, with every character encoded that an address may reserve.
[[nodiscard]] QUrl blobUrl(const QUrl &endpoint, const BlobTarget &target, const QMap<QByteArray, QString> &query = {},
                           const QByteArray &encodedQuery = {});

/// Whether a blob's name can be shown as a path: no empty part, no "." and no "..", but one slash at its end.
[[nodiscard]] bool isBlobPath(QStringView name);

} // namespace engine
