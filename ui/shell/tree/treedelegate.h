// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

namespace ui {

/// Paints a row of the tree: mark or icon, name, and a fact at the right. The name takes precedence in width.
class TreeDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setDropTarget(const QModelIndex &index) { m_dropTarget = index; } ///< row to highlight during a drag
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    QPersistentModelIndex m_dropTarget;
};

} // namespace ui
