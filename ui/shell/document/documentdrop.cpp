// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/document/documentdrop.h"

#include "ui/shell/document/draggeddocument.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/storage/drop/draggedfiles.h"
#include "ui/widgets/drophint.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include <utility>

namespace ui {

using models::DropVerdict;

DocumentDrop::DocumentDrop(QWidget *window, QWidget *pages, TreePanel *tree, VerdictHere verdictHere, FolderOf folderOf,
                           QObject *parent)
    : QObject(parent), m_tree(tree), m_treeArea(tree->dropArea()), m_pageHint(new DropHint(pages)),
      m_treeHint(new DropHint(tree)), m_verdictHere(std::move(verdictHere)), m_folderOf(std::move(folderOf)),
      m_dragged(new DraggedDocument(this))
{
    connect(m_dragged, &DraggedDocument::wasRead, this, [this] { m_isDropped ? finish() : showVerdict(); });
    for (QWidget *area : {window, m_treeArea}) {
        area->setAcceptDrops(true);
        area->installEventFilter(this);
    }
}

bool DocumentDrop::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOverTree = watched == m_treeArea;
    switch (event->type()) {
    case QEvent::DragEnter:
        if (!enter(static_cast<QDropEvent *>(event)))
            return false;
        move(static_cast<QDropEvent *>(event), isOverTree);
        event->accept(); // accepts regardless of the row, to receive move events
        return true;
    case QEvent::DragMove:
        if (m_files.isEmpty())
            return false;
        move(static_cast<QDropEvent *>(event), isOverTree);
        return true;
    case QEvent::DragLeave:
        leave();
        return false;
    case QEvent::Drop:
        if (m_files.isEmpty())
            return false;
        drop(static_cast<QDropEvent *>(event), isOverTree);
        return true;
    default:
        return false;
    }
}

bool DocumentDrop::enter(QDropEvent *event)
{
    const QList<engine::Location> files = DraggedFiles::filesOf(*event->mimeData());
    if (files.isEmpty())
        return false;
    m_files = files;
    const bool mayBeDocument = files.size() == 1 && files.constFirst().place.isEmpty();
    const QString path = mayBeDocument ? event->mimeData()->urls().value(0).toLocalFile() : QString();
    if (path.isEmpty() || path != m_dragged->path() || m_dragged->isReading()) {
        m_dragged->read(path);
        m_isDropped = false;
    }
    return true;
}

void DocumentDrop::move(QDropEvent *event, bool isOverTree)
{
    m_isOverTree = isOverTree;
    m_where = event->position().toPoint();
    m_under = isOverTree ? m_tree->idAt(m_where) : engine::ResourceId();
    event->setDropAction(Qt::CopyAction);
    event->setAccepted(verdict().isAccepted);
    showVerdict();
}

void DocumentDrop::drop(QDropEvent *event, bool isOverTree)
{
    move(event, isOverTree);
    event->setDropAction(Qt::CopyAction);
    event->accept();
    m_isDropped = true;
    m_dragged->isReading() ? showVerdict() : finish();
}

void DocumentDrop::finish()
{
    const DropVerdict decided = verdict();
    const std::optional<models::DropFacts> asFiles = files();
    const models::OpenedDocument document = m_dragged->document();
    leave();
    if (decided.isAccepted && asFiles)
        emit filesDropped(asFiles->sources, asFiles->target);
    else if (decided.isAccepted)
        emit dropped(document, decided);
    else
        emit refused(decided.words);
}

void DocumentDrop::leave()
{
    if (m_isDropped && m_dragged->isReading())
        return; // waits for the document
    m_files.clear();
    m_dragged->read({});
    m_isDropped = false;
    m_pageHint->hide();
    m_treeHint->hide();
    m_tree->showDropTarget({});
}

std::optional<models::DropFacts> DocumentDrop::files() const
{
    const bool isDocument = m_dragged->document().kind != models::DocumentKind::Unknown;
    auto facts = m_isOverTree && !isDocument ? m_folderOf(m_under) : std::nullopt;
    if (facts)
        facts->sources = m_files;
    return facts;
}

DropVerdict DocumentDrop::verdict() const
{
    if (m_dragged->isReading())
        return {true, {}, {}, tr("Reading %1…").arg(QFileInfo(m_dragged->path()).fileName())};
    if (const auto facts = files()) {
        const models::FileDropVerdict asFiles = models::judgeFiles(*facts);
        return {asFiles.isPossible, {}, {}, asFiles.words};
    }
    if (m_dragged->path().isEmpty())
        return {false, {}, {}, tr("Drop files into a folder, or on a machine or file server.")};
    if (m_isOverTree)
        return models::judgeDrop(m_dragged->document().kind, m_under);
    return m_verdictHere(m_dragged->document().kind);
}

void DocumentDrop::showVerdict()
{
    if (m_files.isEmpty())
        return;
    const DropVerdict now = verdict();
    (m_isOverTree ? m_pageHint : m_treeHint)->hide();
    (m_isOverTree ? m_treeHint : m_pageHint)->say(now.words, now.isAccepted);
    const bool isOnRow = m_isOverTree && now.isAccepted;
    if (isOnRow && files())
        return m_tree->showDropTargetAt(m_where);
    m_tree->showDropTarget(!isOnRow ? engine::ResourceId() : now.cluster.isValid() ? now.cluster : now.place);
}

} // namespace ui
