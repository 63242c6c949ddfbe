// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/overrides.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace ctl {

QString overrideText(const QString &path, const QJsonValue &value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return path + u'=' + QString::fromUtf8(array.sliced(1, array.size() - 2));
}

QStringList overridesBetween(const QJsonValue &before, const QJsonValue &after, const QString &path)
{
    if (before == after)
        return {};
    QStringList texts;
    if (before.isObject() && after.isObject()) {
        const QJsonObject object = after.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            const QString inner = path.isEmpty() ? it.key() : QString(path + u'.' + it.key());
            texts += overridesBetween(before[it.key()], *it, inner);
        }
        return texts;
    }
    if (before.isArray() && after.isArray()) {
        const QJsonArray array = after.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            texts += overridesBetween(before[i], array.at(i), path + u'[' + QString::number(i) + u']');
        return texts;
    }
    return {overrideText(path, after)};
}

} // namespace ctl
