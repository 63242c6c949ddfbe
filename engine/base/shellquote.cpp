// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"

#include <utility>

namespace engine {

namespace {

// The variable $NAME or ${NAME} at \a at. TextPart::variable is empty when there is none.
TextPart variableAt(QStringView text, qsizetype at)
{
    const bool isBraced = at + 1 < text.size() && text.at(at + 1) == u'{';
    const qsizetype begin = at + (isBraced ? 2 : 1);
    qsizetype end = begin;
    while (end < text.size() && (end == begin ? isNameStart(text.at(end)) : isNamePart(text.at(end))))
        ++end;
    if (end == begin || (isBraced && (end == text.size() || text.at(end) != u'}')))
        return {};
    return {text.sliced(at, end + (isBraced ? 1 : 0) - at).toString(), {}, text.sliced(begin, end - begin).toString()};
}

} // namespace

QList<TextPart> textParts(QStringView text)
{
    QList<TextPart> parts;
    QString plain;
    qsizetype begin = 0; // start of the plain text that is not in the list yet
    const auto endPlain = [&](qsizetype end) {
        if (end > begin)
            parts.append({text.sliced(begin, end - begin).toString(), std::exchange(plain, {}), {}});
    };
    for (qsizetype i = 0; i < text.size();) {
        qsizetype dollar = i;
        while (dollar < text.size() && text.at(dollar) == u'\\')
            ++dollar;
        const bool isDollar = dollar < text.size() && text.at(dollar) == u'$';
        const TextPart variable = isDollar ? variableAt(text, dollar) : TextPart();
        if (variable.variable.isEmpty()) {
            const qsizetype next = isDollar ? dollar + 1 : qMax(dollar, i + 1);
            plain += text.sliced(i, next - i);
            i = next;
            continue;
        }
        plain += QString((dollar - i) / 2, u'\\');
        if ((dollar - i) % 2 == 1) {
            plain += variable.written;
            i = dollar + variable.written.size();
            continue;
        }
        endPlain(dollar);
        parts.append(variable);
        begin = i = dollar + variable.written.size();
    }
    endPlain(text.size());
    return parts;
}

QStringList variablesIn(QStringView text)
{
    if (!text.contains(u'$')) // the common case
        return {};
    QStringList names;
    for (const TextPart &part : textParts(text)) {
        if (!part.variable.isEmpty())
            names.append(part.variable);
    }
    names.removeDuplicates();
    return names;
}

QByteArray shellQuote(const QByteArray &text)
{
    QByteArray word = text;
    word.replace('\'', "'\\''");
    return '\'' + word + '\'';
}

QByteArray shellExpandable(const QString &text)
{
    QString word(u'"');
    for (const TextPart &part : textParts(text)) {
        if (!part.variable.isEmpty())
            word += part.written;
        for (const QChar c : part.plain) {
            if (c == u'$' || c == u'`' || c == u'"' || c == u'\\')
                word += u'\\';
            word += c;
        }
    }
    return QString(word + u'"').toUtf8();
}

} // namespace engine
