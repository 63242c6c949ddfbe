// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/files/outputfolders.h"

#include "engine/api/paths.h"
#include "engine/base/shellquote.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype fieldsOfFolder = 3;

QString linkOf(const QString &directory)
{
    return directory == u"stdouterr"_s ? directory : QString(u"outputs/"_s + directory);
}

} // namespace

QStringList outputDirectories(const JobRecord &record)
{
    QStringList ids{u"stdouterr"_s};
    for (const QJsonValue &output : record.properties().value(u"outputDirectories"_s).toArray())
        ids.append(output[u"id"_s].toString());
    return ids;
}

QByteArray nodeFoldersScript(const NodeRun &run, const QStringList &directories)
{
    QByteArray script = "cd -- " + shellQuote(pathToBytes(run.directory)) + " 2>/dev/null || exit 0\nfor bd_link in";
    for (const QString &directory : directories)
        script += ' ' + shellQuote(linkOf(directory).toUtf8());
    return script + R"sh(
do
  bd_place=$(cd -P -- "$bd_link" 2>/dev/null && pwd -P && echo .) || continue
  bd_place=${bd_place%??}
  printf '%s\0%s\0%s\0' "${bd_link#outputs/}" "$bd_place" "$(stat -c '%i %z' -- "$bd_place" 2>/dev/null)"
done)sh";
}

QList<NodeFolder> parseNodeFolders(const NodeRun &run, const QByteArray &output)
{
    QList<NodeFolder> folders;
    const QByteArrayList fields = output.split('\0');
    for (qsizetype i = 0; i + fieldsOfFolder < fields.size(); i += fieldsOfFolder) {
        const Result<QString> path = cleanPath(pathFromBytes(fields.at(i + 1)));
        if (path)
            folders.append({QString::fromUtf8(fields.at(i)), run.machine, *path, fields.at(i + 2)});
    }
    return folders;
}

} // namespace engine
