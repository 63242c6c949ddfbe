// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/linereader.h"

#include "engine/log/core/file/spoolgap.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace engine {

using logcore::TextFile;

namespace {

constexpr qint64 appendedAtOnce = 256 * 1024;
constexpr qint64 longestProgress = 4096;

} // namespace

LineReader::LineReader(std::string path, qint64 chunk, const std::atomic<bool> &isEnding)
    : m_path(std::move(path)), m_chunk(std::size_t(chunk), '\0'), m_isEnding(isEnding)
{
}

bool LineReader::open()
{
    if (m_file)
        return true;
    m_file = TextFile::open(m_path);
    return m_file || errno == ENOENT;
}

qint64 LineReader::size()
{
    TextFile::Facts facts;
    return open() && m_file && m_file->facts(facts) ? facts.size : 0;
}

qint64 LineReader::sizeOnDisk()
{
    return std::min<qint64>(size(), logcore::bytesOnDisk(m_path));
}

std::string LineReader::beginning(qint64 most)
{
    return size() > 0 ? m_file->read(0, most) : std::string();
}

void LineReader::skipTo(qint64 offset)
{
    m_splitter.begin(offset);
    m_isAmidLine = offset > 0;
}

bool LineReader::readChunk()
{
    m_lines.clear();
    m_next = 0;
    const qint64 end = size();
    while (m_lines.empty() && m_splitter.offset() < end && !m_isEnding) {
        const TextFile::Hole hole = m_file->holeFrom(m_splitter.offset(), end); // removed by the quota
        if (hole.begin == m_splitter.offset()) {
            m_splitter.skip(hole.end - hole.begin);
            continue;
        }
        m_chunkAt = m_splitter.offset();
        const qint64 wanted = std::min(qint64(m_chunk.size()), hole.begin - m_chunkAt);
        const qint64 count = m_file->read(m_chunkAt, m_chunk.data(), wanted);
        if (count <= 0)
            break;
        m_splitter.feed(std::string_view(m_chunk).substr(0, std::size_t(count)), m_lines);
        if (m_isAmidLine && !m_lines.empty()) {
            m_lines.erase(m_lines.begin());
            m_isAmidLine = false;
        }
    }
    return !m_lines.empty();
}

bool LineReader::endOpenLine()
{
    if (m_splitter.offset() == m_splitter.lineBegin() || m_isAmidLine)
        return false;
    m_lines = {m_splitter.openLine()};
    m_splitter.begin(m_splitter.offset());
    return true;
}

std::span<const logcore::LineSpan> LineReader::linesBehind() const
{
    return std::span(m_lines).subspan(m_next + 1);
}

QByteArrayView LineReader::text(const logcore::LineSpan &line, qint64 most, std::string &far) const
{
    const qint64 length = std::min<qint64>(line.end - line.begin, most);
    if (line.begin >= m_chunkAt)
        return {m_chunk.data() + (line.begin - m_chunkAt), qsizetype(length)};
    far = m_file->read(line.begin, length);
    return {far.data(), qsizetype(far.size())};
}

void LineReader::appendTo(QByteArray &text, const std::function<bool()> &flush) const
{
    for (qint64 at = line().begin; at < line().end;) {
        const qint64 length = std::min(line().end - at, appendedAtOnce);
        if (at >= m_chunkAt)
            text.append(m_chunk.data() + (at - m_chunkAt), length);
        else
            text.append(QByteArray::fromStdString(m_file->read(at, length)));
        at += length;
        if (text.size() >= appendedAtOnce && !flush())
            return;
    }
    text += '\n';
}

std::optional<QByteArray> LineReader::newProgress()
{
    const logcore::LineSpan state = m_splitter.openLine();
    const bool isRewritten = state.begin > state.lineBegin || state.end < m_splitter.offset();
    if (hasLine() || m_isAmidLine || !isRewritten || state.end <= m_progressEnd)
        return {};
    m_progressEnd = state.end;
    return QByteArray::fromStdString(
        m_file->read(state.begin, std::min<qint64>(state.end - state.begin, longestProgress)));
}

} // namespace engine
