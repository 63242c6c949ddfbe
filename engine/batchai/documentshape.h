// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/batchai/json/jsonpath.h"

#include <QHash>
#include <QJsonObject>

#include <optional>

namespace engine {

/// A document in the service's own form, with a record of how it was converted.
struct DocumentShape
{
    struct Note
    {
        JsonPath path; ///< in the document
        QString code;
        Message message;
    };

    QJsonObject document; ///< {"properties":{…}}
    bool isWrapped = false; ///< the text has no "properties"
    JsonPath root; ///< place of the document in its text
    QHash<QString, QString> renamed; ///< original keys, by their paths in the document
    QList<Note> notes; ///< what was converted
    QList<Note> expressions; ///< expressions without a value, which were removed
    std::optional<Message> refusal; ///< why the text is no document of the requested kind
};

/// \a written as a document of \a kind. Converts resources of Azure Resource Manager, alone or in a template, and names
/// in snake_case, as Python's SDK writes them. Pure.
[[nodiscard]] DocumentShape shapedAs(ResourceKind kind, const QJsonObject &written);

/// "vm_size" for "vmSize".
[[nodiscard]] QString inSnakeCase(const QString &key);

/// Whether \a written is a template of Azure Resource Manager.
[[nodiscard]] bool isArmTemplate(const QJsonObject &written);

} // namespace engine
