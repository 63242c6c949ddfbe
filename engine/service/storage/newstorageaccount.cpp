// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/storage/newstorageaccount.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/blob/wire/sas.h"
#include "engine/registry/refusals.h"

#include <QHostAddress>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString endpointTarget = u"endpoint"_s;
const QString keyTarget = u"key"_s;
const QString sasTarget = u"sas"_s;

bool isThisComputer(const QString &host)
{
    return host == u"localhost" || QHostAddress(host).isLoopback();
}

// An address of a blob service, without a slash at its end.
Result<QUrl> checkedEndpoint(QUrl url)
{
    const QString scheme = url.scheme();
    if (!url.isValid() || url.host().isEmpty() || (scheme != u"https" && scheme != u"http") || !url.userInfo().isEmpty()
        || url.hasQuery() || url.hasFragment())
        return invalidArgument(
            endpointTarget,
            QT_TRANSLATE_NOOP("engine",
                              "The endpoint is not the address of a blob service: write https://HOST, and after it the "
                              "account's name if the service has it in the path, as an emulator does. A signature is "
                              "given apart."));
    if (scheme == u"http" && !isThisComputer(url.host()))
        return invalidArgument(
            endpointTarget,
            {QT_TRANSLATE_NOOP("engine",
                               "%1 is asked over https:// only. Over http:// all on the way could read the data, and "
                               "use a signature. Without TLS there, make a tunnel (ssh -L) to http://localhost."),
             {url.host()}});
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    url.setPath(path);
    return url;
}

QUrl endpointIn(const AddStorageAccount &request)
{
    const QString text = request.endpoint.trimmed();
    return text.isEmpty() ? QUrl(u"https://%1.blob.core.windows.net"_s.arg(request.name))
                          : QUrl(text, QUrl::StrictMode);
}

Result<QString> checkedKey(const QString &key)
{
    if (key.contains(u"AccountKey="))
        return invalidArgument(keyTarget,
                               QT_TRANSLATE_NOOP("engine",
                                                 "This is a connection string. Give the key alone: what stands in it "
                                                 "after “AccountKey=”, up to the next semicolon."));
    const auto bytes = QByteArray::fromBase64Encoding(key.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes || (*bytes).isEmpty())
        return invalidArgument(keyTarget,
                               QT_TRANSLATE_NOOP("engine",
                                                 "The key is not base64. Copy it whole, as “Access keys” of the "
                                                 "storage account shows it."));
    return key;
}

/// A shared access signature, and the URL that it came with.
struct GivenSas
{
    Sas sas;
    QUrl endpoint; ///< of the URL; empty without one
    QString container; ///< of the URL
};

// A URL of Azure has the container first in its path; that of an emulator has the account's name before it.
Result<GivenSas> sasFrom(const QString &account, const QString &given)
{
    const auto sas = Sas::parse(given);
    const auto isPlain = [](QChar c) { return c > u' ' && c < u'\x7f' && c != u'#'; };
    if (!sas || !std::all_of(given.cbegin(), given.cend(), isPlain))
        return invalidArgument(sasTarget,
                               QT_TRANSLATE_NOOP("engine",
                                                 "This is no shared access signature: it has “sv=”, “sig=” and other "
                                                 "parts, with “&” between them. Copy it whole, or the URL with it."));
    GivenSas signature{*sas, {}, {}};
    const QString address = given.section(u'?', 0, -2);
    if (address.isEmpty())
        return signature;
    QUrl url(address, QUrl::StrictMode);
    QStringList folders = url.path().split(u'/', Qt::SkipEmptyParts);
    const bool hasAccount = folders.value(0) == account;
    if (hasAccount)
        folders.removeFirst();
    signature.container = folders.value(0);
    url.setPath(hasAccount ? u'/' + account : QString());
    signature.endpoint = url;
    return signature;
}

Result<void> checkScope(const Sas &sas)
{
    if (sas.expiry().isValid() && sas.expiry() < QDateTime::currentDateTimeUtc())
        return Error{
            ErrorCode::AuthenticationFailed,
            {QT_TRANSLATE_NOOP("engine", "The signature has expired (%1). Make a new one."), {sas.value("se"_ba)}},
            sasTarget};
    const QString services = sas.value("ss"_ba);
    if (!services.isEmpty() && !services.contains(u'b'))
        return invalidArgument(
            sasTarget, QT_TRANSLATE_NOOP("engine", "The signature is not for blobs: make one for the service “Blob”."));
    const QString resource = sas.value("sr"_ba);
    if (!resource.isEmpty() && resource != u"c")
        return invalidArgument(sasTarget,
                               QT_TRANSLATE_NOOP("engine",
                                                 "The signature is for one blob or folder. Make one for the whole "
                                                 "account, or for a container."));
    return {};
}

// Whether it cannot list the account's containers: one of a container, or one of an account without its level
// “service”.
bool isForContainer(const Sas &sas)
{
    const QString levels = sas.value("srt"_ba);
    return sas.value("sr"_ba) == u"c" || (!levels.isEmpty() && !levels.contains(u's'));
}

Result<NewStorageAccount> withSignature(const AddStorageAccount &request, const QString &given)
{
    const auto signature = sasFrom(request.name, given);
    if (!signature)
        return signature.error();
    if (const auto fits = checkScope(signature->sas); !fits)
        return fits.error();
    const bool hasOwn = !signature->endpoint.isEmpty();
    const auto endpoint =
        checkedEndpoint(hasOwn && request.endpoint.isEmpty() ? signature->endpoint : endpointIn(request));
    if (!endpoint)
        return endpoint.error();
    if (hasOwn && signature->endpoint.host() != endpoint->host())
        return invalidArgument(
            endpointTarget,
            {QT_TRANSLATE_NOOP("engine", "The signature's URL is of %1, and the endpoint of %2: give one of them."),
             {signature->endpoint.host(), endpoint->host()}});
    NewStorageAccount made{
        {request.name, *endpoint, {BlobCredential::Kind::Sas, QString::fromLatin1(signature->sas.query())}}, {}};
    if (!isForContainer(signature->sas))
        return made;
    made.container = signature->container;
    if (made.container.isEmpty())
        return invalidArgument(
            sasTarget,
            QT_TRANSLATE_NOOP("engine",
                              "The signature may not list containers. If it is for one of them, give "
                              "its whole URL, which names the container."));
    return made;
}

} // namespace

QJsonObject NewStorageAccount::document() const
{
    using Credential = StorageAccountSnapshot::Credential;
    const bool isSas = account.credential.kind == BlobCredential::Kind::Sas;
    QJsonObject ours{{u"credential"_s, toString(isSas ? Credential::Sas : Credential::Key)}};
    if (!container.isEmpty())
        ours[u"container"_s] = container;
    const QJsonObject endpoints{{u"blob"_s, account.endpoint.toString(QUrl::FullyEncoded)}};
    return withExtension({{u"properties"_s, QJsonObject{{u"primaryEndpoints"_s, endpoints}}}}, ours);
}

Result<NewStorageAccount> newStorageAccount(const AddStorageAccount &request)
{
    if (const auto name = checkName(ResourceKind::StorageAccount, request.name); !name)
        return name.error();
    const QString key = request.key.text.trimmed();
    const QString sas = request.sas.text.trimmed();
    if (key.isEmpty() == sas.isEmpty())
        return invalidArgument(
            keyTarget,
            QT_TRANSLATE_NOOP("engine", "Give one of them: the account's key, or a shared access signature."));
    if (!sas.isEmpty())
        return withSignature(request, sas);
    const auto checked = checkedKey(key);
    if (!checked)
        return checked.error();
    const auto endpoint = checkedEndpoint(endpointIn(request));
    if (!endpoint)
        return endpoint.error();
    return NewStorageAccount{{request.name, *endpoint, {BlobCredential::Kind::Key, *checked}}, {}};
}

} // namespace engine
