// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/transfers.h"

#include "engine/api/fields.h"

#include <QHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const std::array progressNumbers{std::pair{u"filesTotal"_s, &TransferSnapshot::filesTotal},
                                 std::pair{u"filesDone"_s, &TransferSnapshot::filesDone},
                                 std::pair{u"filesThere"_s, &TransferSnapshot::filesThere},
                                 std::pair{u"filesKept"_s, &TransferSnapshot::filesKept},
                                 std::pair{u"bytesTotal"_s, &TransferSnapshot::bytesTotal},
                                 std::pair{u"bytesDone"_s, &TransferSnapshot::bytesDone},
                                 std::pair{u"bytesKept"_s, &TransferSnapshot::bytesKept},
                                 std::pair{u"speed"_s, &TransferSnapshot::bytesPerSecond},
                                 std::pair{u"secondsLeft"_s, &TransferSnapshot::secondsLeft},
                                 std::pair{u"failedCount"_s, &TransferSnapshot::failedCount},
                                 std::pair{u"notedCount"_s, &TransferSnapshot::notedCount},
                                 std::pair{u"createdMs"_s, &TransferSnapshot::createdMs},
                                 std::pair{u"startedMs"_s, &TransferSnapshot::startedMs},
                                 std::pair{u"endedMs"_s, &TransferSnapshot::endedMs},
                                 std::pair{u"nextTryMs"_s, &TransferSnapshot::nextTryMs}};

Result<Location> locationOf(const QJsonValue &json)
{
    const Result<QString> path = cleanPath(json[u"path"_s].toString());
    if (!path)
        return path.error();
    return Location{json[u"place"_s].toString(), *path};
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(QString(folder + u'/'));
}

Error transferRefusal(const char *words, const QString &target)
{
    return {ErrorCode::InvalidArgument, {words, {target}}, target};
}

Error rateRefusal(const QString &rate)
{
    return transferRefusal(
        QT_TRANSLATE_NOOP("engine", "A limit has 64000 bytes a second or more; 0 is none. This is %1."), rate);
}

// A value that is no whole number is an invalid limit, not an absent one.
Result<qint64> rateOf(const QJsonValue &json)
{
    if (json.isUndefined())
        return 0;
    const qint64 rate = json.toInteger(-1);
    return rate < 0 ? Result<qint64>(rateRefusal(json.toVariant().toString())) : checkedRate(rate);
}

QJsonArray jsonOf(const QList<FailedFile> &files)
{
    return arrayOf(files, [](const FailedFile &file) {
        return file.files == 1 ? QJsonArray{file.path, file.reason} : QJsonArray{file.path, file.reason, file.files};
    });
}

QList<FailedFile> filesIn(const QJsonValue &json)
{
    QList<FailedFile> files;
    for (const QJsonValue &file : json.toArray()) {
        if (file[0].isString())
            files.append({file[0].toString(), file[1].toString(), file[2].toInteger(1)});
    }
    return files;
}

} // namespace

Message stateWords(const TransferSnapshot &transfer)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("engine", "waiting"),   QT_TRANSLATE_NOOP("engine", "running"),
        QT_TRANSLATE_NOOP("engine", "verifying"), QT_TRANSLATE_NOOP("engine", "retrying"),
        QT_TRANSLATE_NOOP("engine", "paused"),    QT_TRANSLATE_NOOP("engine", "done"),
        QT_TRANSLATE_NOOP("engine", "failed"),    QT_TRANSLATE_NOOP("engine", "canceled")};
    if (transfer.state != TransferState::Done || transfer.filesKept == 0)
        return words[size_t(transfer.state)];
    return {transfer.filesDone == 0 ? QT_TRANSLATE_NOOP("engine", "%1 kept")
                                    : QT_TRANSLATE_NOOP("engine", "done, %1 kept"),
            {QString::number(transfer.filesKept)}};
}

QJsonObject TransferRequest::toJson() const
{
    return {{u"sources"_s, JsonOf<QList<Location>>::write(sources)},
            {u"target"_s, target.toJson()},
            {u"conflicts"_s, wordOf(conflicts)},
            {u"bytesPerSecond"_s, bytesPerSecond},
            {u"removesSources"_s, removesSources},
            {u"gitignore"_s, honoursGitignore},
            {u"checksum"_s, comparesChecksums},
            {u"partly"_s, bringsWhatIsThere}};
}

Result<TransferRequest> TransferRequest::fromJson(const QJsonObject &json)
{
    TransferRequest request;
    for (const QJsonValue &source : json.value(u"sources"_s).toArray()) {
        const Result<Location> location = locationOf(source);
        if (!location)
            return location.error();
        if (!isEntryName(location->name()))
            return transferRefusal(
                QT_TRANSLATE_NOOP("engine", "%1 as a whole cannot be transferred: name what is in it."),
                location->toString());
        if (!request.sources.isEmpty() && request.sources.constFirst().parent() != location->parent())
            return transferRefusal(
                QT_TRANSLATE_NOOP("engine", "%1 lies in another folder than the others: transfer it apart."),
                location->toString());
        request.sources.append(*location);
    }
    if (request.sources.isEmpty())
        return transferRefusal(QT_TRANSLATE_NOOP("engine", "A transfer needs something to bring.%1"), {});
    const Result<Location> target = locationOf(json.value(u"target"_s));
    if (!target)
        return target.error();
    request.target = *target;
    for (const Location &source : std::as_const(request.sources)) {
        if (source.place == target->place && (source.path == target->path || isBelow(target->path, source.path)))
            return transferRefusal(QT_TRANSLATE_NOOP("engine", "%1 cannot be brought into itself."), source.toString());
    }
    request.removesSources = json.value(u"removesSources"_s).toBool();
    if (request.removesSources && request.sources.constFirst().parent() == *target)
        return transferRefusal(
            QT_TRANSLATE_NOOP("engine", "%1 is the folder in which they are already: there is nothing to move."),
            target->toString());
    const QString rule = json.value(u"conflicts"_s).toString(wordOf(ConflictRule::Replace));
    request.conflicts = fromWord<ConflictRule>(rule);
    if (rule != wordOf(request.conflicts))
        return transferRefusal(
            QT_TRANSLATE_NOOP("engine", "“%1” is no rule for files that differ: skip, replace or keepBoth."), rule);
    request.honoursGitignore = json.value(u"gitignore"_s).toBool();
    request.comparesChecksums = json.value(u"checksum"_s).toBool();
    request.bringsWhatIsThere = json.value(u"partly"_s).toBool();
    const Result<qint64> rate = rateOf(json.value(u"bytesPerSecond"_s));
    if (!rate)
        return rate.error();
    request.bytesPerSecond = *rate;
    return request;
}

// A chunk has up to 1 MiB, and a transfer without progress for a minute counts as lost.
Result<qint64> checkedRate(qint64 bytesPerSecond)
{
    if (bytesPerSecond == 0 || bytesPerSecond >= TransferRequest::leastRate)
        return bytesPerSecond;
    return rateRefusal(QString::number(bytesPerSecond));
}

Result<void> TransferChange::check() const
{
    constexpr int mostPriority = 1000;
    if (const auto rate = checkedRate(bytesPerSecond.value_or(0)); !rate)
        return rate.error();
    if (qAbs(qint64(priority.value_or(0))) > mostPriority)
        return transferRefusal(
            QT_TRANSLATE_NOOP("engine", "A priority is a whole number from -1000 to 1000. This is %1."),
            QString::number(*priority));
    return {};
}

// What was replaced last is restored first: if several trash folders hold the same file, the oldest one remains.
QList<TransferRequest> undoOf(const TransferSnapshot &transfer)
{
    QList<TransferRequest> requests;
    QHash<QString, qsizetype> requestOf; // by folder of the trash
    for (const TrashedFile &file : transfer.replaced) {
        const Location source{transfer.request.target.place, file.trashed};
        const QString folder = source.parent().path;
        if (!requestOf.contains(folder)) {
            requestOf.insert(folder, requests.size());
            TransferRequest request;
            request.target = transfer.request.target;
            request.removesSources = request.bringsWhatIsThere = true;
            requests.append(request);
        }
        requests[requestOf.value(folder)].sources.append(source);
    }
    std::reverse(requests.begin(), requests.end());
    return requests;
}

Result<void> TransferLimits::check() const
{
    for (const int limit : {perPlace, total}) {
        if (limit < 1 || limit > most)
            return transferRefusal(QT_TRANSLATE_NOOP("engine", "1 to 16 transfers can run at once. This is %1."),
                                   QString::number(limit));
    }
    return {};
}

QJsonObject TransferSnapshot::toJson() const
{
    QJsonObject json = request.toJson();
    const QJsonObject progress = progressToJson();
    for (auto part = progress.begin(); part != progress.end(); ++part)
        json.insert(part.key(), part.value());
    return json;
}

QJsonObject TransferSnapshot::progressToJson() const
{
    QJsonObject json{{u"id"_s, id}, {u"state"_s, toString(state)}};
    if (!reason.isEmpty())
        json.insert(u"reason"_s, reason.toJson());
    if (!route.isEmpty())
        json.insert(u"way"_s, route.toJson());
    json.insert(u"priority"_s, priority);
    json.insert(u"counted"_s, isCounted);
    for (const auto &[key, number] : progressNumbers)
        json.insert(key, this->*number);
    if (!technical.isEmpty())
        json.insert(u"technical"_s, technical);
    json.insert(u"failedFiles"_s, jsonOf(failedFiles));
    json.insert(u"notedFiles"_s, jsonOf(notedFiles));
    const auto pair = [](const TrashedFile &file) { return QJsonArray{file.path, file.trashed}; };
    json.insert(u"replaced"_s, arrayOf(replaced, pair));
    return json;
}

TransferSnapshot TransferSnapshot::fromJson(const QJsonObject &json)
{
    TransferSnapshot transfer;
    if (const auto request = TransferRequest::fromJson(json))
        transfer.request = *request;
    transfer.id = json.value(u"id"_s).toString();
    transfer.state = fromWord(json.value(u"state"_s).toString(), TransferState::Failed);
    transfer.reason = Message::fromJson(json.value(u"reason"_s).toObject());
    transfer.route = Message::fromJson(json.value(u"way"_s).toObject());
    transfer.priority = json.value(u"priority"_s).toInt();
    transfer.isCounted = json.value(u"counted"_s).toBool();
    for (const auto &[key, number] : progressNumbers)
        transfer.*number = json.value(key).toInteger();
    transfer.technical = json.value(u"technical"_s).toString();
    transfer.failedFiles = filesIn(json.value(u"failedFiles"_s));
    transfer.notedFiles = filesIn(json.value(u"notedFiles"_s));
    for (const QJsonValue &file : json.value(u"replaced"_s).toArray()) {
        if (file[0].isString() && file[1].isString())
            transfer.replaced.append({file[0].toString(), file[1].toString()});
    }
    return transfer;
}

} // namespace engine
