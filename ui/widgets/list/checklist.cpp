// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/checklist.h"

#include "models/machine/checklistmodel.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

using models::CheckListModel;

namespace {

constexpr int checklistMargin = 8;
constexpr int boxSide = 15;
constexpr int boxLeft = 16;

class CheckDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool canCheck = index.flags().testFlag(Qt::ItemIsEnabled);
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tokens().grid);
        QRect room = option.rect.adjusted(checklistMargin, 0, -checklistMargin, -1);
        if (index.column() == CheckListModel::Name) {
            if (canCheck)
                drawBox(*style, *painter, option, index);
            room.setLeft(option.rect.left() + boxLeft + boxSide + checklistMargin);
        }
        painter->setFont(option.font);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(index.column() == CheckListModel::Name && canCheck ? tokens().text
                            : canCheck || isSelected                       ? tokens().text2
                                                                           : tokens().text3);
        painter->drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(option.font).elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
    }

    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override
    {
        bool toggles = false;
        if (event->type() == QEvent::MouseButtonRelease)
            toggles = index.column() == CheckListModel::Name
                && static_cast<QMouseEvent *>(event)->pos().x()
                    < option.rect.left() + boxLeft + boxSide + checklistMargin;
        else if (event->type() == QEvent::MouseButtonDblClick)
            toggles = true;
        else if (event->type() == QEvent::KeyPress)
            toggles = static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space;
        if (!toggles)
            return false;
        const QModelIndex box = index.siblingAtColumn(CheckListModel::Name);
        const bool isChecked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(box, int(isChecked ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
    }

private:
    static void drawBox(const QStyle &style, QPainter &painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index)
    {
        QStyleOptionViewItem box(option);
        box.rect = QRect(option.rect.left() + boxLeft, option.rect.center().y() - boxSide / 2, boxSide, boxSide);
        box.state &= ~QStyle::State_HasFocus;
        box.state |= index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? QStyle::State_On : QStyle::State_Off;
        style.drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, &painter, option.widget);
    }
};

} // namespace

CheckList::CheckList(CheckListModel &model, const QString &title, QWidget *parent)
    : QWidget(parent), m_model(model), m_filtered(new QSortFilterProxyModel(this)),
      m_count(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))), m_filter(new QLineEdit(this)),
      m_table(makeTable(this)), m_empty(new EmptyState(u"server"_s, {}, {}, this)),
      m_noMatch(new EmptyState(u"search"_s, tr("None matches"), {}, this)), m_stack(new QStackedWidget(this))
{
    m_filtered->setSourceModel(&model);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(-1);
    m_table->setModel(m_filtered);
    m_table->setItemDelegate(new CheckDelegate(m_table));
    m_table->setAccessibleName(title);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *heading = new ToneLabel(ToneLabel::Tone::Text, title, this, textFont(13, QFont::DemiBold));
    heading->setWordWrap(false);
    m_count->setWordWrap(false);
    styleFilter(m_filter, tr("Filter: %1").arg(title));
    m_filter->setMaximumWidth(200);
    m_head = newRow({16, 8, 16, 8}, 8, {heading, m_count, Stretch{}, m_filter});
    connect(m_noMatch->setButton(tr("Clear filter")), &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
    addPages(*m_stack, {m_table, m_empty, m_noMatch});
    setLayout(newColumn({}, 0, {m_head, {m_stack, 1}}));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filtered->setFilterFixedString(text);
        refresh();
    });
    connect(&model, &CheckListModel::checkedChanged, this, &CheckList::refresh);
    refresh();
}

void CheckList::setEmpty(const QString &what, const QString &why)
{
    m_empty->setTexts(what, why);
}

void CheckList::setWidths(const QList<int> &widths)
{
    ui::setWidths(*m_table, widths);
}

void CheckList::refresh()
{
    const QLocale locale;
    const int all = m_model.rowCount();
    const int shown = m_filtered->rowCount();
    m_stack->setCurrentWidget(all == 0         ? static_cast<QWidget *>(m_empty)
                                  : shown == 0 ? static_cast<QWidget *>(m_noMatch)
                                               : static_cast<QWidget *>(m_table));
    m_noMatch->setTexts(tr("None matches \"%1\"").arg(m_filter->text()),
                        tr("%1 are hidden.").arg(locale.toString(all - shown)));
    m_filter->setVisible(all > 0);
    m_count->setText(all == 0          ? QString()
                         : shown < all ? tr("%1 of %2").arg(locale.toString(shown), locale.toString(all))
                                       : locale.toString(all));
}

} // namespace ui
