// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QStringList>

namespace engine {

/// Of a name of a variable.
[[nodiscard]] constexpr bool isNameStart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
}
[[nodiscard]] constexpr bool isNamePart(QChar c)
{
    return isNameStart(c) || (c >= u'0' && c <= u'9');
}

/// A part of a text in which $NAME and ${NAME} stand for values. Before one a backslash is a mark: \$NAME is that very
/// text, \\$NAME a backslash and the value. Every other character is itself.
struct TextPart
{
    QString written; ///< as it stands there
    QString plain; ///< what it says; empty: a variable
    QString variable; ///< its name; empty: plain text
};
[[nodiscard]] QList<TextPart> textParts(QStringView text);

/// The names of the variables in \a text, each once, in order.
[[nodiscard]] QStringList variablesIn(QStringView text);

/// The word that a POSIX shell reads back as exactly \a text. \a text holds no NUL: no shell can carry one.
[[nodiscard]] QByteArray shellQuote(const QByteArray &text);

/// A double-quoted word in which a shell expands the variables of textParts(\a text) and nothing else: no command, no
/// ${NAME:-…}, no $1.
[[nodiscard]] QByteArray shellExpandable(const QString &text);

} // namespace engine
