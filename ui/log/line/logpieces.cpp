// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/logpieces.h"

#include "engine/log/reader/logsearch.h"

#include <algorithm>

namespace ui {

namespace {

constexpr qint64 longestSequence = 64; // bytes, of SGR

/// The first offset from \a at on where a piece may begin.
qsizetype cutFrom(QByteArrayView bytes, qsizetype at)
{
    if (at <= 0)
        return 0;
    const qsizetype first = std::max<qsizetype>(0, at - longestSequence);
    for (qsizetype sequence = bytes.sliced(first, std::min(at, bytes.size()) - first).lastIndexOf('\x1b');
         sequence >= 0;) {
        const qsizetype end = engine::controlSequenceEnd(bytes, first + sequence);
        if (end > at && end < bytes.size() && end - first - sequence <= longestSequence)
            return end;
        break;
    }
    for (int i = 0; i < 3 && at < bytes.size() && (uchar(bytes[at]) & 0xc0) == 0x80; ++i)
        ++at;
    return std::min(at, bytes.size());
}

/// The style at the end of \a bytes.
AnsiStyle styleBehind(QByteArrayView bytes)
{
    AnsiStyle style;
    for (qsizetype at = bytes.indexOf('\x1b'); at >= 0; at = bytes.indexOf('\x1b', at)) {
        const qsizetype end = engine::controlSequenceEnd(bytes, at);
        (void)styledText(bytes.sliced(at, end - at), style);
        at = end;
    }
    return style;
}

} // namespace

LogPieces::LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line)
    : m_document(std::move(document)), m_line(line)
{
    engine::LogLine shown = m_document->line(line);
    m_updates = shown.updates;
    m_length = shown.isCut ? shown.length : shown.text.size();
    if (!isEndless())
        m_whole = std::move(shown.text);
}

LogPieces::LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line, qint64 begin, qint64 end)
    : m_document(std::move(document)), m_line(line), m_begin(begin), m_length(end - begin)
{
    if (!isEndless())
        m_whole = read(0, m_length);
}

LogPieces::LogPieces(std::shared_ptr<const engine::LogDocument> document, const engine::LogDocument::Rewritten &shown)
    : m_document(std::move(document)), m_begin(shown.begin), m_length(shown.length), m_updates(shown.updates)
{
    if (!isEndless())
        m_whole = read(0, m_length);
}

QByteArray LogPieces::read(qint64 from, qint64 length) const
{
    if (m_line < 0)
        return m_document->fileBytes(m_begin + from, std::min(length, m_length - from));
    return m_begin < 0 ? m_document->lineBytes(m_line, from, length)
                       : m_document->rawBytes(m_line, m_begin + from, std::min(length, m_length - from));
}

StyledText LogPieces::text(qint64 piece) const
{
    const qint64 begin = piece * pieceBytes;
    const qint64 first = isEndless() ? std::max<qint64>(0, begin - longestSequence) : 0;
    const QByteArray bytes = isEndless() ? read(first, begin - first + pieceBytes + 2 * longestSequence) : m_whole;
    const qsizetype from = cutFrom(bytes, begin - first);
    const bool isLast = piece + 1 >= count();
    const qsizetype to = isLast ? bytes.size() : std::max(from, cutFrom(bytes, begin - first + pieceBytes));
    AnsiStyle style = isEndless() ? AnsiStyle() : styleBehind(QByteArrayView(bytes).first(from));
    StyledText result = styledText(QByteArrayView(bytes).sliced(from, to - from), style);
    if (isEndless())
        result.text.replace(QLatin1Char('\t'), QChar(0x2409)); // a tab would be wider than one character
    return result;
}

} // namespace ui
