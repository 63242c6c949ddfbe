// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobservice.h"

#include "engine/blob/blobcopy.h"
#include "engine/blob/blobloop.h"
#include "engine/blob/blobsender.h"
#include "engine/blob/wire/blobxml.h"
#include "engine/blob/wire/sas.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 mostChecked = 4 * mebi; // bytes of a range of which the service makes a checksum
const QByteArray metadataHeader = "x-ms-meta-"_ba;
const QByteArrayList contentHeaders{"cache-control"_ba, "content-disposition"_ba, "content-encoding"_ba,
                                    "content-language"_ba};

using Verb = BlobRequest::Verb;

Result<void> nothing(const BlobAnswer & /*answer*/)
{
    return {};
}

QByteArray md5Of(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Md5).toBase64();
}

QByteArray quotedEtag(const QString &etag)
{
    return '"' + etag.toUtf8() + '"';
}

void addProperties(BlobRequest &request, const BlobProperties &properties)
{
    request.headers.insert("x-ms-blob-content-type"_ba,
                           properties.contentType.isEmpty() ? "application/octet-stream"_ba
                                                            : properties.contentType.toUtf8());
    for (auto item = properties.metadata.cbegin(); item != properties.metadata.cend(); ++item)
        request.headers.insert(metadataHeader + item.key().toLower().toUtf8(), item.value().toUtf8());
    for (auto header = properties.contentHeaders.cbegin(); header != properties.contentHeaders.cend(); ++header)
        request.headers.insert("x-ms-blob-" + header.key(), header.value());
    if (properties.isNew)
        request.headers.insert("if-none-match"_ba, "*"_ba);
    if (!properties.etag.isEmpty())
        request.headers.insert("if-match"_ba, quotedEtag(properties.etag));
}

void addBody(BlobRequest &request, const QByteArray &bytes)
{
    request.body = bytes;
    request.headers.insert("content-md5"_ba, md5Of(bytes));
    request.headers.insert("content-type"_ba, "application/octet-stream"_ba);
}

Result<BlobEntry> entryFromHeaders(const BlobAnswer &answer, const QString &name)
{
    BlobEntry entry;
    entry.name = name;
    entry.size = qMax<qint64>(0, answer.headers.value("content-length"_ba).toLongLong());
    entry.modified = httpDate(answer.headers.value("last-modified"_ba));
    entry.etag = plainEtag(answer.headers.value("etag"_ba));
    entry.md5 = md5FromBase64(answer.headers.value("content-md5"_ba));
    entry.contentType = QString::fromUtf8(answer.headers.value("content-type"_ba));
    for (auto header = answer.headers.cbegin(); header != answer.headers.cend(); ++header) {
        if (header.key().startsWith(metadataHeader))
            entry.metadata.insert(QString::fromUtf8(header.key().sliced(metadataHeader.size())),
                                  QString::fromUtf8(header.value()));
        if (contentHeaders.contains(header.key()))
            entry.contentHeaders.insert(header.key(), header.value());
    }
    return entry;
}

template <typename T> Result<T> noBytes(qint64 offset, qint64 length)
{
    if (length == 0 && offset >= 0)
        return T();
    return Error::of(
        ErrorCode::InvalidArgument,
        QT_TRANSLATE_NOOP("engine", "No part of a blob begins before its first byte, or is shorter than nothing."));
}

BlobRequest rangeRequest(const BlobTarget &target, qint64 offset, qint64 length, const QString &etag)
{
    BlobRequest request{Verb::Get, target};
    request.headers.insert("x-ms-range"_ba,
                           "bytes=" + QByteArray::number(offset) + '-' + QByteArray::number(offset + length - 1));
    if (length <= mostChecked)
        request.headers.insert("x-ms-range-get-content-md5"_ba, "true"_ba);
    if (!etag.isEmpty())
        request.headers.insert("if-match"_ba, quotedEtag(etag));
    request.mostBytes = qMax<qint64>(length, 64 * 1024); // or an error's body
    request.emptyCode = "InvalidRange"_ba;
    return request;
}

Result<QByteArray> bytesOf(const BlobAnswer &answer, qint64 offset, qint64 length)
{
    if (answer.status == 416)
        return QByteArray();
    const QByteArray first = "bytes " + QByteArray::number(offset) + '-';
    const bool isAsked = answer.status == 206 && answer.body.size() <= length
        && answer.headers.value("content-range"_ba).startsWith(first);
    if (!isAsked)
        return Error::of(
            ErrorCode::IoError,
            QT_TRANSLATE_NOOP("engine", "The blob service sent another part than the one it was asked for."));
    return answer.body;
}

BlobRequest commitRequest(const BlobTarget &target, const QByteArray &blocks, const BlobProperties &properties)
{
    BlobRequest request{Verb::Put, target, {{"comp"_ba, u"blocklist"_s}}};
    addProperties(request, properties);
    if (!properties.md5.isEmpty())
        request.headers.insert("x-ms-blob-content-md5"_ba, properties.md5.toBase64());
    addBody(request, blocks);
    return request;
}

QMap<QByteArray, QString> listQuery(const QString &marker, int most)
{
    QMap<QByteArray, QString> query{{"comp"_ba, u"list"_s}, {"maxresults"_ba, QString::number(qBound(1, most, 5000))}};
    if (!marker.isEmpty())
        query.insert("marker"_ba, marker);
    return query;
}

Result<QUrl> signedUrl(const BlobAccount &account, const BlobLink &link)
{
    const Result<QByteArray> query = linkQuery(link, account.name, account.credential.value);
    if (!query)
        return query.error();
    return blobUrl(account.endpoint, link.target, {}, *query);
}

bool isHttps(const BlobAccount &account)
{
    return account.endpoint.scheme() == "https"_L1;
}

Result<QUrl> containerUrl(const BlobAccount &account, const QString &container, const QDateTime &expiry)
{
    if (account.credential.kind == BlobCredential::Kind::Key)
        return signedUrl(account, {{container, {}}, expiry, isHttps(account), "racwdl"});
    const Result<Sas> sas = Sas::parse(account.credential.value);
    if (!sas)
        return sas.error();
    return blobUrl(account.endpoint, {container, {}}, {}, sas->query());
}

Result<QUrl> linkOf(const BlobAccount &account, const BlobTarget &target, const QDateTime &expiry)
{
    if (account.credential.kind != BlobCredential::Kind::Key)
        return Error::of(ErrorCode::Conflict,
                         {QT_TRANSLATE_NOOP("engine",
                                            "Links are signed with the key of the storage account %1, which is not "
                                            "kept here: only a shared access signature is."),
                          {account.name}});
    return signedUrl(account, {target, expiry, isHttps(account)});
}

} // namespace

BlobService::BlobService(std::shared_ptr<BlobLoop> loop, Account account, const BlobPatience &patience)
    : m_loop(std::move(loop))
{
    BlobNetwork *network = m_loop->network();
    m_sender = new BlobSender(*network, std::move(account), patience);
    m_sender->moveToThread(network->thread());
}

BlobService::~BlobService()
{
    m_sender->deleteLater();
}

QObject *BlobService::context() const
{
    return m_sender;
}

QFuture<Result<BlobPage>> BlobService::listContainers(const QString &marker, int most)
{
    BlobRequest request;
    request.query = listQuery(marker, most);
    return m_sender->ask<BlobPage>(request, [](const BlobAnswer &answer) { return containersFromXml(answer.body); });
}

QFuture<Result<void>> BlobService::createContainer(const QString &container)
{
    BlobRequest request{Verb::Put, {container, {}}, {{"restype"_ba, u"container"_s}}};
    request.doneCodes = {"ContainerAlreadyExists"_ba};
    return m_sender->ask<void>(request, nothing);
}

QFuture<Result<void>> BlobService::removeContainer(const QString &container)
{
    BlobRequest request{Verb::Delete, {container, {}}, {{"restype"_ba, u"container"_s}}};
    request.doneCodes = {"ContainerNotFound"_ba, "ContainerBeingDeleted"_ba};
    return m_sender->ask<void>(request, nothing);
}

QFuture<Result<BlobPage>> BlobService::list(const BlobListing &listing, const QString &marker)
{
    BlobRequest request{Verb::Get, {listing.container, {}}, listQuery(marker, listing.most)};
    request.query.insert("restype"_ba, u"container"_s);
    if (!listing.prefix.isEmpty())
        request.query.insert("prefix"_ba, listing.prefix);
    if (!listing.isRecursive)
        request.query.insert("delimiter"_ba, u"/"_s);
    if (listing.withMetadata)
        request.query.insert("include"_ba, u"metadata"_s);
    return m_sender->ask<BlobPage>(request, [](const BlobAnswer &answer) { return blobsFromXml(answer.body); });
}

QFuture<Result<BlobEntry>> BlobService::stat(const QString &container, const QString &blob)
{
    const BlobRequest request{Verb::Head, {container, blob}};
    return m_sender->ask<BlobEntry>(request,
                                    [blob](const BlobAnswer &answer) { return entryFromHeaders(answer, blob); });
}

QFuture<Result<QByteArray>> BlobService::read(const QString &container, const QString &blob, qint64 offset,
                                              qint64 length, const QString &etag)
{
    if (offset < 0 || length <= 0)
        return QtFuture::makeReadyFuture(noBytes<QByteArray>(offset, length));
    return m_sender->ask<QByteArray>(
        rangeRequest({container, blob}, offset, length, etag),
        [offset, length](const BlobAnswer &answer) { return bytesOf(answer, offset, length); });
}

QFuture<Result<BlobRange>> BlobService::readRange(const QString &container, const QString &blob, qint64 offset,
                                                  qint64 length, const QString &etag)
{
    if (offset < 0 || length <= 0)
        return QtFuture::makeReadyFuture(noBytes<BlobRange>(offset, length));
    return m_sender->ask<BlobRange>(
        rangeRequest({container, blob}, offset, length, etag),
        [offset, length](const BlobAnswer &answer) -> Result<BlobRange> {
            const Result<QByteArray> bytes = bytesOf(answer, offset, length);
            return bytes ? Result(BlobRange{*bytes, plainEtag(answer.headers.value("etag"_ba))}) : bytes.error();
        });
}

QFuture<Result<void>> BlobService::put(const QString &container, const QString &blob, const QByteArray &bytes,
                                       const BlobProperties &properties)
{
    BlobRequest request{Verb::Put, {container, blob}};
    request.headers.insert("x-ms-blob-type"_ba, "BlockBlob"_ba);
    addProperties(request, properties);
    addBody(request, bytes);
    return m_sender->ask<void>(request, nothing);
}

QFuture<Result<void>> BlobService::putBlock(const QString &container, const QString &blob, const QByteArray &id,
                                            const QByteArray &bytes)
{
    BlobRequest request{
        Verb::Put, {container, blob}, {{"comp"_ba, u"block"_s}, {"blockid"_ba, QString::fromLatin1(id.toBase64())}}};
    addBody(request, bytes);
    return m_sender->ask<void>(request, nothing);
}

QFuture<Result<QMap<QByteArray, qint64>>> BlobService::uncommittedBlocks(const QString &container, const QString &blob)
{
    BlobRequest request{
        Verb::Get, {container, blob}, {{"comp"_ba, u"blocklist"_s}, {"blocklisttype"_ba, u"uncommitted"_s}}};
    request.emptyCode = "BlobNotFound"_ba;
    return m_sender->ask<QMap<QByteArray, qint64>>(request,
                                                   [](const BlobAnswer &answer) -> Result<QMap<QByteArray, qint64>> {
                                                       if (answer.status == 404)
                                                           return QMap<QByteArray, qint64>();
                                                       return blocksFromXml(answer.body);
                                                   });
}

QFuture<Result<QByteArrayList>> BlobService::committedBlocks(const QString &container, const QString &blob)
{
    const BlobRequest request{
        Verb::Get, {container, blob}, {{"comp"_ba, u"blocklist"_s}, {"blocklisttype"_ba, u"committed"_s}}};
    return m_sender->ask<QByteArrayList>(request,
                                         [](const BlobAnswer &answer) { return committedFromXml(answer.body); });
}

QFuture<Result<void>> BlobService::commit(const QString &container, const QString &blob, const QByteArrayList &ids,
                                          const BlobProperties &properties)
{
    return m_sender->ask<void>(commitRequest({container, blob}, blocksToXml(ids), properties), nothing);
}

QFuture<Result<void>> BlobService::commitAgain(const QString &container, const QString &blob, const QByteArrayList &ids,
                                               const BlobProperties &properties)
{
    return m_sender->ask<void>(commitRequest({container, blob}, blocksToXml(ids, BlockVersion::Committed), properties),
                               nothing);
}

QFuture<Result<void>> BlobService::copy(const QString &fromContainer, const QString &fromBlob, const QString &container,
                                        const QString &blob, bool isNew)
{
    BlobRequest request{Verb::Put, {container, blob}};
    request.copySource = BlobTarget{fromContainer, fromBlob};
    if (isNew) {
        request.headers.insert("if-none-match"_ba, "*"_ba);
        request.doneCodes = {"BlobAlreadyExists"_ba, "ConditionNotMet"_ba, "TargetConditionNotMet"_ba};
    }
    return m_sender->begin<void>([sender = m_sender, request](const BlobSender::Promise<void> &promise) {
        (new BlobCopy(*sender, request, promise))->start();
    });
}

QFuture<Result<void>> BlobService::remove(const QString &container, const QString &blob, const QString &etag)
{
    BlobRequest request{Verb::Delete, {container, blob}};
    if (etag.isEmpty())
        request.headers.insert("x-ms-delete-snapshots"_ba, "include"_ba);
    else
        request.headers.insert("if-match"_ba, quotedEtag(etag));
    request.doneCodes = {"BlobNotFound"_ba, "ContainerNotFound"_ba};
    return m_sender->ask<void>(request, nothing);
}

QFuture<Result<QUrl>> BlobService::signContainer(const QString &container, const QDateTime &expiry)
{
    return m_sender->begin<QUrl>([sender = m_sender, container, expiry](const BlobSender::Promise<QUrl> &promise) {
        sender->withAccount(sender, [promise, container, expiry](const Result<BlobAccount> &account) {
            promise->addResult(account ? containerUrl(*account, container, expiry) : Result<QUrl>(account.error()));
            promise->finish();
        });
    });
}

QFuture<Result<QUrl>> BlobService::link(const QString &container, const QString &blob, const QDateTime &expiry)
{
    return m_sender->begin<QUrl>(
        [sender = m_sender, target = BlobTarget{container, blob}, expiry](const BlobSender::Promise<QUrl> &promise) {
            sender->withAccount(sender, [promise, target, expiry](const Result<BlobAccount> &account) {
                promise->addResult(account ? linkOf(*account, target, expiry) : Result<QUrl>(account.error()));
                promise->finish();
            });
        });
}

} // namespace engine
