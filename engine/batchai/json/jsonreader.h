// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/batchai/json/jsonpath.h"

#include <QHash>
#include <QJsonValue>

#include <vector>

namespace engine {

/// A place in a text, both 1-based, the column in characters; line 0: none.
struct TextPlace
{
    int line = 0;
    int column = 0;

    bool operator==(const TextPlace &) const = default;
};

/// Where each value of a text begins. A member stands at its key. Memory grows with the number of values, not with the
/// lengths of their paths. Value; any thread.
class JsonPlaces
{
public:
    [[nodiscard]] TextPlace find(const JsonPath &path) const;

private:
    friend class JsonParser;
    int add(int parent, const QString &key, int index, TextPlace place);

    std::vector<TextPlace> m_places; // by number; 0 is the root
    QHash<std::pair<int, QString>, int> m_members;
    QHash<std::pair<int, int>, int> m_elements;
};

/// What reading a text came to.
struct JsonReading
{
    QJsonValue value; ///< undefined after a fault
    JsonPlaces places;
    QList<Fault> faults; ///< the first syntax fault: what follows it cannot be told
    QList<Fault> warnings; ///< keys given twice (the last one counts), numbers of more digits than are kept
};

/// Reads JSON as people write it: UTF-8 with or without a mark, UTF-16 with one, comments of //, /* */ and #, commas
/// before a closing bracket. Whole numbers of 64 bits stay exact.
/// Time is linear in the text, up to sorting keys; nesting is refused beyond maximumJsonDepth. Pure; any thread.
[[nodiscard]] JsonReading readJson(const QByteArray &text);

inline constexpr int maximumJsonDepth = 64;

} // namespace engine
