// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/words.h"

#include <QCoreApplication>

#include <span>

/// Words of functions that belong to no class, in the reader's language.
namespace models {

[[nodiscard]] inline QString tr(const char *source)
{
    return QCoreApplication::translate("models", source);
}

/// That of \a words which is for \a value: there is one for each value of the enumeration, in their order; "": none.
template <typename Enum, size_t count>
[[nodiscard]] QString translated(const std::array<const char *, count> &words, Enum value)
{
    if constexpr (engine::HasWords<Enum>)
        static_assert(count == engine::wireWords<Enum>.size());
    const char *word = words[size_t(value)];
    return *word == '\0' ? QString() : tr(word);
}

/// A code of documents or errors, and what people read.
struct Wording
{
    const char *code;
    const char *text;
};

/// \a otherwise for what is none of the codes.
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
