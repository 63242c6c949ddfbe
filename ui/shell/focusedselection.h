// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QObject>
#include <QPointer>

class QAbstractItemView;
class QStackedWidget;

namespace ui {

/// The selection in the last focused list of the current page, on which keys and commands act; without one they act on
/// the page's resource. Reset when the tree gets the focus or another page is shown. A list of resources asks for its
/// context menu through this; below its rows that of the page, and nothing stays selected.
class FocusedSelection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusedSelection)

public:
    /// \a pages: the pages. \a tree: resets the selection when focused.
    FocusedSelection(const QStackedWidget &pages, const QWidget &tree, QObject *parent = nullptr);

    [[nodiscard]] bool isEmpty() const;
    /// Without duplicates, in row order; empty if rows are not resources of the tree, such as files.
    [[nodiscard]] QList<engine::ResourceId> resources() const;

signals:
    void changed();
    void menuRequested(const QPoint &globalPosition); ///< of resources(), which are not empty
    void listMenuRequested(const QPoint &globalPosition); ///< of the page's resource; nothing is selected

private:
    void follow(QWidget *focused);
    void askMenu(const QPoint &where); // in the viewport of the list
    [[nodiscard]] const QAbstractItemView *view() const; ///< null unless it is visible on the current page
    [[nodiscard]] bool listsResources() const;

    const QStackedWidget &m_pages;
    const QWidget &m_tree;
    QPointer<QAbstractItemView> m_view;
    QMetaObject::Connection m_selecting;
    QMetaObject::Connection m_asking; // for the context menu
};

} // namespace ui
