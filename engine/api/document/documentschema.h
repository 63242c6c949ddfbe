// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace engine {

enum class PropertyType { Object, Array, String, Integer, Duration, StringMap };

/// One property of a create document. The table of these is what validates, orders and completes documents, and what
/// forms and help are made from.
struct PropertySpec
{
    QString path; ///< from the root: "properties.inputDirectories[].id"; "[]" is an element
    PropertyType type = PropertyType::String;
    bool required = false; ///< when its parent is given
    QStringList values; ///< all that are allowed; empty: any
    QByteArray defaultJson; ///< what the service fills in; empty: nothing
    Message help; ///< one line
    bool byServer = false; ///< only answers have it: ignored in what people write
    bool anyCase = false; ///< values are compared without case
    int minimum = 0; ///< of a number; of a text, its length
    int maximum = 0; ///< of a number; of a list, its length; 0: no limit of its own
    QString idOf = {}; ///< type of the resource whose full id this text is: "Microsoft.KeyVault/vaults"
    bool secret = false; ///< written only: never shown, stored or returned
    bool open = false; ///< an object that may hold keys beside those of the table: x-batchdeck

    [[nodiscard]] QString parentPath() const; ///< "properties.inputDirectories[]"; empty below the root
    [[nodiscard]] QString key() const; ///< "id"; "[]" for an element
};

/// Every known property of \a kind, parents before their children, in the order in which documents are written. Empty
/// for a kind that has no document. Built once; any thread.
[[nodiscard]] const QList<PropertySpec> &documentSchema(ResourceKind kind);

/// The properties of a job that choose its toolkit and their toolType: ("customToolkitSettings", "custom")…
[[nodiscard]] const QList<std::pair<QString, QString>> &toolkits();

} // namespace engine
