// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logblocks.h"

#include "ui/log/text/loglook.h"
#include "ui/theme/tokens.h"

#include <QWidget>

#include <cmath>

namespace ui {

namespace {

constexpr double usualLine = 20; // pixels
constexpr int blockCost = 1024; // capacity of the cache; a block costs 1, and 1 more for every 256 characters

} // namespace

LogBlocks::LogBlocks(const LogRows &rows, const LogLook &look, const QWidget &viewport)
    : m_rows(rows), m_look(look), m_viewport(viewport), m_kept(blockCost), m_keptLast(blockCost / 4)
{
}

void LogBlocks::setFont(const QFont &font)
{
    m_cells = std::make_shared<CellFont>(font);
    m_lineHeight = std::max(int(std::lround(usualLine * m_look.zoom())), int(std::ceil(m_cells->height())));
    reset();
}

void LogBlocks::clear()
{
    m_kept.clear();
    m_keptLast.clear();
}

void LogBlocks::clearLast()
{
    m_keptLast.clear();
}

void LogBlocks::reset()
{
    clear();
    m_widest = 0;
}

LogBlocks::Pointer LogBlocks::at(const LogRows::Id &id, qint64 piece) const
{
    auto &cache = id.line + 1 >= m_rows.lineCount() ? m_keptLast : m_kept;
    const Key key{id, piece};
    if (const Pointer *known = cache.object(key))
        return *known;
    Pointer fresh = lay(id, piece);
    m_widest = std::max(m_widest,
                        fresh->pieces == 1 ? fresh->row.width()
                                           : double(fresh->pieces * LogPieces::pieceBytes) * m_cells->cell());
    cache.insert(key, new Pointer(fresh), 1 + fresh->row.text().size() / 256);
    return fresh;
}

LogBlocks::Pointer LogBlocks::lay(const LogRows::Id &id, qint64 piece) const
{
    const LogPieces pieces = m_rows.pieces(id);
    std::optional<LogRow::Wrapping> wrapping;
    if (m_look.isWrapping())
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
    for (const LogLook::Rule &rule : m_look.rules()) {
        Ink ink;
        ink.text = tokens().text;
        ink.ground = highlightColour(rule.colour);
        for (const LogRow::Columns &columns : matchesIn(text, rule.pattern))
            fresh->highlights.append({columns, ink});
    }
    if (m_look.pattern() && id.state < 0)
        fresh->matches = matchesIn(text, *m_look.pattern());
    return fresh;
}

int LogBlocks::gutterWidth() const
{
    constexpr double arrivalCharacters = 12; // hh:mm:ss.zzz
    const qsizetype digits = std::max<qsizetype>(4, QString::number(m_rows.lineCount()).size());
    const int arrival = m_look.areArrivalsShown() ? int(m_cells->cell() * arrivalCharacters) + margin : 0;
    return int(m_cells->cell() * double(digits)) + 2 * margin + arrival;
}

int LogBlocks::textRoom() const
{
    return std::max(100, m_viewport.width() - gutterWidth() - margin);
}

double LogBlocks::xOf(const LogRows::Id &id, qint64 piece) const
{
    if (piece <= 0)
        return 0;
    if (at(id, 0)->isEndless)
        return double(piece * LogPieces::pieceBytes) * m_cells->cell();
    double x = 0;
    for (qint64 i = 0; i < piece; ++i)
        x += at(id, i)->row.width();
    return x;
}

qint64 LogBlocks::pieceAt(const LogRows::Id &id, double x) const
{
    const Pointer first = at(id, 0);
    if (first->pieces == 1)
        return 0;
    if (first->isEndless)
        return std::clamp<qint64>(qint64(x / (m_cells->cell() * LogPieces::pieceBytes)), 0, first->pieces - 1);
    qint64 piece = 0;
    for (double end = first->row.width(); piece + 1 < first->pieces && end <= x; end += at(id, piece)->row.width())
        ++piece;
    return piece;
}

} // namespace ui
