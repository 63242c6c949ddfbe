// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/form/jobinput.h"

#include "models/translated.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

namespace {

// \a name, with a number if another volume of \a mountVolumes has it as its mount path.
QString freeMountPath(const QJsonObject &mountVolumes, const QString &name)
{
    QStringList taken;
    const auto take = [&taken](const QJsonValue &entries) {
        for (const QJsonValue &entry : entries.toArray())
            taken.append(entry[u"relativeMountPath"_s].toString().split(u'/', Qt::SkipEmptyParts).join(u'/'));
    };
    for (const QJsonValue &entries : mountVolumes)
        take(entries);
    take(mountVolumes.value(u"x-batchdeck"_s)[u"paths"_s]);
    QString free = name;
    for (int number = 2; taken.contains(free); ++number)
        free = name + u'-' + QString::number(number);
    return free;
}

// Mounts the container of \a input. Answers the path of \a input in the job.
QString mountContainer(QJsonObject &properties, const engine::Location &input)
{
    const QString account = engine::accountOf(input.place);
    const QString container = input.path.section(u'/', 0, 0, QString::SectionSkipEmpty);
    const QString inside = input.path.section(u'/', 1, -1, QString::SectionSkipEmpty);
    QJsonObject volumes = properties.value(u"mountVolumes"_s).toObject();
    QJsonArray blobs = volumes.value(u"azureBlobFileSystems"_s).toArray();
    const auto known = std::find_if(blobs.cbegin(), blobs.cend(), [&](const QJsonValue &blob) {
        return blob[u"accountName"_s] == account && blob[u"containerName"_s] == container;
    });
    QString mount = known == blobs.cend() ? QString() : (*known)[u"relativeMountPath"_s].toString();
    if (mount.isEmpty()) {
        mount = freeMountPath(volumes, container);
        blobs.append(
            QJsonObject{{u"accountName"_s, account}, {u"containerName"_s, container}, {u"relativeMountPath"_s, mount}});
        volumes[u"azureBlobFileSystems"_s] = blobs;
        properties[u"mountVolumes"_s] = volumes;
    }
    return u"$AZ_BATCHAI_JOB_MOUNT_ROOT/"_s + mount + (inside.isEmpty() ? QString() : QString(u'/' + inside));
}

} // namespace

QString whyNoJobInput(const QString &path)
{
    if (engine::shownPath(path) != path)
        return tr("A job's document cannot name it: it has characters that are not shown.");
    if (path.contains(u'$'))
        return tr("A job's document cannot name it: $ begins a variable there.");
    return {};
}

QString jobInputId(const QString &name)
{
    QString id;
    for (const QChar c : name.toUpper()) {
        const bool isPlain = (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
        if (isPlain)
            id += c;
        else if (!id.isEmpty() && !id.endsWith(u'_'))
            id += u'_';
    }
    while (id.endsWith(u'_'))
        id.chop(1);
    return id.isEmpty() ? u"DATA"_s : id.left(40);
}

QByteArray withJobInput(const QByteArray &text, const engine::Location &input)
{
    QJsonObject document = QJsonDocument::fromJson(text).object();
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonArray inputs = properties.value(u"inputDirectories"_s).toArray();
    const QString id = jobInputId(engine::nameOfPath(input.path));
    const auto isTaken = [&inputs](const QString &name) {
        return std::any_of(inputs.cbegin(), inputs.cend(),
                           [&name](const QJsonValue &other) { return other[u"id"_s] == name; });
    };
    QString free = id;
    for (int number = 2; isTaken(free); ++number)
        free = id + u'_' + QString::number(number);
    const bool isOnDisk = engine::accountOf(input.place).isEmpty();
    inputs.append(QJsonObject{{u"id"_s, free}, {u"path"_s, isOnDisk ? input.path : mountContainer(properties, input)}});
    properties[u"inputDirectories"_s] = inputs;
    document[u"properties"_s] = properties;
    return QJsonDocument(document).toJson();
}

} // namespace models
