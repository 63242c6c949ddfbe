// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/fileclipboard.h"

#include "models/transfer/dropjudge.h"
#include "ui/storage/drop/draggedfiles.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMimeData>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;

void putFiles(const QList<Location> &locations, FileIntent intent)
{
    QJsonArray list;
    QList<QUrl> urls;
    QStringList words;
    for (const Location &location : locations) {
        list.append(QJsonArray{location.place, location.path});
        words.append(location.toString());
        if (location.place.isEmpty())
            urls.append(urlOfFile(location.path));
    }
    auto *data = new QMimeData;
    data->setData(filesFormat,
                  QJsonDocument(QJsonObject{{u"files"_s, list}, {u"moves"_s, intent == FileIntent::Move}})
                      .toJson(QJsonDocument::Compact));
    data->setText(words.join(u'\n'));
    if (!urls.isEmpty())
        data->setUrls(urls);
    QGuiApplication::clipboard()->setMimeData(data);
}

bool hasFiles()
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    return data && (data->hasFormat(filesFormat) || data->hasUrls());
}

TakenFiles takenFiles()
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    TakenFiles taken;
    if (data && data->hasFormat(filesFormat)) {
        const QJsonObject json = QJsonDocument::fromJson(data->data(filesFormat)).object();
        for (const QJsonValue &file : json.value(u"files"_s).toArray()) {
            const auto path = engine::cleanPath(file[1].toString());
            if (path && *path != u"/"_s)
                taken.locations.append({file[0].toString(), *path});
        }
        taken.intent = json.value(u"moves"_s).toBool() ? FileIntent::Move : FileIntent::Copy;
    } else if (data) {
        taken.locations = models::filesIn(data->urls());
    }
    if (taken.intent == FileIntent::Move)
        QGuiApplication::clipboard()->clear();
    return taken;
}

} // namespace ui
