// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/tailparser.h"

#include <QList>

#include <algorithm>
#include <limits>
#include <utility>

namespace engine {

namespace {

constexpr qsizetype longestLine = 100;

/// Reads a number of digits only, of limited length.
bool readNumber(const QByteArray &text, qint64 &number)
{
    bool isNumber = false;
    number = text.toLongLong(&isNumber);
    return isNumber && number >= 0;
}

bool isInode(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool TailParser::feed(const QByteArray &bytes, const std::function<void(const TailWord &)> &take)
{
    for (qsizetype at = 0; at < bytes.size();) {
        if (m_step == Step::Bytes) {
            const qsizetype count = std::min<qsizetype>(m_wanted - m_word.bytes.size(), bytes.size() - at);
            m_word.bytes.append(bytes.constData() + at, count);
            at += count;
            if (m_word.bytes.size() == m_wanted)
                m_step = Step::Trailer;
            continue;
        }
        const qsizetype end = bytes.indexOf('\n', at);
        m_line.append(bytes.constData() + at, (end < 0 ? bytes.size() : end) - at);
        if (m_line.size() > longestLine)
            return false;
        if (end < 0)
            return true;
        at = end + 1;
        const QByteArray line = std::exchange(m_line, {});
        if (m_step == Step::Header ? !readHeader(line, take) : !readTrailer(line, take))
            return false;
    }
    return true;
}

bool TailParser::readHeader(const QByteArray &line, const std::function<void(const TailWord &)> &take)
{
    using Kind = TailWord::Kind;
    const QList<QByteArray> words = line.split(' ');
    const QByteArray kind = words.first();
    if (line == "K")
        return true;
    qint64 index = 0;
    if (words.size() < 2 || !readNumber(words.at(1), index) || index > std::numeric_limits<int>::max())
        return false;
    m_word = {.index = int(index)};
    if (kind == "D" || kind == "C") {
        m_word.kind = kind == "D" ? Kind::Bytes : Kind::CopiedBytes;
        if (!readNumber(words.value(2), m_word.offset) || !readNumber(words.value(3), m_wanted) || m_wanted > mostBytes)
            return false;
        m_word.bytes.reserve(m_wanted);
        m_step = m_wanted > 0 ? Step::Bytes : Step::Trailer;
        return true;
    }
    if (kind == "A" || kind == "G") {
        m_word.kind = kind == "A" ? Kind::Appeared : Kind::BegunAnew;
        m_word.inode = words.value(2);
        if (words.value(3) == "1")
            m_word.loss = TailWord::Loss::Possible;
        else if (words.value(3) == "2")
            m_word.loss = TailWord::Loss::PossibleWithoutCopy;
        if (!isInode(m_word.inode))
            return false;
    } else if (kind == "E") {
        m_word.kind = Kind::Whole;
        if (!readNumber(words.value(2), m_word.offset))
            return false;
    } else if (kind == "M" || kind == "U") {
        m_word.kind = kind == "M" ? Kind::Missing : Kind::Unreadable;
    } else {
        return false;
    }
    take(m_word);
    return true;
}

bool TailParser::readTrailer(const QByteArray &line, const std::function<void(const TailWord &)> &take)
{
    qint64 valid = 0;
    if (!line.startsWith(". ") || !readNumber(line.sliced(2), valid) || valid > m_wanted)
        return false;
    m_word.bytes.truncate(valid);
    m_step = Step::Header;
    take(m_word);
    m_word = {};
    return true;
}

} // namespace engine
