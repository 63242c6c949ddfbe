// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/filetable.h"

#include "models/storage/foldermodel.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/tables.h"

#include <QApplication>
#include <QDataStream>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace ui {

using models::FolderModel;

namespace {

constexpr int smallestName = 150;
constexpr qsizetype mostKept = 10'000; // selected names that are selected again after a refresh
constexpr int widths[] = {200, 90, 124, 96, 96, 104};

class FileDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        auto *editor = new QLineEdit(parent);
        editor->setAccessibleName(FileTable::tr("Name"));
        return editor;
    }
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        auto *line = static_cast<QLineEdit *>(editor);
        const QString name = index.data(Qt::EditRole).toString();
        if (line->text() == name)
            return;
        line->setText(name);
        // Queued, as the view selects all text after showing the editor. The suffix stays unselected.
        const qsizetype dot = name.lastIndexOf(u'.');
        if (dot > 0 && index.data(FolderModel::IconRole).toString() != u"folder")
            QMetaObject::invokeMethod(
                line, [line, dot] { line->setSelection(0, int(dot)); }, Qt::QueuedConnection);
    }
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        editor->setGeometry(option.rect.adjusted(32, 0, -2, -1));
    }

protected:
    [[nodiscard]] QString iconAt(const QModelIndex &index) const override
    {
        return index.data(FolderModel::IconRole).toString();
    }
    [[nodiscard]] QString toneAt(const QModelIndex &index) const override
    {
        return index.column() > FolderModel::Size ? u"text2"_s : QString();
    }
};

} // namespace

FileTable::FileTable(FolderModel &model, QWidget *parent) : QTableView(parent), m_model(model)
{
    styleTable(this);
    setItemDelegate(new FileDelegate(this));
    setModel(&model);
    setSelectionMode(ExtendedSelection);
    setSortingEnabled(true);
    sortByColumn(FolderModel::Name, Qt::AscendingOrder);
    setAutoScroll(true);
    setDragEnabled(true);
    setAccessibleName(tr("Files"));
    setContextMenuPolicy(Qt::CustomContextMenu);
    QHeaderView *header = horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(FolderModel::Name, QHeaderView::Stretch);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    for (int column = 1; column < FolderModel::ColumnCount; ++column)
        setColumnWidth(column, widths[column]);
    m_hidden = {FolderModel::Group, FolderModel::Permissions};
    fitColumns();

    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint &where) {
        offerColumns(this, where, m_hidden, [this] {
            fitColumns();
            emit columnsChanged();
        });
    });
    connect(header, &QHeaderView::sectionResized, this, &FileTable::columnsChanged);
    connect(this, &QTableView::activated, this, [this](const QModelIndex &index) { emit openRequested(index.row()); });
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &FileTable::keepSelection);
    connect(&model, &QAbstractItemModel::modelReset, this, &FileTable::restoreSelection);
    connect(&model, &FolderModel::changed, this, &FileTable::restoreSelection);
    connect(&model, &FolderModel::renamed, this, [this](const QString &from, const QString &to) {
        if (m_wantedCurrent == from)
            m_wantedCurrent = to;
    });
}

QString FileTable::currentName() const
{
    return currentIndex().isValid() ? m_model.entry(currentIndex().row()).name : QString();
}

void FileTable::select(const QSet<QString> &names)
{
    m_wanted = names;
    m_wantedCurrent = names.size() == 1 ? *names.cbegin() : QString();
    restoreSelection();
}

void FileTable::editName(int row)
{
    setCurrentIndex(m_model.index(row, FolderModel::Name));
    edit(currentIndex());
}

void FileTable::keepSelection()
{
    if (state() == EditingState)
        return;
    const QList<int> rows = selectedRows(*this);
    if (rows.isEmpty() || rows.size() > mostKept)
        return; // keeps m_wanted, as its names may not be listed yet
    m_wanted.clear();
    for (const int row : rows)
        m_wanted.insert(m_model.entry(row).name);
    m_wantedCurrent = currentName();
}

void FileTable::restoreSelection()
{
    if (m_wanted.isEmpty() && m_wantedCurrent.isEmpty())
        return;
    if (selectionModel()->hasSelection()) { // the user has selected something meanwhile
        m_wanted.clear();
        m_wantedCurrent.clear();
        return;
    }
    const QList<int> rows = m_model.rowsOf(m_wanted);
    if (rows.size() < m_wanted.size() && !m_model.isSettled())
        return;
    QItemSelection selection;
    for (const int row : rows)
        selection.select(m_model.index(row, 0), m_model.index(row, FolderModel::ColumnCount - 1));
    const QList<int> current = m_model.rowsOf({m_wantedCurrent});
    m_wanted.clear();
    m_wantedCurrent.clear();
    if (rows.isEmpty())
        return;
    const QModelIndex at = m_model.index(current.isEmpty() ? rows.constFirst() : current.constFirst(), 0);
    selectionModel()->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    scrollTo(at);
}

qsizetype FileTable::selectionCount() const
{
    qsizetype count = 0;
    for (const QItemSelectionRange &range : selectionModel()->selection())
        count += range.height();
    return count;
}

QList<engine::StorageEntry> FileTable::selectedEntries() const
{
    QList<engine::StorageEntry> entries;
    for (const int row : selectedRows(*this))
        entries.append(m_model.entry(row));
    return entries;
}

QList<engine::Location> FileTable::selectedLocations() const
{
    QList<engine::Location> locations;
    for (const int row : selectedRows(*this))
        locations.append(m_model.location(row));
    return locations;
}

// Letters typed quickly form a prefix; repeating one letter goes to the next match.
void FileTable::keyboardSearch(const QString &text)
{
    if (text.isEmpty())
        return;
    const bool goesOn = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
    m_sinceTyped.start();
    const bool repeats = goesOn && m_typed == text;
    m_typed = goesOn && !repeats ? QString(m_typed + text) : text;
    const int current = currentIndex().isValid() ? currentIndex().row() : -1;
    const int from = goesOn && !repeats ? qMax(current, 0) : current + 1;
    const int row = m_model.rowThatBegins(m_typed, from);
    if (row >= 0)
        setCurrentIndex(m_model.index(row, FolderModel::Name));
}

void FileTable::keyPressEvent(QKeyEvent *event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    const bool isTyping = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
    switch (isPlain ? event->key() : 0) {
    case Qt::Key_Space:
        if (isTyping)
            return keyboardSearch(u" "_s);
        return emit previewRequested();
    case Qt::Key_Backspace:
        return emit upRequested();
    case Qt::Key_Escape:
        return event->ignore(); // handled by the pane
    default:
        return QTableView::keyPressEvent(event);
    }
}

// While a drag is pending, the selection must not follow the mouse.
void FileTable::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_isPointerHeld)
        QTableView::mouseMoveEvent(event);
}

void FileTable::mouseReleaseEvent(QMouseEvent *event)
{
    m_isPointerHeld = false;
    QTableView::mouseReleaseEvent(event);
}

bool FileTable::focusNextPrevChild(bool next)
{
    if (next)
        emit tabbed();
    return !hasFocus() || QTableView::focusNextPrevChild(next);
}

void FileTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void FileTable::fitColumns()
{
    int left = viewport()->width() - smallestName;
    for (int column = 1; column < FolderModel::ColumnCount; ++column) {
        if (m_hidden.contains(column)) {
            setColumnHidden(column, true);
            continue;
        }
        const int width = isColumnHidden(column) ? qMax(widths[column], columnWidth(column)) : columnWidth(column);
        left -= width;
        setColumnHidden(column, left < 0);
    }
}

QByteArray FileTable::columns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_hidden << int(horizontalHeader()->sortIndicatorSection())
           << int(horizontalHeader()->sortIndicatorOrder());
    for (int column = 1; column < FolderModel::ColumnCount; ++column)
        stream << (isColumnHidden(column) ? 0 : columnWidth(column));
    return state;
}

void FileTable::setColumns(const QByteArray &state)
{
    QDataStream stream(state);
    QSet<int> hidden;
    int sorted = 0;
    int order = 0;
    stream >> hidden >> sorted >> order;
    if (stream.status() != QDataStream::Ok || sorted < 0 || sorted >= FolderModel::ColumnCount)
        return;
    m_hidden = hidden;
    for (int column = 1; column < FolderModel::ColumnCount; ++column) {
        int width = 0;
        stream >> width;
        if (stream.status() == QDataStream::Ok && width >= 48 && width < 2000)
            setColumnWidth(column, width);
    }
    sortByColumn(sorted, order == Qt::DescendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder);
    fitColumns();
}

} // namespace ui
