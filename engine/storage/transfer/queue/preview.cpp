// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/preview.h"

#include "engine/storage/transfer/places/blob/blobtree.h"
#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/manifest.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <limits>

namespace engine {

namespace {

constexpr qsizetype mostDifferingNamed = 50;

// Sizes are not trusted: the sum must not overflow.
void add(qint64 &sum, qint64 size)
{
    if (qAddOverflow(sum, size, &sum))
        sum = std::numeric_limits<qint64>::max();
}

// Bytes that a transfer keeps as holes.
qint64 holesOf(const TreeEntry &entry)
{
    return entry.kind == EntryKind::File && isForParts(entry) ? qMax<qint64>(entry.size - entry.heldBytes, 0) : 0;
}

bool hasFind(BulkSession &session)
{
    const auto answer = shellAnswerOf(session, transferCall("bd_tools", {}));
    return answer && *answer && (*answer)->contains("@bd has find\n");
}

// A preview compares no bytes, and removes no sources.
TransferPlan withoutProof(TransferPlan plan)
{
    plan.conflicts = ConflictRule::Skip;
    plan.comparesChecksums = plan.removesSources = false;
    return plan;
}

// Lists the names in the target by SFTP.
Result<void> listBySftp(BulkSession &session, const QByteArray &folder, const QByteArrayList &names, qint64 most,
                        const std::function<void(const TreeEntry &)> &take)
{
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    SftpTree tree(**client, most, [](const QByteArray &, const QString &) {});
    return tree.list(folder, names, [&take](TreeEntry &&entry) -> Result<void> {
        take(entry);
        return {};
    });
}

Result<void> listBlobs(BlobSession &session, const QByteArray &folder, const QByteArrayList &names,
                       const std::function<void(const TreeEntry &)> &take)
{
    BlobTree tree(session, folder, [](const QByteArray &, const QString &, qint64) {});
    return tree.list(names, [&take](TreeEntry &&entry, const BlobEntry *) -> Result<void> {
        take(entry);
        return {};
    });
}

// Lists the names in the target: blobs, or files by commands, or else by SFTP.
Result<void> listThere(RunSessions &sessions, const QByteArray &folder, const QByteArrayList &names, qint64 most,
                       const std::function<void(const TreeEntry &)> &take)
{
    const auto session = sessions.open();
    if (!session)
        return session.error();
    if (const auto blobs = blobsOf(*session))
        return listBlobs(*blobs, folder, names, take);
    if (!hasFind(**session))
        return listBySftp(**session, folder, names, most, take);
    return readManifest(**session, "bd_manifest_of", QByteArrayList{folder} + names, take, most);
}

} // namespace

Preview::Preview(TransferPlan plan, OpenBulk source, OpenBulk target, std::function<void()> prepare)
    : m_plan(std::move(plan)), m_isSourceHere(!source && target), m_isTargetHere(!target),
      m_prepare(std::move(prepare)), m_sources(source ? source : bulkTo({})), m_target(std::move(target)),
      m_context(withoutProof(m_plan)), m_list(std::make_unique<SourceList>(m_plan)), m_thread([this] {
          m_end.start();
          std::jthread counter([this] { count(); });
          compare(counter);
          m_end.addResult(true);
          m_end.finish();
      })
{
}

Preview::~Preview()
{
    abort();
    m_thread.join();
}

void Preview::abort()
{
    m_isEnding = true;
    m_sources.abort();
    m_target.abort();
}

std::unique_ptr<SourceList> Preview::takeList()
{
    const bool isWhole = m_state.isCompared && m_context.failed.isEmpty();
    return isWhole && m_state.filesThere == 0 ? std::move(m_list) : nullptr;
}

TransferPreview Preview::state() const
{
    const QMutexLocker lock(&m_mutex);
    return m_state;
}

void Preview::fail(const Error &error)
{
    const QMutexLocker lock(&m_mutex);
    if (m_state.problem.isEmpty())
        m_state.problem = error.message;
}

void Preview::count()
{
    const auto listed = listSources();
    const QMutexLocker lock(&m_mutex);
    m_state.unreadable += m_context.failed.count();
    m_state.ignored = m_context.counters.ignored;
    m_state.isCounted = bool(listed);
    if (!listed && m_state.problem.isEmpty())
        m_state.problem = listed.error().message;
}

Result<void> Preview::listSources()
{
    const auto session = m_sources.open();
    if (!session)
        return session.error();
    const auto source = openSource(m_context, m_sources, *session, m_isSourceHere);
    if (!source)
        return source.error();
    const auto listed = (*source)->list(*m_list, [this](const TreeEntry &entry) { countEntry(entry); });
    if (listed)
        m_sources.keep();
    return listed;
}

void Preview::countEntry(const TreeEntry &entry)
{
    const bool isUnknown = entry.kind == EntryKind::Other && !entry.target.isEmpty();
    QMutexLocker lock(&m_mutex);
    m_state.unreadable += isUnknown;
    m_state.folders += entry.kind == EntryKind::Folder;
    m_state.files += entry.kind != EntryKind::Folder && !isUnknown;
    add(m_state.bytes, entry.size);
    add(m_state.holes, holesOf(entry));
    const bool prepares = m_prepare && isMuch(m_state.files, m_state.bytes);
    lock.unlock();
    if (prepares)
        std::exchange(m_prepare, {})();
}

void Preview::compare(std::jthread &counter)
{
    FactSet &there = m_context.state.existing;
    const auto listed = listTarget(m_plan.names, [&there](const TreeEntry &entry) { there.add(entry); });
    there.seal();
    counter.join();
    if (!listed)
        return fail(listed.error());
    if (!m_state.isCounted)
        return;
    QList<TreeEntry> differing;
    const auto compared = m_list->each([&](TreeEntry &entry) {
        compareEntry(entry, differing);
        return there.size() > 0 && !m_isEnding;
    });
    if (!compared)
        return fail(compared.error());
    if (!differing.isEmpty())
        nameDiffering(differing);
    m_target.keep();
    const QMutexLocker lock(&m_mutex);
    m_state.isCompared = true;
}

void Preview::compareEntry(const TreeEntry &entry, QList<TreeEntry> &differing)
{
    const TargetState::Found found = m_context.state.find(entry);
    const QMutexLocker lock(&m_mutex);
    if (entry.kind == EntryKind::Folder) {
        m_state.foldersThere += found != TargetState::Found::Nothing;
    } else if (found == TargetState::Found::Same) {
        ++m_state.filesThere;
        add(m_state.bytesThere, entry.size);
        add(m_state.holesThere, holesOf(entry));
    } else if (found == TargetState::Found::Another) {
        ++m_state.filesDiffering;
        add(m_state.bytesDiffering, entry.size);
        add(m_state.holesDiffering, holesOf(entry));
        if (differing.size() < mostDifferingNamed)
            differing.append(entry);
    }
}

// The target's times are not kept, so those of a few files are asked for again.
void Preview::nameDiffering(const QList<TreeEntry> &differing)
{
    QHash<QByteArray, qint64> times;
    QByteArrayList paths;
    for (const TreeEntry &entry : differing)
        paths.append(entry.path);
    const auto listed =
        listTarget(paths, [&times](const TreeEntry &entry) { times.insert(entry.path, entry.modified); });
    const QMutexLocker lock(&m_mutex);
    for (const TreeEntry &entry : differing) {
        const bool isNewer = listed && entry.modified > times.value(entry.path, entry.modified);
        m_state.differing.append({pathFromBytes(entry.path), entry.size, isNewer});
    }
}

Result<void> Preview::listTarget(const QByteArrayList &names, const Take &take)
{
    if (!m_isTargetHere)
        return listThere(m_target, m_plan.target, names, m_plan.mostEntries, take);
    for (const QByteArray &name : names) {
        TreeWalk tree(m_plan.target, name, [](const QByteArray &, int) {});
        for (auto entry = tree.next(); entry && !m_isEnding; entry = tree.next())
            take(*entry);
    }
    return {};
}

} // namespace engine
