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

/// The resource tree with its filter. Rows that the user expanded stay so, also at the next start. Clusters and
/// experiments, which may have hundreds of rows, are expanded only by the user.
class TreePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TreePanel)

public:
    TreePanel(models::ResourceTreeModel &model, QWidget *parent = nullptr);

    void select(const engine::ResourceId &id); ///< without openRequested()
    void focusFilter();
    [[nodiscard]] QWidget *dropArea() const; ///< receives drags over rows
    [[nodiscard]] engine::ResourceId idAt(const QPoint &where) const; ///< \a where in dropArea(); invalid: no row
    void showDropTarget(const engine::ResourceId &id); ///< highlights the row during a drag; invalid: none
    void showDropTargetAt(const QPoint &where); ///< highlights the row at \a where, as a machine may have several
    void saveTo(QSettings &settings) const;
    void restoreFrom(const QSettings &settings);

signals:
    void openRequested(const engine::ResourceId &id);
    /// \a id is invalid beside the rows.
    void menuRequested(const engine::ResourceId &id, const QPoint &globalPosition);

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
    [[nodiscard]] bool isOpen(const QModelIndex &index) const; ///< by the user, else by default
    [[nodiscard]] QModelIndex shownRowOf(const QModelIndex &index) const; ///< \a index, or its collapsed ancestor
    [[nodiscard]] engine::ResourceId idAt(const QModelIndex &index) const;

    models::ResourceTreeModel &m_model;
    QSortFilterProxyModel *m_filtered;
    QLineEdit *m_filter;
    QTreeView *m_view;
    TreeDelegate *m_delegate;
    QStackedWidget *m_stack;
    EmptyState *m_nothing; ///< shown without matches of the filter
    QSet<QString> m_closed; // rows that the user collapsed
    QSet<QString> m_opened; // rows collapsed by default that the user expanded
    engine::ResourceId m_place; // selected; its row may be hidden in a collapsed one
    engine::ResourceId m_wanted; // to be selected once it has a row
    bool m_selecting = false;
};

} // namespace ui
