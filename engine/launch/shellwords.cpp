// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/shellwords.h"

#include "engine/base/shellquote.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isBareCharacter(QChar c)
{
    return isNamePart(c) || u"./@%+=:,~-"_s.contains(c);
}

// Whether the value of an unquoted variable with \a c is split or globbed, with default IFS and shell options.
bool isSplitOrGlobbed(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n' || c == u'*' || c == u'?' || c == u'[';
}

} // namespace

void ShellWords::define(const Variables &variables)
{
    for (const auto &[name, value] : variables) {
        bool splits = std::any_of(value.begin(), value.end(), isSplitOrGlobbed);
        if (!splits && value.contains(u'$')) {
            const QStringList names = variablesIn(value);
            splits =
                std::any_of(names.begin(), names.end(), [this](const QString &used) { return m_splits.value(used); });
        }
        m_splits.insert(name, splits);
    }
}

bool ShellWords::isBare(const QString &text) const
{
    if (text.isEmpty() || text.contains(u'\\'))
        return false;
    const QList<TextPart> parts = textParts(text);
    return std::all_of(parts.begin(), parts.end(), [this](const TextPart &part) {
        return part.variable.isEmpty() ? std::all_of(part.plain.begin(), part.plain.end(), isBareCharacter)
                                       : !m_splits.value(part.variable);
    });
}

QString ShellWords::word(const QString &text) const
{
    if (isBare(text))
        return text;
    // "~" is not expanded within quotes.
    const qsizetype home = text.startsWith(u"~/") ? 2 : 0;
    return text.first(home) + QString::fromUtf8(shellExpandable(text.sliced(home)));
}

QString ShellWords::literal(const QString &text)
{
    const bool isPlain =
        !text.isEmpty() && !text.startsWith(u'~') && std::all_of(text.begin(), text.end(), isBareCharacter);
    return isPlain ? text : QString::fromUtf8(shellQuote(text.toUtf8()));
}

bool ShellWords::isPlainLine(const QString &line)
{
    const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
    const ShellWords nothingKnown;
    return !words.isEmpty() && !words.constFirst().contains(u'=')
        && std::all_of(words.begin(), words.end(), [&](const QString &word) { return nothingKnown.isBare(word); });
}

bool ShellWords::isName(QStringView name)
{
    return !name.isEmpty() && isNameStart(name.front()) && std::all_of(name.begin(), name.end(), isNamePart);
}

} // namespace engine
