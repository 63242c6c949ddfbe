// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QObject>

#include <functional>

class QDropEvent;
class QWidget;

namespace ui {

class DropHint;
class TreePanel;

/// A file that is dragged over the window: it is read as it comes in, told by its content, and where it would go is
/// shown while it moves: the row of the tree that takes it, and a sentence. A drop opens it.
class DocumentDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentDrop)

public:
    /// \a verdictHere: of a document of a kind that is dropped on the page and not on the tree.
    DocumentDrop(QWidget *window, QWidget *pages, TreePanel *tree,
                 std::function<models::DropVerdict(models::DocumentKind)> verdictHere, QObject *parent);

signals:
    void dropped(const models::OpenedDocument &document, const models::DropVerdict &verdict);
    void refused(const QString &words); ///< it was dropped where it cannot go

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool enter(QDropEvent *event);
    void move(QDropEvent *event, bool isOverTree);
    void drop(QDropEvent *event, bool isOverTree);
    void leave();
    void read(const QString &path);
    void finish();
    [[nodiscard]] models::DropVerdict verdict() const;
    void showVerdict();

    QWidget *m_window;
    QWidget *m_treeArea;
    TreePanel *m_tree;
    DropHint *m_pageHint;
    DropHint *m_treeHint;
    std::function<models::DropVerdict(models::DocumentKind)> m_verdictHere;
    models::OpenedDocument m_document;
    QString m_path; // of what is dragged; empty: nothing is
    bool m_isRead = false;
    bool m_isDropped = false; // before it was read
    bool m_isOverTree = false;
    engine::ResourceId m_under; // of the tree
    quint64 m_reads = 0; // what was dragged before is dropped
};

} // namespace ui
