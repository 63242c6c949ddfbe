// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/itemrows.h"

#include "models/words.h"
#include "ui/widgets/list/celldelegate.h"

#include <QLabel>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace ui {

QStandardItem *textItem(const QString &text, const engine::ResourceId &target, const QString &tone)
{
    auto *item = new QStandardItem(text);
    item->setToolTip(text);
    item->setData(QVariant::fromValue(target), targetRole);
    if (!tone.isEmpty())
        item->setData(tone, toneRole);
    return item;
}

QStandardItem *numberItem(const QString &text, const engine::ResourceId &target)
{
    QStandardItem *item = textItem(text, target);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QStandardItem *jobsItem(qint64 count, models::JobGroup group, const engine::ResourceId &scope)
{
    QStandardItem *item = numberItem(models::number(count), scope);
    item->setToolTip(models::counted(count, group));
    item->setData(int(group), jobsRole);
    if (count > 0)
        item->setData(u"link"_s, toneRole);
    return item;
}

QStandardItem *markItem(Mark mark, const QString &text, const engine::ResourceId &target, const QString &tone)
{
    QStandardItem *item = textItem(text, target, tone);
    item->setData(int(mark), markRole);
    return item;
}

void setRows(QStandardItemModel &model, const QList<QList<QStandardItem *>> &rows)
{
    if (model.rowCount() > rows.size())
        model.removeRows(int(rows.size()), model.rowCount() - int(rows.size()));
    for (int row = 0; row < rows.size(); ++row) {
        if (row >= model.rowCount()) {
            model.appendRow(rows[row]);
            continue;
        }
        for (int column = 0; column < rows[row].size(); ++column) {
            QStandardItem *fresh = rows[row][column];
            for (const int role :
                 {int(Qt::DisplayRole), int(Qt::ToolTipRole), targetRole, jobsRole, markRole, toneRole})
                model.item(row, column)->setData(fresh->data(role), role);
            delete fresh;
        }
    }
}

QLabel *sectionTitle(const QString &text, QWidget *parent)
{
    auto *title = new QLabel(text, parent);
    title->setFont(textFont(13, QFont::DemiBold));
    title->setContentsMargins(16, 8, 16, 8);
    return title;
}

} // namespace ui
