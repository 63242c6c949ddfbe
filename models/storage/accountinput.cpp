// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/accountinput.h"

#include "models/translated.h"

#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace models {

namespace {

bool isWebUrl(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty() && (url.scheme() == u"https"_s || url.scheme() == u"http"_s);
}

QString accountNameFault(const QString &name, const QStringList &taken)
{
    if (name.isEmpty())
        return tr("Give the account's name in Azure.");
    if (const auto fits = engine::checkName(engine::ResourceKind::StorageAccount, name); !fits)
        return fits.error().message.text();
    return taken.contains(name) ? tr("There is a %1 already.").arg(name) : QString();
}

QString keyFault(const QString &key)
{
    if (key.isEmpty())
        return tr("Paste one of the account's two keys.");
    if (hasSignature(key))
        return tr("This is a shared access signature.");
    const auto bytes = QByteArray::fromBase64Encoding(key.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return bytes && !bytes.decoded.isEmpty() ? QString()
                                             : tr("A key has letters, digits, +, / and = only, and all of it.");
}

QString signatureFault(const QString &signature)
{
    if (signature.isEmpty())
        return tr("Paste the signature, or the whole URL that ends with it.");
    return hasSignature(signature) ? QString() : tr("A signature has sig= in it.");
}

QString endpointFault(const QString &endpoint)
{
    if (endpoint.isEmpty())
        return {};
    const QUrl url(endpoint, QUrl::StrictMode);
    if (!isWebUrl(url))
        return tr("Give a whole address, from https:// on.");
    if (url.hasQuery() || url.hasFragment() || !url.userInfo().isEmpty())
        return tr("Leave out what stands after ? and before @.");
    return {};
}

} // namespace

bool hasSignature(const QString &secret)
{
    static const QRegularExpression signature(u"(?:\\A|[?&])sig="_s);
    return signature.match(secret).hasMatch();
}

int AccountFaults::count() const
{
    int faults = 0;
    for (const QString *fault : {&name, &secret, &endpoint})
        faults += fault->isEmpty() ? 0 : 1;
    return faults;
}

AccountFaults checkAccount(const AccountInput &input, const QStringList &taken)
{
    return {accountNameFault(input.name, taken), secretFault(input.kind, input.secret), endpointFault(input.endpoint)};
}

engine::AddStorageAccount AccountInput::request() const
{
    engine::AddStorageAccount request;
    request.name = name;
    request.endpoint = endpoint;
    (kind == AccountCredential::Key ? request.key : request.sas).text = secret;
    request.remember = remembers;
    return request;
}

QString secretFault(AccountCredential kind, const QString &secret)
{
    return kind == AccountCredential::Key ? keyFault(secret) : signatureFault(secret);
}

QString containerFault(const QString &name)
{
    static const QRegularExpression form(u"^(?:[a-z0-9](?:-?[a-z0-9]){2,62}|\\$root|\\$web|\\$logs)\\z"_s);
    return name.size() <= 63 && form.match(name).hasMatch() ? QString() : containerRule();
}

QString containerRule()
{
    return tr("3 to 63 lower-case letters, digits and single hyphens, beginning and ending with a letter or digit.");
}

std::optional<SignedUrl> signedUrl(const QString &text)
{
    static const QRegularExpression address(u"^(?:localhost|[0-9.]+|.*:.*)\\z"_s);
    QUrl url(text.trimmed(), QUrl::StrictMode);
    if (!isWebUrl(url) || !hasSignature(url.query(QUrl::FullyEncoded)))
        return std::nullopt;
    const bool hasNameInPath = address.match(url.host()).hasMatch();
    const QString name = hasNameInPath ? url.path().section(u'/', 1, 1) : url.host().section(u'.', 0, 0);
    url.setQuery(QString());
    url.setFragment({});
    url.setPath(hasNameInPath ? QString(u'/' + name) : QString());
    const QString endpoint = url.toString(QUrl::FullyEncoded | QUrl::RemoveUserInfo);
    return SignedUrl{name, endpoint == usualEndpoint(name) ? QString() : endpoint};
}

QString usualEndpoint(const QString &name)
{
    return u"https://%1.blob.core.windows.net"_s.arg(name);
}

QString endpointFact(const QString &name, const QString &endpoint)
{
    return endpoint == usualEndpoint(name) ? QString() : QUrl(endpoint).host();
}

} // namespace models
