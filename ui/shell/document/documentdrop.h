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

/// Handles drags over the window, except over file panes. A single file is read when it enters: a drop of a document
/// opens it. Other files are uploads to the machine or file server of a row of the tree. During the drag, the target
/// row and a hint are shown.
class DocumentDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentDrop)

public:
    using VerdictHere = std::function<models::DropVerdict(models::DocumentKind)>;
    using FolderOf = std::function<std::optional<models::DropFacts>(const engine::ResourceId &)>;
    /// \a verdictHere: for a document of a kind on the page. \a folderOf: target of files on a row of the tree; empty:
    /// not possible.
    DocumentDrop(QWidget *window, QWidget *pages, TreePanel *tree, VerdictHere verdictHere, FolderOf folderOf,
                 QObject *parent);

signals:
    void dropped(const models::OpenedDocument &document, const models::DropVerdict &verdict);
    void filesDropped(const QList<engine::Location> &files, const engine::Location &folder);
    void refused(const QString &words); ///< dropped on an impossible target; \a words: the reason

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool enter(QDropEvent *event);
    void move(QDropEvent *event, bool isOverTree);
    void drop(QDropEvent *event, bool isOverTree);
    void leave();
    void finish();
    [[nodiscard]] models::DropVerdict verdict() const;
    /// The dragged files and their target; empty for a document or without a target.
    [[nodiscard]] std::optional<models::DropFacts> files() const;
    void showVerdict();

    TreePanel *m_tree;
    QWidget *m_treeArea;
    DropHint *m_pageHint;
    DropHint *m_treeHint;
    VerdictHere m_verdictHere;
    FolderOf m_folderOf;
    DraggedDocument *m_dragged;
    QList<engine::Location> m_files; // dragged
    bool m_isDropped = false; // before the file was read
    bool m_isOverTree = false;
    engine::ResourceId m_under; // resource under the mouse, in the tree
    QPoint m_where; // position in the tree's drop area
};

} // namespace ui
