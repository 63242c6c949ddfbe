// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/bloberrors.h"

#include "engine/api/paths.h"
#include "engine/blob/wire/blobxml.h"
#include "engine/blob/wire/sas.h"

#include <QMetaEnum>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 mostSkew = 15 * 60; // seconds between the clocks of service and client that the service accepts

constexpr auto anotherVersion = QT_TRANSLATE_NOOP("engine", "%1 has changed meanwhile: look at it again.");

/// What all functions below word an error of.
struct Refusal
{
    const BlobAnswer &answer;
    const BlobRequest &request;
    const BlobAccount &account;
    QDateTime now;

    [[nodiscard]] QString target() const
    {
        if (answer.errorCode() == "ContainerNotFound")
            return BlobTarget{request.target.container, {}}.shown();
        const bool isOfSource = request.copySource && answer.status == 404;
        return isOfSource ? request.copySource->shown() : request.target.shown();
    }
    [[nodiscard]] QString server() const { return shownPath(account.endpoint.authority(QUrl::FullyEncoded)); }
    [[nodiscard]] bool hasKey() const { return account.credential.kind == BlobCredential::Kind::Key; }

    /// Status and code of the service and its id of the request, which its support asks for.
    [[nodiscard]] QString technical() const
    {
        QStringList words;
        if (answer.status > 0)
            words.append(u"HTTP %1"_s.arg(answer.status));
        words.append(shownPath(QString::fromLatin1(answer.errorCode())));
        words.append(shownPath(QString::fromLatin1(answer.headers.value("x-ms-request-id"_ba).left(100))));
        if (answer.failure != QNetworkReply::NoError)
            words.append(
                QString::fromLatin1(QMetaEnum::fromType<QNetworkReply::NetworkError>().valueToKey(answer.failure)));
        words.append(answer.words);
        words.removeAll(QString());
        return words.join(u", "_s);
    }
    [[nodiscard]] Error error(ErrorCode code, const Message &message) const
    {
        return Error::of(code, message, target(), technical());
    }
    [[nodiscard]] Error denied(const Message &message) const { return error(ErrorCode::AuthenticationFailed, message); }
};

Error connectionError(const Refusal &refusal)
{
    const QString server = refusal.server();
    switch (refusal.answer.failure) {
    case QNetworkReply::HostNotFoundError:
        return refusal.error(ErrorCode::Unreachable,
                             {QT_TRANSLATE_NOOP("engine",
                                                "There is no server %1: compare the name of the storage account and "
                                                "its endpoint, and whether this computer has a network."),
                              {server}});
    case QNetworkReply::ConnectionRefusedError:
        return refusal.error(
            ErrorCode::Unreachable,
            {QT_TRANSLATE_NOOP("engine", "Nothing serves blobs at %1: compare the endpoint and its port."), {server}});
    case QNetworkReply::SslHandshakeFailedError:
        return refusal.error(ErrorCode::Unreachable,
                             {QT_TRANSLATE_NOOP("engine",
                                                "%1 cannot prove by TLS that it is what it is said to be, so nothing "
                                                "was sent: compare the endpoint and this computer's clock, and look "
                                                "for a proxy between them."),
                              {server}});
    case QNetworkReply::TimeoutError:
        return refusal.error(
            ErrorCode::Timeout,
            {QT_TRANSLATE_NOOP("engine", "%1 did not answer in time: look at the network, and try again."), {server}});
    case QNetworkReply::ProtocolFailure:
        return refusal.error(ErrorCode::Unreachable,
                             {QT_TRANSLATE_NOOP("engine",
                                                "What answers at %1 does not speak HTTP: compare the endpoint, its "
                                                "port, and whether it begins with https."),
                              {server}});
    default:
        break;
    }
    if (refusal.answer.failure >= QNetworkReply::ProxyConnectionRefusedError
        && refusal.answer.failure <= QNetworkReply::UnknownProxyError)
        return refusal.error(ErrorCode::Unreachable,
                             {QT_TRANSLATE_NOOP("engine",
                                                "The proxy on the way to %1 does not let this through: look at this "
                                                "computer's settings of the proxy."),
                              {server}});
    return refusal.error(
        ErrorCode::Unreachable,
        {QT_TRANSLATE_NOOP("engine", "The connection to %1 broke: look at the network, and try again."), {server}});
}

Error foreignError(const Refusal &refusal)
{
    if (refusal.answer.status >= 300 && refusal.answer.status < 400)
        return refusal.error(ErrorCode::Unreachable,
                             {QT_TRANSLATE_NOOP("engine",
                                                "%1 sends to another address, which is not followed, as a request is "
                                                "signed for one: give the endpoint of the blob service itself."),
                              {refusal.server()}});
    return refusal.error(ErrorCode::Unreachable,
                         {QT_TRANSLATE_NOOP("engine",
                                            "What answers at %1 is no blob service: compare the endpoint. Azure's is "
                                            "https://ACCOUNT.blob.core.windows.net."),
                          {refusal.server()}});
}

/// Minutes by which this computer's clock is ahead of the service's; 0 when the service would accept it.
qint64 minutesAhead(const Refusal &refusal)
{
    const QDateTime there = httpDate(refusal.answer.headers.value("date"_ba));
    const qint64 seconds = there.isValid() ? there.secsTo(refusal.now) : 0;
    return qAbs(seconds) > mostSkew ? seconds / 60 : 0;
}

Error keyError(const Refusal &refusal)
{
    const qint64 ahead = minutesAhead(refusal);
    if (ahead > 0)
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "This computer's clock is %1 minutes fast, so the storage account "
                                                 "refuses what it signs: set the clock."),
                               {QString::number(ahead)}});
    if (ahead < 0)
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "This computer's clock is %1 minutes slow, so the storage account "
                                                 "refuses what it signs: set the clock."),
                               {QString::number(-ahead)}});
    return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                             "The key is not one of the storage account %1: copy it again from the "
                                             "account's page \"Access keys\"."),
                           {refusal.account.name}});
}

Error sasError(const Refusal &refusal)
{
    const Result<Sas> sas = Sas::parse(refusal.account.credential.value);
    const QString zoned = u"yyyy-MM-dd HH:mm 'UTC'"_s;
    if (sas && sas->expiry().isValid() && sas->expiry() <= refusal.now)
        return refusal.denied(
            {QT_TRANSLATE_NOOP("engine", "The shared access signature expired at %1: make a new one."),
             {sas->expiry().toString(zoned)}});
    if (sas && sas->start().isValid() && sas->start() > refusal.now)
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "The shared access signature is valid from %1 on: wait until then, "
                                                 "or compare this computer's clock."),
                               {sas->start().toString(zoned)}});
    return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                             "The storage account %1 does not accept the shared access signature: it "
                                             "is of another account, was withdrawn, or was not copied whole."),
                           {refusal.account.name}});
}

Error permissionError(const Refusal &refusal, const QByteArray &code)
{
    const QString target = refusal.target();
    if (code == "AuthorizationProtocolMismatch" || code == "AccountRequiresHttps")
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "The storage account %1 is reached by https only: give such an "
                                                 "endpoint."),
                               {refusal.account.name}});
    if (code == "AuthorizationSourceIPMismatch")
        return refusal.denied(
            QT_TRANSLATE_NOOP("engine", "The shared access signature is not for this computer's address."));
    if (code == "KeyBasedAuthenticationNotPermitted")
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "The storage account %1 permits no keys: use a shared access "
                                                 "signature, or have \"storage account key access\" switched on."),
                               {refusal.account.name}});
    if (code == "AccountIsDisabled")
        return refusal.denied(
            {QT_TRANSLATE_NOOP("engine", "The storage account %1 is disabled: its owner can say why."),
             {refusal.account.name}});
    if (refusal.hasKey())
        return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                                 "The storage account does not permit this for %1: its key is "
                                                 "another, or its firewall keeps this computer out."),
                               {target}});
    return refusal.denied({QT_TRANSLATE_NOOP("engine",
                                             "The shared access signature does not permit this for %1: make one that "
                                             "does."),
                           {target}});
}

Error deniedError(const Refusal &refusal)
{
    const QByteArray code = refusal.answer.errorCode();
    // Azurite says AuthorizationFailure where Azure says AuthenticationFailed.
    if (refusal.hasKey() && (code == "AuthenticationFailed" || minutesAhead(refusal) != 0))
        return keyError(refusal);
    const Result<Sas> sas = refusal.hasKey() ? Error() : Sas::parse(refusal.account.credential.value);
    const bool isOver = sas && sas->expiry().isValid() && sas->expiry() <= refusal.now;
    if (!refusal.hasKey() && (code == "AuthenticationFailed" || code == "NoAuthenticationInformation" || isOver))
        return sasError(refusal);
    return permissionError(refusal, code);
}

Error conflictError(const Refusal &refusal, const QByteArray &code)
{
    const QString target = refusal.target();
    if (code == "ContainerAlreadyExists" || code == "BlobAlreadyExists" || code == "ResourceAlreadyExists")
        return refusal.error(ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {target}});
    if (code == "ContainerBeingDeleted")
        return refusal.error(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine", "%1 is being deleted: try again in a minute."), {target}});
    if (code.startsWith("Lease"))
        return refusal.error(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine",
                                                "%1 is leased by somebody who works with it: try again when the lease "
                                                "has ended."),
                              {target}});
    if (code == "BlobImmutableDueToPolicy")
        return refusal.error(
            ErrorCode::Conflict,
            {QT_TRANSLATE_NOOP("engine", "A policy of the storage account keeps %1 as it is."), {target}});
    if (code == "BlobArchived" || code == "BlobBeingRehydrated")
        return refusal.error(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine",
                                                "%1 is in the archive tier: bring it back to the tier Hot or Cool "
                                                "first."),
                              {target}});
    if (refusal.answer.status == 412 && refusal.request.headers.value("if-none-match"_ba) == "*")
        return refusal.error(ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {target}});
    if (refusal.answer.status == 412)
        return refusal.error(ErrorCode::Conflict, {anotherVersion, {target}});
    return refusal.error(
        ErrorCode::Conflict,
        {QT_TRANSLATE_NOOP("engine", "%1 is in a state in which the blob service does not do this."), {target}});
}

Error argumentError(const Refusal &refusal, const QByteArray &code)
{
    const QString target = refusal.target();
    if (code == "InvalidResourceName" || code == "OutOfRangeInput" || code == "InvalidUri")
        return refusal.error(ErrorCode::InvalidArgument,
                             {QT_TRANSLATE_NOOP("engine",
                                                "The blob service takes no name %1. A container's has 3 to 63 small "
                                                "letters, digits and single hyphens."),
                              {target}});
    if (code == "InvalidBlobOrBlock")
        return refusal.error(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine",
                                                "Another upload to %1 is under way, or was canceled and is kept by the "
                                                "service for a week: try again when it has ended, or give another "
                                                "name."),
                              {target}});
    if (code == "InvalidBlockList")
        return refusal.error(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine",
                                                "The service no longer has the parts of %1 that were sent: send it "
                                                "again."),
                              {target}});
    return refusal.error(ErrorCode::IoError,
                         {QT_TRANSLATE_NOOP("engine", "The blob service does not understand this for %1 (%2)."),
                          {target, shownPath(QString::fromLatin1(code))}});
}

} // namespace

Error blobError(const BlobAnswer &answer, const BlobRequest &request, const BlobAccount &account, const QDateTime &now)
{
    const Refusal refusal{answer, request, account, now};
    if (answer.failure != QNetworkReply::NoError)
        return connectionError(refusal);
    if (!answer.isOfBlobService())
        return foreignError(refusal);
    if (answer.isDamaged)
        return refusal.error(
            ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 arrived damaged, each time it was asked for: look at the network."),
             {refusal.target()}});
    if (answer.isTooLong)
        return refusal.error(
            ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 answered with more than it was asked for."), {refusal.server()}});
    switch (answer.status) {
    case 400:
        if (answer.errorCode() == "InvalidAuthenticationInfo" || answer.errorCode() == "AccountRequiresHttps")
            return deniedError(refusal);
        return argumentError(refusal, answer.errorCode());
    case 401:
    case 403:
        return deniedError(refusal);
    case 404:
        return refusal.error(ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {refusal.target()}});
    case 409:
    case 412:
        return conflictError(refusal, answer.errorCode());
    case 413:
        return refusal.error(ErrorCode::InvalidArgument,
                             {QT_TRANSLATE_NOOP("engine", "%1 is larger than the blob service takes in one request."),
                              {refusal.target()}});
    case 408:
    case 429:
    case 503:
        return refusal.error(
            ErrorCode::Timeout,
            {QT_TRANSLATE_NOOP("engine", "The storage account %1 has too much to do at present: try again later."),
             {account.name}});
    default:
        return refusal.error(ErrorCode::IoError,
                             {QT_TRANSLATE_NOOP("engine", "The blob service could not do this for %1 (HTTP %2)."),
                              {refusal.target(), QString::number(answer.status)}});
    }
}

bool isOfAnotherVersion(const Error &error)
{
    return error.code == ErrorCode::Conflict && error.message.source == QLatin1StringView(anotherVersion);
}

bool isCredentialRefused(const BlobAnswer &answer)
{
    return answer.failure == QNetworkReply::NoError && (answer.status == 401 || answer.status == 403);
}

} // namespace engine
