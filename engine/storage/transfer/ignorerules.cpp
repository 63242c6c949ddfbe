// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/ignorerules.h"

#include "engine/storage/transfer/wildcards.h"

#include <algorithm>

namespace engine {

namespace {

constexpr qsizetype longestPattern = 4096; // PATH_MAX

// Those that no backslash keeps.
QByteArray withoutTrailingSpaces(const QByteArray &line)
{
    qsizetype end = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == '\\')
            ++i;
        else if (line[i] == ' ')
            continue;
        end = i + 1;
    }
    return line.first(qMin(end, line.size()));
}

} // namespace

void IgnoreRules::add(const QByteArray &text)
{
    const qsizetype mark = text.startsWith("\xEF\xBB\xBF") ? 3 : 0;
    for (const QByteArray &line : text.sliced(mark).split('\n'))
        addLine(line.endsWith('\r') ? line.chopped(1) : line);
}

void IgnoreRules::addLine(QByteArray line)
{
    line.truncate(line.indexOf('\0') < 0 ? line.size() : line.indexOf('\0'));
    if (line.startsWith('#') || line.size() > longestPattern)
        return;
    Pattern pattern;
    pattern.text = withoutTrailingSpaces(line);
    pattern.isNegated = pattern.text.startsWith('!');
    if (pattern.isNegated)
        pattern.text.remove(0, 1);
    pattern.isForFolders = pattern.text.endsWith('/');
    if (pattern.isForFolders)
        pattern.text.chop(1);
    pattern.isOfName = !pattern.text.contains('/');
    if (pattern.text.startsWith('/'))
        pattern.text.remove(0, 1);
    if (pattern.text.isEmpty())
        return;
    const auto special = [](char byte) { return byte == '*' || byte == '?' || byte == '[' || byte == '\\'; };
    pattern.literal = std::find_if(pattern.text.cbegin(), pattern.text.cend(), special) - pattern.text.cbegin();
    m_patterns.append(pattern);
}

IgnoreRules::Verdict IgnoreRules::judge(QByteArrayView path, bool isFolder) const
{
    for (auto pattern = m_patterns.crbegin(); pattern != m_patterns.crend(); ++pattern) {
        if ((isFolder || !pattern->isForFolders) && pattern->matches(path))
            return pattern->isNegated ? Verdict::Kept : Verdict::Ignored;
    }
    return Verdict::Unsaid;
}

// Git compares the literal beginning apart, and then "**" stands at the beginning of what is left: "/foo**" is all that
// begins with "foo", however deep.
bool IgnoreRules::Pattern::matches(QByteArrayView path) const
{
    const QByteArrayView asked = isOfName ? path.sliced(path.lastIndexOf('/') + 1) : path;
    return asked.startsWith(QByteArrayView(text).first(literal))
        && matchesWildcards(QByteArrayView(text).sliced(literal), asked.sliced(literal));
}

} // namespace engine
