// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/jsoneditor.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/text/jsonhighlighter.h"

#include <QHelpEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

namespace ui {

JsonEditor::JsonEditor(QWidget *parent) : QPlainTextEdit(parent), m_numbers(new QWidget(this))
{
    setFont(monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setAccessibleName(tr("The job's document as JSON"));
    new JsonHighlighter(document());
    m_numbers->installEventFilter(this);
    connect(this, &QPlainTextEdit::textChanged, this, &JsonEditor::edited);
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, qOverload<>(&QWidget::update));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &JsonEditor::placeNumbers);
    placeNumbers();
}

void JsonEditor::replaceText(const QByteArray &text)
{
    const QSignalBlocker quiet(this);
    const int line = verticalScrollBar()->value();
    // A single edit, so that one undo restores the previous text.
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(QString::fromUtf8(text));
    verticalScrollBar()->setValue(line);
    placeNumbers();
    m_numbers->update(); // signals of the editor are blocked
    markLines();
}

void JsonEditor::goTo(int line, int column)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line <= 0 || !block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, qBound(0, column - 1, block.length() - 1));
    setTextCursor(cursor);
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

void JsonEditor::setFaults(const QList<engine::Fault> &faults)
{
    m_faults = faults;
    markLines();
}

void JsonEditor::light(const QStringList &keys)
{
    m_lit = keys;
    markLines();
}

bool JsonEditor::canInsertFromMimeData(const QMimeData *source) const
{
    return !source->hasUrls() && QPlainTextEdit::canInsertFromMimeData(source); // files are opened by the window
}

void JsonEditor::markLines()
{
    QList<QTextEdit::ExtraSelection> selections;
    const auto mark = [&](const QTextBlock &block, const QColor &colour) {
        if (!block.isValid())
            return;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.format.setBackground(colour);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selections.append(selection);
    };
    const QString text = toPlainText();
    qsizetype place = m_lit.isEmpty() ? -1 : 0;
    for (const QString &key : std::as_const(m_lit))
        place = place < 0 ? place : text.indexOf(u'"' + key + u'"', place);
    if (place >= 0)
        mark(document()->findBlock(int(place)), tokens().selection);
    for (const engine::Fault &fault : std::as_const(m_faults))
        mark(document()->findBlockByNumber(fault.line - 1), tokens().ground(Mark::Failed));
    setExtraSelections(selections);
}

void JsonEditor::placeNumbers()
{
    const int width = fontMetrics().horizontalAdvance(QString::number(qMax(99, blockCount()))) + 24;
    setViewportMargins(width, 0, 0, 0);
    m_numbers->setGeometry(contentsRect().left(), contentsRect().top(), width, viewport()->height());
}

void JsonEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeNumbers();
}

bool JsonEditor::event(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        markLines();
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int line = cursorForPosition(viewport()->mapFrom(this, help->pos())).blockNumber() + 1;
        for (const engine::Fault &fault : std::as_const(m_faults)) {
            if (fault.line == line)
                QToolTip::showText(help->globalPos(), fault.message.text(), this);
        }
        return true;
    }
    return QPlainTextEdit::event(event);
}

bool JsonEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_numbers && event->type() == QEvent::Paint) {
        paintNumbers();
        return true;
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

void JsonEditor::paintNumbers()
{
    QPainter painter(m_numbers);
    painter.setFont(font());
    painter.setPen(tokens().text3);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > m_numbers->height())
            break;
        painter.drawText(QRectF(0, place.top(), m_numbers->width() - 12, place.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    }
}

} // namespace ui
