// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/machinestage.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/places/shell/machinewriter.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <algorithm>

namespace engine {

namespace {

QByteArray valueOf(const QByteArray &answer, const QByteArray &key)
{
    const QByteArray mark = "@bd " + key + ' ';
    const qsizetype begin = answer.indexOf(mark);
    return begin < 0 ? QByteArray()
                     : answer.sliced(begin + mark.size(), answer.indexOf('\n', begin) - begin - mark.size()).trimmed();
}

constexpr QByteArrayView metMark = "@bd met ";
constexpr QByteArrayView moreMark = "@bd more ";
constexpr QByteArrayView refusedMark = "@bd not ";

} // namespace

Result<QByteArray> MachineStage::make(BulkSession &session, const TransferPlan &plan)
{
    if (const auto announced = PartJournal::announce(plan.journalFile); !announced)
        return announced.error();
    const auto said = shellAnswerOf(session, transferCall("bd_begin", {plan.target, plan.stage}));
    return said ? *said : Result<QByteArray>(lacksShell());
}

Result<void> MachineStage::begin()
{
    const TransferPlan &plan = m_context.plan;
    if (const auto announced = PartJournal::announce(plan.journalFile); !announced)
        return announced;
    const QByteArray list = isHighLatency(roundTrip()) ? "bd_pressed_manifest_of" : "bd_manifest_of";
    auto command = m_session->start(
        transferCall("bd_begin_list",
                     QByteArrayList{list, plan.target, plan.stage} + (plan.isBeside ? QByteArrayList() : plan.names)));
    if (!command)
        return lacksShell();
    m_opening = *std::move(command);
    const auto closed = m_opening->closeInput();
    const auto said = closed ? shellAnswerBefore(*m_opening, m_listed) : std::nullopt;
    const Result<QByteArray> answer = said ? *said : Result<QByteArray>(lacksShell());
    if (!answer)
        return answer.error();
    if (!answer->contains("@bd has find\n") || !answer->contains("@bd has tar\n") || !answer->contains("@bd has dd\n"))
        return lacksShell();
    m_context.journal.open(m_context.plan.journalFile, valueOf(*answer, "boot"));
    m_context.state.setUser(valueOf(*answer, "user"));
    m_context.tar.read(*answer);
    return {};
}

Result<void> MachineStage::look()
{
    TargetState &state = m_context.state;
    auto there = listBoth();
    if (m_context.plan.isBeside)
        return there;
    if (there && m_context.plan.conflicts == ConflictRule::KeepBoth) { // a free name is free among all entries
        there = read("bd_names", {m_context.plan.target}, [&state](TreeEntry &&entry) { state.existing.add(entry); });
        state.existing.seal();
    }
    return there;
}

// Reads the list of the staging folder and the target from the command that made the folder.
Result<void> MachineStage::listBoth()
{
    const QByteArray &stage = m_context.plan.stage;
    TargetState &state = m_context.state;
    const auto take = [this, &state, &stage, prefix = QByteArray(stage + '/')](TreeEntry &&entry) {
        if (entry.path == stage)
            return;
        if (!entry.path.startsWith(prefix))
            return state.existing.add(entry);
        entry.path.remove(0, prefix.size());
        m_context.addStaged(entry);
    };
    const auto listed = readManifest(*m_opening, m_listed, take, m_context.plan.mostEntries);
    m_opening.reset();
    m_context.state.staged.seal();
    state.existing.seal();
    return listed;
}

Result<void> MachineStage::list(FactSet &set)
{
    QByteArrayList words{m_context.plan.target};
    for (const QByteArray &name : std::as_const(m_context.plan.names))
        words += m_context.state.entries.targetPaths(name);
    const auto listed = read("bd_manifest_of", words, [&set](TreeEntry &&entry) { set.add(entry); });
    set.seal();
    return listed;
}

// If a list ends early, more files are sent than necessary.
Result<void> MachineStage::read(const char *list, const QByteArrayList &words,
                                const std::function<void(TreeEntry &&)> &take)
{
    return readManifest(*m_session, list, words, take, m_context.plan.mostEntries);
}

Result<std::unique_ptr<StageWriter>> MachineStage::openWriter(size_t index)
{
    const auto session = index == 0 ? Result<std::shared_ptr<BulkSession>>(m_session) : m_sessions.open();
    if (!session)
        return session.error();
    return std::unique_ptr<StageWriter>(
        std::make_unique<MachineWriter>(*session, m_context.stagePath(), m_context.tar.kind(), m_context.journal,
                                        [this](const EntryTrouble &trouble) { m_context.hear(trouble); }));
}

Result<void> MachineStage::prune(const Keeps &keeps)
{
    PruneList unwanted; // each before its entries
    const auto take = [&](TreeEntry &&entry) {
        if (!keeps(entry))
            unwanted.add(entry.path);
    };
    const QByteArray before = std::exchange(m_context.listed, {});
    const auto listed = before.isEmpty() ? read("bd_manifest", {m_context.stagePath()}, take)
                                         : readManifest(before, take, m_context.plan.mostEntries);
    return listed ? remove(unwanted.reversed()) : listed;
}

Result<void> MachineStage::remove(const QByteArrayList &paths)
{
    constexpr qsizetype atOnce = 500;
    for (qsizetype i = 0; i < paths.size(); i += atOnce) {
        const auto removed = answerOf(
            *m_session, transferCall("bd_remove", QByteArrayList{m_context.stagePath()} + paths.mid(i, atOnce)));
        if (!removed)
            return removed.error();
    }
    return {};
}

Result<void> MachineStage::setTimes(const std::vector<TreeEntry> &files)
{
    QByteArray words;
    for (const TreeEntry &file : files)
        words += timeWord(file) + " ./" + file.path + wholeName;
    const auto set = files.empty() ? Result<QByteArray>(QByteArray())
                                   : answerOf(*m_session, transferCall("bd_times", {m_context.plan.target}), words);
    return set ? Result<void>() : Result<void>(set.error());
}

// A few folders come with the command that places the files, if the machine's tar reports errors of each entry.
Result<void> MachineStage::bringFolders(const EachSource &folders)
{
    constexpr size_t few = 200;
    if (!m_context.tar.isGnu() || m_context.plan.isBeside || m_context.state.bytes.damaged.size() > 0)
        return bringNow(folders);
    const auto listed = folders([this](TreeEntry &entry) {
        m_folders.push_back(entry);
        return m_folders.size() <= few;
    });
    if (!listed || m_folders.size() <= few)
        return listed;
    m_folders.clear();
    return bringNow(folders);
}

Result<void> MachineStage::bringNow(const EachSource &folders)
{
    const auto hear = [this](const EntryTrouble &trouble) {
        if (!trouble.isNote) // no verification follows that would find it missing
            m_context.failed.add(trouble.path, trouble.words, 0);
        m_context.hear(trouble);
    };
    MachineWriter writer(m_session, m_context.stagePath(), m_context.tar.kind(), m_context.journal, hear);
    std::vector<TreeEntry> unset;
    int number = 0;
    const auto listed = folders([&](TreeEntry &entry) {
        number = writer.add(entry);
        if (m_context.tar.setsNoModes())
            unset.push_back(entry);
        return number == 0;
    });
    if (number == 0)
        number = writer.finish();
    if (number != 0 || !listed)
        return number == 0 ? listed : Result<void>(writer.trouble());
    // Entries of a folder come before it, as its permissions may close it.
    std::sort(unset.begin(), unset.end(),
              [](const TreeEntry &one, const TreeEntry &other) { return other.path < one.path; });
    return sealParts(*m_session, m_context.stagePath(), unset, hear);
}

Result<void> MachineStage::renew(const QByteArrayList &paths)
{
    const auto renewed =
        answerOf(*m_session,
                 transferCall("bd_renew",
                              QByteArrayList{m_context.stagePath(), m_context.plan.target, m_context.plan.trashFolder()}
                                  + paths));
    if (!renewed)
        return renewed.error();
    parseUnplaced(*renewed);
    return {};
}

Result<void> MachineStage::reportReplaced()
{
    const auto told = answerOf(
        *m_session,
        transferCall("bd_renew", {m_context.stagePath(), m_context.plan.target, m_context.plan.trashFolder()}));
    if (told)
        m_context.kept.set(keptIn(*told, m_context.plan.target));
    return told ? Result<void>() : Result<void>(told.error());
}

Result<void> MachineStage::place()
{
    m_context.counters.isQuiet = true; // a merge into a large tree sends no output for long
    const TransferPlan &plan = m_context.plan;
    const auto placed = plan.isBeside
        ? answerOf(*m_session,
                   transferCall("bd_beside", QByteArrayList{m_context.stagePath(), plan.target} + plan.names))
        : m_folders.empty() ? placeIn("bd_place")
                            : placeWithFolders();
    m_context.counters.isQuiet = false;
    if (!placed)
        return placed.error();
    m_context.kept.set(keptIn(*placed, plan.target));
    parseUnplaced(*placed);
    if (plan.isBeside) {
        const auto noted = notePlaced(plan);
        return noted ? drop(*m_session, plan, m_context.kept) : noted;
    }
    PartJournal::remove(m_context.plan.journalFile);
    return {};
}

Result<QByteArray> MachineStage::placeIn(const char *function, const QByteArray &input)
{
    const TransferPlan &plan = m_context.plan;
    const QByteArray replaces = plan.conflicts == ConflictRule::Replace ? "yes" : "no";
    return answerOf(*m_session,
                    transferCall(function, {m_context.stagePath(), plan.target, replaces, plan.trashFolder()}), input);
}

// If tar fails with any of the folders, all are sent again by bringNow(), which reports each error.
Result<QByteArray> MachineStage::placeWithFolders()
{
    QByteArray archive;
    TarStream tar([&archive](QByteArrayView bytes) -> Result<void> {
        archive.append(bytes);
        return {};
    });
    Result<void> packed;
    for (auto folder = m_folders.cbegin(); folder != m_folders.cend() && packed; ++folder)
        packed = tar.add(*folder);
    if (packed)
        packed = tar.add(MachineWriter::markOf(m_context.stagePath()));
    if (packed)
        packed = tar.finish();
    if (packed) {
        auto placed = placeIn("bd_place_with_folders", archive);
        if (!placed || !placed->startsWith("@bd not placed\n"))
            return placed;
    }
    const auto brought = bringNow([this](const std::function<bool(TreeEntry &)> &take) -> Result<void> {
        (void)std::all_of(m_folders.begin(), m_folders.end(), take);
        return {};
    });
    return brought ? placeIn("bd_place") : Result<QByteArray>(brought.error());
}

// Parses the entries that bd_place could not move to their places.
void MachineStage::parseUnplaced(const QByteArray &answer)
{
    const auto filesIn = [this](const QByteArray &word) {
        return qBound<qint64>(0, word.toLongLong(), m_context.plan.mostEntries);
    };
    const auto bytesIn = [this](const QByteArray &word) {
        return qBound<qint64>(0, word.toLongLong(), m_context.counters.bytesDone);
    };
    for (const QByteArray &line : answer.split('\n')) {
        const QByteArrayList words = line.split(' ');
        if (line.startsWith(moreMark) && words.size() == 6) {
            const qint64 failed = filesIn(words.at(2));
            m_context.failed.addUnnamed(failed);
            m_context.counters.filesDone -= failed;
            m_context.counters.bytesDone -= bytesIn(words.at(3));
            meetNew({}, filesIn(words.at(4)), bytesIn(words.at(5)));
        } else if (line.startsWith(refusedMark) && words.size() > 4) {
            m_context.failUnplaced(QByteArray::fromHex(words.at(3)), harmless(words.mid(5).join(' '), 200),
                                   filesIn(words.at(4)));
        } else if (line.startsWith(metMark) && words.size() == 5) {
            const QByteArray path = QByteArray::fromHex(words.at(3));
            if (words.at(2) == "new")
                meetNew(path, filesIn(words.at(4)));
            else
                m_context.failUnplaced(path, otherKindWords(words.at(2) == "folder"), filesIn(words.at(4)));
        }
    }
}

// Files whose names other files got meanwhile. countUnplaced() counts the bytes of files that are known by path.
void MachineStage::meetNew(const QByteArray &path, qint64 files, qint64 bytes)
{
    TransferCounters &counters = m_context.counters;
    if (!path.isEmpty())
        m_context.failed.addUnplaced(path);
    if (m_context.plan.conflicts == ConflictRule::Skip) {
        counters.filesKept += files;
        counters.bytesKept += bytes;
    } else if (path.isEmpty()) {
        m_context.failed.addUnnamed(files);
    } else {
        m_context.failed.add(path, newFileWords(), files);
    }
    counters.filesDone -= files;
    counters.bytesDone -= bytes;
}

Result<bool> MachineStage::placeNamed(BulkSession &session, const TransferPlan &plan)
{
    const QByteArray named = plan.target + '/' + plan.stage + ".named";
    const auto said = shellAnswerOf(session, transferCall("bd_place_new", {named, plan.target}));
    if (!said || !*said)
        return said ? said->error() : lacksShell();
    return (*said)->contains("@bd placed\n");
}

Result<void> MachineStage::drop(BulkSession &session, const TransferPlan &plan, KeptFiles &kept)
{
    const auto said = shellAnswerOf(session, transferCall("bd_discard", {plan.target, plan.stage, plan.trashFolder()}));
    if (!said || !*said)
        return said ? said->error() : lacksShell();
    kept.set(keptIn(**said, plan.target));
    PartJournal::remove(plan.journalFile);
    return {};
}

} // namespace engine
