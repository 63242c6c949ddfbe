// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

#include <QFuture>
#include <QJsonArray>
#include <QJsonValue>

namespace engine {

// How EngineClient's functions read the answers of a link. Private to it.

// Turns the answer into \a T where it finishes; conversion is pure, so the thread does not matter.
template <typename T, typename Convert>
QFuture<Result<T>> converted(QFuture<Result<QJsonValue>> answer, Convert convert)
{
    return answer.then([convert](const Result<QJsonValue> &result) -> Result<T> {
        if (!result)
            return result.error();
        return convert(*result);
    });
}

inline QFuture<Result<void>> acknowledged(QFuture<Result<QJsonValue>> answer)
{
    return answer.then([](const Result<QJsonValue> &result) -> Result<void> {
        if (!result)
            return result.error();
        return {};
    });
}

inline QJsonObject toObject(const QJsonValue &value)
{
    return value.toObject();
}

inline QStringList strings(const QJsonValue &value)
{
    return value.toVariant().toStringList();
}

inline QJsonObject idOnly(const ResourceId &id)
{
    return {{QStringLiteral("id"), id.toString()}};
}

template <typename T, typename Convert> QList<T> listOf(const QJsonValue &value, Convert convert)
{
    QList<T> list;
    for (const QJsonValue &entry : value.toArray())
        list.append(convert(entry.toObject()));
    return list;
}

} // namespace engine
