// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobsource.h"

#include "engine/storage/transfer/places/blob/blobreader.h"
#include "engine/storage/transfer/places/here/generatedfiles.h"
#include "engine/storage/transfer/places/sourceremoval.h"
#include "engine/storage/transfer/wire/plan/placednote.h"

#include <deque>

namespace engine {

namespace {

size_t listedVersion(const BlobEntry &blob)
{
    return qHashMulti(0, blob.name, blob.etag);
}

} // namespace

Result<void> BlobSource::begin()
{
    const auto untold = [](const QByteArray &, const QString &, qint64) {};
    const auto missing = BlobTree(*m_blobs, m_context.plan.folder, untold).missing(m_context.plan.names);
    return missing ? leaveOutMissing(m_context, *missing) : Result<void>(missing.error());
}

Result<void> BlobSource::list(SourceList &list, const SourceList::Take &take)
{
    const auto trouble = [this](const QByteArray &path, const QString &words, qint64 files) {
        if (m_context.failed.add(path, words, files))
            m_context.counters.filesTotal += files;
    };
    const TransferPlan &plan = m_context.plan;
    return SourceList::whole(plan, take, [&](const SourceList::Take &each) {
        return list.gather(plan, each, [&](const SourceList::Add &add) {
            return BlobTree(*m_blobs, plan.folder, trouble)
                .list(plan.names, [&](TreeEntry &&entry, const BlobEntry *blob) {
                    if (blob && plan.removesSources)
                        m_listed.insert(listedVersion(*blob));
                    return add(entry);
                });
        });
    });
}

Result<std::unique_ptr<Reader>> BlobSource::openReader(size_t lane)
{
    const auto session = sessionOf(lane);
    if (!session)
        return session.error();
    return std::unique_ptr<Reader>(std::make_unique<BlobReader>(m_context, m_parts, blobsOf(*session)));
}

// A copy assumes that the service's clock is set.
Result<ClockOffset> BlobSource::clock()
{
    constexpr ClockOffset ofAService{-60, 60};
    return m_context.plan.removesSources ? ClockOffset::any() : ofAService;
}

Result<QByteArray> BlobSource::readGenerated(const QByteArray &path)
{
    const BlobPath blob = blobPathOf(m_context.plan.folder, path);
    return m_blobs->ask(m_blobs->service().read(blob.container, blob.blob, 0, GeneratedFiles::mostBytes + 1));
}

// The target has a mark (BlobStage::begin()).
Result<void> BlobSource::checkApart()
{
    const TransferPlan &plan = m_context.plan;
    const BlobPath mark = blobPathOf(plan.folder, plan.stage);
    if (mark.blob.isEmpty()) // the sources are containers, and the target is in one
        return {};
    const auto found = m_blobs->ask(m_blobs->service().stat(mark.container, mark.blob));
    if (found)
        return nothingToMove(plan);
    return found.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(found.error());
}

// Lists twice: what is gone of the sources has to be known before the first of them is removed.
Result<void> BlobSource::removeArrived(const FactSet &placed)
{
    const TransferPlan &plan = m_context.plan;
    const auto untold = [](const QByteArray &, const QString &, qint64) {};
    ArrivedSources arrived(m_context, placed);
    const auto looked = BlobTree(*m_blobs, plan.folder, untold)
                            .list(plan.names, [&](TreeEntry &&entry, const BlobEntry *) -> Result<void> {
                                arrived.look(entry);
                                return {};
                            });
    if (!looked)
        return looked;
    std::deque<std::pair<QByteArray, QFuture<Result<void>>>> removals; // by the path
    const auto settle = [&]() -> Result<void> {
        const auto [path, answer] = removals.front();
        removals.pop_front();
        const auto removed = m_blobs->wait(answer);
        if (removed || removed.error().code == ErrorCode::NotFound)
            return {};
        if (!isOfTheBlob(removed.error()))
            return removed;
        m_context.fail(path,
                       QStringLiteral("it arrived, but cannot be removed: ") + removed.error().message.englishText());
        return {};
    };
    auto done = BlobTree(*m_blobs, plan.folder, untold).list(plan.names, [&](TreeEntry &&entry, const BlobEntry *blob) {
        if (!blob || !(arrived.isToRemove(entry) || arrived.isToEmpty(entry))
            || !m_listed.contains(listedVersion(*blob)))
            return Result<void>();
        const BlobPath path = blobPathOf(plan.folder, entry.path);
        removals.emplace_back(entry.path,
                              m_blobs->begin(m_blobs->service().remove(path.container, blob->name, blob->etag)));
        return removals.size() < BlobSession::mostRequests ? Result<void>() : settle();
    });
    while (done && !removals.empty())
        done = settle();
    if (done)
        arrived.tell();
    return done;
}

} // namespace engine
