// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace models {
class CheckListModel;
}

namespace ui {

class EmptyState;

/// A list with check boxes: title, number of checked rows, filter. Space toggles the current row. Shows an empty state
/// without rows, and another without matches of the filter.
class CheckList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckList)

public:
    CheckList(models::CheckListModel &model, const QString &title, QWidget *parent = nullptr);

    void setEmpty(const QString &what, const QString &why);
    void setWidths(const QList<int> &widths);
    [[nodiscard]] QHBoxLayout *head() const { return m_head; } ///< add buttons at its right end

private:
    void refresh();

    models::CheckListModel &m_model;
    QSortFilterProxyModel *m_filtered;
    QHBoxLayout *m_head;
    QLabel *m_count;
    QLineEdit *m_filter;
    QTableView *m_table;
    EmptyState *m_empty;
    EmptyState *m_noMatch;
    QStackedWidget *m_stack;
};

} // namespace ui
