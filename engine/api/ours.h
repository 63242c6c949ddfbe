// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>

namespace engine {

/// What a document of the service carries of ours: properties.x-batchdeck. Pure; any thread.
[[nodiscard]] inline QJsonObject oursOf(const QJsonObject &document)
{
    return document[QLatin1StringView("properties")][QLatin1StringView("x-batchdeck")].toObject();
}

[[nodiscard]] inline QJsonObject withOurs(QJsonObject document, const QJsonObject &ours)
{
    QJsonObject properties = document.value(QLatin1StringView("properties")).toObject();
    properties[QLatin1StringView("x-batchdeck")] = ours;
    document[QLatin1StringView("properties")] = properties;
    return document;
}

} // namespace engine
