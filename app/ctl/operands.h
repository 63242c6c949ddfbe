// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/protocol/storage.h"

#include <optional>

namespace ctl {

// Reads the operands of a command line. File names are bytes there, and texts with lone surrogates here
// (engine/api/paths.h).

/// Location of \a text in the grammar of engine::PlaceSpec; asks the engine about other places.
[[nodiscard]] engine::Result<engine::Location> locationOf(Session &session, const QString &text);
/// Path on this computer, relative to batchctl's working directory. InvalidArgument for another place.
[[nodiscard]] engine::Result<QString> pathHere(const QString &text);
/// \a location as a parameter of methods.
[[nodiscard]] engine::OfFile fileAt(const engine::Location &location);
/// The grammar of places, for the help of a verb.
[[nodiscard]] QString placeGrammar();

/// Reads "5000000" or "5M" (k, M, G, T; a B may follow). InvalidArgument for other text. Pure.
[[nodiscard]] engine::Result<qint64> bytesIn(const QString &option, const QString &text);
/// InvalidArgument for other text than a whole number. Pure.
[[nodiscard]] engine::Result<int> numberIn(const QString &option, const QString &text);
/// The value of \a option, read by one of the functions above; nothing without the option.
template <typename Value>
[[nodiscard]] engine::Result<std::optional<Value>>
given(const CommandLine &line, const QString &option, engine::Result<Value> (*reads)(const QString &, const QString &))
{
    if (!line.has(option))
        return std::optional<Value>();
    const auto value = reads(option, line.value(option));
    return value ? engine::Result<std::optional<Value>>(*value) : value.error();
}

} // namespace ctl
