// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/bloberrors.h"
#include "engine/blob/wire/blobretry.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace {

const QDateTime now(QDate(2026, 11, 28), QTime(12, 0), Qt::UTC);

BlobAnswer answered(int status, const QByteArray &code, const QByteArray &date = "Sat, 28 Nov 2026 12:00:00 GMT"_ba)
{
    BlobAnswer answer;
    answer.status = status;
    answer.headers = {{"x-ms-request-id"_ba, "5f0d-11"_ba}, {"date"_ba, date}};
    if (!code.isEmpty())
        answer.headers.insert("x-ms-error-code"_ba, code);
    return answer;
}

BlobAnswer failed(QNetworkReply::NetworkError failure)
{
    BlobAnswer answer;
    answer.failure = failure;
    return answer;
}

const QString sasText = u"sv=2021-08-06&sr=c&sp=r&se=%1&sig=SECRETSECRET%3D"_s;

} // namespace

Q_DECLARE_METATYPE(engine::BlobAnswer)

class TstBlobErrors final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatToDo_data()
    {
        QTest::addColumn<BlobAnswer>("answer");
        QTest::addColumn<QString>("sas"); // empty: a key
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const BlobAnswer &answer, ErrorCode code, const QString &words,
                            const QString &sas = {}) { QTest::newRow(name) << answer << sas << code << words; };
        const auto denied = ErrorCode::AuthenticationFailed;
        row("wrong key", answered(403, "AuthenticationFailed"_ba), denied,
            u"The key is not one of the storage account acc"_s);
        row("a clock within the limit", answered(403, "AuthenticationFailed"_ba, "Sat, 28 Nov 2026 11:46:00 GMT"_ba),
            denied, u"The key is not one"_s);
        row("fast clock", answered(403, "AuthenticationFailed"_ba, "Sat, 28 Nov 2026 10:58:00 GMT"_ba), denied,
            u"clock is 62 minutes fast"_s);
        row("slow clock", answered(403, "AuthenticationFailed"_ba, "Sat, 28 Nov 2026 12:20:30 GMT"_ba), denied,
            u"clock is 20 minutes slow"_s);
        row("slow clock, of an emulator", answered(403, "AuthorizationFailure"_ba, "Sun, 29 Nov 2026 12:00:00 GMT"_ba),
            denied, u"clock is 1440 minutes slow"_s);
        row("firewall", answered(403, "AuthorizationFailure"_ba), denied, u"firewall"_s);
        row("no keys", answered(403, "KeyBasedAuthenticationNotPermitted"_ba), denied, u"permits no keys"_s);
        row("https only", answered(400, "AccountRequiresHttps"_ba), ErrorCode::AuthenticationFailed,
            u"by https only"_s);
        row("expired", answered(403, "AuthenticationFailed"_ba), denied, u"expired at 2026-11-27 08:00 UTC"_s,
            sasText.arg(u"2026-11-27T08:00:00Z"_s));
        row("withdrawn", answered(403, "AuthenticationFailed"_ba), denied,
            u"does not accept the shared access signature"_s, sasText.arg(u"2027-01-01T00:00:00Z"_s));
        row("not yet valid", answered(403, "AuthenticationFailed"_ba), denied, u"valid from 2026-11-30 00:00 UTC on"_s,
            sasText.arg(u"2027-01-01T00:00:00Z&st=2026-11-30"_s));
        row("not permitted", answered(403, "AuthorizationPermissionMismatch"_ba), denied,
            u"does not permit this for /c/a b"_s, sasText.arg(u"2027-01-01T00:00:00Z"_s));
        row("no container", answered(404, "ContainerNotFound"_ba), ErrorCode::NotFound, u"There is no /c."_s);
        row("no blob", answered(404, "BlobNotFound"_ba), ErrorCode::NotFound, u"There is no /c/a b."_s);
        row("being deleted", answered(409, "ContainerBeingDeleted"_ba), ErrorCode::Conflict, u"being deleted"_s);
        row("there already", answered(409, "BlobAlreadyExists"_ba), ErrorCode::AlreadyExists, u"is there already"_s);
        row("leased", answered(412, "LeaseIdMissing"_ba), ErrorCode::Conflict, u"leased"_s);
        row("changed", answered(412, "ConditionNotMet"_ba), ErrorCode::Conflict, u"has changed meanwhile"_s);
        row("bad name", answered(400, "InvalidResourceName"_ba), ErrorCode::InvalidArgument, u"3 to 63"_s);
        row("blocks are gone", answered(400, "InvalidBlockList"_ba), ErrorCode::Conflict, u"send it again"_s);
        row("busy", answered(503, "ServerBusy"_ba), ErrorCode::Timeout, u"too much to do"_s);
        row("something else", answered(418, ""_ba), ErrorCode::IoError, u"HTTP 418"_s);
        row("no such server", failed(QNetworkReply::HostNotFoundError), ErrorCode::Unreachable,
            u"There is no server a.example"_s);
        row("refused", failed(QNetworkReply::ConnectionRefusedError), ErrorCode::Unreachable,
            u"Nothing serves blobs at a.example:444"_s);
        row("TLS", failed(QNetworkReply::SslHandshakeFailedError), ErrorCode::Unreachable, u"cannot prove by TLS"_s);
        row("broken", failed(QNetworkReply::RemoteHostClosedError), ErrorCode::Unreachable, u"broke"_s);
        row("silent", failed(QNetworkReply::TimeoutError), ErrorCode::Timeout, u"did not answer in time"_s);
        row("proxy", failed(QNetworkReply::ProxyAuthenticationRequiredError), ErrorCode::Unreachable, u"proxy"_s);
        BlobAnswer foreign;
        foreign.status = 404;
        row("another server", foreign, ErrorCode::Unreachable, u"is no blob service"_s);
        foreign.status = 302;
        row("sent elsewhere", foreign, ErrorCode::Unreachable, u"sends to another address"_s);
    }

    void saysWhatToDo()
    {
        QFETCH(BlobAnswer, answer);
        QFETCH(QString, sas);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        const BlobAccount account{u"acc"_s,
                                  QUrl(u"https://a.example:444"_s),
                                  {sas.isEmpty() ? BlobCredential::Kind::Key : BlobCredential::Kind::Sas,
                                   Secret(sas.isEmpty() ? u"U0VDUkVUU0VDUkVU"_s : sas)}};
        const BlobRequest request{BlobRequest::Verb::Get, {u"c"_s, u"a b"_s}};
        const Error error = blobError(answer, request, account, now);
        QCOMPARE(toString(error.code), toString(code));
        const QString said = error.message.englishText() + error.technical;
        QVERIFY2(said.contains(words), qPrintable(said));
        QVERIFY2(!said.contains(u"SECRET"_s) && !said.contains(u"U0VDUkVU"_s) && !said.contains(u"sig="_s),
                 qPrintable(said));
    }

    void namesTheSourceThatACopyLacks()
    {
        BlobRequest request{BlobRequest::Verb::Put, {u"c"_s, u"to"_s}};
        request.copySource = BlobTarget{u"c"_s, u"from"_s};
        const BlobAccount account{u"acc"_s, QUrl(u"https://a.example"_s), {}};
        QCOMPARE(blobError(answered(404, "BlobNotFound"_ba), request, account, now).target, u"/c/from"_s);
        QCOMPARE(blobError(answered(404, "ContainerNotFound"_ba), request, account, now).target, u"/c"_s);
    }

    void showsNoTextOfTheServerAsItIs()
    {
        const BlobRequest request{BlobRequest::Verb::Get, {u"c"_s, u"a\nb"_s}};
        const BlobAccount account{u"acc"_s, QUrl(u"https://a.example"_s), {}};
        const Error error = blobError(answered(400, "X\x1b[31m"_ba + QByteArray(1000, 'x')), request, account, now);
        const QString said = error.message.englishText() + error.technical;
        QVERIFY2(!said.contains(u'\x1b') && !said.contains(u'\n') && said.size() < 1000, qPrintable(said));
    }

    void knowsWhatPasses_data()
    {
        QTest::addColumn<BlobAnswer>("answer");
        QTest::addColumn<bool>("passes");
        for (const int status : {408, 429, 500, 502, 503, 504})
            QTest::addRow("%d", status) << answered(status, ""_ba) << true;
        for (const int status : {400, 401, 403, 404, 405, 409, 411, 412, 413, 416, 501, 505})
            QTest::addRow("%d", status) << answered(status, ""_ba) << false;
        QTest::newRow("damaged on its way there") << answered(400, "Md5Mismatch"_ba) << true;
        QTest::newRow("broken") << failed(QNetworkReply::RemoteHostClosedError) << true;
        QTest::newRow("TLS") << failed(QNetworkReply::SslHandshakeFailedError) << false;
        QTest::newRow("no server") << failed(QNetworkReply::HostNotFoundError) << false;
        QTest::newRow("refused") << failed(QNetworkReply::ConnectionRefusedError) << false;
    }

    void knowsWhatPasses()
    {
        QFETCH(BlobAnswer, answer);
        QFETCH(bool, passes);
        QCOMPARE(mayPassByItself(answer), passes);
    }

    void tellsAnotherVersionFromOtherConflicts()
    {
        const BlobRequest request{BlobRequest::Verb::Get, {u"c"_s, u"b"_s}};
        const BlobAccount account{u"acc"_s, QUrl(u"https://acc.example"_s), {BlobCredential::Kind::Key, u"a2V5"_s}};
        const auto isOther = [&](int status, const QByteArray &code) {
            return isOfAnotherVersion(blobError(answered(status, code), request, account, QDateTime()));
        };
        QVERIFY(isOther(412, "ConditionNotMet"_ba));
        QVERIFY(!isOther(412, "LeaseIdMissing"_ba));
        QVERIFY(!isOther(409, "BlobArchived"_ba));
        QVERIFY(!isOther(404, "BlobNotFound"_ba));
    }

    void readsThePauseThatIsAskedFor()
    {
        BlobAnswer answer = answered(503, ""_ba);
        QVERIFY(!askedPause(answer));
        for (const auto &[text, seconds] :
             QList<std::pair<QByteArray, int>>{{"7"_ba, 7}, {"-1"_ba, -1}, {"soon"_ba, -1}}) {
            answer.headers["retry-after"_ba] = text;
            QCOMPARE(askedPause(answer).has_value(), seconds >= 0);
            if (seconds >= 0)
                QCOMPARE(askedPause(answer)->count(), seconds * 1000);
        }
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobErrors)
#include "tst_bloberrors.moc"
