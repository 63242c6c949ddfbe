// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/sas.h"

#include "engine/blob/wire/sharedkey.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto linkVersion = "2021-08-06"; // of the service, whose rules for the signed text these are

QByteArray expiryText(const BlobLink &link)
{
    return link.expiry.toUTC().toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'"_s).toLatin1();
}

QByteArray resourceText(const BlobLink &link)
{
    return link.target.blob.isEmpty() ? "c" : "b";
}

QByteArray protocolText(const BlobLink &link)
{
    return link.isHttpsOnly ? "https"_ba : "https,http"_ba;
}

} // namespace

Result<Sas> Sas::parse(const Secret &text)
{
    Sas sas;
    QByteArray query = text.bytes().toByteArray().trimmed();
    query = query.mid(query.indexOf('?') + 1);
    for (const QByteArray &parameter : query.split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        if (equals > 0)
            sas.m_parameters.insert(parameter.first(equals).toLower(),
                                    QByteArray::fromPercentEncoding(parameter.sliced(equals + 1)));
    }
    if (sas.m_parameters.value("sig"_ba).isEmpty() || sas.m_parameters.value("sv"_ba).isEmpty())
        return Error::of(ErrorCode::AuthenticationFailed,
                         QT_TRANSLATE_NOOP("engine",
                                           "This is no shared access signature, as it lacks \"sv=\" or \"sig=\": "
                                           "copy it whole."));
    return sas;
}

QByteArray Sas::query() const
{
    QByteArrayList parameters;
    for (auto parameter = m_parameters.cbegin(); parameter != m_parameters.cend(); ++parameter)
        parameters.append(parameter.key().toPercentEncoding() + '=' + parameter.value().toPercentEncoding());
    return parameters.join('&');
}

QString Sas::value(const QByteArray &name) const
{
    return QString::fromUtf8(m_parameters.value(name));
}

QDateTime Sas::time(const QByteArray &name) const
{
    QDateTime time = QDateTime::fromString(value(name), Qt::ISODate);
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeSpec(Qt::UTC);
    return time.toUTC();
}

QByteArray linkToSign(const BlobLink &link, const QString &account)
{
    const QString blob = link.target.blob.isEmpty() ? QString() : QString(u'/' + link.target.blob);
    const QString resource = u"/blob/"_s + account + u'/' + link.target.container + blob;
    // Permissions, start, expiry, resource, policy, addresses, protocol, version, kind of resource, snapshot,
    // encryption scope, and five headers of the answer.
    return QByteArrayList{link.permissions,
                          "",
                          expiryText(link),
                          resource.toUtf8(),
                          "",
                          "",
                          protocolText(link),
                          linkVersion,
                          resourceText(link),
                          "",
                          "",
                          "",
                          "",
                          "",
                          "",
                          ""}
        .join('\n');
}

Result<QByteArray> linkQuery(const BlobLink &link, const QString &account, const Secret &key)
{
    const Result<QByteArray> signature = keySignature(key, linkToSign(link, account));
    if (!signature)
        return signature.error();
    return QByteArray("se=" + expiryText(link).toPercentEncoding() + "&sig=" + signature->toPercentEncoding()
                      + "&sp=" + link.permissions + "&spr=" + protocolText(link).toPercentEncoding()
                      + "&sr=" + resourceText(link) + "&sv=" + linkVersion);
}

} // namespace engine
