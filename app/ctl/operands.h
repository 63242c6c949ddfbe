// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/protocol/storage.h"

#include <optional>

namespace ctl {

// What the words of a command line mean. Names of files are bytes there, and lone surrogates here (engine/api/paths.h).

/// Where \a text is, in the grammar of engine::PlaceSpec; the engine is asked for what is not of this computer.
[[nodiscard]] engine::Result<engine::Location> locationOf(Session &session, const QString &text);
/// The same of what can only be on this computer, from where batchctl was called. InvalidArgument for a place.
[[nodiscard]] engine::Result<QString> pathHere(const QString &text);
/// \a location, as methods take it.
[[nodiscard]] engine::OfFile fileAt(const engine::Location &location);
/// The grammar as the help of a verb tells it.
[[nodiscard]] QString placeGrammar();

/// "5000000", or shorter "5M" (k, M, G, T; a B may follow). InvalidArgument for what is no number of bytes. Pure.
[[nodiscard]] engine::Result<qint64> bytesIn(const QString &option, const QString &text);
/// InvalidArgument for what is no whole number. Pure.
[[nodiscard]] engine::Result<int> numberIn(const QString &option, const QString &text);
/// What one of these reads of the value of an \a option; nothing without it.
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
