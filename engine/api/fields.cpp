// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/fields.h"

namespace engine {

FieldWriter &FieldWriter::put(const char *name, const QJsonValue &value)
{
    m_object[QLatin1StringView(name)] = value;
    return *this;
}

FieldLister &FieldLister::add(const char *name, const char *mark, const QString &type)
{
    m_members.append(u'"' + QLatin1StringView(name) + QLatin1StringView(mark) + type);
    return *this;
}

bool JsonOf<bool>::read(const QJsonValue &json, bool &value, qsizetype)
{
    value = json.toBool();
    return json.isBool();
}

bool JsonOf<QString>::read(const QJsonValue &json, QString &value, qsizetype longest)
{
    value = json.toString();
    constexpr qsizetype any = std::numeric_limits<qsizetype>::max();
    return json.isString() && (longest == any || (value.size() <= longest && !value.contains(QChar(0))));
}

QJsonValue JsonOf<std::pair<QString, QString>>::write(const std::pair<QString, QString> &value)
{
    return QJsonObject{{QStringLiteral("name"), value.first}, {QStringLiteral("value"), value.second}};
}

bool JsonOf<std::pair<QString, QString>>::read(const QJsonValue &json, std::pair<QString, QString> &value,
                                               qsizetype longest)
{
    return JsonOf<QString>::read(json[QLatin1StringView("name")], value.first, longest)
        && JsonOf<QString>::read(json[QLatin1StringView("value")], value.second, longest);
}

bool JsonOf<LongText>::read(const QJsonValue &json, LongText &value, qsizetype)
{
    value.text = json.toString();
    return json.isString();
}

bool JsonOf<LongTexts>::read(const QJsonValue &json, LongTexts &value, qsizetype)
{
    const QJsonArray array = json.toArray();
    value.texts.clear();
    for (const QJsonValue &text : array)
        value.texts.append(text.toString());
    return json.isArray()
        && std::all_of(array.begin(), array.end(), [](const QJsonValue &text) { return text.isString(); });
}

bool JsonOf<QJsonObject>::read(const QJsonValue &json, QJsonObject &value, qsizetype)
{
    value = json.toObject();
    return json.isObject();
}

bool JsonOf<QJsonArray>::read(const QJsonValue &json, QJsonArray &value, qsizetype)
{
    value = json.toArray();
    return json.isArray();
}

} // namespace engine
