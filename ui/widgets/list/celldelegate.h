// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Role of a cell's mark: int of Mark.
inline constexpr int markRole = Qt::UserRole + 100;
/// Role of a cell's tone: QString "link", "text2" or "failed".
inline constexpr int toneRole = Qt::UserRole + 101;

/// Paints table cells: optional mark, text, digits of equal width so that numbers are aligned.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Of a cell that shows \a text behind a mark.
    [[nodiscard]] static int widthWithMark(const QString &text, const QFontMetrics &metrics);

    [[nodiscard]] virtual bool isLink(const QModelIndex &index) const; ///< drawn as a link; a click opens it

protected:
    [[nodiscard]] virtual int markAt(const QModelIndex &index) const; ///< -1: none
    /// Name of the icon before the text; may be empty.
    [[nodiscard]] virtual QString iconAt(const QModelIndex &index) const;
    [[nodiscard]] virtual QString toneAt(const QModelIndex &index) const { return index.data(toneRole).toString(); }
};

} // namespace ui
