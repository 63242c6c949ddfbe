// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QWidget>

class QLineEdit;
class QSettings;
class QSortFilterProxyModel;
class QStackedWidget;
class QTreeView;

namespace models {
class ResourceTreeModel;
}

namespace ui {

class EmptyState;
class TreeDelegate;

/// The resource tree with its filter. What the user opened stays open, here and at the next start; clusters and
/// experiments, which may hold hundreds of rows, open by nothing else.
class TreePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TreePanel)

public:
    TreePanel(models::ResourceTreeModel &model, QWidget *parent = nullptr);

    void select(const engine::ResourceId &id); ///< without asking for its page again
    void focusFilter();
    [[nodiscard]] QWidget *dropArea() const; ///< what is dragged over rows is over this
    [[nodiscard]] engine::ResourceId idAt(const QPoint &where) const; ///< in dropArea(); invalid beside the rows
    void showDropTarget(const engine::ResourceId &id); ///< the row that takes what is dragged; invalid: none
    void showDropTargetAt(const QPoint &where); ///< the row in dropArea(): a machine may have several
    void saveTo(QSettings &settings) const;
    void restoreFrom(const QSettings &settings);

signals:
    void openRequested(const engine::ResourceId &id);
    void menuRequested(const engine::ResourceId &id, const QPoint &globalPosition); ///< invalid: beside the rows

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void openNew(const QModelIndex &parent, int first, int last);
    void showEmpty();
    void filter(const QString &text);
    void remember(const QModelIndex &index, bool open);
    void restoreExpansion(const QModelIndex &parent);
    void foldMatches(const QModelIndex &parent, const QString &wanted);
    void userFolded(const QModelIndex &index, bool open);
    [[nodiscard]] static bool beginsClosed(const QModelIndex &index);
    [[nodiscard]] bool isOpen(const QModelIndex &index) const; ///< as the user left it
    [[nodiscard]] QModelIndex shownRowOf(const QModelIndex &index) const; ///< itself, or what is closed around it
    [[nodiscard]] engine::ResourceId idAt(const QModelIndex &index) const;

    models::ResourceTreeModel &m_model;
    QSortFilterProxyModel *m_filtered;
    QLineEdit *m_filter;
    QTreeView *m_view;
    TreeDelegate *m_delegate;
    QStackedWidget *m_stack;
    EmptyState *m_nothing; ///< matches the filter
    QSet<QString> m_closed; // rows the user folded
    QSet<QString> m_opened; // rows that begin closed, and the user opened
    engine::ResourceId m_place; // selected; its row may be in a closed one
    engine::ResourceId m_wanted; // selected before its row was there
    bool m_selecting = false;
};

} // namespace ui
