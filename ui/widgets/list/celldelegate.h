// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Role of a cell that starts with a mark: int of Mark.
inline constexpr int markRole = Qt::UserRole + 100;
/// Role of a cell that is a link or a fact: QColor by name of the token, "link", "text2" or "failed".
inline constexpr int toneRole = Qt::UserRole + 101;

/// Table cells: an optional mark, the text, digits in columns of one width so that numbers stand below each other.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    [[nodiscard]] virtual bool isLink(const QModelIndex &index) const; ///< its text is drawn as one, a click opens it

protected:
    [[nodiscard]] virtual int markAt(const QModelIndex &index) const; ///< -1: none
    [[nodiscard]] virtual QString iconAt(const QModelIndex &index) const; ///< name of an icon before the text; or empty
    [[nodiscard]] virtual QString toneAt(const QModelIndex &index) const { return index.data(toneRole).toString(); }
};

} // namespace ui
