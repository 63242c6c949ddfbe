// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/batchai/json/jsonpath.h"

#include <QHash>
#include <QJsonObject>

#include <optional>

namespace engine {

/// A document in the shape of the service's own, whatever shape its text has, and how it came out of that.
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
    JsonPath root; ///< where the document stands in its text
    QHash<QString, QString> renamed; ///< keys as the text has them, by their paths in the document
    QList<Note> notes; ///< what was made of it
    QList<Note> expressions; ///< left out, as nobody knows their values
    std::optional<Message> refusal; ///< why it is no document of the kind that was asked for
};

/// \a written as a document of \a kind. Converted are resources of Azure Resource Manager, alone or in a template, and
/// names in snake_case, as Python's SDK writes them. Pure.
[[nodiscard]] DocumentShape shapedAs(ResourceKind kind, const QJsonObject &written);

/// "vm_size" of "vmSize".
[[nodiscard]] QString inSnakeCase(const QString &key);

/// Whether \a written is a template of Azure Resource Manager.
[[nodiscard]] bool isArmTemplate(const QJsonObject &written);

} // namespace engine
