// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/foldermodel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/storagewords.h"
#include "models/words.h"

#include <algorithm>
#include <utility>

namespace models {

namespace {

constexpr qint64 mostNameBytes = 512 * 1024 * 1024;
constexpr int mostAttempts = 100; // at a free name

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

engine::Error nameError(const QString &name)
{
    return {engine::ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 cannot be a name: it is empty, a dot or two, or has a slash in it."),
             {engine::shownPath(name)}},
            name};
}

} // namespace

FolderModel::FolderModel(engine::EngineClient &client, QObject *parent)
    : TableModel({tr("Name"), tr("Size"), tr("Changed"), tr("Owner"), tr("Group"), tr("Permissions")}, {Size}, parent),
      m_client(client), m_listing(client), m_again(client), m_order(m_rows), m_shown(std::make_shared<RowNumbers>())
{
    connect(&m_order, &FolderOrdering::made, this, &FolderModel::takeOrder);
    connect(&m_order, &FolderOrdering::ended, this, &FolderModel::changed);
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
    m_order.setGrowing(true);
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
    return m_state != State::Listing && !m_order.isBusy();
}

void FolderModel::startOver()
{
    beginResetModel();
    ++m_generation;
    m_rows = {};
    m_order.clear();
    m_shown = std::make_shared<RowNumbers>();
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
    m_order.makeSoon();
    emit changed();
}

void FolderModel::finish(State state)
{
    const bool isGone = state == State::Failed && m_error->code == engine::ErrorCode::NotFound;
    if (isGone || (m_isStale && state == State::Complete))
        startOver(); // nothing is left in it
    m_isStale = false;
    m_state = state;
    m_order.setGrowing(false);
    m_order.makeNow();
    emit changed();
}

void FolderModel::setFilter(const FolderFilter &filter)
{
    if (filter == m_order.filter())
        return;
    m_order.setFilter(filter);
    emit changed();
}

void FolderModel::sort(int column, Qt::SortOrder order)
{
    m_order.setSort({FolderColumn(column), order});
}

void FolderModel::takeOrder(const std::shared_ptr<const RowNumbers> &extended,
                            const std::shared_ptr<const RowNumbers> &shown, bool keepsRows, bool hasMoved)
{
    if (!keepsRows) {
        beginResetModel();
        m_shown = shown;
        endResetModel();
    } else {
        if (extended->size() > m_shown->size()) {
            beginInsertRows({}, rowCount(), int(extended->size()) - 1);
            m_shown = extended;
            endInsertRows();
        }
        if (hasMoved || *extended != *shown)
            placeAnew(shown);
    }
    const RowNumbers appearing = std::exchange(m_appearing, {});
    for (const quint32 number : appearing) {
        if (number < m_order.orderedCount())
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
    return index.column() == Name && !isContainerList(m_folder) ? flags | Qt::ItemIsEditable : flags;
}

bool FolderModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || index.column() != Name || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    rename(index.row(), value.toString());
    return true;
}

void FolderModel::rename(int row, const QString &name)
{
    const QString old = entry(row).name;
    if (name == old)
        return;
    if (!engine::isEntryName(name))
        return emit refused(nameError(name));
    engine::whenFinished(
        m_client.storage.rename(m_folder.child(old), m_folder.child(name).path), this,
        [this, old, name, number = (*m_shown)[size_t(row)], generation = m_generation](const auto &answer) {
            if (!answer)
                return emit refused(answer.error());
            if (generation == m_generation) {
                engine::StorageEntry entry = m_rows.entry(number);
                entry.name = name;
                replace(number, entry);
            }
            emit renamed(old, name);
        });
}

void FolderModel::makeFolder()
{
    makeFolder(1);
}

void FolderModel::makeFolder(int attempt)
{
    const QString name = attempt == 1 ? tr("New folder") : tr("New folder %1").arg(attempt);
    const auto made = [this, name, generation = m_generation](const engine::Result<engine::StorageEntry> &entry) {
        if (!entry)
            return emit refused(entry.error());
        if (generation != m_generation)
            return;
        m_appearing.push_back(m_rows.count());
        m_rows.append({*entry});
        m_order.makeNow();
        emit changed();
    };
    const engine::Location place = m_folder.child(name);
    engine::whenFinished(m_client.storage.makeFolder(place), this, [this, place, attempt, made](const auto &answer) {
        if (answer)
            engine::whenFinished(m_client.storage.stat(place), this, made);
        else if (answer.error().code == engine::ErrorCode::AlreadyExists && attempt < mostAttempts
                 && m_folder == place.parent())
            makeFolder(attempt + 1);
        else
            emit refused(answer.error());
    });
}

void FolderModel::refreshEntry(const QString &name)
{
    const auto take = [this, name, generation = m_generation](const engine::Result<engine::StorageEntry> &entry) {
        const auto number = generation == m_generation ? m_rows.find(engine::pathToBytes(name)) : std::nullopt;
        if (!number)
            return;
        if (entry) {
            replace(*number, *entry);
        } else if (entry.error().code == engine::ErrorCode::NotFound) {
            m_rows.drop(*number);
            m_order.rowChanged(*number);
            m_order.makeNow();
        }
        emit changed();
    };
    engine::whenFinished(m_client.storage.stat(m_folder.child(name)), this, take);
}

void FolderModel::replace(quint32 number, const engine::StorageEntry &entry)
{
    m_rows.replace(number, entry);
    m_order.rowChanged(number);
    m_order.makeNow();
}

void FolderModel::follow()
{
    if (m_state != State::Complete || m_again.isRunning())
        return;
    m_seenAgain.clear();
    m_again.begin(m_folder);
}

void FolderModel::merge()
{
    const quint32 before = m_rows.count();
    const std::vector<quint32> touched = m_rows.takeOver(std::exchange(m_seenAgain, {}));
    if (touched.empty() && m_rows.count() == before)
        return;
    for (const quint32 number : touched)
        m_order.rowChanged(number);
    m_order.makeNow();
    emit changed();
}

QList<int> FolderModel::rowsOf(const QSet<QString> &names) const
{
    QSet<QByteArray> wanted;
    for (const QString &name : names)
        wanted.insert(engine::pathToBytes(name));
    QList<int> rows;
    for (size_t row = 0; row < m_shown->size() && rows.size() < wanted.size(); ++row) {
        const QByteArrayView name = m_rows.name((*m_shown)[row]);
        if (wanted.contains(QByteArray::fromRawData(name.data(), name.size())))
            rows.append(int(row));
    }
    return rows;
}

int FolderModel::rowThatBegins(const QString &text, int from) const
{
    const int count = rowCount();
    for (int i = 0; i < count; ++i) {
        const int row = (from + i) % count;
        if (nameBegins(m_rows.name((*m_shown)[size_t(row)]), text))
            return row;
    }
    return -1;
}

} // namespace models
