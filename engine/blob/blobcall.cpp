// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobcall.h"

#include "engine/blob/blobsender.h"
#include "engine/blob/wire/bloberrors.h"
#include "engine/blob/wire/blobretry.h"
#include "engine/blob/wire/blobxml.h"
#include "engine/blob/wire/sas.h"
#include "engine/blob/wire/sharedkey.h"

#include <QCryptographicHash>
#include <QLocale>
#include <QNetworkAccessManager>
#include <QSslError>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto serviceVersion = "2021-08-06"; // of the requests; the first that encodes names XML cannot have is older

std::chrono::milliseconds steadyNow()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

QByteArray httpDateNow()
{
    return QLocale::c().toString(QDateTime::currentDateTimeUtc(), u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s).toLatin1();
}

// Errors of HTTP itself are in its status; Qt has ProtocolInvalidOperationError for 400.
bool isOfConnection(QNetworkReply::NetworkError error)
{
    return (error != QNetworkReply::NoError && error <= QNetworkReply::UnknownProxyError)
        || error == QNetworkReply::ProtocolUnknownError || error == QNetworkReply::ProtocolFailure;
}

} // namespace

BlobCall::BlobCall(BlobSender &sender, BlobRequest request, Done done)
    : QObject(&sender), m_sender(sender), m_request(std::move(request)), m_done(std::move(done)),
      m_backoff(sender.patience().shortestPause, sender.patience().longestPause, steadyNow)
{
    m_pause.setSingleShot(true);
    m_silence.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &BlobCall::beginTry);
    m_deadline.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this] { giveUpTry(QNetworkReply::TimeoutError); });
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        BlobAnswer late;
        late.failure = QNetworkReply::TimeoutError;
        finish(blobError(late, m_request, m_account, QDateTime::currentDateTimeUtc()));
    });
}

BlobCall::~BlobCall()
{
    if (m_reply) // the network may have gone first, with the thread
        m_reply->disconnect(this);
    delete m_reply.data();
}

void BlobCall::start()
{
    const Result<void> check = checkRequest(m_request);
    if (check)
        beginTry();
    else
        finish(check.error());
}

void BlobCall::cancel()
{
    finish(Error::canceled());
}

void BlobCall::beginTry()
{
    m_sender.withAccount(this, [this](const Result<BlobAccount> &account) {
        if (!m_done)
            return;
        if (account)
            send(*account);
        else
            finish(account.error());
    });
}

Result<QNetworkRequest> BlobCall::authorised(const BlobAccount &account)
{
    const QString scheme = account.endpoint.scheme();
    if ((scheme != "https"_L1 && scheme != "http"_L1) || account.endpoint.host().isEmpty())
        return Error::of(ErrorCode::InvalidArgument,
                         {QT_TRANSLATE_NOOP("engine",
                                            "The endpoint of the storage account %1 is no address: it is like "
                                            "https://ACCOUNT.blob.core.windows.net."),
                          {account.name}});
    const bool hasKey = account.credential.kind == BlobCredential::Kind::Key;
    QByteArray signature;
    if (!hasKey) {
        const Result<Sas> sas = Sas::parse(account.credential.value);
        if (!sas)
            return sas.error();
        signature = sas->query();
    }
    m_request.headers.insert("x-ms-date"_ba, httpDateNow());
    m_request.headers.insert("x-ms-version"_ba, serviceVersion);
    if (m_request.copySource)
        m_request.headers.insert("x-ms-copy-source"_ba,
                                 blobUrl(account.endpoint, *m_request.copySource, {}, signature).toEncoded());
    QNetworkRequest request(blobUrl(account.endpoint, m_request.target, m_request.query, signature));
    if (hasKey) {
        const Result<QByteArray> header =
            sharedKeyHeader(m_request, request.url(), account.name, account.credential.value);
        if (!header)
            return header.error();
        request.setRawHeader("Authorization"_ba, *header);
    }
    for (auto header = m_request.headers.cbegin(); header != m_request.headers.cend(); ++header)
        request.setRawHeader(header.key(), header.value());
    request.setRawHeader("Accept-Encoding"_ba, "identity"_ba); // or a compressed blob would arrive as something else
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    return request;
}

void BlobCall::send(const BlobAccount &account)
{
    m_account = account;
    if (!m_deadline.isActive())
        m_deadline.start(m_sender.patience().whole);
    const Result<QNetworkRequest> request = authorised(account);
    if (!request)
        return finish(request.error());
    ++m_tries;
    m_state = {};
    m_body.clear();
    QNetworkAccessManager &network = m_sender.network();
    switch (m_request.verb) {
    case BlobRequest::Verb::Get:
        m_reply = network.get(*request);
        break;
    case BlobRequest::Verb::Head:
        m_reply = network.head(*request);
        break;
    case BlobRequest::Verb::Put:
        m_reply = network.put(*request, m_request.body);
        break;
    case BlobRequest::Verb::Delete:
        m_reply = network.deleteResource(*request);
        break;
    }
    m_silence.start(m_sender.patience().silence);
    connect(m_reply, &QNetworkReply::uploadProgress, this, [this] { m_silence.start(); });
    connect(m_reply, &QNetworkReply::readyRead, this, &BlobCall::receive);
    connect(m_reply, &QNetworkReply::finished, this, &BlobCall::endTry);
    connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        if (!errors.isEmpty())
            m_state.words = errors.first().errorString();
    });
}

void BlobCall::receive()
{
    m_silence.start();
    m_body += m_reply->read(m_request.mostBytes + 1 - m_body.size());
    if (m_body.size() > m_request.mostBytes) {
        m_state.isTooLong = true;
        giveUpTry(QNetworkReply::NoError);
    }
}

void BlobCall::giveUpTry(QNetworkReply::NetworkError why)
{
    m_state.failure = why;
    m_reply->disconnect(this);
    m_reply->abort();
    endTry();
}

BlobAnswer BlobCall::answerOf() const
{
    BlobAnswer answer = m_state;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    for (const auto &[name, value] : m_reply->rawHeaderPairs())
        answer.headers.insert(name.toLower(), value);
    answer.body = m_body;
    const bool wasGivenUp = answer.isTooLong || answer.failure != QNetworkReply::NoError;
    if (!wasGivenUp && isOfConnection(m_reply->error()))
        answer.failure = m_reply->error();
    else if (!wasGivenUp && answer.status == 0)
        answer.failure = QNetworkReply::ProtocolFailure;

    const QByteArray length = answer.headers.value("content-length"_ba);
    const bool hasBody = m_request.verb != BlobRequest::Verb::Head && answer.failure == QNetworkReply::NoError;
    if (hasBody && !answer.isTooLong && !length.isEmpty() && length.toLongLong() != answer.body.size())
        answer.isDamaged = true;
    // Asked for is the checksum of what is sent; without a range it is the whole blob's.
    const QByteArray md5 = md5FromBase64(answer.headers.value("content-md5"_ba));
    if (m_request.verb == BlobRequest::Verb::Get && hasBody && answer.status < 300 && !md5.isEmpty()
        && m_request.headers.contains("x-ms-range-get-content-md5"_ba)
        && QCryptographicHash::hash(answer.body, QCryptographicHash::Md5) != md5)
        answer.isDamaged = true;
    return answer;
}

void BlobCall::endTry()
{
    m_silence.stop();
    if (m_reply->isOpen() && !m_state.isTooLong)
        m_body += m_reply->read(m_request.mostBytes + 1 - m_body.size());
    m_state.isTooLong = m_body.size() > m_request.mostBytes;
    const BlobAnswer answer = answerOf();
    m_reply->disconnect(this);
    m_reply->deleteLater();
    m_reply.clear();
    judge(answer);
}

void BlobCall::judge(const BlobAnswer &answer)
{
    const bool isAnswered = answer.failure == QNetworkReply::NoError && answer.isOfBlobService();
    const bool isExpected = isAnswered
        && ((!m_request.emptyCode.isEmpty() && answer.errorCode() == m_request.emptyCode)
            || (m_mayBeDone && m_request.doneCodes.contains(answer.errorCode())));
    if (answer.isSuccess() || isExpected)
        return finish(answer);
    if (isCredentialRefused(answer) && !m_wasRefused) { // it may have been changed since it was fetched
        m_wasRefused = true;
        m_sender.forget(m_account);
        const Error error = blobError(answer, m_request, m_account, QDateTime::currentDateTimeUtc());
        return m_sender.withAccount(this, [this, error](const Result<BlobAccount> &account) {
            if (!m_done)
                return;
            if (account && !(account->credential.value == m_account.credential.value))
                send(*account);
            else
                finish(error);
        });
    }
    if (mayPassByItself(answer) && m_tries < m_sender.patience().tries
        && askedPause(answer).value_or(std::chrono::milliseconds(0)) <= m_sender.patience().silence) {
        m_mayBeDone = m_mayBeDone || mayBeDone(answer);
        return retryLater(answer);
    }
    finish(blobError(answer, m_request, m_account, QDateTime::currentDateTimeUtc()));
}

void BlobCall::retryLater(const BlobAnswer &answer)
{
    m_backoff.fail();
    m_pause.start(std::max(m_backoff.remaining(), askedPause(answer).value_or(std::chrono::milliseconds(0))));
}

void BlobCall::finish(const Result<BlobAnswer> &result)
{
    if (!m_done)
        return;
    m_pause.stop();
    m_silence.stop();
    m_deadline.stop();
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
        m_reply.clear();
    }
    const Done done = std::exchange(m_done, nullptr);
    deleteLater();
    done(result);
}

} // namespace engine
