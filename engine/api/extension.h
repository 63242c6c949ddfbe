// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>

namespace engine {

/// The extension of a document, Batchdeck's own part of it: properties.x-batchdeck. Pure; any thread.
[[nodiscard]] inline QJsonObject extensionOf(const QJsonObject &document)
{
    return document[QLatin1StringView("properties")][QLatin1StringView("x-batchdeck")].toObject();
}

/// \a document with some of its properties replaced by \a changed.
[[nodiscard]] inline QJsonObject withProperties(QJsonObject document, const QJsonObject &changed)
{
    QJsonObject properties = document.value(QLatin1StringView("properties")).toObject();
    for (auto property = changed.begin(); property != changed.end(); ++property)
        properties[property.key()] = property.value();
    document[QLatin1StringView("properties")] = properties;
    return document;
}

[[nodiscard]] inline QJsonObject withExtension(const QJsonObject &document, const QJsonObject &extension)
{
    return withProperties(document, {{QStringLiteral("x-batchdeck"), extension}});
}

} // namespace engine
