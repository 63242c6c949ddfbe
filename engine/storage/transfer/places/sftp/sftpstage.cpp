// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpstage.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/sftp/sftpplacement.h"
#include "engine/storage/transfer/places/sftp/sftpstagewriter.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/machinelist.h"

#include <limits>

namespace engine {

namespace {

constexpr int mostTries = 10'000;

QByteArray bootOf(SftpClient &client)
{
    const Result<SftpHandle> file =
        client.openFile(QStringLiteral("/proc/sys/kernel/random/boot_id"), SftpClient::ForRead);
    constexpr qint64 enough = 64;
    QByteArray boot;
    if (file)
        (void)readBytes(*file, 0, enough, [&boot](QByteArrayView bytes) {
            boot += bytes.toByteArray();
            return boot.size() < enough;
        });
    return boot.trimmed().replace('\n', ' ');
}

void ignoreTrouble(const QByteArray &, const QString &) { }

} // namespace

Result<void> SftpStage::begin()
{
    const auto client = m_session->sftp();
    if (!client)
        return lacksTools(client.error());
    m_client = *client;
    if (const auto announced = PartJournal::announce(m_context.plan.journalFile); !announced)
        return announced;
    QByteArray boot = bootOf(*m_client);
    m_servers.emplace(m_context.plan.journalFile, boot);
    if (const auto through = m_servers->awaitEarlier(*m_client); !through)
        return through;
    if (const auto made = make(); !made)
        return made;
    m_context.state.entries.setTimes32();
    m_syncs = boot.isEmpty();
    if (m_syncs && m_client->has("fsync@openssh.com", "1"))
        boot = "synced";
    m_context.journal.open(m_context.plan.journalFile, boot);
    return {};
}

Result<void> SftpStage::make()
{
    const QString stage = pathFromBytes(m_context.stagePath());
    if (const auto made = makeSftpPath(*m_client, m_context.plan.target); !made)
        return made;
    const Result<void> made = m_client->makeFolder(stage, stageFolderMode);
    if (made || made.error().code != ErrorCode::AlreadyExists)
        return made;
    const Result<SftpAttributes> there = m_client->lstat(stage);
    if (there && there->isFolder())
        return m_client->setAttributes(stage, modeAlone(stageFolderMode));
    return made;
}

Result<void> SftpStage::look()
{
    TargetState &state = m_context.state;
    const auto take = [this](TreeEntry &&entry) {
        // SFTP has whole seconds. A file that is written in the very second of its source's time has that time before
        // it is sealed, so it must not count as that version.
        if (entry.kind == EntryKind::File && entry.mode == stageFileMode)
            entry.modified = std::numeric_limits<qint64>::min();
        m_context.addStaged(entry);
    };
    if (const auto listed = listStage(take); !listed)
        return listed;
    m_context.state.staged.seal();
    if (m_context.plan.isBeside) { // the existing entries are the sources
        state.existing.seal();
        return {};
    }
    auto there = listNames(m_context.plan.names, state.existing);
    if (there && m_context.plan.conflicts == ConflictRule::KeepBoth) { // a free name is free among all entries
        SftpTree tree(*m_client, m_context.plan.mostEntries, ignoreTrouble);
        there = tree.listAll(m_context.plan.target, SftpTree::Depth::Itself, [&state](TreeEntry &&entry) {
            state.existing.add(entry);
            return Result<void>();
        });
        state.existing.seal();
    }
    return there;
}

// A folder that cannot be read cannot be verified, so its files must not be moved to their places.
Result<void> SftpStage::listStage(const std::function<void(TreeEntry &&)> &take)
{
    const QString denied = refusalWords({SftpCode::PermissionDenied, {}});
    std::optional<Error> locked;
    const auto trouble = [&](const QByteArray &path, const QString &words) {
        if (!locked && words == denied)
            locked = refusedError(words, pathFromBytes(staged(path)), SftpPurpose::Read);
    };
    SftpTree tree(*m_client, m_context.plan.mostEntries, trouble, SftpTree::Locked::Opened);
    const auto listed = tree.listAll(m_context.stagePath(), SftpTree::Depth::Below, [&take](TreeEntry &&entry) {
        take(std::move(entry));
        return Result<void>();
    });
    return listed && locked ? *locked : listed;
}

Result<void> SftpStage::list(FactSet &set)
{
    QByteArrayList names;
    for (const QByteArray &name : std::as_const(m_context.plan.names))
        names += m_context.state.entries.targetPaths(name);
    return listNames(names, set);
}

Result<void> SftpStage::listNames(const QByteArrayList &names, FactSet &set)
{
    SftpTree tree(*m_client, m_context.plan.mostEntries, ignoreTrouble);
    const auto listed = tree.list(m_context.plan.target, names, [&set](TreeEntry &&entry) {
        set.add(entry);
        return Result<void>();
    });
    if (listed)
        set.seal();
    return listed;
}

Result<std::unique_ptr<StageWriter>> SftpStage::openWriter(size_t index)
{
    const auto session = index == 0 ? Result<std::shared_ptr<BulkSession>>(m_session) : m_sessions.open();
    if (!session)
        return session.error();
    const auto client = (*session)->sftp();
    if (!client)
        return client.error();
    const SftpStageWriter::Shared shared{m_continued, *m_servers, m_syncs};
    return std::unique_ptr<StageWriter>(std::make_unique<SftpStageWriter>(*client, m_context, shared));
}

Result<void> SftpStage::prune(const Keeps &keeps)
{
    PruneList unwanted; // each after its entries
    std::vector<TreeEntry> late;
    const auto listed = listStage([&](TreeEntry &&entry) {
        if (const TreeEntry *sealed = m_continued.writtenLate(entry); sealed && keeps(*sealed))
            late.push_back(*sealed);
        else if (!keeps(entry))
            unwanted.add(entry.path);
    });
    if (!listed)
        return listed;
    const auto set = m_continued.setTimes(*m_client, m_context.stagePath(), late);
    return set ? remove(unwanted.paths()) : set;
}

// A path that is a folder is removed if it is empty.
Result<void> SftpStage::remove(const QByteArrayList &paths)
{
    m_continued.forget(paths);
    SftpPipe pipe(*m_client);
    for (const QByteArray &path : paths) {
        const auto removed = [this, &pipe, path](const SftpReply &reply) -> Result<void> {
            const SftpStatus status = statusOf(reply);
            if (status.code == SftpCode::Ok || status.code == SftpCode::NoSuchFile)
                return {};
            return pipe.ask(sftpRequest(SftpType::RemoveFolder, staged(path)),
                            [](const SftpReply &) { return Result<void>(); });
        };
        if (const auto asked = pipe.ask(sftpRequest(SftpType::Remove, staged(path)), removed); !asked)
            return asked;
    }
    return pipe.finish();
}

// All folders are made first. Then each is sealed after its entries, as a folder may close itself.
Result<void> SftpStage::bringFolders(const EachSource &folders)
{
    SftpPipe pipe(*m_client);
    SftpFolderMaker maker(pipe, m_context.stagePath());
    Result<void> done;
    auto listed = folders([&](TreeEntry &entry) {
        done = maker.make(entry.path);
        return bool(done);
    });
    std::vector<TreeEntry> open; // each is in the one before
    const auto leave = [&](const QByteArray &path) {
        while (done && !open.empty() && !path.startsWith(QByteArray(open.back().path + '/'))) {
            done = seal(pipe, open.back(), Refused::Again);
            open.pop_back();
        }
    };
    if (done && listed)
        listed = folders([&](TreeEntry &entry) {
            leave(entry.path);
            open.push_back(std::move(entry));
            return bool(done);
        });
    leave({});
    if (done)
        done = pipe.finish();
    return done ? listed : done;
}

// A server may not support that. After a permission error it is tried once more when the parents have their
// permissions.
Result<void> SftpStage::seal(SftpPipe &pipe, const TreeEntry &folder, Refused refused)
{
    return pipe.ask(sftpRequest(SftpType::Setstat, staged(folder.path), sealOf(folder)),
                    [this, &pipe, folder, refused](const SftpReply &reply) {
                        const SftpStatus status = statusOf(reply);
                        if (status.code == SftpCode::PermissionDenied && refused == Refused::Again)
                            return seal(pipe, folder, Refused::Told);
                        if (status.code == SftpCode::NoSuchFile)
                            m_context.failed.add(folder.path, refusalWords(status), 0);
                        else if (status.code != SftpCode::Ok)
                            m_context.hear({folder.path, refusalWords(status), true});
                        return Result<void>();
                    });
}

Result<void> SftpStage::renew(const QByteArrayList &paths)
{
    if (!m_renewal)
        m_renewal.emplace(*m_client, m_context);
    return m_renewal->renew(paths);
}

Result<void> SftpStage::place()
{
    m_context.counters.isQuiet = true;
    if (m_context.plan.isBeside)
        return placeBeside();
    SftpPlacement placement(*m_client, m_context);
    const auto placed = placement.place(m_context.stagePath(), m_context.plan.target);
    m_context.counters.isQuiet = false;
    if (!placed)
        return placed;
    // A file that is left was verified and exists nowhere else, so it must not be removed with the staging folder.
    const auto emptied = removeSftpTree(*m_client, m_context.stagePath(), FilesOfTree::Kept);
    const auto looked = emptied ? m_continued.lookAgain(*m_client, placement.left()) : emptied;
    return looked ? takeAway(*m_client, m_context.plan) : looked;
}

// First all entries get free names, and then the staging folder gets a name that tells this. So a run after an
// interruption makes no copy twice.
Result<void> SftpStage::placeBeside()
{
    for (const QByteArray &name : std::as_const(m_context.plan.names)) {
        if (const auto named = nameBeside(name); !named)
            return named;
    }
    const QByteArray named = m_context.stagePath() + ".named";
    if (const auto moved = m_client->rename(pathFromBytes(m_context.stagePath()), pathFromBytes(named)); !moved)
        return moved;
    const auto placed = placeNew(*m_client, named, m_context.plan.target, m_context.plan.names.size());
    if (!placed)
        return placed.error();
    if (const auto looked = m_continued.lookAgain(*m_client, {}); !looked)
        return looked;
    const auto noted = notePlaced(m_context.plan);
    return noted ? takeAway(*m_client, m_context.plan) : noted;
}

Result<void> SftpStage::nameBeside(const QByteArray &name)
{
    const auto arrived = m_client->lstat(pathFromBytes(staged(name)));
    if (!arrived)
        return arrived.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(arrived.error());
    for (int number = 2; number < mostTries; ++number) {
        const QByteArray other = TargetEntries::numbered(name, number);
        const auto there = m_client->lstat(pathFromBytes(QByteArray(m_context.plan.target + '/' + other)));
        if (there)
            continue;
        if (there.error().code != ErrorCode::NotFound)
            return there.error();
        if (const auto removed = removeSftpTree(*m_client, staged(other)); !removed) // left by an earlier run
            return removed;
        m_continued.rename(name, other);
        return m_client->rename(pathFromBytes(staged(name)), pathFromBytes(staged(other)));
    }
    return listsTooMuch(mostTries);
}

Result<bool> SftpStage::placeNamed(BulkSession &session, const TransferPlan &plan)
{
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    return placeNew(**client, plan.target + '/' + plan.stage + ".named", plan.target, plan.names.size());
}

Result<void> SftpStage::drop(BulkSession &session, const TransferPlan &plan, KeptFiles &kept)
{
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    const auto told = SftpKept(**client, plan).tell(kept);
    const auto taken = takeAway(**client, plan);
    return taken ? told : taken;
}

Result<void> SftpStage::takeAway(SftpClient &client, const TransferPlan &plan)
{
    for (const char *ending : {"", ".named"}) {
        if (const auto removed = removeSftpTree(client, plan.target + '/' + plan.stage + ending); !removed)
            return removed;
    }
    PartJournal::remove(plan.journalFile);
    SftpServers::forget(plan.journalFile);
    return {};
}

} // namespace engine
