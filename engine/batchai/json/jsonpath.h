// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace engine {

/// One step down into a document: a member of an object, or an element of an array.
struct JsonStep
{
    QString key;
    int index = -1; ///< of the element; -1: a member

    bool operator==(const JsonStep &) const = default;
};

/// Where a value stands below the root of its document. Value; any thread.
using JsonPath = QList<JsonStep>;

/// "$.properties.a[0].b"; a key that is no plain word is written ['a.b'].
[[nodiscard]] QString toString(const JsonPath &path);

/// Reads toString()'s form, with or without the leading "$", and what people type: a.b[0].c, 'a.b'.c, a."b.c".
/// Nothing when it is no path.
[[nodiscard]] std::optional<JsonPath> parseJsonPath(QStringView text);

} // namespace engine
