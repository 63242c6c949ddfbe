// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/form/jobinput.h"

#include "models/translated.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

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

QByteArray withJobInput(const QByteArray &text, const QString &path)
{
    QJsonObject document = QJsonDocument::fromJson(text).object();
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonArray inputs = properties.value(u"inputDirectories"_s).toArray();
    const QString id = jobInputId(engine::nameOfPath(path));
    const auto isTaken = [&inputs](const QString &name) {
        return std::any_of(inputs.cbegin(), inputs.cend(),
                           [&name](const QJsonValue &input) { return input[u"id"_s] == name; });
    };
    QString free = id;
    for (int number = 2; isTaken(free); ++number)
        free = id + u'_' + QString::number(number);
    inputs.append(QJsonObject{{u"id"_s, free}, {u"path"_s, path}});
    properties[u"inputDirectories"_s] = inputs;
    document[u"properties"_s] = properties;
    return QJsonDocument(document).toJson();
}

} // namespace models
