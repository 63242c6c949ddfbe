// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/blobrequest.h"

#include "engine/api/paths.h"
#include "engine/blob/wire/blobxml.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestBlobName = 1024; // characters, of the service

bool hasDots(QStringView name)
{
    const auto parts = name.split(u'/');
    return std::any_of(parts.cbegin(), parts.cend(), [](QStringView part) { return part == u"." || part == u".."; });
}

bool isNameable(const BlobTarget &target)
{
    const bool isContainer = !target.container.contains(u'/') && !hasDots(target.container);
    const bool isBlob =
        target.blob.size() <= longestBlobName && !hasDots(target.blob) && !target.blob.contains(QChar());
    return isContainer && isBlob && (!target.container.isEmpty() || target.blob.isEmpty());
}

// Visible ASCII and spaces: the service takes nothing else in a header, and a line break would begin another header.
bool isHeaderText(const QByteArray &text)
{
    return std::all_of(text.cbegin(), text.cend(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool isHeaderName(const QByteArray &name)
{
    return !name.isEmpty() && std::all_of(name.cbegin(), name.cend(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

} // namespace

QString BlobTarget::shown() const
{
    const QString name = blob.isEmpty() ? container : QString(container + u'/' + blob);
    return shownPath(QString(u'/' + name));
}

QByteArray BlobRequest::method() const
{
    switch (verb) {
    case Verb::Get:
        return "GET"_ba;
    case Verb::Head:
        return "HEAD"_ba;
    case Verb::Put:
        return "PUT"_ba;
    case Verb::Delete:
        return "DELETE"_ba;
    }
    return {};
}

QByteArray BlobAnswer::errorCode() const
{
    const QByteArray code = headers.value("x-ms-error-code"_ba);
    return code.isEmpty() && status >= 400 ? errorCodeOf(body) : code.left(100);
}

Result<void> checkRequest(const BlobRequest &request)
{
    for (const BlobTarget &target : {request.target, request.copySource.value_or(BlobTarget())}) {
        if (!isNameable(target))
            return Error::of(ErrorCode::InvalidArgument,
                             {QT_TRANSLATE_NOOP("engine",
                                                "A storage account can have no blob %1: a name has at most 1,024 "
                                                "characters, and no part of it is \".\" or \"..\"."),
                              {target.shown()}},
                             target.shown());
    }
    for (auto header = request.headers.cbegin(); header != request.headers.cend(); ++header) {
        if (!isHeaderName(header.key()) || !isHeaderText(header.value()))
            return Error::of(
                ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "Properties and metadata of a blob are plain ASCII: \"%1\" is not."),
                 {shownPath(QString::fromUtf8(header.key() + ": " + header.value()))}},
                request.target.shown());
    }
    return {};
}

QUrl blobUrl(const QUrl &endpoint, const BlobTarget &target, const QMap<QByteArray, QString> &query,
             const QByteArray &encodedQuery)
{
    QByteArray text = endpoint.toEncoded(QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    while (text.endsWith('/'))
        text.chop(1);
    text += '/' + pathToBytes(target.container).toPercentEncoding();
    if (!target.blob.isEmpty())
        text += '/' + pathToBytes(target.blob).toPercentEncoding("/"_ba);
    QByteArrayList parameters;
    for (auto parameter = query.cbegin(); parameter != query.cend(); ++parameter)
        parameters.append(parameter.key() + '=' + pathToBytes(parameter.value()).toPercentEncoding());
    if (!encodedQuery.isEmpty())
        parameters.append(encodedQuery);
    if (!parameters.isEmpty())
        text += '?' + parameters.join('&');
    return QUrl::fromEncoded(text, QUrl::StrictMode);
}

bool isBlobPath(QStringView name)
{
    if (name.endsWith(u'/'))
        name.chop(1);
    const auto parts = name.split(u'/');
    return std::all_of(parts.cbegin(), parts.cend(), isEntryName);
}

} // namespace engine
