// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/tree/treedelegate.h"

#include "models/tree/resourcetreemodel.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/list/statemarks.h"

#include <QApplication>
#include <QPainter>

#include <optional>

using namespace Qt::StringLiterals;

namespace ui {

using models::ResourceTreeModel;
using models::TreeKind;

namespace {

constexpr int treeIconSide = 15;
constexpr int markSide = 14;
constexpr int gap = 6;
constexpr int rightMargin = 10;

std::optional<Mark> markAt(const QModelIndex &index)
{
    const auto link = index.data(ResourceTreeModel::LinkRole).value<engine::LinkState>();
    switch (index.data(ResourceTreeModel::KindRole).value<TreeKind>()) {
    case TreeKind::Cluster:
    case TreeKind::FileServer:
    case TreeKind::Machine:
        return markOf(link);
    case TreeKind::Node:
        return markOf(index.data(ResourceTreeModel::NodeStateRole).value<engine::NodeState>(), link);
    case TreeKind::Job:
        return markOf(index.data(ResourceTreeModel::JobStateRole).value<engine::JobState>(),
                      engine::JobPhase(index.data(ResourceTreeModel::JobPhaseRole).toInt()), link);
    default:
        return std::nullopt;
    }
}

QString iconAt(const QModelIndex &index)
{
    switch (index.data(ResourceTreeModel::KindRole).value<TreeKind>()) {
    case TreeKind::Group:
        return u"group"_s;
    case TreeKind::Workspace:
        return u"layers"_s;
    case TreeKind::Clusters:
        return u"cluster"_s;
    case TreeKind::FileServers:
        return u"share"_s;
    case TreeKind::Experiments:
        return u"flask"_s;
    case TreeKind::Machines:
        return u"server"_s;
    case TreeKind::StorageAccounts:
        return u"cloud"_s;
    default:
        return {};
    }
}

} // namespace

void TreeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        drawFocusRing(*painter, option.rect, 3);
    if (m_dropTarget.isValid() && m_dropTarget == index)
        drawBox(*painter, option.rect.adjusted(-4, 0, 0, 0), 3, t.accent, t.selection, 2);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QRect room = option.rect.adjusted(2, 0, -rightMargin, 0);
    const auto side = [&room](int size) {
        return QRectF(room.left(), room.center().y() - size / 2.0 + 0.5, size, size);
    };
    if (const auto mark = markAt(index)) {
        paintMark(*painter, side(markSide), *mark);
        room.setLeft(room.left() + markSide + gap);
    } else if (const QString name = iconAt(index); !name.isEmpty()) {
        paintIcon(*painter, side(treeIconSide), name, selected ? t.text : t.text2);
        room.setLeft(room.left() + treeIconSide + gap);
    }

    const bool opensAll = index.data(ResourceTreeModel::KindRole).value<TreeKind>() == TreeKind::AllJobs;
    const QString name = index.data().toString();
    const QString fact = index.data(ResourceTreeModel::FactRole).toString();
    const QFontMetrics nameMetrics(option.font);
    const QFont factFont = textFont(12);
    const QFontMetrics factMetrics(factFont);
    const int nameWidth = qMin(nameMetrics.horizontalAdvance(name), room.width());
    painter->setFont(option.font);
    painter->setPen(opensAll && !selected ? t.link : t.text);
    painter->drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                      nameMetrics.elidedText(name, Qt::ElideMiddle, room.width()));
    room.setLeft(room.left() + nameWidth + 8);
    if (fact.isEmpty() || room.width() < factMetrics.horizontalAdvance(u"00:00"_s))
        return;
    painter->setFont(factFont);
    painter->setPen(selected ? t.text2 : t.text3);
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
                      factMetrics.elidedText(fact, Qt::ElideRight, room.width()));
}

QSize TreeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {80, qMax(26, option.fontMetrics.height() + 8)};
}

} // namespace ui
