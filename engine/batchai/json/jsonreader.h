// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/batchai/json/jsonpath.h"

#include <QHash>
#include <QJsonValue>

#include <vector>

namespace engine {

/// A position in a text, both numbers 1-based, the column in characters; line 0 means none.
struct TextPlace
{
    int line = 0;
    int column = 0;

    bool operator==(const TextPlace &) const = default;
};

/// Position of each value in a text; for a member, the position of its key. Memory depends on the number of values, not
/// on the lengths of their paths. Value; any thread.
class JsonPlaces
{
public:
    [[nodiscard]] TextPlace find(const JsonPath &path) const;

private:
    friend class JsonParser;
    int add(int parent, const QString &key, int index, TextPlace place);

    std::vector<TextPlace> m_places; // by number of the value; 0 is the root
    QHash<std::pair<int, QString>, int> m_members;
    QHash<std::pair<int, int>, int> m_elements;
};

/// Result of readJson().
struct JsonReading
{
    QJsonValue value; ///< undefined after a fault
    JsonPlaces places;
    QList<Fault> faults; ///< the first syntax fault; reading stops there
    QList<Fault> warnings; ///< duplicate keys (the last one counts), numbers with more digits than are kept
};

/// Reads JSON with extensions: UTF-8 with or without a byte order mark, UTF-16 with one, comments (//, /* */, #),
/// trailing commas. 64-bit integers stay exact. Time is linear in the text, apart from sorting keys. Nesting beyond
/// maximumJsonDepth is a fault. Pure; any thread.
[[nodiscard]] JsonReading readJson(const QByteArray &text);

inline constexpr int maximumJsonDepth = 64;

} // namespace engine
