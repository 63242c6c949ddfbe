// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/herestage.h"

#include "engine/api/paths.h"
#include "engine/host/localsession.h"
#include "engine/storage/transfer/places/here/herewriter.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace engine {

namespace {

int makePath(const QByteArray &path)
{
    for (qsizetype end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1))
        ::mkdir(path.first(end).constData(), 0777);
    return ::mkdir(path.constData(), 0777) == 0 || errno == EEXIST ? 0 : errno;
}

UniqueFd openPath(const QByteArray &path)
{
    return UniqueFd(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

QByteArray bootOfThisComputer()
{
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

} // namespace

Result<void> HereStage::begin()
{
    const TransferPlan &plan = m_context.plan;
    if (const auto announced = PartJournal::announce(plan.journalFile); !announced)
        return announced;
    int number = makePath(plan.target);
    if (number == 0) {
        m_target = openPath(plan.target);
        number = m_target.isValid() ? 0 : errno;
    }
    if (number == 0 && ::mkdirat(m_target.get(), plan.stage.constData(), S_IRWXU) != 0 && errno != EEXIST)
        number = errno;
    if (number == 0) {
        m_stage = openOwnFolderAt(m_target.get(), plan.stage.constData());
        number = m_stage.isValid() ? 0 : errno;
    }
    if (number != 0)
        return hereError(plan.target, number);
    m_context.journal.open(plan.journalFile, bootOfThisComputer());
    m_context.state.setUser(userName(::geteuid()));
    return {};
}

Result<void> HereStage::look()
{
    // Files that cannot be read are sent again.
    (void)walkStage([this](const TreeEntry &entry) { m_context.addStaged(entry); });
    m_context.state.staged.seal();
    return list(m_context.state.existing);
}

// Lists the entries that have the names of sources.
Result<void> HereStage::list(FactSet &set)
{
    for (const QByteArray &name : std::as_const(m_context.plan.names)) {
        add(name, set);
        for (int number = 2; m_context.plan.conflicts == ConflictRule::KeepBoth; ++number) {
            const QByteArray other = TargetEntries::numbered(name, number);
            if (!statAt(m_target.get(), other))
                break;
            add(other, set);
        }
    }
    set.seal();
    return {};
}

void HereStage::add(const QByteArray &name, FactSet &set)
{
    TreeWalk tree(m_context.plan.target, name, [](const QByteArray &, int) {});
    while (const auto entry = tree.next()) {
        if (m_isAborted())
            return;
        set.add(*entry);
    }
}

int HereStage::walkStage(const std::function<void(TreeEntry &)> &take)
{
    const QByteArray &stage = m_context.plan.stage;
    int trouble = 0;
    TreeWalk tree(
        m_context.plan.target, stage, [&trouble](const QByteArray &, int number) { trouble = number; },
        IgnoreFiles::None, TreeWalk::Locked::Opened);
    while (auto entry = tree.next()) {
        if (m_isAborted())
            return ECANCELED;
        if (entry->path.size() == stage.size())
            continue; // the staging folder itself
        entry->path.remove(0, stage.size() + 1);
        take(*entry);
    }
    return trouble;
}

Result<std::unique_ptr<StageWriter>> HereStage::openWriter(size_t)
{
    return std::unique_ptr<StageWriter>(
        std::make_unique<HereWriter>(m_stage.get(), m_context.stagePath(), m_context.journal, m_writing,
                                     [this](const EntryTrouble &trouble) { m_context.hear(trouble); }));
}

// A folder that cannot be read cannot be verified, so its files must not be moved to their places.
Result<void> HereStage::prune(const Keeps &keeps)
{
    StageFolder stage(m_stage.get());
    QByteArrayList folders; // each before its entries
    const int trouble = walkStage([&](const TreeEntry &entry) {
        if (keeps(entry))
            return;
        if (entry.kind == EntryKind::Folder)
            folders.prepend(entry.path);
        else
            (void)stage.remove(entry.path);
    });
    return trouble == 0 ? remove(folders) : Result<void>(hereError(m_context.stagePath(), trouble));
}

// An entry that cannot be removed has failed, or is moved with the others.
Result<void> HereStage::remove(const QByteArrayList &paths)
{
    StageFolder stage(m_stage.get());
    for (const QByteArray &path : paths)
        (void)stage.remove(path);
    return {};
}

Result<void> HereStage::setTimes(const std::vector<TreeEntry> &files)
{
    TreeFiles opened(m_context.plan.target);
    for (const TreeEntry &file : files) {
        const UniqueFd open = opened.open(file.path);
        const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespec{time_t(file.modified), file.modifiedNs}};
        if (open.isValid())
            (void)::futimens(open.get(), times.data());
    }
    return {};
}

Result<void> HereStage::bringFolders(const EachSource &folders)
{
    StageFolder stage(m_stage.get());
    const auto each = [&](const auto &act, const auto &tell) {
        int trouble = 0;
        const auto listed = folders([&](TreeEntry &entry) {
            const int number = act(entry);
            if (isOfTheDisk(number))
                trouble = number;
            else if (number != 0)
                tell(entry.path, wordsOf(number));
            return trouble == 0;
        });
        return trouble != 0 ? Result<void>(hereError(m_context.stagePath(), trouble)) : listed;
    };
    const auto make = [&stage](const TreeEntry &entry) { return stage.makeFolder(entry.path); };
    const auto fail = [this](const QByteArray &path, const QString &words) { m_context.failed.add(path, words, 0); };
    const auto note = [this](const QByteArray &path, const QString &words) {
        if (!m_context.failed.has(path))
            m_context.hear({path, words, true});
    };
    const auto seal = [&stage, &note](const TreeEntry &entry) {
        const int number = stage.sealFolder(entry);
        const QString words = number == 0 ? StageFolder::unsetWords(entry) : QString();
        if (!words.isEmpty())
            note(entry.path, words);
        return number;
    };
    const auto made = each(make, fail);
    return made ? each(seal, note) : made;
}

Result<void> HereStage::renew(const QByteArrayList &paths)
{
    return placement().renew(m_stage.get(), m_target.get(), paths);
}

HerePlacement HereStage::placement()
{
    return HerePlacement(m_context.plan.target, m_context.plan.conflicts, m_context.counters, m_context.failed,
                         [this] { return openTrash(); });
}

Result<UniqueFd> HereStage::openTrash()
{
    LocalSession shell;
    const auto made = answerOf(shell, transferCall("bd_kept", {m_context.plan.target, m_context.plan.trashFolder()}));
    if (!made)
        return made.error();
    const QByteArray kept = pathToBytes(keptIn(*made, {}).value(0).trashed);
    UniqueFd folder = openPath(kept);
    return folder.isValid() ? Result<UniqueFd>(std::move(folder)) : Result<UniqueFd>(hereError(kept, errno));
}

Result<void> HereStage::tellKept(const TransferPlan &plan, KeptFiles &kept)
{
    LocalSession shell;
    const auto told = answerOf(shell, transferCall("bd_tell_kept", {plan.target, plan.trashFolder()}));
    if (!told)
        return told.error();
    kept.set(keptIn(*told, plan.target));
    return {};
}

Result<void> HereStage::place()
{
    const auto placed = placement().place(m_stage.get(), m_target.get());
    const auto told = tellKept(m_context.plan, m_context.kept);
    if (!placed || !told)
        return placed ? told : placed;
    // A file that is left was verified and exists nowhere else, so it must not be removed with the staging folder.
    if (const int number = removeFolders(m_target.get(), m_context.plan.stage); number != 0)
        return hereError(m_context.stagePath(), number);
    return takeAway(m_context.plan);
}

Result<void> HereStage::drop(const TransferPlan &plan, KeptFiles &kept)
{
    const auto told = tellKept(plan, kept);
    const auto taken = takeAway(plan);
    return taken ? told : taken;
}

Result<void> HereStage::takeAway(const TransferPlan &plan)
{
    const UniqueFd target = openPath(plan.target);
    const int number = target.isValid() ? removeTree(target.get(), plan.stage) : errno == ENOENT ? 0 : errno;
    if (number != 0)
        return hereError(plan.target + '/' + plan.stage, number);
    PartJournal::remove(plan.journalFile);
    return {};
}

} // namespace engine
