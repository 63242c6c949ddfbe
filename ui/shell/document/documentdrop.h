// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"
#include "models/transfer/dropjudge.h"

#include <QObject>

#include <functional>

class QDropEvent;
class QWidget;

namespace ui {

class DraggedDocument;
class DropHint;
class TreePanel;

/// What is dragged over the window, but for its folders. A file is read as it comes in and told by its content: a drop
/// opens a document. Anything else, and several, are files for the machine or file server in a row of the tree. Where
/// it would go is shown while it moves: the row that takes it, and a sentence.
class DocumentDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentDrop)

public:
    using VerdictHere = std::function<models::DropVerdict(models::DocumentKind)>;
    using FolderOf = std::function<std::optional<models::DropFacts>(const engine::ResourceId &)>;
    /// \a verdictHere: of a document of a kind that is dropped on the page and not on the tree. \a folderOf: where
    /// files go that are dropped on a row of the tree; none: nowhere.
    DocumentDrop(QWidget *window, QWidget *pages, TreePanel *tree, VerdictHere verdictHere, FolderOf folderOf,
                 QObject *parent);

signals:
    void dropped(const models::OpenedDocument &document, const models::DropVerdict &verdict);
    void filesDropped(const QList<engine::Location> &files, const engine::Location &folder);
    void refused(const QString &words); ///< it was dropped where it cannot go

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool enter(QDropEvent *event);
    void move(QDropEvent *event, bool isOverTree);
    void drop(QDropEvent *event, bool isOverTree);
    void leave();
    void finish();
    [[nodiscard]] models::DropVerdict verdict() const;
    /// What is dragged as files, and where they would go; none when they are a document, or nothing there takes files.
    [[nodiscard]] std::optional<models::DropFacts> files() const;
    void showVerdict();

    TreePanel *m_tree;
    QWidget *m_treeArea;
    DropHint *m_pageHint;
    DropHint *m_treeHint;
    VerdictHere m_verdictHere;
    FolderOf m_folderOf;
    DraggedDocument *m_dragged;
    QList<engine::Location> m_files; // that are dragged
    bool m_isDropped = false; // before it was read
    bool m_isOverTree = false;
    engine::ResourceId m_under; // of the tree
    QPoint m_where; // there
};

} // namespace ui
