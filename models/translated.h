// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/words.h"

#include <QCoreApplication>

#include <span>

/// Translated texts for functions outside of classes.
namespace models {

[[nodiscard]] inline QString tr(const char *source)
{
    return QCoreApplication::translate("models", source);
}

/// The element of \a words for \a value, which has one for each value of the enumeration, in order; "" gives an empty
/// text.
template <typename Enum, size_t count>
[[nodiscard]] QString translated(const std::array<const char *, count> &words, Enum value)
{
    if constexpr (engine::HasWords<Enum>)
        static_assert(count == engine::wireWords<Enum>.size());
    const char *word = words[size_t(value)];
    return *word == '\0' ? QString() : tr(word);
}

/// A code of documents or errors, and its text for people.
struct Wording
{
    const char *code;
    const char *text;
};

/// \a otherwise for an unknown code.
[[nodiscard]] inline QString translated(std::span<const Wording> wordings, const QString &code,
                                        const QString &otherwise = {})
{
    for (const Wording &wording : wordings) {
        if (code == QLatin1StringView(wording.code))
            return tr(wording.text);
    }
    return otherwise;
}

} // namespace models
