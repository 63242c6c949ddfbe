// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <algorithm>
#include <array>

namespace engine {

/// The words of an enumeration's values in documents, the store and batchctl, in the order of the values. Specialised
/// beside the enumeration: template <> inline constexpr std::array enumWords<EntryKind>{"file", "folder"…};
template <typename Enum> inline constexpr std::array<const char *, 0> enumWords{};
/// The words of an enumeration that has words in JSON only and no toString().
template <typename Enum> inline constexpr auto wireWords = enumWords<Enum>;

template <typename Enum>
concept HasWords = !wireWords<Enum>.empty();

template <HasWords Enum> [[nodiscard]] QString wordOf(Enum value)
{
    return QString::fromLatin1(wireWords<Enum>[size_t(value)]);
}

template <HasWords Enum>
requires(!enumWords<Enum>.empty()) [[nodiscard]] QString toString(Enum value)
{
    return wordOf(value);
}

/// \a otherwise when \a word is unknown.
template <HasWords Enum> [[nodiscard]] Enum fromWord(QStringView word, Enum otherwise = Enum())
{
    const auto &words = wireWords<Enum>;
    const auto found = std::find_if(words.begin(), words.end(),
                                    [word](const char *known) { return word == QLatin1StringView(known); });
    return found == words.end() ? otherwise : Enum(found - words.begin());
}

} // namespace engine
