// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace engine {

/// One step down in a document: a member of an object, or an element of an array.
struct JsonStep
{
    QString key;
    int index = -1; ///< of the element; -1 for a member

    bool operator==(const JsonStep &) const = default;
};

/// Path of a value below the root of its document. Value; any thread.
using JsonPath = QList<JsonStep>;

/// "$.properties.a[0].b"; a key that is no plain word is written ['a.b'].
[[nodiscard]] QString toString(const JsonPath &path);

/// Reads the form of toString(), with or without "$", and typed forms: a.b[0].c, 'a.b'.c, a."b.c". Nothing for an
/// invalid path.
[[nodiscard]] std::optional<JsonPath> parseJsonPath(QStringView text);

} // namespace engine
