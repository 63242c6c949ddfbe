// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/json/jsonpath.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isKeyPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'$';
}

bool isPlain(const QString &key)
{
    return !key.isEmpty() && std::all_of(key.begin(), key.end(), isKeyPart);
}

QString quoted(const QString &key)
{
    QString text = u"['"_s;
    for (const QChar c : key) {
        if (c == u'\'' || c == u'\\')
            text += u'\\';
        text += c;
    }
    return text + u"']"_s;
}

class PathReader
{
public:
    explicit PathReader(QStringView text) : m_text(text) { }

    std::optional<JsonPath> read()
    {
        JsonPath path;
        if (m_text == u"$" || m_text.startsWith(u"$.") || m_text.startsWith(u"$["))
            m_at = 1;
        bool first = m_at == 0;
        while (m_at < m_text.size()) {
            const std::optional<JsonStep> step = readStep(first);
            if (!step)
                return std::nullopt;
            path.append(*step);
            first = false;
        }
        if (first)
            return std::nullopt;
        return path;
    }

private:
    [[nodiscard]] bool at(QChar c) const { return m_at < m_text.size() && m_text.at(m_at) == c; }
    bool take(QChar c)
    {
        if (!at(c))
            return false;
        ++m_at;
        return true;
    }

    std::optional<JsonStep> readStep(bool first)
    {
        if (take(u'['))
            return readBracket();
        if (!first && !take(u'.'))
            return std::nullopt;
        const std::optional<QString> key = at(u'\'') || at(u'"') ? readQuoted() : readWord();
        if (!key)
            return std::nullopt;
        return JsonStep{*key, -1};
    }

    std::optional<JsonStep> readBracket()
    {
        JsonStep step;
        if (at(u'\'') || at(u'"')) {
            const std::optional<QString> key = readQuoted();
            if (!key)
                return std::nullopt;
            step.key = *key;
        } else {
            const qsizetype begin = m_at;
            while (m_at < m_text.size() && m_text.at(m_at) >= u'0' && m_text.at(m_at) <= u'9')
                ++m_at;
            bool ok = false;
            step.index = m_text.sliced(begin, m_at - begin).toInt(&ok);
            if (!ok)
                return std::nullopt;
        }
        if (!take(u']'))
            return std::nullopt;
        return step;
    }

    std::optional<QString> readQuoted()
    {
        const QChar quote = m_text.at(m_at++);
        QString key;
        while (m_at < m_text.size()) {
            QChar c = m_text.at(m_at++);
            if (c == quote)
                return key;
            if (c == u'\\' && m_at < m_text.size())
                c = m_text.at(m_at++);
            key += c;
        }
        return std::nullopt;
    }

    std::optional<QString> readWord()
    {
        const qsizetype begin = m_at;
        while (m_at < m_text.size() && isKeyPart(m_text.at(m_at)))
            ++m_at;
        if (m_at == begin)
            return std::nullopt;
        return m_text.sliced(begin, m_at - begin).toString();
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

} // namespace

QString toString(const JsonPath &path)
{
    QString text = u"$"_s;
    for (const JsonStep &step : path) {
        if (step.index >= 0)
            text += u"[%1]"_s.arg(step.index);
        else if (isPlain(step.key))
            text += u'.' + step.key;
        else
            text += quoted(step.key);
    }
    return text;
}

std::optional<JsonPath> parseJsonPath(QStringView text)
{
    return PathReader(text).read();
}

} // namespace engine
