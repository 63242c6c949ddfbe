// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QStringList>

namespace engine {

/// Whether \a c may begin the name of a shell variable.
[[nodiscard]] constexpr bool isNameStart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
}
[[nodiscard]] constexpr bool isNamePart(QChar c)
{
    return isNameStart(c) || (c >= u'0' && c <= u'9');
}

/// One part of a text in which $NAME and ${NAME} stand for values. A backslash before a variable escapes it: \$NAME is
/// the text $NAME, \\$NAME is a backslash and the value. Every other character stands for itself.
struct TextPart
{
    QString written; ///< the source text of this part
    QString plain; ///< the plain text; empty when the part is a variable
    QString variable; ///< the name of the variable; empty when the part is plain text
};
[[nodiscard]] QList<TextPart> textParts(QStringView text);

/// The names of the variables in \a text, each once, in order.
[[nodiscard]] QStringList variablesIn(QStringView text);

/// \a text quoted as one word of a POSIX shell. \a text holds no NUL: no shell can carry one.
[[nodiscard]] QByteArray shellQuote(const QByteArray &text);

/// \a text as a double-quoted word in which a shell expands the variables of textParts() and nothing else: no command
/// substitution, no ${NAME:-…}, no $1.
[[nodiscard]] QByteArray shellExpandable(const QString &text);

} // namespace engine
