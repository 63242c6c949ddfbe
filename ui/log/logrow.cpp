// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logrow.h"

#include "ui/log/logview.h"
#include "ui/theme/tokens.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>

namespace ui {

namespace {

constexpr qsizetype longestShown = 8192;
constexpr double endless = 1e7;

} // namespace

QString shownText(const engine::LogLine &line)
{
    QString text = QString::fromUtf8(engine::withoutControlSequences(line.text));
    for (QChar &c : text) {
        if (c.unicode() < 0x20 && c != QLatin1Char('\t'))
            c = QChar(0x2400 + c.unicode()); // the pictures of control characters
    }
    if (line.isCut || text.size() > longestShown)
        text = text.left(longestShown) + QChar(0x2026);
    return text;
}

LogRow::LogRow(const engine::LogLine &line, const QFont &font, int rowHeight, std::optional<int> room)
    : m_text(shownText(line)), m_layout(m_text, font), m_rowHeight(rowHeight), m_updates(line.updates)
{
    QTextOption option;
    option.setWrapMode(room ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    option.setTabStopDistance(8 * QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')));
    m_layout.setTextOption(option);
    m_layout.beginLayout();
    double y = 0;
    for (QTextLine part = m_layout.createLine(); part.isValid(); part = m_layout.createLine()) {
        part.setLineWidth(room.value_or(endless));
        part.setPosition({0, y + (m_rowHeight - part.height()) / 2});
        y += m_rowHeight;
    }
    m_layout.endLayout();
}

double LogRow::width() const
{
    double widest = 0;
    for (int i = 0; i < m_layout.lineCount(); ++i)
        widest = std::max(widest, m_layout.lineAt(i).naturalTextWidth());
    return widest;
}

int LogRow::columnAt(const QPointF &place) const
{
    if (m_layout.lineCount() == 0)
        return 0;
    const int part = std::clamp(int(place.y() / m_rowHeight), 0, m_layout.lineCount() - 1);
    return m_layout.lineAt(part).xToCursor(place.x());
}

QList<QTextLayout::FormatRange> LogRow::formats(const Look &look) const
{
    QList<QTextLayout::FormatRange> ranges;
    const auto add = [&ranges](qsizetype start, qsizetype length, const QColor &text, const QColor &ground) {
        QTextCharFormat format;
        if (text.isValid())
            format.setForeground(text);
        if (ground.isValid())
            format.setBackground(ground);
        ranges.append({int(start), int(length), format});
    };
    static const QRegularExpression level(
        QStringLiteral("\\b(?:(ERROR|CRITICAL|FATAL|Traceback)|(WARN(?:ING)?)|(INFO|DEBUG|TRACE))\\b"));
    const QRegularExpressionMatch word = level.match(m_text);
    if (word.hasMatch()) {
        const Tokens &colours = tokens();
        add(word.capturedStart(), word.capturedLength(),
            word.capturedLength(1) > 0       ? colours.colour(Mark::Failed)
                : word.capturedLength(2) > 0 ? colours.colour(Mark::Terminating)
                                             : colours.text2,
            {});
    }
    if (look.pattern) {
        const QByteArray utf8 = m_text.toUtf8();
        for (const engine::LogMatch &match : look.pattern->matches(utf8)) {
            const qsizetype begin = QString::fromUtf8(utf8.left(match.begin)).size();
            add(begin, QString::fromUtf8(utf8.mid(match.begin, match.length)).size(),
                look.isCurrentMatch ? tokens().matchCurrentText : tokens().matchText,
                look.isCurrentMatch ? tokens().matchCurrent : tokens().match);
        }
    }
    if (look.selection.end > look.selection.begin)
        add(look.selection.begin, look.selection.end - look.selection.begin, {}, tokens().selection);
    return ranges;
}

void LogRow::paint(QPainter &painter, const QPointF &topLeft, const Look &look) const
{
    painter.setPen(m_updates > 1 ? tokens().text2 : tokens().text);
    m_layout.draw(&painter, topLeft, formats(look));
    if (m_updates > 1)
        paintTag(painter, topLeft);
}

void LogRow::paintTag(QPainter &painter, const QPointF &topLeft) const
{
    const QTextLine last = m_layout.lineAt(m_layout.lineCount() - 1);
    const QString tag = LogView::tr("%n updates, shown as one line", nullptr, m_updates);
    painter.setFont(textFont(11));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(tag) + 16;
    const QRectF box(topLeft.x() + last.naturalTextWidth() + 14, topLeft.y() + double(rows() - 1) * m_rowHeight + 2,
                     width, m_rowHeight - 4);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(tokens().selectionUnfocused);
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(tokens().text2);
    painter.drawText(box, Qt::AlignCenter, tag);
}

} // namespace ui
