// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/remote/scripttext.h"

#include <QByteArrayList>
#include <QFile>
#include <QHash>
#include <QMutex>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Parses a script line by line, to know which lines begin inside quotes or a here-document, or continue the previous
// line. Supports only the syntax that our scripts use: no backquotes, no "<<-", no "<<" in arithmetic, no "case" in a
// command within quotes.
class ScriptLines final
{
public:
    [[nodiscard]] bool isAtStart() const { return m_open.isEmpty() && m_ends.isEmpty() && !m_goesOn; }

    void read(QByteArrayView line)
    {
        m_goesOn = false;
        if (!m_ends.isEmpty()) {
            if (line == m_ends.constFirst())
                m_ends.removeFirst();
            return;
        }
        for (qsizetype at = 0; at < line.size();)
            at = m_open.endsWith('\'') ? readQuoted(line, at) : readCharacter(line, at);
    }

private:
    // The read functions parse what is \a at a position of \a line and return where the next token begins.
    qsizetype readQuoted(QByteArrayView line, qsizetype at)
    {
        if (line.at(at) == '\'')
            m_open.chop(1);
        return at + 1;
    }

    qsizetype readCharacter(QByteArrayView line, qsizetype at)
    {
        if (line.at(at) == '\\') {
            m_goesOn = at + 1 == line.size();
            return at + 2;
        }
        if (line.sliced(at).startsWith("${")) {
            m_open += '{';
            return at + 2;
        }
        return m_open.endsWith('"') || m_open.endsWith('{') ? readExpanded(line, at) : readCommand(line, at);
    }

    // Within double quotes, or between "${" and "}".
    qsizetype readExpanded(QByteArrayView line, qsizetype at)
    {
        const char character = line.at(at);
        if (line.sliced(at).startsWith("$(")) {
            m_open += '(';
            return at + 2;
        }
        if ((character == '"' || character == '}') && m_open.endsWith(character == '"' ? '"' : '{'))
            m_open.chop(1);
        else if (character == '"' || (character == '\'' && !m_open.contains('"')))
            m_open += character;
        return at + 1;
    }

    qsizetype readCommand(QByteArrayView line, qsizetype at)
    {
        const char character = line.at(at);
        if (character == '#' && (at == 0 || QByteArrayView(" \t;&|(").contains(line.at(at - 1))))
            return line.size();
        if (line.sliced(at).startsWith("<<"))
            return readEnd(line, at + 2);
        if (character == '"' || character == '\'' || (character == '(' && !m_open.isEmpty()))
            m_open += character;
        else if (character == ')' && !m_open.isEmpty())
            m_open.chop(1);
        return at + 1;
    }

    qsizetype readEnd(QByteArrayView line, qsizetype at)
    {
        QByteArray end;
        for (; at < line.size() && !QByteArrayView(" \t;|&)<>").contains(line.at(at)); ++at) {
            if (line.at(at) != '\'' && line.at(at) != '"')
                end += line.at(at);
        }
        m_ends.append(end);
        return at;
    }

    QByteArray m_open; // open brackets and quotes, the innermost last: quotes, "{" for "${", "(" for "$(" in quotes
    QByteArrayList m_ends; // delimiters of here-documents
    bool m_goesOn = false;
};

QByteArray withoutComments(const QByteArray &script)
{
    QByteArray text;
    text.reserve(script.size());
    ScriptLines lines;
    for (const QByteArray &line : script.split('\n')) {
        QByteArrayView plain = line;
        if (lines.isAtStart()) {
            while (plain.startsWith(' ') || plain.startsWith('\t'))
                plain = plain.sliced(1);
            if (plain.isEmpty() || plain.startsWith('#'))
                continue;
        }
        lines.read(plain);
        text.append(plain).append('\n');
    }
    return text;
}

} // namespace

QByteArray scriptText(QLatin1StringView name)
{
    QFile file(u":/scripts/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is not in the program", name.data());
    return file.readAll();
}

QByteArray scriptToRun(QLatin1StringView name)
{
    static QMutex mutex;
    static QHash<QString, QByteArray> texts;
    const QMutexLocker lock(&mutex);
    QByteArray &text = texts[name];
    if (text.isEmpty())
        text = withoutComments(scriptText(name));
    return text;
}

} // namespace engine
