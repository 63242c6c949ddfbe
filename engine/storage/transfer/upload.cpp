// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/upload.h"

#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/placednote.h"
#include "engine/storage/transfer/stagefolder.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <unistd.h>

namespace engine {

Upload::Upload(TransferPlan plan, OpenBulk open, std::chrono::microseconds roundTrip)
    : StagedRun(std::move(plan)), m_sessions(std::move(open)), m_roundTrip(roundTrip), m_newFolders(m_context.plan)
{
}

Result<void> Upload::run()
{
    if (const auto found = findSources(); !found)
        return found;
    if (m_context.plan.names.isEmpty()) // an earlier run removed them all
        return discard();
    std::jthread counter([this](const std::stop_token &stop) { count(stop); });
    const auto done =
        runSteps(m_sessions,
                 {[this] { return begin(); }, [this] { return m_stage->look(); }, [this] { return compareSums(); },
                  [this] { return sendAll(); }, [this] { return verifySums(); }, [this] { return verify(); },
                  [this] { return bringFolders(); }, [this] { return place(); }, [this] { return removeSources(); }});
    if (done) {
        counter.join(); // else it is stopped
        m_sessions.keep();
    }
    return done;
}

void Upload::abort()
{
    m_sessions.abort();
    m_here.abort();
    m_context.pacer.stop();
}

Result<void> Upload::findSources()
{
    TransferPlan &plan = m_context.plan;
    if (const auto named = checkNames(plan); !named)
        return named;
    QByteArrayList missing;
    if (::access(plan.folder.constData(), F_OK) != 0) // that says nothing of what is in it
        return sourceError(plan.folder, errno);
    for (const QByteArray &name : std::as_const(plan.names)) {
        const bool isThere = statAt(AT_FDCWD, plan.folder + '/' + name).has_value();
        if (!isThere && errno != ENOENT)
            return sourceError(plan.folder + '/' + name, errno);
        if (!isThere)
            missing.append(name);
    }
    return leaveOutMissing(m_context, missing);
}

Result<void> Upload::begin()
{
    auto stage = openStage(m_sessions, m_context);
    if (!stage)
        return stage.error();
    m_stage = *std::move(stage);
    m_sender = std::make_unique<Sender>(m_context, m_stage->roundTrip());
    return m_context.plan.removesSources ? checkApart(m_here, m_context.plan) : Result<void>();
}

Result<void> Upload::walk(const Take &take, const TreeWalk::Trouble &trouble)
{
    const TransferPlan &plan = m_context.plan;
    std::optional<Error> gone;
    for (const QByteArray &name : plan.names) {
        const auto judge = [&](const QByteArray &path, int error) {
            if (path == name && error == ENOENT)
                gone = sourceError(plan.folder + '/' + name, error);
            else if (trouble)
                trouble(path, error);
        };
        TreeWalk tree(plan.folder, name, judge, plan.ignoreFiles);
        while (auto entry = tree.next()) {
            ++m_walked;
            if (m_sessions.isAborted() || !take(*entry))
                return {};
        }
        if (gone)
            return *gone;
    }
    return {};
}

// Where the way is long, a login takes long, and much needs several: they begin while it is still looked what is there
// (that it is long is known from the host's own login).
// To look a second time takes as long as the first: what was seen a moment ago is sent without.
void Upload::count(const std::stop_token &stop)
{
    constexpr size_t mostSeen = 50'000; // together some 10 MB
    bool isPrepared = !isFarWay(m_roundTrip);
    bool isKept = true;
    m_sinceSeen.start();
    const auto counted = walk(
        [&](TreeEntry &entry) {
            TransferCounters &counters = m_context.counters;
            counters.filesTotal += entry.kind != EntryKind::Folder;
            counters.bytesTotal += entry.size;
            if (!isPrepared && isMuch(counters.filesTotal, counters.bytesTotal)) {
                m_sessions.prepare(lanesFor(m_roundTrip).sessions);
                isPrepared = true;
            }
            if (isKept && m_seen.size() == mostSeen) {
                isKept = false;
                m_seen = {};
            }
            if (isKept)
                m_seen.push_back(std::move(entry));
            return !stop.stop_requested();
        },
        [this, &isKept](const QByteArray &, int) {
            isKept = false;
            ++m_context.counters.filesTotal;
        });
    m_context.counters.isCounted = !stop.stop_requested();
    m_isSeen = counted && isKept && m_context.counters.isCounted;
    if (!m_isSeen)
        m_seen = {};
}

Result<void> Upload::walkToSend(const Take &take)
{
    constexpr qint64 freshMs = 2000;
    if (!m_isSeen || m_sinceSeen.elapsed() > freshMs)
        return walk(take, [this](const QByteArray &path, int error) { m_context.failed.add(path, wordsOf(error)); });
    for (TreeEntry &entry : std::exchange(m_seen, {})) {
        if (m_sessions.isAborted() || !take(entry))
            break;
    }
    return {};
}

Result<FileSums> Upload::sourceSums(const QByteArrayList &paths, const std::stop_token &stop)
{
    return hereSums(
        m_context.plan.folder, paths, [this] { return m_sessions.isAborted(); }, m_context.counters, stop);
}

Result<void> Upload::bringAgain()
{
    m_isAgain = true;
    m_others.clear();
    m_isProduced = m_hasParts = false;
    return sendAll();
}

Result<void> Upload::sendAll()
{
    const size_t lanes = lanesFor(m_stage->roundTrip()).sessions;
    WorkQueue<TreeBatch> queue(TreeBatcher::mostQueued);
    std::vector<Result<void>> results(lanes, Result<void>());
    Result<void> produced;
    {
        std::vector<std::jthread> workers;
        for (size_t i = 0; i < lanes; ++i)
            workers.emplace_back([this, i, &queue, &result = results[i]] {
                result = work(i, queue);
                if (!result) {
                    m_hasFailed = true;
                    queue.giveUp();
                }
            });
        produced = produce(queue);
        queue.finish();
    }
    m_context.state.folders.seal();
    for (const Result<void> &result : results) {
        if (!result)
            return result;
    }
    if (!produced)
        return produced;
    const auto writer = m_stage->openWriter(0);
    const auto sealed = writer ? m_sender->seal(**writer) : Result<void>(writer.error());
    const auto read = [this](const QByteArray &path) { return readMade(m_context.plan.folder, path); };
    return sealed ? m_made.bring(*m_stage, read) : sealed;
}

Result<void> Upload::produce(WorkQueue<TreeBatch> &queue)
{
    TreeBatcher batcher(queue);
    if (m_isAgain) {
        const auto walked = walk(
            [&](TreeEntry &entry) {
                return entry.kind == EntryKind::Folder || !m_context.state.isWanted(entry)
                    || addFile(batcher, std::move(entry));
            },
            {});
        batcher.flush();
        return walked;
    }
    const auto walked = m_newFolders.fill(m_context.plan, {}, [&](ManifestReader &, const SourceList::Heard &note) {
        return produceNoting(batcher, note);
    });
    batcher.flush();
    return walked;
}

Result<void> Upload::produceNoting(TreeBatcher &batcher, const SourceList::Heard &note)
{
    constexpr qsizetype notedBytes = 64 * 1024; // at a time
    QByteArray folders;
    Result<void> noted;
    const auto walked = walkToSend([&](TreeEntry &entry) {
        if (entry.kind != EntryKind::Folder)
            return !m_context.state.isWanted(entry) || addFile(batcher, std::move(entry));
        if (holdsStage(entry)) {
            noted = targetInSource(m_context.plan);
            return false;
        }
        m_context.state.folders.add(entry); // they come with all others, at the end
        if (!m_context.state.there.contains(entry) && entry.path.size() < PATH_MAX)
            folders += manifestOf(entry);
        if (folders.size() >= notedBytes)
            noted = note(std::exchange(folders, {}));
        return bool(noted);
    });
    if (noted && !folders.isEmpty())
        noted = note(folders);
    return walked ? noted : walked;
}

// The machine may be this computer, or have its files by a shared home.
bool Upload::holdsStage(const TreeEntry &folder) const
{
    const TransferPlan &plan = m_context.plan;
    return ::access(QByteArray(plan.folder + '/' + folder.path + '/' + plan.stage).constData(), F_OK) == 0;
}

// False when nobody takes anything any more.
bool Upload::addFile(TreeBatcher &batcher, TreeEntry &&entry)
{
    if (m_made.take(entry))
        return true;
    const bool isForParts = m_context.isForParts(entry);
    if (isForParts || entry.size > mostAnew) {
        const QByteArray there = m_context.nameThere(entry.path);
        if (m_context.startsAnew(entry, there) && m_context.state.staged.containsPath(there))
            m_others.append(there);
    }
    if (!isForParts) {
        m_context.noteForTar(entry, m_context.nameThere(entry.path));
        return batcher.add(std::move(entry));
    }
    m_sender->add(entry);
    m_hasParts = true;
    return true;
}

// The first way is there already; the others are made when there is something for them.
Result<void> Upload::work(size_t index, WorkQueue<TreeBatch> &queue)
{
    if (index > 0 && !queue.awaitBacklog() && !m_hasParts)
        return {};
    const auto writer = m_stage->openWriter(index);
    if (!writer && index > 0 && !m_sessions.isAborted())
        return {}; // the first will do
    const auto isAll = [this, index] { return index == 0 && isAllInStream(); };
    Result<void> sent = writer ? m_sender->sendTrees(**writer, queue, isAll) : Result<void>(writer.error());
    if (index == 0) { // the queue has ended
        if (sent && !m_hasFailed)
            sent = m_stage->remove(m_others);
        if (!sent)
            m_hasFailed = true;
        m_isProduced = true;
        m_isProduced.notify_all();
    }
    m_isProduced.wait(false);
    return sent && !m_hasFailed ? m_sender->sendParts(**writer) : sent;
}

// Once all was produced.
bool Upload::isAllInStream() const
{
    constexpr size_t fewEntries = 5000; // that are listed behind it
    const TargetState &state = m_context.state;
    return !m_hasFailed && !m_hasParts && m_others.isEmpty() && m_made.isEmpty() && !m_context.plan.comparesChecksums
        && state.staged.size() + state.expected.size() + state.folders.size() <= fewEntries;
}

Result<void> Upload::verify()
{
    return m_stage->verify([this](const Take &take) { return eachSource(take); }, FactSet());
}

Result<void> Upload::bringFolders()
{
    return m_stage->bringFolders([this](const Take &take) { return m_newFolders.each(take); });
}

} // namespace engine
