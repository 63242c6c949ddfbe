// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/rowseditor.h"

#include "models/job/form/jobform.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/list/celldelegate.h"

#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace ui {

namespace {

/// Paints a hint in the empty last row.
class RowDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        CellDelegate::paint(painter, option, index);
        if (index.column() > 0 || index.row() + 1 < index.model()->rowCount() || !index.data().toString().isEmpty())
            return;
        painter->setFont(textFont(12));
        painter->setPen(tokens().text3);
        painter->drawText(option.rect.adjusted(16, 0, 0, -1), Qt::AlignVCenter, RowsEditor::tr("Add"));
    }
};

} // namespace

RowsEditor::RowsEditor(const QStringList &keys, QWidget *parent)
    : QTableWidget(0, int(keys.size()), parent), m_keys(keys)
{
    setItemDelegate(new RowDelegate(this));
    setFont(monoFont());
    setWordWrap(false);
    QStringList headings;
    for (const QString &key : keys)
        headings.append(models::fieldLabel(key));
    setHorizontalHeaderLabels(headings);
    horizontalHeader()->setFont(textFont(12, QFont::Medium));
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(qMax(26, fontMetrics().height() + 8));
    setShowGrid(false);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    appendEmptyRow();
    connect(this, &QTableWidget::cellChanged, this, [this](int row) {
        if (row + 1 == rowCount() && !rows().isEmpty())
            appendEmptyRow();
        emit edited();
    });
}

QList<QStringList> RowsEditor::rows() const
{
    QList<QStringList> texts;
    for (int row = 0; row < rowCount(); ++row) {
        QStringList line;
        for (int column = 0; column < columnCount(); ++column)
            line.append(item(row, column) ? item(row, column)->text() : QString());
        if (std::any_of(line.cbegin(), line.cend(), [](const QString &text) { return !text.isEmpty(); }))
            texts.append(line);
    }
    return texts;
}

void RowsEditor::setRows(const QList<QStringList> &texts)
{
    if (texts == rows())
        return;
    const QSignalBlocker quiet(this);
    setRowCount(0);
    for (const QStringList &line : texts) {
        appendEmptyRow();
        for (int column = 0; column < columnCount(); ++column)
            item(rowCount() - 1, column)->setText(line.value(column));
    }
    appendEmptyRow();
}

void RowsEditor::appendEmptyRow()
{
    const QSignalBlocker quiet(this);
    insertRow(rowCount());
    for (int column = 0; column < columnCount(); ++column) {
        setItem(rowCount() - 1, column, new QTableWidgetItem);
    }
    fitHeight();
}

void RowsEditor::fitHeight()
{
    const int header = qMax(26, horizontalHeader()->sizeHint().height());
    setFixedHeight(header + rowCount() * verticalHeader()->defaultSectionSize() + 2 * frameWidth());
}

void RowsEditor::showFault(int row, const QString &key, const QString &text)
{
    const QSignalBlocker quiet(this);
    auto *cell = item(qBound(0, row, rowCount() - 1), qMax(0, int(m_keys.indexOf(key))));
    cell->setBackground(tokens().ground(Mark::Failed));
    cell->setToolTip(text);
    viewport()->update();
}

void RowsEditor::clearFaults()
{
    const QSignalBlocker quiet(this);
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            item(row, column)->setBackground({});
            item(row, column)->setToolTip({});
        }
    }
    viewport()->update();
}

} // namespace ui
