// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/logrow.h"

#include "engine/log/reader/merge/logtimes.h"
#include "ui/theme/tokens.h"

#include <QPainter>
#include <QRegularExpression>

#include <cmath>

namespace ui {

namespace {

constexpr double endless = 1e7;
constexpr int tabCells = 8;

} // namespace

LogRow::LogRow(StyledText text, std::shared_ptr<const CellFont> font, int rowHeight,
               const std::optional<Wrapping> &wrapping)
    : m_shown(std::move(text)), m_font(std::move(font)), m_rowHeight(rowHeight)
{
    if (m_font->isPlain(m_shown.text)) {
        if (m_shown.text.contains(QLatin1Char('\t'))) {
            int cells = 0;
            for (const QChar c : std::as_const(m_shown.text)) {
                m_cells.push_back(cells);
                cells += c == QLatin1Char('\t') ? tabCells - cells % tabCells : 1;
            }
            m_cells.push_back(cells);
        }
        m_width = xOf(int(m_shown.text.size()));
        if (!wrapping || m_width <= wrapping->room)
            return;
    }
    // With PreferNoShaping, Qt 6.4 computes wrong positions behind combining characters.
    const bool hasMarks = std::any_of(m_shown.text.cbegin(), m_shown.text.cend(), [](QChar c) { return c.isMark(); });
    m_layout = std::make_unique<QTextLayout>(m_shown.text, hasMarks ? m_font->shapedFont() : m_font->font());
    QTextOption option;
    option.setWrapMode(!wrapping                  ? QTextOption::NoWrap
                           : wrapping->isAnywhere ? QTextOption::WrapAnywhere
                                                  : QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTabStopDistance(tabCells * m_font->cell());
    m_layout->setTextOption(option);
    QList<QTextLayout::FormatRange> bold;
    for (const StyledText::Span &span : std::as_const(m_shown.spans)) {
        if (!span.style.isBold)
            continue;
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        bold.append({int(span.begin), int(span.end - span.begin), format});
    }
    m_layout->setFormats(bold);
    m_layout->beginLayout();
    double y = 0;
    m_width = 0;
    for (QTextLine part = m_layout->createLine(); part.isValid(); part = m_layout->createLine()) {
        part.setLineWidth(wrapping ? wrapping->room : endless);
        part.setPosition({0, y + (m_rowHeight - part.height()) / 2});
        m_width = std::max(m_width, part.naturalTextWidth());
        y += m_rowHeight;
    }
    m_layout->endLayout();
}

double LogRow::xOf(int column) const
{
    const int cells = m_cells.empty() ? column : m_cells[size_t(std::min<qsizetype>(column, m_shown.text.size()))];
    return cells * m_font->cell();
}

int LogRow::columnAtX(double x) const
{
    const double cells = x / m_font->cell();
    if (m_cells.empty())
        return std::clamp(int(std::lround(cells)), 0, int(m_shown.text.size()));
    const auto behind = std::upper_bound(m_cells.begin(), m_cells.end(), int(std::max(0.0, cells)));
    if (behind == m_cells.end())
        return int(m_shown.text.size());
    const auto column = int(behind - m_cells.begin()) - 1; // the character that is hit
    return cells - m_cells[size_t(column)] > double(*behind - m_cells[size_t(column)]) / 2 ? column + 1 : column;
}

double LogRow::lastWidth() const
{
    return m_layout && m_layout->lineCount() > 0 ? m_layout->lineAt(m_layout->lineCount() - 1).naturalTextWidth()
                                                 : m_width;
}

int LogRow::columnAt(const QPointF &place) const
{
    if (!m_layout)
        return columnAtX(place.x());
    if (m_layout->lineCount() == 0)
        return 0;
    const int part = std::clamp(int(place.y() / m_rowHeight), 0, m_layout->lineCount() - 1);
    return m_layout->lineAt(part).xToCursor(place.x());
}

QRectF LogRow::rectOf(int column) const
{
    if (!m_layout)
        return {xOf(column), 0, xOf(column + 1) - xOf(column), double(m_rowHeight)};
    const QTextLine part = m_layout->lineForTextPosition(column);
    if (!part.isValid())
        return {0, 0, m_font->cell(), double(m_rowHeight)};
    const double x = part.cursorToX(column);
    const double end = part.cursorToX(m_layout->nextCursorPosition(column));
    return QRectF(x, part.lineNumber() * double(m_rowHeight), end - x, m_rowHeight).normalized();
}

int LogRow::nextColumn(int column, int step) const
{
    if (!m_layout)
        return std::clamp(column + step, 0, int(m_shown.text.size()));
    return step > 0 ? m_layout->nextCursorPosition(column) : m_layout->previousCursorPosition(column);
}

LogRow::Columns LogRow::wordAt(int column) const
{
    const QString &text = m_shown.text;
    const auto isWord = [&text](int i) {
        return text[i].isLetterOrNumber() || text[i].isMark() || text[i] == QLatin1Char('_');
    };
    Columns word{column, column};
    while (word.begin > 0 && isWord(word.begin - 1))
        --word.begin;
    while (word.end < text.size() && isWord(word.end))
        ++word.end;
    return word;
}

std::vector<LogRow::Run> LogRow::runs(const Columns &visible, const QList<Highlight> &highlights,
                                      const Columns &selection) const
{
    std::vector<Ink> inks{Ink()};
    std::vector<quint16> inkAt(size_t(visible.end - visible.begin), 0);
    // Applies \a change to each ink between the columns \a begin and \a end.
    const auto overlay = [&](int begin, int end, const auto &change) {
        begin = std::max(begin, visible.begin) - visible.begin;
        end = std::min(end, visible.end) - visible.begin;
        int from = -1;
        int to = -1;
        for (int i = begin; i < end; ++i) {
            quint16 &at = inkAt[size_t(i)];
            if (at != from) {
                from = at;
                to = int(inks.size());
                inks.push_back(change(inks[at]));
            }
            at = quint16(to);
        }
    };
    for (const StyledText::Span &span : m_shown.spans)
        overlay(int(span.begin), int(span.end), [&span](const Ink &) { return inkOf(span.style); });
    for (const Highlight &highlight : highlights) {
        overlay(highlight.columns.begin, highlight.columns.end, [&highlight](Ink ink) {
            if (highlight.ink.text.isValid())
                ink.text = highlight.ink.text;
            if (highlight.ink.ground.isValid())
                ink.ground = highlight.ink.ground;
            return ink;
        });
    }
    overlay(selection.begin, selection.end, [](Ink ink) {
        if (ink.ground.isValid())
            ink.text = tokens().text;
        ink.ground = tokens().selection;
        return ink;
    });
    std::vector<Run> result;
    for (int i = 0; i < int(inkAt.size()); ++i) {
        if (i > 0 && inkAt[size_t(i)] == inkAt[size_t(i - 1)])
            result.back().columns.end = visible.begin + i + 1;
        else
            result.push_back({{visible.begin + i, visible.begin + i + 1}, inks[inkAt[size_t(i)]]});
    }
    return result;
}

void LogRow::paintRun(QPainter &painter, const QPointF &topLeft, const QColor &text, const Run &run) const
{
    const double x = topLeft.x() + xOf(run.columns.begin);
    const QRectF box(x, topLeft.y(), topLeft.x() + xOf(run.columns.end) - x, m_rowHeight);
    if (run.ink.ground.isValid())
        painter.fillRect(box, run.ink.ground);
    painter.setPen(run.ink.text.isValid() ? run.ink.text : text);
    if (run.ink.isUnderlined) {
        const double y = box.bottom() - (m_rowHeight - m_font->height()) / 2 - 1;
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    }
    for (int begin = run.columns.begin; begin < run.columns.end;) {
        int end = begin;
        while (end < run.columns.end && m_shown.text[end] != QLatin1Char('\t'))
            ++end;
        if (end > begin)
            m_font->draw(painter, {topLeft.x() + xOf(begin), topLeft.y()}, m_rowHeight,
                         QStringView(m_shown.text).sliced(begin, end - begin), run.ink.isBold);
        begin = end + 1;
    }
}

void LogRow::paint(QPainter &painter, const QPointF &topLeft, const QRectF &clip, const QColor &text,
                   const QList<Highlight> &highlights, const Columns &selection) const
{
    const int size = int(m_shown.text.size());
    if (!m_layout) {
        const int begin = std::max(0, columnAtX(clip.left() - topLeft.x()) - 1);
        const int end = std::min(size, columnAtX(clip.right() - topLeft.x()) + 1);
        for (const Run &run : runs({begin, std::max(begin, end)}, highlights, selection))
            paintRun(painter, topLeft, text, run);
        return;
    }
    QList<QTextLayout::FormatRange> formats;
    for (const Run &run : runs({0, size}, highlights, selection)) {
        if (run.ink == Ink())
            continue;
        QTextCharFormat format;
        if (run.ink.text.isValid())
            format.setForeground(run.ink.text);
        if (run.ink.ground.isValid())
            format.setBackground(run.ink.ground);
        if (run.ink.isUnderlined)
            format.setFontUnderline(true);
        formats.append({run.columns.begin, run.columns.end - run.columns.begin, format});
    }
    painter.setPen(text);
    m_layout->draw(&painter, topLeft, formats, clip);
}

std::optional<LogRow::Highlight> levelIn(const QString &text)
{
    static const QRegularExpression level(
        QStringLiteral("\\b(?:(ERROR|CRITICAL|FATAL|Traceback)|(WARN(?:ING)?)|(INFO|DEBUG|TRACE))\\b"));
    const QRegularExpressionMatch word = level.match(text);
    if (!word.hasMatch())
        return {};
    const Tokens &colours = tokens();
    Ink ink;
    ink.text = word.capturedLength(1) > 0 ? colours.colour(Mark::Failed)
        : word.capturedLength(2) > 0      ? colours.colour(Mark::Terminating)
                                          : colours.text2;
    return LogRow::Highlight{{int(word.capturedStart()), int(word.capturedEnd())}, ink};
}

std::optional<LogRow::Highlight> timeIn(const StyledText &text)
{
    constexpr qsizetype furthest = 12; // columns from the beginning, or from the label of a merged log
    const std::optional<engine::ShownTime> time = engine::shownTimeIn(text.text);
    if (!time)
        return {};
    const qsizetype label = QStringView(text.text).first(time->begin).lastIndexOf(QChar(0x2502));
    if (time->begin - (label + 1) > furthest)
        return {};
    const auto hasColour = [&time](const StyledText::Span &span) {
        return span.begin < time->end && span.end > time->begin && span.style != AnsiStyle();
    };
    if (std::any_of(text.spans.cbegin(), text.spans.cend(), hasColour))
        return {};
    Ink ink;
    ink.text = tokens().text3;
    return LogRow::Highlight{{int(time->begin), int(time->end)}, ink};
}

QList<LogRow::Columns> matchesIn(const QString &text, const engine::LogPattern &pattern)
{
    QList<LogRow::Columns> result;
    const QByteArray utf8 = text.toUtf8();
    qsizetype bytes = 0; // before \a column
    qsizetype column = 0;
    for (const engine::LogMatch &match : pattern.matches(utf8)) {
        column += QString::fromUtf8(utf8.sliced(bytes, match.begin - bytes)).size();
        const qsizetype end = column + QString::fromUtf8(utf8.sliced(match.begin, match.length)).size();
        result.append({int(column), int(end)});
        column = end;
        bytes = match.begin + match.length;
    }
    return result;
}

} // namespace ui
