// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QObject>
#include <QPointer>

class QAbstractItemView;
class QStackedWidget;

namespace ui {

/// What is selected in the list of the current page that had the focus last. Keys and commands act on it, and on what
/// the page shows where there is none. The focus in the tree ends it, and so does another page.
class FocusedSelection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusedSelection)

public:
    /// The pages are in \a pages; \a tree names its own resource.
    FocusedSelection(const QStackedWidget &pages, const QWidget &tree, QObject *parent = nullptr);

    [[nodiscard]] bool isEmpty() const;
    /// Each once, in the order of the rows; none where the rows lead to nothing that the tree has, as files do not.
    [[nodiscard]] QList<engine::ResourceId> resources() const;

signals:
    void changed();

private:
    void follow(QWidget *focused);
    [[nodiscard]] const QAbstractItemView *view() const; ///< null unless it is of the current page, and not hidden

    const QStackedWidget &m_pages;
    const QWidget &m_tree;
    QPointer<QAbstractItemView> m_view;
    QMetaObject::Connection m_selecting;
};

} // namespace ui
