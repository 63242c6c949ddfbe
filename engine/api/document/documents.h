// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonObject>

#include <chrono>
#include <optional>

namespace engine {

/// Result of checkDocument(). Pure; any thread.
/// Codes of faults: Syntax, TooLarge, BadOverride, OtherKind; Required, WrongType, NotAllowed, OutOfRange,
/// InvalidCharacter; NameRule, IdForm, Duplicate, TooMany, OnlyWith, NotTogether.
/// Codes of warnings: Unknown, Duplicate, Rounded, Placeholder, SecretMissing (the document is an answer or an export
/// without values), Unqualified (an image), IdForm (of older interfaces), Unused, UndefinedVariable; Converted (from
/// another shape), Expression (of a template, without a value).
struct DocumentCheck
{
    /// As written, with unknown properties: {"properties":{…}}; empty when the text is no JSON object.
    QJsonObject document;
    /// In the order of the text, at most maximumFaults; empty when the service would accept the document.
    QList<Fault> faults;
    QList<Fault> warnings; ///< unknown properties, keys given twice, placeholders, what this version does not use

    [[nodiscard]] bool isValid() const { return faults.isEmpty(); }
};

inline constexpr qsizetype maximumDocumentSize = 4 * 1024 * 1024; ///< bytes of text; a larger one is refused unread
inline constexpr qsizetype maximumFaults = 1000;

/// Reads and validates a create document of \a kind. Accepted forms: JSON with comments and $schema; with or without
/// the "properties" wrapper; keys in snake_case; a resource of Azure Resource Manager; a template with exactly one
/// resource of \a kind. Faults name the places in \a text. A document of another kind gives the single fault OtherKind.
/// \a overrides are batchctl's --set "PATH=VALUE". PATH is relative to properties, as a.b[0].c; a key with dots is
/// written 'a.b' or "a.b". VALUE is JSON if it parses as JSON, else a string. A fault of an override has the target
/// "--set".
[[nodiscard]] DocumentCheck checkDocument(ResourceKind kind, const QByteArray &text, const QStringList &overrides = {});

/// \a faults with line and column in \a text added where they are missing and the target is found in the text.
[[nodiscard]] QList<Fault> withPlaces(QList<Fault> faults, ResourceKind kind, const QByteArray &text,
                                      const QStringList &overrides = {});

/// Reads JSON with comments and trailing commas. Undefined when \a text cannot be read.
[[nodiscard]] QJsonValue readDocument(const QByteArray &text);

/// The kind of resource that \a text describes, in any form that checkDocument() accepts. If \a text is no JSON, the
/// quoted names in it decide. Nothing when no kind or several kinds match.
[[nodiscard]] std::optional<ResourceKind> describedKind(const QByteArray &text);

/// \a document without the values of "secrets", passwords and keys, for display and for the store.
[[nodiscard]] QJsonObject withoutSecrets(const QJsonObject &document);

/// \a document with the service's default values filled in (schedulingPriority, maxWallClockTime, toolType,
/// processCount…).
[[nodiscard]] QJsonObject withDefaults(ResourceKind kind, const QJsonObject &document);

/// Indented JSON (two spaces) in the order of the schema: what the JSON tab shows and what an export writes.
[[nodiscard]] QByteArray writeDocument(ResourceKind kind, const QJsonObject &document);

/// The property of a job document that names its toolkit, e.g. "customToolkitSettings"; empty when there is none.
[[nodiscard]] QString toolkitOf(const QJsonObject &jobDocument);

/// Reads ISO 8601 ("P7D", "PT1H30M"), .NET ("7.00:00:00", "01:30:00") and Python ("7 days, 0:00:00") durations.
[[nodiscard]] std::optional<std::chrono::seconds> parseDuration(QStringView text);

} // namespace engine
