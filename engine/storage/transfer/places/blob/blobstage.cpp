// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobstage.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/blob/ownblocks.h"

#include <QFileInfo>

#include <deque>

namespace engine {

namespace {

Error needsContainer()
{
    return {ErrorCode::InvalidArgument,
            QT_TRANSLATE_NOOP("engine",
                              "A storage account keeps files in containers. Choose one of them, or a folder in it.")};
}

Error isNoFolder(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is a file, and no folder."), {shownPath(target)}},
            target};
}

} // namespace

Result<void> BlobStage::begin()
{
    const TransferPlan &plan = m_context.plan;
    const BlobPath target = blobPathOf(plan.target);
    if (target.container.isEmpty())
        return needsContainer();
    if (const QString fault = BlobWriter::nameFault(plan.target.sliced(1)); !fault.isEmpty())
        return Error{ErrorCode::InvalidArgument,
                     {QT_TRANSLATE_NOOP("engine", "%1 can be no folder of a storage account: %2."),
                      {shownPath(pathFromBytes(plan.target)), fault}}};
    if (!target.blob.isEmpty()) {
        const auto blob = m_session->ask(m_session->service().stat(target.container, target.blob));
        if (!blob && blob.error().code != ErrorCode::NotFound)
            return blob.error();
        if (blob && !isBlobFolder(*blob))
            return isNoFolder(plan);
    }
    m_writing.isContinued = QFileInfo(plan.journalFile).size() > 0;
    if (const auto announced = PartJournal::announce(plan.journalFile); !announced)
        return announced;
    m_context.journal.open(plan.journalFile, {}); // the service knows what was sent
    m_context.keepsHoles = false;
    if (!m_isFromAccount)
        return {};
    const BlobPath mark = blobPathOf(plan.target, plan.stage);
    return m_session->ask(m_session->service().put(mark.container, mark.blob, {}));
}

Result<void> BlobStage::look()
{
    m_context.state.staged.seal();
    return list(m_context.state.existing);
}

Result<void> BlobStage::list(FactSet &set)
{
    const auto listed = listThere([&set](const TreeEntry &entry) { set.add(entry); });
    set.seal();
    return listed;
}

Result<void> BlobStage::listThere(const std::function<void(const TreeEntry &)> &take)
{
    const auto leaveOut = [](const QByteArray &, const QString &, qint64) {};
    BlobTree tree(*m_session, m_context.plan.target, leaveOut);
    return tree.list(
        m_context.plan.names,
        [&take](TreeEntry &&entry, const BlobEntry *) -> Result<void> {
            take(entry);
            return {};
        },
        m_context.plan.conflicts == ConflictRule::KeepBoth);
}

Result<std::unique_ptr<StageWriter>> BlobStage::openWriter(size_t index)
{
    std::shared_ptr<BlobSession> session = m_session;
    if (index > 0) {
        const auto opened = m_sessions.open();
        if (!opened)
            return opened.error();
        session = blobsOf(*opened);
    }
    return std::unique_ptr<StageWriter>(std::make_unique<BlobWriter>(m_context, m_writing, session));
}

Result<void> BlobStage::findParts(const TreeEntry &file, const QByteArray &targetPath)
{
    const auto known = ownBlocks(*m_session, blobPathOf(m_context.plan.target, targetPath));
    if (!known && !isOfTheBlob(known.error()))
        return known.error();
    m_writing.origins.add(targetPath, file.path);
    const bool isUsable = known && m_writing.isContinued && !m_context.state.bytes.hasAmbiguousTime(file);
    const auto runs = m_writing.blocks.take(file, targetPath, isUsable ? *known : QMap<QByteArray, qint64>());
    for (const auto &[first, count] : runs)
        m_context.journal.add(file, first, count);
    return {};
}

// Files that this run has not written are none of its own.
Result<void> BlobStage::remove(const QByteArrayList &paths)
{
    const FactSet &sent = m_writing.sent.files();
    for (const QByteArray &path : paths) {
        if (!sent.containsPath(path))
            continue;
        const BlobPath there = blobPathOf(m_context.plan.target, path);
        const auto removed = m_session->ask(m_session->service().remove(there.container, there.blob));
        if (!removed && removed.error().code != ErrorCode::NotFound)
            return removed;
    }
    return {};
}

Result<void> BlobStage::prune(const Keeps &keeps)
{
    const FactSet &sent = m_writing.sent.files();
    if (sent.size() == 0)
        return {};
    return listThere([&](const TreeEntry &entry) {
        if (entry.kind == EntryKind::File && sent.containsPath(entry.path))
            (void)keeps(entry);
    });
}

// A folder is there as soon as a file is in it.
Result<void> BlobStage::bringFolders(const EachSource &folders)
{
    std::deque<std::pair<QByteArray, QFuture<Result<void>>>> puts; // by the folder
    const auto settle = [&]() -> Result<void> {
        const auto [path, answer] = puts.front();
        puts.pop_front();
        const auto put = m_session->wait(answer);
        if (put || !isOfTheBlob(put.error()))
            return put;
        m_context.failed.add(path, put.error().message.englishText(), 0);
        return {};
    };
    Result<void> done;
    const auto listed = folders([&](TreeEntry &folder) {
        if (m_writing.sent.isAnyIn(folder.path))
            return true;
        const bool isFile = m_context.state.existing.containsPath(folder.path);
        if (const QString fault = isFile ? otherKindWords(true) : BlobWriter::nameFault(folder.path);
            !fault.isEmpty()) {
            m_context.failed.add(folder.path, fault, 0);
            return true;
        }
        if (puts.size() >= BlobSession::mostRequests)
            done = settle();
        if (done) {
            const BlobPath there = blobPathOf(m_context.plan.target, folder.path);
            BlobProperties properties;
            properties.metadata.insert(QStringLiteral("hdi_isfolder"), QStringLiteral("true"));
            puts.emplace_back(
                folder.path,
                m_session->begin(m_session->service().put(there.container, there.blob + u'/', {}, properties)));
        }
        return bool(done);
    });
    while (done && !puts.empty())
        done = settle();
    return done ? listed : done;
}

Result<void> BlobStage::drop(BlobSession &session, const TransferPlan &plan)
{
    const BlobPath mark = blobPathOf(plan.target, plan.stage);
    const auto removed =
        mark.blob.isEmpty() ? Result<void>() : session.ask(session.service().remove(mark.container, mark.blob));
    if (!removed && !isOfTheBlob(removed.error()))
        return removed;
    PartJournal::remove(plan.journalFile);
    return {};
}

} // namespace engine
