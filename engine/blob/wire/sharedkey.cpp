// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/sharedkey.h"

#include <QMessageAuthenticationCode>

using namespace Qt::StringLiterals;

namespace engine {

QByteArray stringToSign(const BlobRequest &request, const QUrl &url, const QString &account)
{
    QByteArrayList lines{request.method()};
    for (const char *name :
         {"content-encoding", "content-language", "content-length", "content-md5", "content-type", "date",
          "if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"}) {
        const bool isLength = qstrcmp(name, "content-length") == 0;
        const QByteArray length = request.body.isEmpty() ? QByteArray() : QByteArray::number(request.body.size());
        lines.append(isLength ? length : request.headers.value(name));
    }
    for (auto header = request.headers.cbegin(); header != request.headers.cend(); ++header) {
        if (header.key().startsWith("x-ms-"))
            lines.append(header.key() + ':' + header.value().trimmed());
    }
    lines.append('/' + account.toUtf8() + url.path(QUrl::FullyEncoded).toLatin1());
    for (auto parameter = request.query.cbegin(); parameter != request.query.cend(); ++parameter)
        lines.append(parameter.key() + ':' + parameter.value().toUtf8());
    return lines.join('\n');
}

Result<QByteArray> keySignature(const Secret &key, const QByteArray &text)
{
    auto [bytes, status] =
        QByteArray::fromBase64Encoding(key.bytes().toByteArray().trimmed(), QByteArray::AbortOnBase64DecodingErrors);
    if (status != QByteArray::Base64DecodingStatus::Ok || bytes.isEmpty())
        return Error::of(ErrorCode::AuthenticationFailed,
                         QT_TRANSLATE_NOOP("engine",
                                           "The key of the storage account is no key: copy it whole from the "
                                           "account's page \"Access keys\"."));
    const QByteArray signature = QMessageAuthenticationCode::hash(text, bytes, QCryptographicHash::Sha256).toBase64();
    bytes.fill('\0');
    return signature;
}

Result<QByteArray> sharedKeyHeader(const BlobRequest &request, const QUrl &url, const QString &account,
                                   const Secret &key)
{
    const Result<QByteArray> signature = keySignature(key, stringToSign(request, url, account));
    if (!signature)
        return signature.error();
    return QByteArray("SharedKey " + account.toUtf8() + ':' + *signature);
}

} // namespace engine
