// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/foldermodel.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "models/storage/storagewords.h"
#include "models/words.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace models {

namespace {

constexpr qint64 mostNameBytes = 512 * 1024 * 1024;

QString cellText(const engine::StorageEntry &entry, int column)
{
    switch (column) {
    case FolderModel::Name:
        return engine::shownPath(entry.name);
    case FolderModel::Size:
        return entry.kind == engine::EntryKind::File || (entry.kind == engine::EntryKind::Link && !entry.isFolder)
            ? fileSize(entry.size)
            : QString();
    case FolderModel::Changed:
        return changedTime(entry.modifiedMs, QDateTime::currentDateTime());
    case FolderModel::Owner:
        return engine::shownPath(entry.owner);
    case FolderModel::Group:
        return engine::shownPath(entry.group);
    default:
        return modeText(entry.mode);
    }
}

} // namespace

/// What the worker is given, and what it made of it.
struct FolderModel::Order
{
    FolderRows rows;
    FolderSort sort;
    FolderFilter filter;
    std::shared_ptr<const RowNumbers> all;
    std::shared_ptr<const RowNumbers> shown;
    RowNumbers fresh; // not in all
    RowNumbers moved; // in all, perhaps not where they belong
    bool sorts = false;
    bool filters = false;
    quint64 generation = 0;
    std::shared_ptr<const RowNumbers> extended = {}; // shown, as it was, and behind it those of fresh
    qint64 took = 0; // ms

    void make()
    {
        QElapsedTimer clock;
        clock.start();
        RowNumbers changed = moved;
        changed.insert(changed.end(), fresh.begin(), fresh.end());
        const bool isOther = sorts || filters || !changed.empty();
        if (sorts)
            all = std::make_shared<RowNumbers>(sortedRows(rows, sort));
        else if (!changed.empty())
            all = std::make_shared<RowNumbers>(mergedRows(rows, sort, *all, std::exchange(changed, {})));
        const RowNumbers appended = filteredRows(rows, filter, fresh);
        RowNumbers longer;
        longer.reserve(shown->size() + appended.size());
        longer.insert(longer.end(), shown->begin(), shown->end());
        longer.insert(longer.end(), appended.begin(), appended.end());
        extended = std::make_shared<RowNumbers>(std::move(longer));
        if (isOther) {
            RowNumbers accepted = filteredRows(rows, filter, *all);
            shown = accepted.size() == all->size() ? all : std::make_shared<RowNumbers>(std::move(accepted));
        }
        took = clock.elapsed();
    }
};

FolderModel::FolderModel(engine::EngineClient &client, QObject *parent)
    : TableModel({tr("Name"), tr("Size"), tr("Changed"), tr("Owner"), tr("Group"), tr("Permissions")}, {Size}, parent),
      m_client(client), m_listing(client), m_again(client), m_all(std::make_shared<RowNumbers>()), m_shown(m_all)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FolderModel::orderNow);
    connect(&m_listing, &FolderListing::arrived, this, &FolderModel::take);
    connect(&m_listing, &FolderListing::ended, this, [this] { finish(State::Complete); });
    connect(&m_again, &FolderListing::arrived, this,
            [this](const QList<engine::StorageEntry> &entries) { m_seenAgain += entries; });
    connect(&m_again, &FolderListing::ended, this, &FolderModel::merge);
    for (const FolderListing *listing : {&m_listing, &m_again}) {
        connect(listing, &FolderListing::failed, this, [this](const engine::Error &error) {
            m_error = error;
            finish(State::Failed);
        });
    }
}

FolderModel::~FolderModel() = default;

void FolderModel::open(const engine::Location &folder)
{
    m_folder = folder;
    startOver();
    refresh();
}

void FolderModel::refresh()
{
    m_again.stop();
    m_isStale = true;
    m_error.reset();
    m_state = State::Listing;
    m_listing.begin(m_folder);
    emit changed();
}

void FolderModel::stop()
{
    if (m_state != State::Listing)
        return;
    m_listing.stop();
    m_isStale = false;
    finish(State::Stopped);
}

bool FolderModel::isSettled() const
{
    return m_state != State::Listing && !m_isOrdering && !m_pause.isActive();
}

void FolderModel::startOver()
{
    beginResetModel();
    ++m_generation;
    m_rows = {};
    m_all = m_shown = std::make_shared<RowNumbers>();
    m_ordered = 0;
    m_moved.clear();
    m_appearing.clear();
    m_isStale = false;
    endResetModel();
}

void FolderModel::take(const QList<engine::StorageEntry> &entries)
{
    if (m_isStale)
        startOver();
    m_rows.append(entries);
    if (m_rows.count() >= mostEntries || m_rows.nameBytes() > mostNameBytes)
        return stop();
    reorder();
    emit changed();
}

void FolderModel::finish(State state)
{
    if (m_isStale && state == State::Complete)
        startOver(); // nothing is left in it
    m_isStale = false;
    m_state = state;
    m_pause.stop();
    reorder();
    emit changed();
}

void FolderModel::setFilter(const FolderFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    orderNow();
    emit changed();
}

void FolderModel::sort(int column, Qt::SortOrder order)
{
    m_sort = {FolderColumn(column), order};
    orderNow();
}

// While pages come in, the order is made anew the less often the longer it takes.
void FolderModel::reorder()
{
    if (!m_pause.isActive())
        orderNow();
}

void FolderModel::orderNow()
{
    if (m_isOrdering)
        return; // receive() looks again
    m_pause.stop();
    Order order{m_rows, m_sort, m_filter, m_all, m_shown, {}, std::exchange(m_moved, {})};
    for (quint32 row = m_ordered; row < m_rows.count(); ++row)
        order.fresh.push_back(row);
    order.sorts = m_sort != m_allSort;
    order.filters = m_filter != m_shownFilter;
    order.generation = m_generation;
    if (order.fresh.empty() && order.moved.empty() && !order.sorts && !order.filters)
        return;
    m_isOrdering = true;
    const auto make = [order = std::move(order)]() mutable {
        order.make();
        return std::move(order);
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), make), this, [this](Order made) {
        m_isOrdering = false;
        const qint64 pause = m_state == State::Listing ? std::max<qint64>(30, 4 * made.took) : 0;
        receive(std::move(made));
        const bool isAsked = m_filter != m_shownFilter || m_sort != m_allSort;
        pause > 0 && !isAsked ? m_pause.start(int(pause)) : orderNow();
        emit changed();
    });
}

void FolderModel::receive(Order made)
{
    if (made.generation != m_generation)
        return;
    const bool keepsRows = made.filter == m_shownFilter && made.shown->size() == made.extended->size();
    m_all = made.all;
    m_allSort = made.sort;
    m_shownFilter = made.filter;
    m_ordered = made.rows.count();
    if (!keepsRows) {
        beginResetModel();
        m_shown = made.shown;
        endResetModel();
    } else {
        if (made.extended->size() > m_shown->size()) {
            beginInsertRows({}, rowCount(), int(made.extended->size()) - 1);
            m_shown = made.extended;
            endInsertRows();
        }
        if (!made.moved.empty() || *made.extended != *made.shown)
            placeAnew(made.shown);
    }
    const RowNumbers appearing = std::exchange(m_appearing, {});
    for (const quint32 number : appearing) {
        if (number < m_ordered)
            emit appeared(m_rows.entry(number).name);
        else
            m_appearing.push_back(number);
    }
}

void FolderModel::placeAnew(const std::shared_ptr<const RowNumbers> &after)
{
    const auto before = m_shown;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    m_shown = after;
    std::vector<int> rows; // by number; made only where many are asked for
    if (old.size() > 8 * int(ColumnCount)) {
        rows.resize(m_rows.count());
        for (size_t row = 0; row < after->size(); ++row)
            rows[(*after)[row]] = int(row);
    }
    QModelIndexList now;
    now.reserve(old.size());
    for (const QModelIndex &cell : old) {
        const quint32 number = (*before)[size_t(cell.row())];
        const int place =
            rows.empty() ? int(std::find(after->begin(), after->end(), number) - after->begin()) : rows[number];
        now.append(index(place, cell.column()));
    }
    changePersistentIndexList(old, now);
    emit layoutChanged({}, VerticalSortHint);
}

engine::StorageEntry FolderModel::entry(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows.entry((*m_shown)[size_t(row)]) : engine::StorageEntry();
}

QVariant FolderModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(index.column());
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole && role != IconRole)
        return {};
    const engine::StorageEntry entry = m_rows.entry((*m_shown)[size_t(index.row())]);
    switch (role) {
    case Qt::EditRole:
        return index.column() == Name ? entry.name : QString();
    case Qt::ToolTipRole:
        return index.column() == Name ? engine::shownPath(entry.name) : QString();
    case IconRole:
        return index.column() == Name ? iconNameOf(entry) : QString();
    default:
        return cellText(entry, index.column());
    }
}

Qt::ItemFlags FolderModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren | Qt::ItemIsDragEnabled;
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

} // namespace models
