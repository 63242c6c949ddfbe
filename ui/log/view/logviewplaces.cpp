// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"

#include <QScrollBar>
#include <QtConcurrentRun>

#include <cmath>

// Where things are in LogView: rows, pieces, scroll bars.

namespace ui {

QString LogView::lineText(qint64 line) const
{
    return block({line, -1}, 0)->row.text();
}

LogView::BlockPointer LogView::block(const LogRows::Id &id, qint64 piece) const
{
    auto &cache = id.line + 1 >= lineCount() ? m_openBlocks : m_blocks;
    const BlockKey key{id, piece};
    if (const BlockPointer *known = cache.object(key))
        return *known;
    BlockPointer fresh = newBlock(id, piece);
    m_widest = std::max(m_widest,
                        fresh->pieces == 1 ? fresh->row.width()
                                           : double(fresh->pieces * LogPieces::pieceBytes) * m_cells->cell());
    cache.insert(key, new BlockPointer(fresh), 1 + fresh->row.text().size() / 256);
    return fresh;
}

LogView::BlockPointer LogView::newBlock(const LogRows::Id &id, qint64 piece) const
{
    const LogPieces pieces = m_rows.pieces(id);
    std::optional<LogRow::Wrapping> wrapping;
    if (m_isWrapping)
        wrapping = {textRoom(), pieces.count() > 1};
    StyledText styled = pieces.text(piece);
    const auto time = piece == 0 ? timeIn(styled) : std::nullopt;
    auto fresh = std::make_shared<Block>(Block{.row = LogRow(std::move(styled), m_cells, m_lineHeight, wrapping),
                                               .highlights = {},
                                               .matches = {},
                                               .pieces = pieces.count(),
                                               .updates = id.state < 0 ? pieces.updates() : 1,
                                               .isEndless = pieces.isEndless()});
    const QString &text = fresh->row.text();
    if (time)
        fresh->highlights.append(*time);
    if (piece == 0) {
        if (const auto level = levelIn(text))
            fresh->highlights.append(*level);
    }
    for (const Rule &rule : m_rules) {
        Ink ink;
        ink.text = tokens().text;
        ink.ground = highlightColour(rule.colour);
        for (const LogRow::Columns &columns : matchesIn(text, rule.pattern))
            fresh->highlights.append({columns, ink});
    }
    if (m_pattern && id.state < 0)
        fresh->matches = matchesIn(text, *m_pattern);
    return fresh;
}

int LogView::gutterWidth() const
{
    const qsizetype digits = std::max<qsizetype>(4, QString::number(lineCount()).size());
    return int(m_cells->cell() * double(digits)) + 2 * margin + arrivalWidth();
}

int LogView::arrivalWidth() const
{
    constexpr double characters = 12; // hh:mm:ss.zzz
    return m_areArrivalsShown ? int(m_cells->cell() * characters) + margin : 0;
}

int LogView::textRoom() const
{
    return std::max(100, viewport()->width() - gutterWidth() - margin);
}

double LogView::pieceX(const LogRows::Id &id, qint64 piece) const
{
    if (piece <= 0)
        return 0;
    if (block(id, 0)->isEndless)
        return double(piece * LogPieces::pieceBytes) * m_cells->cell();
    double x = 0;
    for (qint64 i = 0; i < piece; ++i)
        x += block(id, i)->row.width();
    return x;
}

qint64 LogView::pieceAtX(const LogRows::Id &id, double x) const
{
    const BlockPointer first = block(id, 0);
    if (first->pieces == 1)
        return 0;
    if (first->isEndless)
        return std::clamp<qint64>(qint64(x / (m_cells->cell() * LogPieces::pieceBytes)), 0, first->pieces - 1);
    qint64 piece = 0;
    for (double end = first->row.width(); piece + 1 < first->pieces && end <= x; end += block(id, piece)->row.width())
        ++piece;
    return piece;
}

bool LogView::stepDown(Top &top) const
{
    if (m_isWrapping && top.row < m_rows.count()) {
        const BlockPointer here = block(m_rows.at(top.row), top.piece);
        if (top.part + 1 < here->row.rows())
            return ++top.part, true;
        if (top.piece + 1 < here->pieces)
            return top = {top.row, top.piece + 1, 0}, true;
    }
    if (top.row >= m_rows.count())
        return false;
    top = {top.row + 1, 0, 0};
    return true;
}

bool LogView::stepUp(Top &top) const
{
    if (top.part > 0)
        return --top.part, true;
    if (top.piece > 0) {
        --top.piece;
    } else {
        if (top.row <= 0)
            return false;
        --top.row;
        top.piece = m_isWrapping ? block(m_rows.at(top.row), 0)->pieces - 1 : 0;
    }
    top.part = m_isWrapping ? block(m_rows.at(top.row), top.piece)->row.rows() - 1 : 0;
    return true;
}

LogView::Top LogView::moved(Top top, qint64 rows) const
{
    if (!m_isWrapping)
        return {std::clamp<qint64>(top.row + rows, 0, m_rows.count()), 0, 0};
    for (; rows > 0 && stepDown(top); --rows) { }
    for (; rows < 0 && stepUp(top); ++rows) { }
    return top;
}

qint64 LogView::lastVisibleLine() const
{
    const qint64 count = m_rows.count();
    return count > 0 ? m_rows.at(std::min(count - 1, moved(m_top, visibleRows() - 1).row)).line : 0;
}

void LogView::setTop(Top top)
{
    const Top before = m_top;
    m_top = std::clamp(top, Top{}, topForEnd());
    m_topId = m_rows.count() > 0 ? m_rows.at(m_top.row) : LogRows::Id();
    m_isAdjusting = true;
    verticalScrollBar()->setValue(int(std::min<qint64>(m_top.row, INT_MAX)));
    m_isAdjusting = false;
    updateButton();
    viewport()->update();
    if (m_top != before)
        emit scrolled();
}

/// Where a gap came, rows of a filter come and go before it a moment later, with the search that looks at its line.
void LogView::keepTop()
{
    const LogRows::Id id = m_topId;
    const Top wanted = m_rows.isFiltered() ? Top{m_rows.rowOf(id), m_top.piece, m_top.part} : m_top;
    setTop(wanted);
    if (m_top == wanted)
        m_topId = id; // whatever was found since
}

void LogView::updateBars()
{
    m_isAdjusting = true;
    m_barWidth = m_widest;
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setRange(0, int(std::min<qint64>(topForEnd().row, INT_MAX)));
    const int room = textRoom();
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(40);
    horizontalScrollBar()->setRange(0, m_isWrapping ? 0 : int(std::clamp(m_widest - room, 0.0, INT_MAX / 2.0)));
    m_isAdjusting = false;
}

void LogView::scrollContentsBy(int, int dy)
{
    if (dy != 0 && !m_isAdjusting) {
        setTop({verticalScrollBar()->value(), 0, 0});
        setFollowing(verticalScrollBar()->value() == verticalScrollBar()->maximum());
    }
    viewport()->update();
}

void LogView::scrollRows(int rows)
{
    const Top top = moved(m_top, rows);
    const bool atEnd = top >= topForEnd();
    setTop(top);
    setFollowing(atEnd);
}

void LogView::goToRow(qint64 row)
{
    setTop({row, 0, 0});
    setFollowing(m_top == topForEnd());
}

void LogView::showLine(qint64 line)
{
    const qint64 row = m_rows.rowOf({line, -1});
    if (row >= m_top.row && moved(m_top, visibleRows() - 1).row > row)
        return;
    setFollowing(false);
    setTop({std::max<qint64>(0, row - visibleRows() / 3), 0, 0});
}

void LogView::goToLine(qint64 line)
{
    if (m_rows.count() == 0)
        return;
    const LogRows::Id id{std::clamp<qint64>(line, 0, lineCount() - 1), -1};
    if (m_rows.isOverwritten(id.line))
        setFolding(false);
    m_selection = LogSelection({id, 0, 0});
    showLine(id.line);
    viewport()->update();
}

void LogView::showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns)
{
    const BlockPointer shown = block(id, piece);
    if (m_isWrapping) {
        const Top there{m_rows.rowOf(id), piece, int(shown->row.rectOf(columns.begin).top() / m_lineHeight)};
        if (there < m_top || there >= moved(m_top, visibleRows()))
            setTop(moved(there, -visibleRows() / 3));
        return;
    }
    const double begin = pieceX(id, piece) + shown->row.rectOf(columns.begin).left();
    const double end = pieceX(id, piece) + shown->row.rectOf(columns.end).left();
    updateBars(); // the line may be the widest so far
    QScrollBar *bar = horizontalScrollBar();
    if (begin < bar->value() || end > bar->value() + textRoom())
        bar->setValue(begin < textRoom() * 0.8 ? 0 : int(begin - textRoom() / 3.0));
}

void LogView::setCurrentMatch(qint64 line)
{
    m_currentMatch = line;
    viewport()->update();
    if (line < 0)
        return;
    const LogRows::Id id{line, -1};
    if (m_rows.isOverwritten(line) && (!m_rows.rewritten(line) || block(id, 0)->matches.isEmpty())) {
        setFolding(false);
        m_isUnfoldedToFind = true;
    }
    m_selection = LogSelection({id, 0, 0});
    showLine(line);
    const qint64 pieces =
        std::min<qint64>(block(id, 0)->pieces, engine::LogDocument::longestLine / LogPieces::pieceBytes);
    for (qint64 piece = 0; piece < pieces; ++piece) {
        const BlockPointer shown = block(id, piece);
        if (!shown->matches.isEmpty())
            return showColumns(id, piece, shown->matches.constFirst());
    }
    if (block(id, 0)->isEndless && m_pattern)
        seekInLine(line);
}

void LogView::seekInLine(qint64 line)
{
    const auto seek = [document = m_document, pattern = *m_pattern, line] {
        return engine::firstMatchEnd(*document, pattern, line);
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), seek), this,
                         [this, line, document = m_document, seen = m_seen](qint64 end) {
                             if (end <= 0 || m_document != document || m_currentMatch != line
                                 || !m_seen.hasSameLines(seen) || !m_pattern)
                                 return; // something else is wanted by now
                             const LogRows::Id id{line, -1};
                             const qint64 piece = (end - 1) / LogPieces::pieceBytes;
                             const QList<LogRow::Columns> matches = block(id, piece)->matches;
                             showColumns(id, piece, matches.isEmpty() ? LogRow::Columns() : matches.constFirst());
                         });
}

LogPlace LogView::placeAt(const QPoint &position) const
{
    if (m_rows.count() == 0)
        return {};
    const double x = position.x() - gutterWidth();
    const int window = std::max(0, int(std::floor(double(position.y()) / m_lineHeight)));
    Top there = moved(m_top, window);
    if (there.row >= m_rows.count())
        stepUp(there);
    const LogRows::Id id = m_rows.at(there.row);
    if (m_isWrapping)
        return {id, there.piece, block(id, there.piece)->row.columnAt({x, (there.part + 0.5) * m_lineHeight})};
    const double inLine = x + horizontalScrollBar()->value();
    const qint64 piece = pieceAtX(id, inLine);
    return {id, piece, block(id, piece)->row.columnAt({inLine - pieceX(id, piece), 0})};
}

QRectF LogView::tagAt(const QPoint &position, qint64 &line) const
{
    const LogPlace place = placeAt(position);
    if (m_rows.count() == 0 || place.id.state >= 0)
        return {};
    line = place.id.line;
    const BlockPointer shown = block(place.id, place.piece);
    if (place.piece + 1 < shown->pieces || shown->updates < 2)
        return {};
    const qint64 row = m_rows.rowOf(place.id);
    Top top = m_top;
    double y = 0;
    while (top.row < row || top.piece < place.piece) {
        stepDown(top);
        y += m_lineHeight;
    }
    y -= double(top.part) * m_lineHeight;
    const double x = m_isWrapping ? 0 : pieceX(place.id, place.piece) - horizontalScrollBar()->value();
    return tagBox(*shown, {gutterWidth() + x, y});
}

} // namespace ui
