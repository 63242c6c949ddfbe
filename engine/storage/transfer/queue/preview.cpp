// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/preview.h"

#include "engine/ssh/connectionerrors.h"
#include "engine/storage/transfer/places/sftptree.h"
#include "engine/storage/transfer/places/stagefolder.h"
#include "engine/storage/transfer/places/treewalk.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/manifest.h"
#include "engine/storage/transfer/wire/scriptcalls.h"
#include "engine/storage/transfer/wire/treebatch.h"

#include <cerrno>
#include <fcntl.h>
#include <limits>

namespace engine {

namespace {

constexpr qsizetype mostDifferingNamed = 50; // of the files that differ

// Sizes may be lies.
void add(qint64 &sum, qint64 size)
{
    if (qAddOverflow(sum, size, &sum))
        sum = std::numeric_limits<qint64>::max();
}

// What a transfer keeps as holes.
qint64 holesOf(const TreeEntry &entry)
{
    return entry.kind == EntryKind::File && isForParts(entry) ? qMax<qint64>(entry.size - entry.heldBytes, 0) : 0;
}

bool hasFind(BulkSession &session)
{
    const auto answer = shellAnswerOf(session, transferCall("bd_tools", {}));
    return answer && *answer && (*answer)->contains("@bd has find\n");
}

// As its sftp server says.
Result<void> listBySftp(BulkSession &session, const QByteArray &folder, const QByteArrayList &names, bool isSource,
                        qint64 most, const std::function<void(const TreeEntry &)> &take)
{
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    const auto found = lookUp(**client, folder, names);
    if (!found)
        return found.error();
    SftpTree tree(**client, most, [](const QByteArray &, const QString &) {});
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto &facts = found->at(i);
        if (isSource && !facts)
            return noSource(folder, names.at(i));
        const auto listed = tree.list(folder, names.at(i), facts, [&take](TreeEntry &&entry) -> Result<void> {
            take(entry);
            return {};
        });
        if (!listed)
            return listed;
    }
    return {};
}

// What the machine has under these names. A name that is not there is fine in a target.
Result<void> listThere(RunSessions &sessions, const QByteArray &folder, const QByteArrayList &names, bool isSource,
                       qint64 most, const std::function<void(const TreeEntry &)> &take)
{
    const auto session = sessions.open();
    if (!session)
        return session.error();
    const auto answer = answerOf(**session, transferCall("bd_source", QByteArrayList{folder} + names));
    if (!answer && hasFind(**session))
        return answer.error();
    if (!answer)
        return listBySftp(**session, folder, names, isSource, most, take);
    if (const QByteArrayList missing = missingSources(*answer, names); isSource && !missing.isEmpty())
        return noSource(folder, missing.constFirst());
    if (!answer->contains("@bd end\n")) // there is no such folder
        return {};
    if (!answer->contains("@bd has find\n"))
        return listBySftp(**session, folder, names, isSource, most, take);
    return readManifest(**session, isSource ? "bd_blocks_of" : "bd_manifest_of", QByteArrayList{folder} + names, take,
                        most);
}

} // namespace

Preview::Preview(TransferPlan plan, OpenBulk source, OpenBulk target, std::function<void()> prepare)
    : m_plan(std::move(plan)), m_isSourceHere(!source), m_isTargetHere(!target), m_prepare(std::move(prepare)),
      m_counting(source), m_comparing(source), m_target(std::move(target)), m_thread([this] {
          m_end.start();
          std::jthread counter([this] { count(); });
          compare();
          counter.join();
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
    for (RunSessions *sessions : {&m_counting, &m_comparing, &m_target})
        sessions->abort();
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
    const auto listed = listSources(
        m_counting, [this](const TreeEntry &entry) { countEntry(entry); }, true);
    if (!listed)
        return fail(listed.error());
    m_counting.keep();
    const QMutexLocker lock(&m_mutex);
    m_state.isCounted = true;
}

void Preview::countEntry(const TreeEntry &entry)
{
    QMutexLocker lock(&m_mutex);
    m_state.folders += entry.kind == EntryKind::Folder;
    m_state.files += entry.kind != EntryKind::Folder;
    add(m_state.bytes, entry.size);
    add(m_state.holes, holesOf(entry));
    const bool prepares = m_prepare && isMuch(m_state.files, m_state.bytes);
    lock.unlock();
    if (prepares)
        std::exchange(m_prepare, {})();
}

// The sources are listed once more only when there is something that they can be compared with.
void Preview::compare()
{
    const auto listed = listTarget(m_plan.names, [this](const TreeEntry &entry) { m_there.there.add(entry); });
    if (!listed)
        return fail(listed.error());
    m_there.there.seal();
    QList<TreeEntry> differing;
    if (m_there.there.size() > 0) {
        const auto compared = listSources(
            m_comparing, [&](const TreeEntry &entry) { compareEntry(entry, differing); }, false);
        if (!compared)
            return fail(compared.error());
        nameDiffering(differing);
    }
    m_comparing.keep();
    m_target.keep();
    const QMutexLocker lock(&m_mutex);
    m_state.isCompared = true;
}

void Preview::compareEntry(const TreeEntry &entry, QList<TreeEntry> &differing)
{
    const TargetState::Found found = m_there.find(entry);
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

// Of what is there only sums were kept: for a few, their times are asked for once more.
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

Result<void> Preview::listSources(RunSessions &sessions, const Take &take, bool tellsTrouble)
{
    if (!m_isSourceHere)
        return listThere(sessions, m_plan.folder, m_plan.names, true, m_plan.mostEntries, take);
    for (const QByteArray &name : std::as_const(m_plan.names)) {
        if (!statAt(AT_FDCWD, m_plan.folder + '/' + name))
            return sourceError(m_plan.folder + '/' + name, errno);
        const auto trouble = [this, tellsTrouble](const QByteArray &, int) {
            const QMutexLocker lock(&m_mutex);
            m_state.unreadable += tellsTrouble;
        };
        TreeWalk tree(m_plan.folder, name, trouble, m_isTargetHere ? IgnoreFiles::None : m_plan.ignoreFiles);
        for (auto entry = tree.next(); entry && !m_isEnding; entry = tree.next())
            take(*entry);
        const QMutexLocker lock(&m_mutex);
        m_state.ignored += tellsTrouble ? tree.ignored() : 0;
    }
    return m_isEnding ? Result<void>(connectionClosed()) : Result<void>();
}

Result<void> Preview::listTarget(const QByteArrayList &names, const Take &take)
{
    if (!m_isTargetHere)
        return listThere(m_target, m_plan.target, names, false, m_plan.mostEntries, take);
    for (const QByteArray &name : names) {
        TreeWalk tree(m_plan.target, name, [](const QByteArray &, int) {});
        for (auto entry = tree.next(); entry && !m_isEnding; entry = tree.next())
            take(*entry);
    }
    return {};
}

} // namespace engine
