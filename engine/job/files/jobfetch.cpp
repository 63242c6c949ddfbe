// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/files/jobfetch.h"

#include "engine/base/shellquote.h"

#include <QSet>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype mostMatches = 100'000;
constexpr qsizetype mostFolders = 200; // each is a transfer
constexpr qsizetype mostOutput = 15 * 1024 * 1024; // below the limit of a command's output

Error tooMany(const char *sentence, qsizetype most)
{
    return {ErrorCode::InvalidArgument, {sentence, {QString::number(most)}}};
}

} // namespace

QList<FetchRule> pendingFetches(const JobRecord &record)
{
    QList<FetchRule> rules;
    if (!isFinal(record.state) || record.wanted == JobWanted::Deleted)
        return rules;
    for (const FetchRule &rule : fetchRulesOf(record.document)) {
        const auto isOfRule = [key = rule.key()](const FetchRun &run) { return run.key == key; };
        if ((rule.isAlways || record.state == JobState::Succeeded)
            && std::none_of(record.fetches.cbegin(), record.fetches.cend(), isOfRule))
            rules.append(rule);
    }
    return rules;
}

QStringList directoriesOf(const FetchRule &rule, const JobRecord &record)
{
    return rule.directory.isEmpty() ? outputDirectories(record) : QStringList{rule.directory};
}

QByteArray matchesScript(const QString &folder, const FetchRule &rule)
{
    QByteArrayList tests;
    for (const QString &pattern : rule.files.isEmpty() ? QStringList{u"*"_s} : rule.files) {
        const bool isPath = pattern.contains(u'/');
        tests.append(isPath ? "-path " + shellQuote("./" + pathToBytes(pattern))
                            : "-name " + shellQuote(pathToBytes(pattern)));
    }
    return "cd -- " + shellQuote(pathToBytes(folder)) + " 2>/dev/null || exit 0\nfind . -mindepth 1 \\( "
        + tests.join(" -o ") + " \\) -prune -print0\n";
}

Result<Matches> parseMatches(const QByteArray &output)
{
    Matches matches;
    if (output.size() > mostOutput)
        return tooMany(QT_TRANSLATE_NOOP("engine", "More than %1 files match. Name the folder that holds them."),
                       mostMatches);
    qsizetype count = 0;
    for (const QByteArray &found : output.split('\0')) {
        const QByteArray path = found.startsWith("./") ? found.sliced(2) : QByteArray();
        const qsizetype slash = path.lastIndexOf('/');
        const QString name = pathFromBytes(path.sliced(slash + 1));
        const QByteArrayList steps = path.split('/');
        if (!isEntryName(name) || steps.contains("..") || steps.contains("") || steps.contains("."))
            continue;
        matches[pathFromBytes(slash < 0 ? QByteArray() : path.first(slash))].append(name);
        if (++count > mostMatches)
            return tooMany(QT_TRANSLATE_NOOP("engine", "More than %1 files match. Name the folder that holds them."),
                           mostMatches);
        if (matches.size() > mostFolders)
            return tooMany(QT_TRANSLATE_NOOP("engine",
                                             "What matches lies in more than %1 folders. Use a pattern that names "
                                             "folders: they come whole."),
                           mostFolders);
    }
    return matches;
}

QList<FetchTransfer> fetchTransfers(const JobRecord &record, const FetchRule &rule, const QList<MatchedFolder> &found,
                                    const QString &home)
{
    QSet<QString> directories;
    QSet<ResourceId> nodes;
    for (const MatchedFolder &each : found) {
        if (each.matches.isEmpty())
            continue;
        directories.insert(each.folder.directory);
        nodes.insert(each.folder.machine);
    }
    const QUuid job(record.uuid);
    QList<FetchTransfer> transfers;
    for (const MatchedFolder &each : found) {
        QString top = fetchFolder(rule.to, record.id, home);
        if (directories.size() > 1)
            top += u'/' + each.folder.directory;
        if (nodes.size() > 1)
            top += u'/' + each.folder.machine.name();
        for (auto it = each.matches.cbegin(); it != each.matches.cend(); ++it) {
            const QString below = it.key().isEmpty() ? QString() : QString(u'/' + it.key());
            const auto target = cleanPath(top + below);
            if (!target)
                continue;
            FetchTransfer transfer;
            const Location folder{each.place, each.folder.path + below};
            for (const QString &name : it.value())
                transfer.request.sources.append(folder.child(name));
            transfer.request.target = {{}, *target};
            const QByteArray words = rule.key().toUtf8() + '\n' + each.folder.machine.toString().toUtf8() + '\n'
                + pathToBytes(folder.path) + '\n' + pathToBytes(*target);
            transfer.id = QUuid::createUuidV5(job, words).toString(QUuid::WithoutBraces);
            transfers.append(transfer);
        }
    }
    return transfers;
}

} // namespace engine
