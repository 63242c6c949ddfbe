// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFrame>

class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace models {
class FileWork;
}

namespace ui {

/// Lists files that this window put into the trash, to restore them.
class RestorePanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RestorePanel)

public:
    explicit RestorePanel(models::FileWork &work, QWidget *parent = nullptr);
    ~RestorePanel() override;

    void takeFocus();

signals:
    void closed();

private:
    void arrange();
    void showSelection();
    void restore();
    void forget();
    template <typename Act> void forSelected(Act act) const; ///< act(place, files) for each place

    models::FileWork &m_work;
    QSortFilterProxyModel *m_order;
    QStackedWidget *m_stack;
    QTableView *m_table;
    QPushButton *m_restore;
    QPushButton *m_forget;
};

} // namespace ui
