// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobwriter.h"

#include "engine/api/paths.h"
#include "engine/blob/blobchain.h"
#include "engine/storage/transfer/places/blob/ownblocks.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/stage.h"

#include <cerrno>

namespace engine {

namespace {

// The properties of a copy. A blob that is gone since it was read has none to keep.
Result<BlobProperties> withOrigin(const BlobProperties &properties, const Result<BlobEntry> &origin)
{
    if (!origin)
        return origin.error().code == ErrorCode::NotFound ? Result(properties) : origin.error();
    BlobProperties kept = BlobProperties::of(*origin);
    kept.md5 = properties.md5;
    kept.isNew = properties.isNew;
    for (auto item = properties.metadata.cbegin(); item != properties.metadata.cend(); ++item)
        kept.metadata.insert(item.key(), item.value());
    return kept;
}

} // namespace

QString BlobWriter::nameFault(const QByteArray &path)
{
    constexpr qsizetype mostNameLength = 1024;
    const QString name = pathFromBytes(path);
    if (name.toUtf8() != path)
        return QStringLiteral("its name is not in UTF-8, as names of blobs are");
    if (name.size() > mostNameLength)
        return QStringLiteral("its name is longer than a blob's can be");
    for (const QChar character : name) {
        if (character.unicode() < ' ' || character == u'\\' || character.unicode() >= 0xFFFE)
            return QStringLiteral("its name has a character that a blob's cannot have");
    }
    for (const QByteArray &part : path.split('/')) {
        if (part.endsWith('.'))
            return QStringLiteral("a part of its name ends with a dot, as a blob's cannot");
    }
    return {};
}

int BlobWriter::refuse(const QString &words)
{
    m_isBad = true;
    m_context.failed.addSpoiled(m_file.path, words);
    return EIO;
}

QString BlobWriter::obstacle() const
{
    if (const QString fault = nameFault(m_file.path); !fault.isEmpty())
        return fault;
    const FactSet &existing = m_context.state.existing;
    const auto isFolder = [&existing](const QByteArray &path) {
        TreeEntry folder;
        folder.path = path;
        folder.kind = EntryKind::Folder;
        return existing.contains(folder);
    };
    if (isFolder(m_file.path))
        return otherKindWords(false);
    for (QByteArray above = beforeLastPart(m_file.path); !above.isEmpty(); above = beforeLastPart(above)) {
        if (existing.containsPath(above) && !isFolder(above))
            return QStringLiteral("a file has the name of its folder there");
    }
    return {};
}

BlobProperties BlobWriter::propertiesOf(const TreeEntry &file) const
{
    BlobProperties properties;
    if (const QString time = blobTimeText(file); !time.isEmpty())
        properties.metadata.insert(blobTimeName, time);
    properties.isNew =
        m_context.plan.conflicts != ConflictRule::Replace && !m_context.state.existing.containsPath(file.path);
    return properties;
}

int BlobWriter::add(const TreeEntry &entry)
{
    if (entry.kind == EntryKind::Folder)
        return 0; // with its entries, or by BlobStage::bringFolders()
    if (entry.kind == EntryKind::Link) {
        m_context.failed.addSpoiled(entry.path, QStringLiteral("a storage account has no links"));
        return 0;
    }
    const int begun = begin(entry, entry.path);
    if (m_context.plan.conflicts == ConflictRule::KeepBoth || m_context.plan.isBeside)
        m_source.path.clear(); // the source may have another name, which nobody tells
    return begun == 0 ? end() : begun;
}

int BlobWriter::begin(const TreeEntry &file, const QByteArray &path)
{
    if (isBroken())
        return broken;
    m_source = m_file = file;
    m_file.path = path;
    m_isBad = false;
    m_at = m_whole = 0;
    m_bytes.clear();
    m_hash.reset();
    if (const QString words = obstacle(); !words.isEmpty())
        return refuse(words);
    if (mebibytesOf(file.size) <= BlobBlocks::mebibytesOfBlock(file.size))
        return 0;
    m_writing.origins.add(path, file.path);
    const auto known = ownBlocks(*m_session, there(m_file));
    if (!known)
        return judge(m_file, known.error());
    const bool isUsable = m_writing.isContinued && !m_context.state.bytes.hasAmbiguousTime(file);
    m_writing.blocks.take(m_file, path, isUsable ? *known : QMap<QByteArray, qint64>());
    return 0;
}

int BlobWriter::write(QByteArrayView bytes)
{
    const qint64 most = BlobBlocks::mebibytesOfBlock(m_file.size) * mebi;
    m_hash.addData(bytes);
    int number = 0;
    while (!bytes.isEmpty() && number == 0) {
        const qsizetype some = qMin<qint64>(most - m_bytes.size(), bytes.size());
        m_bytes += bytes.first(some);
        bytes = bytes.sliced(some);
        m_whole = m_bytes.size();
        const bool isFull = m_bytes.size() == most && m_at + m_bytes.size() < m_file.size;
        number = isFull ? sendBlock(false) : 0;
    }
    return m_isBad && number == 0 ? EIO : number;
}

int BlobWriter::end()
{
    if (m_isBad || m_at + m_bytes.size() != m_file.size)
        return m_isBad ? EIO : refuse(changedWhileBrought());
    const QByteArray md5 = m_hash.result();
    if (m_at > 0) {
        int number = sendBlock(false);
        if (number == 0)
            number = settleAll();
        return number == 0 && !m_isBad ? commit(m_file, md5) : m_isBad && number == 0 ? EIO : number;
    }
    const qint64 size = m_bytes.size();
    if (const int number = waitForRoom(size); number != 0)
        return number;
    BlobProperties properties = propertiesOf(m_file);
    properties.md5 = md5;
    m_bytesUnderWay += size;
    m_requests.push_back({m_session->begin(put(std::exchange(m_bytes, {}), properties)), size, m_file,
                          [this, file = m_file] { noteSent(file); }});
    return 0;
}

// The current file, in one request. A copy of a blob keeps what that has beside its bytes.
QFuture<Result<void>> BlobWriter::put(const QByteArray &bytes, const BlobProperties &properties) const
{
    const BlobPath path = there(m_file);
    const auto origin = m_writing.origins.ofSource(m_source.path);
    if (!origin)
        return m_session->service().put(path.container, path.blob, bytes, properties);
    return BlobChain<void>::begin(
        m_session->account(), [path, bytes, properties, origin = *origin](const BlobChain<void>::Ptr &chain) {
            chain->ask(
                [origin](BlobService &) { return origin.account->stat(origin.path.container, origin.path.blob); },
                [chain, path, bytes, properties](const Result<BlobEntry> &blob) {
                    const auto kept = withOrigin(properties, blob);
                    if (!kept)
                        return chain->end(kept.error());
                    chain->ask(
                        [path, bytes, kept = *kept](BlobService &service) {
                            return service.put(path.container, path.blob, bytes, kept);
                        },
                        [chain](const Result<void> &done) { chain->end(done); });
                });
        });
}

int BlobWriter::finish()
{
    m_bytes.clear();
    m_whole = 0;
    return settleAll();
}

int BlobWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    if (isBroken())
        return broken;
    m_source = m_file = file;
    m_file.path = path;
    m_isBad = false;
    m_bytes.clear();
    m_at = m_whole = 0;
    const QString words = obstacle();
    return words.isEmpty() ? 0 : refuse(words);
}

int BlobWriter::putBlock(qint64 at, QByteArrayView bytes)
{
    if (!m_bytes.isEmpty() && at != m_at + m_bytes.size()) {
        if (const int number = sendBlock(true); number != 0)
            return number;
    }
    if (m_bytes.isEmpty())
        m_at = at;
    m_bytes += bytes;
    return 0;
}

// Blocks end where they usually do, so that the next run meets blocks of the same size.
int BlobWriter::endMebibyte(qint64 mib)
{
    m_whole = m_bytes.size();
    const bool isFull = (mib + 1) % BlobBlocks::mebibytesOfBlock(m_file.size) == 0;
    return isFull ? sendBlock(true) : 0;
}

int BlobWriter::endParts()
{
    int number = m_isBad ? 0 : sendBlock(true);
    const int settled = settleAll();
    if (number == 0)
        number = settled;
    return m_isBad && number == 0 ? EIO : number;
}

// The size of the last block may be no number of MiB.
int BlobWriter::sendBlock(bool isNoted)
{
    const QByteArray bytes = std::exchange(m_bytes, {}).first(std::exchange(m_whole, 0));
    const qint64 first = std::exchange(m_at, m_at + bytes.size()) / mebi;
    const qint64 count = mebibytesOf(bytes.size());
    if (m_isBad || bytes.isEmpty() || m_writing.blocks.has(m_file.path, first, count))
        return 0;
    if (const int number = waitForRoom(bytes.size()); number != 0 || m_isBad)
        return number != 0 ? number : EIO;
    const BlobPath path = there(m_file);
    const auto done = [this, isNoted, source = m_source, file = m_file, first, count] {
        m_writing.blocks.add(file.path, first, count);
        if (isNoted)
            m_context.journal.add(source, first, count);
    };
    m_bytesUnderWay += bytes.size();
    m_requests.push_back({m_session->begin(m_session->service().putBlock(
                              path.container, path.blob, m_writing.blocks.idOf(m_file, first, count), bytes)),
                          bytes.size(), m_file, done});
    return 0;
}

int BlobWriter::sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed)
{
    for (const TreeEntry &file : files) {
        const int number = isBroken() ? broken : commit(file, {});
        if (number == broken)
            return number;
        sealed(file, number);
    }
    return 0;
}

int BlobWriter::commit(const TreeEntry &file, const QByteArray &md5)
{
    const QByteArrayList ids = m_writing.blocks.takeWhole(file, file.path);
    if (ids.isEmpty()) {
        m_context.failed.addSpoiled(file.path, QStringLiteral("not all of it arrived"));
        return EIO;
    }
    BlobProperties properties = propertiesOf(file);
    properties.md5 = md5;
    if (const auto origin = m_writing.origins.ofTarget(file.path)) {
        const auto blob = m_session->ask(origin->account->stat(origin->path.container, origin->path.blob));
        const auto kept = withOrigin(properties, blob);
        if (!kept)
            return judge(file, kept.error());
        properties = *kept;
    }
    const BlobPath path = there(file);
    const int number =
        judge(file, m_session->ask(m_session->service().commit(path.container, path.blob, ids, properties)));
    if (number == 0)
        noteSent(file);
    return number;
}

int BlobWriter::waitForRoom(qint64 bytes)
{
    int number = isBroken() ? broken : 0;
    while (number == 0 && !m_requests.empty()
           && (m_requests.front().answer.isFinished() || m_requests.size() >= BlobSession::mostRequests
               || m_bytesUnderWay + bytes > BlobSession::mostBytes))
        number = settleFirst();
    return number;
}

int BlobWriter::settleAll()
{
    int number = isBroken() ? broken : 0;
    while (number == 0 && !m_requests.empty())
        number = settleFirst();
    return number;
}

// 0 or broken.
int BlobWriter::settleFirst()
{
    const Request request = std::move(m_requests.front());
    m_requests.pop_front();
    m_bytesUnderWay -= request.bytes;
    const int number = judge(request.file, m_session->wait(request.answer, request.bytes));
    if (number == 0)
        request.done();
    else if (request.file.path == m_file.path)
        m_isBad = true;
    return number == broken ? broken : 0;
}

int BlobWriter::judge(const TreeEntry &file, const Result<void> &answer)
{
    if (answer)
        return 0;
    const Error &error = answer.error();
    if (!isOfTheBlob(error) || error.code == ErrorCode::NotFound) // of the container
        return fail(error);
    if (error.code == ErrorCode::AlreadyExists) {
        const auto ours = isOurs(file);
        if (!ours)
            return fail(ours.error());
        if (*ours)
            return 0;
    }
    m_context.failed.addSpoiled(file.path,
                                error.code == ErrorCode::AlreadyExists ? newFileWords() : error.message.englishText());
    return EIO;
}

// The service may have made the blob, and the answer was lost.
Result<bool> BlobWriter::isOurs(const TreeEntry &file)
{
    const auto blob = m_session->ask(m_session->service().stat(there(file).container, there(file).blob));
    if (!blob)
        return isOfTheBlob(blob.error()) ? Result<bool>(false) : blob.error();
    const TreeEntry now = blobEntryOf(file.path, *blob);
    return now.size == file.size && now.modified == file.modified && now.modifiedNs == file.modifiedNs;
}

void BlobWriter::noteSent(const TreeEntry &file)
{
    constexpr int runs = 0111;
    constexpr int special = 07000;
    m_writing.sent.add(file);
    if ((file.mode & (runs | special)) != 0)
        m_context.noted.addFurther(file.path, QStringLiteral("its permissions (%1) are not kept").arg(file.mode, 0, 8));
}

} // namespace engine
