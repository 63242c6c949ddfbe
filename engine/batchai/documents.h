// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

#include <QJsonObject>

#include <chrono>
#include <optional>

namespace engine {

/// What reading a document of the service came to. Pure; any thread.
struct DocumentCheck {
    QJsonObject document; ///< as written, nothing lost: {"properties":{…}}; empty when the text is no JSON object
    QList<Fault> faults; ///< every one, in the order of the text; empty: the service would take it
    QList<Fault> warnings; ///< unknown properties, placeholders, what this version does not use

    [[nodiscard]] bool isValid() const { return faults.isEmpty(); }
};

/// Reads, validates a create document of \a kind: tolerant JSON (engine/batchai/jsonreader.h), $schema and comments
/// ignored, with or without the "properties" wrapper. \a overrides are batchctl's --set "PATH=VALUE".
/// A text over 4 MiB is refused unread.
[[nodiscard]] DocumentCheck checkDocument(ResourceKind kind, const QByteArray &text, const QStringList &overrides = {});

/// The document with what the service fills in (schedulingPriority, maxWallClockTime, toolType, processCount…).
[[nodiscard]] QJsonObject withDefaults(ResourceKind kind, const QJsonObject &document);

/// JSON text in the order of the schema, two spaces, for people: what the JSON tab shows and export writes.
[[nodiscard]] QByteArray writeDocument(ResourceKind kind, const QJsonObject &document);

/// "P7D", "PT1H30M", "7.00:00:00", "01:30:00"; nothing when it is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parseDuration(QStringView text);

} // namespace engine
