// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/filetask.h"

#include "engine/api/fields.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const std::array algorithms{u"sha256"_s, u"md5"_s};

QJsonObject jsonOf(const FileCount &count)
{
    return {{u"files"_s, count.files}, {u"folders"_s, count.folders}, {u"bytes"_s, count.bytes}};
}

FileCount countOf(const QJsonValue &json)
{
    return {json[u"files"_s].toInteger(), json[u"folders"_s].toInteger(), json[u"bytes"_s].toInteger()};
}

QJsonArray jsonOf(const QList<TrashedFile> &files)
{
    return arrayOf(files, [](const TrashedFile &file) { return QJsonArray{file.path, file.trashed}; });
}

QList<TrashedFile> trashedOf(const QJsonValue &json)
{
    QList<TrashedFile> files;
    for (const QJsonValue &file : json.toArray())
        files.append({file[0].toString(), file[1].toString()});
    return files;
}

Error taskRefusal(const char *words, const QString &target)
{
    return {ErrorCode::InvalidArgument, {words, {shownPath(target)}}, target};
}

} // namespace

QJsonObject FileTaskRequest::toJson() const
{
    return {{u"kind"_s, wordOf(kind)},
            {u"place"_s, place},
            {u"paths"_s, QJsonArray::fromStringList(paths)},
            {u"counted"_s, jsonOf(counted)},
            {u"trashed"_s, jsonOf(trashed)},
            {u"algorithm"_s, algorithm}};
}

Result<FileTaskRequest> FileTaskRequest::fromJson(const QJsonObject &json)
{
    FileTaskRequest request;
    const QString kind = json.value(u"kind"_s).toString();
    request.kind = fromWord<Kind>(kind);
    if (kind != wordOf(request.kind))
        return taskRefusal(QT_TRANSLATE_NOOP("engine", "“%1” is nothing that can be done to files."), kind);
    request.place = json.value(u"place"_s).toString();
    request.counted = countOf(json.value(u"counted"_s));
    request.trashed = trashedOf(json.value(u"trashed"_s));
    const QString algorithm = json.value(u"algorithm"_s).toString();
    request.algorithm = algorithm.isEmpty() ? algorithms[0] : algorithm;
    if (std::find(algorithms.begin(), algorithms.end(), request.algorithm) == algorithms.end())
        return taskRefusal(QT_TRANSLATE_NOOP("engine", "“%1” is no checksum that is known: sha256, md5."),
                           request.algorithm);
    QStringList paths;
    for (const QJsonValue &path : json.value(u"paths"_s).toArray())
        paths.append(path.toString());
    for (const TrashedFile &file : std::as_const(request.trashed))
        paths << file.path << file.trashed;
    for (const QString &path : std::as_const(paths)) {
        const Result<QString> clean = cleanPath(path);
        if (!clean)
            return clean.error();
        if (*clean == u"/"_s)
            return taskRefusal(QT_TRANSLATE_NOOP("engine", "%1 is everything: name what is in it."), path);
        if (request.trashed.isEmpty())
            request.paths.append(*clean);
    }
    if (paths.isEmpty())
        return taskRefusal(QT_TRANSLATE_NOOP("engine", "Nothing is named.%1"), {});
    return request;
}

QJsonObject FileTaskSnapshot::toJson() const
{
    QJsonObject json{
        {u"done"_s, isDone},         {u"count"_s, jsonOf(count)},     {u"itemsDone"_s, itemsDone},
        {u"bytesDone"_s, bytesDone}, {u"trashed"_s, jsonOf(trashed)}, {u"sums"_s, QJsonArray::fromStringList(sums)}};
    if (error)
        json.insert(u"error"_s, error->toJson());
    return json;
}

FileTaskSnapshot FileTaskSnapshot::fromJson(const QJsonObject &json)
{
    FileTaskSnapshot task;
    task.isDone = json.value(u"done"_s).toBool();
    task.count = countOf(json.value(u"count"_s));
    task.itemsDone = json.value(u"itemsDone"_s).toInteger();
    task.bytesDone = json.value(u"bytesDone"_s).toInteger();
    task.trashed = trashedOf(json.value(u"trashed"_s));
    for (const QJsonValue &sum : json.value(u"sums"_s).toArray())
        task.sums.append(sum.toString());
    if (const QJsonValue error = json.value(u"error"_s); error.isObject())
        task.error = Error::fromJson(error.toObject());
    return task;
}

} // namespace engine
