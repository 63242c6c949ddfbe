// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/form/fetchrows.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QStringList patternsIn(const QString &text)
{
    QStringList patterns;
    for (const QString &part : text.split(u',')) {
        if (!part.trimmed().isEmpty())
            patterns.append(part.trimmed());
    }
    return patterns;
}

} // namespace

QList<QStringList> fetchRows(const QJsonArray &rules)
{
    QList<QStringList> rows;
    for (const QJsonValue &rule : rules) {
        QStringList files;
        for (const QJsonValue &pattern : rule[u"files"_s].toArray())
            files.append(pattern.toString());
        rows.append({files.join(u", "_s), rule[u"outputDirectoryId"_s].toString(), rule[u"to"_s].toString(),
                     rule[u"when"_s].toString(u"succeeded"_s)});
    }
    return rows;
}

QJsonArray fetchRules(const QList<QStringList> &rows)
{
    QJsonArray rules;
    for (const QStringList &row : rows) {
        const QString when = row.value(3).trimmed();
        QJsonObject rule{{u"to"_s, row.value(2).trimmed()}, {u"when"_s, when.isEmpty() ? u"succeeded"_s : when}};
        if (const QStringList files = patternsIn(row.value(0)); !files.isEmpty())
            rule[u"files"_s] = QJsonArray::fromStringList(files);
        if (const QString id = row.value(1).trimmed(); !id.isEmpty())
            rule[u"outputDirectoryId"_s] = id;
        rules.append(rule);
    }
    return rules;
}

} // namespace models
