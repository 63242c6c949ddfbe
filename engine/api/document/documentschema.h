// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace engine {

enum class PropertyType { Object, Array, String, Integer, Duration, StringMap };

/// One property of a create document. The table of PropertySpec drives validation, order, defaults, forms and help.
struct PropertySpec
{
    QString path; ///< from the root: "properties.inputDirectories[].id"; "[]" is an element
    PropertyType type = PropertyType::String;
    bool required = false; ///< required whenever its parent is present
    QStringList values; ///< the allowed values; empty when any value is allowed
    QByteArray defaultJson; ///< the service's default; empty when there is none
    Message help; ///< one line
    bool byServer = false; ///< read-only: present in answers, ignored in input
    bool anyCase = false; ///< values are compared without regard to case
    int minimum = 0; ///< of a number: its minimum; of a text: its minimum length
    int maximum = 0; ///< of a number: its maximum; of a list: its maximum length; 0 when there is no limit
    QString idOf = {}; ///< resource type whose full id the text must be: "Microsoft.KeyVault/vaults"
    bool secret = false; ///< write-only: never shown, stored or returned
    bool open = false; ///< an object with keys that the table does not list: x-batchdeck

    [[nodiscard]] QString parentPath() const; ///< "properties.inputDirectories[]"; empty below the root
    [[nodiscard]] QString key() const; ///< "id"; "[]" for an element
};

/// Every known property of \a kind, parents before their children, in the order in which documents are written. Empty
/// for a kind that has no document. Built once; any thread.
[[nodiscard]] const QList<PropertySpec> &documentSchema(ResourceKind kind);

/// The job properties that choose a toolkit, each with its toolType: ("customToolkitSettings", "custom")…
[[nodiscard]] const QList<std::pair<QString, QString>> &toolkits();

} // namespace engine
