// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logdocument.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/logfollower.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/reader/namelessfile.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace engine {

namespace {

/// \a length without a UTF-8 character at the end that lacks bytes.
qsizetype wholeCharacters(const QByteArray &text)
{
    const qsizetype last = text.size() - 1;
    for (qsizetype back = 0; back < 3 && back <= last; ++back) {
        const auto byte = uchar(text[last - back]);
        if ((byte & 0xc0) == 0x80)
            continue;
        const int needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return needed > back + 1 ? last - back : text.size();
    }
    return text.size();
}

QByteArray read(const logcore::LogContent &content, qint64 begin, qint64 end, qint64 from, qint64 length)
{
    const qint64 first = begin + std::max<qint64>(0, from);
    QByteArray bytes(std::clamp<qint64>(end - first, 0, std::max<qint64>(0, length)), Qt::Uninitialized);
    bytes.truncate(content.file().read(first, bytes.data(), bytes.size()));
    return bytes;
}

} // namespace

class LogDocument::Following final
{
public:
    logcore::LogFollower::Hold hold;
};

LogDocument::LogDocument(QString path, std::shared_ptr<LogReaders> readers)
    : m_path(std::move(path)), m_isFolded(!NamelessFile::isPathOfOne(m_path)), m_readers(std::move(readers)),
      m_file(std::make_shared<logcore::LogFile>(pathBytes(m_path))),
      m_arrivals(std::make_unique<logcore::SpoolArrivals>(m_file->path()))
{
}

LogDocument::~LogDocument() = default;

void LogDocument::follow(bool isFollowed)
{
    m_file->lookAgain();
    if (!isFollowed)
        m_following.reset();
    else if (!m_following)
        m_following.reset(new Following{m_readers->core().follow(m_file)});
}

LogDocument::Progress LogDocument::refresh(qint64 budget)
{
    if (!m_following) {
        const logcore::LogFile::Progress progress = m_file->refresh(budget);
        return {progress.isChanged, progress.isRestarted, progress.hasMore};
    }
    const State before = std::exchange(m_seen, state());
    return {m_seen.bytes != before.bytes || !m_seen.hasSameLines(before) || m_seen.exists != before.exists,
            m_seen.restarts != before.restarts && before.bytes > 0, !m_seen.isIndexed};
}

LogDocument::State LogDocument::state() const
{
    const logcore::LogFile::State state = m_file->state();
    return {state.restarts,  state.bytes,    state.lines,     state.exists,
            state.isIndexed, state.gap.line, state.gap.taken, state.foldChanges};
}

qint64 LogDocument::movedLine(qint64 line, const State &before, const State &now)
{
    return logcore::movedLine(line, {before.gapLine, before.takenLines}, {now.gapLine, now.takenLines});
}

qint64 LogDocument::lineBegin(qint64 number) const
{
    const auto file = content();
    const std::optional<logcore::LineSpan> span = file ? file->locate(number) : std::nullopt;
    return span ? span->lineBegin : -1;
}

qint64 LogDocument::lineAt(qint64 offset) const
{
    const auto file = content();
    return file ? file->lineAt(offset) : -1;
}

LogLine LogDocument::line(qint64 number) const
{
    const auto file = content();
    if (!file)
        return {};
    LogLine result;
    // Checked before locate(): a line that ends meanwhile counts as open, so it is read again.
    result.isOpen = number >= file->tail().endedLines;
    const std::optional<logcore::LineSpan> span = file->locate(number);
    if (!span)
        return {};
    result.length = span->end - span->begin;
    result.updates = int(std::clamp<qint64>(span->updates, 1, std::numeric_limits<int>::max()));
    result.isCut = result.length > longestLine;
    result.text = read(*file, span->begin, span->end, 0, longestLine);
    if (result.isOpen || result.isCut)
        result.text.truncate(wholeCharacters(result.text));
    return result;
}

QByteArray LogDocument::lineBytes(qint64 number, qint64 from, qint64 length) const
{
    const auto file = content();
    const std::optional<logcore::LineSpan> span = file ? file->locate(number) : std::nullopt;
    return span ? read(*file, span->begin, span->end, from, length) : QByteArray();
}

QByteArray LogDocument::fileBytes(qint64 begin, qint64 length) const
{
    const auto file = content();
    return file ? read(*file, begin, file->size(), 0, length) : QByteArray();
}

QByteArray LogDocument::rawBytes(qint64 number, qint64 from, qint64 length) const
{
    const auto file = content();
    const std::optional<logcore::LineSpan> span = file ? file->locate(number) : std::nullopt;
    if (!span)
        return {};
    const std::optional<logcore::LineSpan> next = file->locate(number + 1);
    return read(*file, span->lineBegin, next ? next->lineBegin : file->size(), from, length);
}

qint64 LogDocument::hiddenBelow(qint64 line) const
{
    const auto known = folds();
    return known ? known->hiddenBelow(line) : 0;
}

qint64 LogDocument::lineOfRow(qint64 row) const
{
    const auto known = folds();
    return known ? known->lineOfRow(row) : row;
}

bool LogDocument::isHidden(qint64 line) const
{
    const auto known = folds();
    return known && known->isHidden(line);
}

std::optional<LogDocument::Rewritten> LogDocument::rewritten(qint64 line) const
{
    const auto known = folds();
    const std::optional<logcore::RewrittenRow> row = known ? known->rowOf(line) : std::nullopt;
    if (!row)
        return {};
    return Rewritten{row->begin, row->length,
                     int(std::clamp<qint64>(row->updates, 1, std::numeric_limits<int>::max()))};
}

bool LogDocument::isBeingRewritten() const
{
    const auto known = folds();
    return known && known->isOpen();
}

void LogDocument::holdFolds(bool areHeld)
{
    const auto file = areHeld && m_isFolded ? content() : nullptr;
    auto held = file ? file->folds().copy() : nullptr;
    const std::lock_guard lock(m_foldsMutex);
    m_heldFolds = std::move(held);
}

std::shared_ptr<const logcore::LineFolds> LogDocument::folds() const
{
    const auto file = m_isFolded ? content() : nullptr;
    const std::lock_guard lock(m_foldsMutex);
    return file && !m_heldFolds ? std::shared_ptr<const logcore::LineFolds>(file, &file->folds()) : m_heldFolds;
}

std::optional<qint64> LogDocument::arrival(qint64 number) const
{
    const auto file = content();
    const std::optional<logcore::LineSpan> span = file ? file->locate(number) : std::nullopt;
    return span && span->end < file->size() && !m_file->isConverted() ? m_arrivals->at(span->end) : std::nullopt;
}

qint64 LogDocument::indexBytes() const
{
    const auto file = content();
    return file ? file->indexBytes() : 0;
}

std::shared_ptr<const logcore::LogContent> LogDocument::content() const
{
    return m_file->content();
}

} // namespace engine
