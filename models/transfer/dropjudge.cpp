// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/dropjudge.h"

#include "models/storage/storagewords.h"
#include "models/translated.h"
#include "models/words.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::ConflictRule;
using engine::Location;
using engine::TransferPreview;

namespace {

QString nameOf(const Location &folder)
{
    if (folder.path.isEmpty()) // the start folder of the place
        return folder.place.isEmpty() ? tr("this computer") : placeName(folder.place);
    return engine::shownPath(folder.path == u"/"_s ? folder.toString() : folder.name());
}

bool isInside(const Location &folder, const Location &of)
{
    return folder.place == of.place && (folder.path == of.path || folder.path.startsWith(QString(of.path + u'/')));
}

// Why the drop is impossible; empty when it is possible.
QString refusal(const DropFacts &facts)
{
    if (facts.sources.isEmpty())
        return tr("Only files and folders of this computer can be dropped here.");
    if (!facts.isTargetOnline)
        return tr("%1 is not connected: nothing can be brought there now.").arg(placeName(facts.target.place));
    if (isContainerList(facts.target))
        return tr("Files go into a container of %1: open one, or make one.").arg(placeName(facts.target.place));
    for (const Location &source : facts.sources) {
        if (!engine::isEntryName(source.name()))
            return tr("%1 as a whole cannot be transferred. Choose what is in it.")
                .arg(engine::shownPath(source.toString()));
        if (isInside(facts.target, source))
            return tr("%1 cannot be put into itself.").arg(engine::shownPath(source.name()));
        if (facts.moves && isContainer(source))
            return tr("%1 is a container: it can be copied, not moved.").arg(engine::shownPath(source.name()));
        if (source.parent() == facts.target)
            return tr("%1 is in this folder already.").arg(engine::shownPath(source.name()));
    }
    return {};
}

QList<engine::TransferRequest> requestsOf(const DropFacts &facts)
{
    QList<engine::TransferRequest> requests;
    for (const Location &source : facts.sources) {
        auto found = std::find_if(requests.begin(), requests.end(), [&source](const auto &request) {
            return request.sources.constFirst().parent() == source.parent();
        });
        if (found == requests.end()) {
            requests.append(
                {{}, facts.target, facts.conflicts, 0, facts.honoursGitignore, facts.moves, facts.comparesChecksums});
            found = requests.end() - 1;
        }
        found->sources.append(source);
    }
    return requests;
}

void addWords(const DropFacts &facts, FileDropVerdict &verdict)
{
    const Location &first = facts.sources.constFirst();
    const QString what = facts.sources.size() == 1 ? engine::shownPath(first.name())
                                                   : tr("%1 entries").arg(number(facts.sources.size()));
    const QString name = engine::shownPath(facts.targetName);
    const QString into = name.isEmpty() ? nameOf(facts.target) : name;
    const QString to = name.isEmpty() ? engine::shownPath(facts.target.toString()) : name;
    const bool isFromHere = first.place.isEmpty();
    const bool isToHere = facts.target.place.isEmpty();
    const auto say = [&](const QString &verb, const QString &wanted, const QString &words, const QString &title) {
        verdict.verb = verb;
        verdict.wanted = wanted;
        verdict.words = words.arg(what, into);
        verdict.title = title.arg(what, to);
    };
    if (facts.moves)
        say(tr("Move"), tr("To move"), tr("Move %1 into %2"), tr("Move %1 to %2"));
    else if (isFromHere && !isToHere)
        say(tr("Upload"), tr("To send"), tr("Upload %1 into %2"), tr("Upload %1 to %2"));
    else if (isToHere && !isFromHere)
        say(tr("Download"), tr("To send"), tr("Download %1 into %2"), tr("Download %1 to %2"));
    else
        say(tr("Copy"), tr("To copy"), tr("Copy %1 into %2"), tr("Copy %1 to %2"));
    verdict.from = verdict.requests.size() == 1 ? tr("from %1").arg(engine::shownPath(first.parent().toString()))
                                                : tr("from %1 folders").arg(number(verdict.requests.size()));
}

// Whether the comparison has found enough: often before everything is counted.
bool isComparedBy(const QList<TransferPreview> &previews, qsizetype wanted)
{
    return previews.size() == wanted
        && std::all_of(previews.cbegin(), previews.cend(), [](const auto &one) { return one.isCompared; });
}

TransferPreview sumOf(const QList<TransferPreview> &previews, qsizetype wanted)
{
    TransferPreview sum;
    sum.isCounted = sum.isCompared = previews.size() == wanted;
    for (const TransferPreview &one : previews) {
        sum.isCounted = sum.isCounted && one.isCounted;
        sum.isCompared = sum.isCompared && one.isCompared;
        for (const auto part :
             {&TransferPreview::files, &TransferPreview::folders, &TransferPreview::bytes, &TransferPreview::holes,
              &TransferPreview::holesThere, &TransferPreview::holesDiffering, &TransferPreview::ignored,
              &TransferPreview::unreadable, &TransferPreview::filesThere, &TransferPreview::bytesThere,
              &TransferPreview::filesDiffering, &TransferPreview::bytesDiffering, &TransferPreview::foldersThere})
            sum.*part += one.*part;
        sum.differing += one.differing;
        sum.freeBytes = one.freeBytes ? one.freeBytes : sum.freeBytes;
        sum.bytesPerSecond = qMax(sum.bytesPerSecond, one.bytesPerSecond);
        sum.problem = sum.problem.isEmpty() ? one.problem : sum.problem;
    }
    return sum;
}

QString roughTime(qint64 seconds)
{
    if (seconds < 60)
        return tr("About %1 s").arg(qMax<qint64>(seconds, 1));
    if (seconds < 3600)
        return tr("About %1 min").arg((seconds + 30) / 60);
    return tr("About %1 h %2 min").arg(seconds / 3600).arg(seconds % 3600 / 60);
}

// Whether a move is a rename, which needs neither time nor space.
bool mayRename(const DropFacts &facts)
{
    return facts.moves && facts.sources.constFirst().place == facts.target.place
        && engine::accountOf(facts.target.place).isEmpty();
}

QString estimateOf(const FileDropVerdict &verdict, const TransferPreview &sum)
{
    QString free;
    if (sum.freeBytes && *sum.freeBytes >= verdict.room)
        free = tr("%1 stay free").arg(fileSize(*sum.freeBytes - verdict.room));
    if (sum.bytesPerSecond <= 0)
        return free;
    const QString time =
        tr("%1 at %2/s").arg(roughTime(verdict.toSend.bytes / sum.bytesPerSecond), fileSize(sum.bytesPerSecond));
    return free.isEmpty() ? time : time + u"; "_s + free;
}

QString whyNotNow(const FileDropVerdict &verdict, const TransferPreview &sum, const DropFacts &facts)
{
    const bool keepsTheirs = facts.conflicts == ConflictRule::Skip;
    // The drop can be started while counting.
    if (!verdict.isCounted || !verdict.isCompared)
        return {};
    if (!mayRename(facts) && sum.freeBytes && verdict.room > *sum.freeBytes)
        return tr("There is not enough space: this needs %1, and %2 are free there.")
            .arg(fileSize(verdict.room), fileSize(*sum.freeBytes));
    if (verdict.toSend.files > 0 || sum.folders > sum.foldersThere)
        return {};
    if (facts.comparesChecksums && sum.files > 0)
        return {};
    if (facts.moves) // a move removes sources that are equal at the target
        return keepsTheirs && sum.filesDiffering > 0 && sum.filesDiffering == sum.files
            ? tr("Nothing would be moved: what differs there is left as it is.")
            : QString();
    const bool isWay = facts.sources.constFirst().place.isEmpty() != facts.target.place.isEmpty();
    if (sum.filesDiffering > 0 && keepsTheirs)
        return isWay ? tr("Nothing would be sent: what differs there is left as it is.")
                     : tr("Nothing would be copied: what differs there is left as it is.");
    return isWay ? tr("Nothing has to be sent: all of it is there already.")
                 : tr("Nothing has to be copied: all of it is there already.");
}

QStringList notesOf(const DropFacts &facts, const TransferPreview &sum)
{
    QStringList notes;
    if (sum.ignored > 0 && facts.honoursGitignore)
        notes.append(tr("%1 left out, as .batchdeckignore and .gitignore say.").arg(number(sum.ignored)));
    else if (sum.ignored > 0)
        notes.append(tr("%1 left out, as .batchdeckignore says.").arg(number(sum.ignored)));
    if (facts.comparesChecksums && sum.filesThere + sum.filesDiffering > 0)
        notes.append(tr("Counted by size and time. The checksums may say otherwise."));
    if (facts.conflicts == ConflictRule::Replace && sum.filesDiffering > 0)
        notes.append(engine::accountOf(facts.target.place).isEmpty()
                         ? tr("What is replaced goes into the trash there.")
                         : tr("What is replaced cannot be brought back: a storage account has no trash."));
    if (sum.unreadable > 0)
        notes.append(tr("%1 cannot be read here, and will be missing there.").arg(number(sum.unreadable)));
    if (!sum.problem.isEmpty())
        notes.append(sum.problem.text());
    return notes;
}

void addPreview(const DropFacts &facts, FileDropVerdict &verdict)
{
    const TransferPreview sum = sumOf(facts.previews, verdict.requests.size());
    verdict.isCounted = sum.isCounted;
    verdict.isCompared = sum.isCounted && sum.isCompared;
    if (sum.filesThere + sum.filesDiffering + sum.foldersThere > 0)
        verdict.meetsOthers = true;
    else if (isComparedBy(facts.previews, verdict.requests.size()))
        verdict.meetsOthers = false;
    verdict.all = {sum.files, sum.bytes};
    verdict.there = {sum.filesThere, sum.bytesThere};
    verdict.differing = {sum.filesDiffering, sum.bytesDiffering};
    verdict.toSend = {sum.files - sum.filesThere, sum.bytes - sum.bytesThere};
    qint64 holes = sum.holes - sum.holesThere;
    if (facts.conflicts == ConflictRule::Skip) {
        verdict.toSend = {verdict.toSend.files - sum.filesDiffering, verdict.toSend.bytes - sum.bytesDiffering};
        holes -= sum.holesDiffering;
    }
    verdict.toSend = {qMax<qint64>(verdict.toSend.files, 0), qMax<qint64>(verdict.toSend.bytes, 0)};
    verdict.room = qMax<qint64>(verdict.toSend.bytes - holes, 0);
    if (verdict.isCompared && !mayRename(facts))
        verdict.estimate = estimateOf(verdict, sum);
    verdict.takesRoom = !mayRename(facts);
    verdict.isTight = verdict.takesRoom && sum.freeBytes && verdict.toSend.bytes > *sum.freeBytes;
    verdict.whyNot = whyNotNow(verdict, sum, facts);
    verdict.mayStart = verdict.whyNot.isEmpty();
    verdict.notes = notesOf(facts, sum);
    verdict.differingFiles = sum.differing;
}

} // namespace

FileDropVerdict judgeFiles(const DropFacts &facts)
{
    FileDropVerdict verdict;
    verdict.words = refusal(facts);
    verdict.isPossible = verdict.words.isEmpty();
    if (!verdict.isPossible)
        return verdict;
    verdict.requests = requestsOf(facts);
    addWords(facts, verdict);
    addPreview(facts, verdict);
    return verdict;
}

Unasked unasked(const FileDropVerdict &verdict, bool isAllKnown)
{
    if (verdict.meetsOthers == true)
        return Unasked::Ask;
    if (verdict.meetsOthers == false && !verdict.takesRoom)
        return Unasked::Begin;
    if (verdict.meetsOthers == false && verdict.isCompared)
        return verdict.mayStart && !verdict.isTight ? Unasked::Begin : Unasked::Ask;
    return isAllKnown ? Unasked::Ask : Unasked::Wait;
}

QList<Location> filesIn(const QList<QUrl> &urls)
{
    QList<Location> files;
    for (const QUrl &url : urls) {
        // Bytes that are not UTF-8 are percent-encoded.
        const auto path = engine::cleanPath(
            engine::pathFromBytes(QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1())));
        if (!url.isLocalFile() || !path)
            return {};
        files.append({{}, *path});
    }
    return files;
}

} // namespace models
