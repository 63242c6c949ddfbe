// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/shellwords.h"

#include "engine/base/shellquote.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isNameStart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
}

bool isNamePart(QChar c)
{
    return isNameStart(c) || (c >= u'0' && c <= u'9');
}

bool isBareCharacter(QChar c)
{
    return isNamePart(c) || u"./@%+=:,~-"_s.contains(c);
}

// What the value of an unquoted variable undergoes; "IFS" and the shell's options are the usual ones.
bool isSplitOrGlobbed(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n' || c == u'*' || c == u'?' || c == u'[';
}

/// A $NAME or ${NAME} in a text: the name, and how many characters it takes in all; 0 when there is none.
struct VariableAt
{
    QStringView name;
    qsizetype length = 0;
};

VariableAt variableAt(QStringView text, qsizetype at)
{
    const bool isBraced = at + 1 < text.size() && text.at(at + 1) == u'{';
    const qsizetype begin = at + (isBraced ? 2 : 1);
    qsizetype end = begin;
    while (end < text.size() && (end == begin ? isNameStart(text.at(end)) : isNamePart(text.at(end))))
        ++end;
    if (end == begin || (isBraced && (end == text.size() || text.at(end) != u'}')))
        return {};
    return {text.sliced(begin, end - begin), end + (isBraced ? 1 : 0) - at};
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

bool ShellWords::isBare(QStringView text) const
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text.at(i) == u'$') {
            const VariableAt variable = variableAt(text, i);
            if (variable.length == 0 || m_splits.value(variable.name.toString()))
                return false;
            i += variable.length - 1;
        } else if (!isBareCharacter(text.at(i))) {
            return false;
        }
    }
    return !text.isEmpty();
}

QString ShellWords::word(const QString &text) const
{
    if (isBare(text))
        return text;
    // In quotes "~" is a folder of that name.
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

QStringList ShellWords::variablesIn(const QString &text)
{
    QStringList names;
    QSet<QString> seen;
    for (qsizetype i = text.indexOf(u'$'); i >= 0; i = text.indexOf(u'$', i + 1)) {
        if (i > 0 && text.at(i - 1) == u'\\')
            continue;
        const QString name = variableAt(text, i).name.toString();
        if (name.isEmpty() || seen.contains(name))
            continue;
        seen.insert(name);
        names.append(name);
    }
    return names;
}

} // namespace engine
