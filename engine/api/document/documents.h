// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonObject>

#include <chrono>
#include <optional>

namespace engine {

/// What reading a document of the service came to. Pure; any thread.
/// Codes of faults: Syntax, TooLarge, BadOverride, OtherKind; Required, WrongType, NotAllowed, OutOfRange,
/// InvalidCharacter; NameRule, IdForm, Duplicate, TooMany, OnlyWith, NotTogether. Codes of warnings: Unknown,
/// Duplicate, Rounded, Placeholder, SecretMissing (an answer or an export has none), Unqualified (an image), IdForm (of
/// older interfaces), Unused, UndefinedVariable; Converted (from another shape), Expression (of a template, without a
/// value).
struct DocumentCheck
{
    QJsonObject document; ///< as written, nothing lost: {"properties":{…}}; empty when the text is no JSON object
    QList<Fault> faults; ///< in the order of the text, at most maximumFaults; empty: the service would take it
    QList<Fault> warnings; ///< unknown properties, keys given twice, placeholders, what this version does not use

    [[nodiscard]] bool isValid() const { return faults.isEmpty(); }
};

inline constexpr qsizetype maximumDocumentSize = 4 * 1024 * 1024; ///< bytes of text; a larger one is refused unread
inline constexpr qsizetype maximumFaults = 1000;

/// Reads and validates a create document of \a kind: tolerant JSON ($schema and comments ignored), with or without the
/// "properties" wrapper, also in snake_case, as a resource of Azure Resource Manager, or the only one of its kind in a
/// template; faults name the places in \a text. What describes something else is OtherKind, and nothing is read of it.
/// \a overrides are batchctl's --set "PATH=VALUE": PATH below properties, as a.b[0].c, with 'a.b' or "a.b" for a key
/// with dots; VALUE is JSON where it parses, else a string; a fault of one has the target "--set".
[[nodiscard]] DocumentCheck checkDocument(ResourceKind kind, const QByteArray &text, const QStringList &overrides = {});

/// Faults and warnings of the document that checkDocument() reads, each with its place in \a text where it has none and
/// its target stands there.
[[nodiscard]] QList<Fault> withPlaces(QList<Fault> faults, ResourceKind kind, const QByteArray &text,
                                      const QStringList &overrides = {});

/// JSON as people write it, with comments and commas too many; undefined when it cannot be read.
[[nodiscard]] QJsonValue readDocument(const QByteArray &text);

/// What kind of resource a text describes, by what stands in it, in any shape that checkDocument() takes; of a text
/// that cannot be read as JSON, by the names in quotes. Nothing: none, or several.
[[nodiscard]] std::optional<ResourceKind> describedKind(const QByteArray &text);

/// The document as it may be shown and stored: without the values of its "secrets", passwords and keys.
[[nodiscard]] QJsonObject withoutSecrets(const QJsonObject &document);

/// The document with what the service fills in (schedulingPriority, maxWallClockTime, toolType, processCount…).
[[nodiscard]] QJsonObject withDefaults(ResourceKind kind, const QJsonObject &document);

/// JSON text in the order of the schema, two spaces, for people: what the JSON tab shows and export writes.
[[nodiscard]] QByteArray writeDocument(ResourceKind kind, const QJsonObject &document);

/// The property of a job document that names its toolkit, e.g. "customToolkitSettings"; empty when there is none.
[[nodiscard]] QString toolkitOf(const QJsonObject &jobDocument);

/// "P7D", "PT1H30M", "7.00:00:00", "01:30:00", "7 days, 0:00:00"; nothing when it is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parseDuration(QStringView text);

} // namespace engine
