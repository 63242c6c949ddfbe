// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/message.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// One pass, so that a "%1" inside an argument stays what it is.
QString fill(const QString &pattern, const QStringList &arguments)
{
    QString result;
    result.reserve(pattern.size() + 32 * arguments.size());
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (pattern.at(i) == u'%' && i + 1 < pattern.size()) {
            const int number = pattern.at(i + 1).digitValue();
            if (number >= 1 && number <= arguments.size()) {
                result += arguments.at(number - 1);
                ++i;
                continue;
            }
        }
        result += pattern.at(i);
    }
    return result;
}

} // namespace

QString Message::text() const
{
    return fill(QCoreApplication::translate("engine", source.toUtf8().constData()), arguments);
}

QString Message::englishText() const
{
    return fill(source, arguments);
}

QJsonObject Message::toJson() const
{
    if (isEmpty())
        return {};
    return {{u"source"_s, source}, {u"arguments"_s, QJsonArray::fromStringList(arguments)}, {u"text"_s, englishText()}};
}

Message Message::fromJson(const QJsonObject &json)
{
    Message message;
    message.source = json.value(u"source"_s).toString();
    for (const QJsonValue &argument : json.value(u"arguments"_s).toArray())
        message.arguments.append(argument.toString());
    return message;
}

} // namespace engine
