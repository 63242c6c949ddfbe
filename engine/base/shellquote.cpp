// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"

namespace engine {

namespace {

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isNamePart(char c)
{
    return isNameStart(c) || (c >= '0' && c <= '9');
}

qsizetype nameEnd(const QByteArray &text, qsizetype from)
{
    if (from >= text.size() || !isNameStart(text.at(from)))
        return from;
    while (from < text.size() && isNamePart(text.at(from)))
        ++from;
    return from;
}

// Length of the $NAME or ${NAME} at \a at; 0 when there is none.
qsizetype variableLength(const QByteArray &text, qsizetype at)
{
    const bool braced = at + 1 < text.size() && text.at(at + 1) == '{';
    const qsizetype begin = at + (braced ? 2 : 1);
    const qsizetype end = nameEnd(text, begin);
    if (end == begin || (braced && (end >= text.size() || text.at(end) != '}')))
        return 0;
    return end + (braced ? 1 : 0) - at;
}

} // namespace

QByteArray shellQuote(const QByteArray &text)
{
    QByteArray word = text;
    word.replace('\'', "'\\''");
    return '\'' + word + '\'';
}

QByteArray shellExpandable(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    QByteArray word;
    word.reserve(utf8.size() + 8);
    word += '"';
    for (qsizetype i = 0; i < utf8.size(); ++i) {
        const char c = utf8.at(i);
        if (c == '$') {
            if (const qsizetype length = variableLength(utf8, i)) {
                word += utf8.mid(i, length);
                i += length - 1;
                continue;
            }
        }
        if (c == '$' || c == '`' || c == '"' || c == '\\')
            word += '\\';
        word += c;
    }
    return word + '"';
}

} // namespace engine
