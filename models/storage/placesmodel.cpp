// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/placesmodel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/storagewords.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::Location;
using Kind = engine::StoragePlace::Kind;

PlacesModel::PlacesModel(engine::EngineClient &client, QObject *parent) : QAbstractListModel(parent), m_client(client)
{
}

void PlacesModel::refresh()
{
    using Places = engine::Result<QList<engine::StoragePlace>>;
    engine::whenFinished(m_client.storage.listPlaces(), this, [this](const Places &places) {
        if (places)
            receive(*places);
        else
            emit failed(places.error());
    });
}

void PlacesModel::receive(const QList<engine::StoragePlace> &places)
{
    QList<Row> rows;
    const auto addSection = [&](Kind kind, const QString &title, const QString &iconName) {
        for (const engine::StoragePlace &place : places) {
            if (place.kind != kind)
                continue;
            if (rows.isEmpty() || rows.constLast().iconName != iconName)
                rows.append({title, {}, {}, true});
            const QString name = kind == Kind::ThisComputer ? tr("Home") : place.name;
            rows.append({name, iconName, place.root, place.isOnline});
        }
    };
    addSection(Kind::FileServer, tr("File servers"), u"share"_s);
    addSection(Kind::Machine, tr("Machines"), u"server"_s);
    addSection(Kind::StorageAccount, tr("Storage accounts"), u"cloud"_s);
    addSection(Kind::ThisComputer, tr("This computer"), u"home"_s);
    rows.append({tr("All files"), u"monitor"_s, {{}, u"/"_s}, true});
    beginResetModel();
    m_rows = rows;
    endResetModel();
    emit refreshed();
    for (const Row &row : std::as_const(rows)) {
        const bool hasDisk = engine::accountOf(row.root.place).isEmpty();
        if (!row.iconName.isEmpty() && row.isOnline && hasDisk)
            askSpace(row.root);
    }
}

void PlacesModel::askSpace(const Location &root)
{
    engine::whenFinished(m_client.storage.fetchSpace(root), this,
                         [this, root](const engine::Result<engine::SpaceInfo> &space) {
                             // Not every place reports it.
                             if (!space || space->totalBytes <= 0)
                                 return;
                             m_space.insert(root.toString(), *space);
                             for (int row = 0; row < rowCount(); ++row) {
                                 if (m_rows[row].root == root)
                                     emit dataChanged(index(row), index(row));
                             }
                             emit refreshed();
                         });
}

int PlacesModel::rowOf(const Location &location) const
{
    int best = -1;
    for (int row = 0; row < rowCount(); ++row) {
        const Location &root = m_rows[row].root;
        const bool holds = !m_rows[row].iconName.isEmpty() && root.place == location.place
            && (root.path == u"/" || location.path == root.path || location.path.startsWith(root.path + u'/'));
        if (holds && (best < 0 || root.path.size() > m_rows[best].root.path.size()))
            best = row;
    }
    return best;
}

QString PlacesModel::freeText(const Location &location) const
{
    const int row = rowOf(location);
    const auto space = row < 0 ? m_space.cend() : m_space.constFind(m_rows[row].root.toString());
    return space == m_space.cend() ? QString() : models::freeText(*space);
}

bool PlacesModel::knows(const QString &place) const
{
    return place.isEmpty()
        || std::any_of(m_rows.cbegin(), m_rows.cend(), [&place](const Row &row) { return row.root.place == place; });
}

QString PlacesModel::homeOf(const QString &place) const
{
    for (const Row &row : m_rows) {
        const bool isHome = row.iconName == (place.isEmpty() ? u"home" : u"server");
        if (isHome && row.root.place == place)
            return row.root.path;
    }
    return u"/"_s;
}

int PlacesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString PlacesModel::detailOf(const Row &row) const
{
    if (row.iconName.isEmpty())
        return {};
    if (!row.isOnline)
        return word(engine::LinkState::Offline);
    if (isContainerList(row.root))
        return tr("Azure Blob");
    const auto space = m_space.constFind(row.root.toString());
    return space == m_space.cend() ? engine::shownPath(row.root.path) : models::freeText(*space);
}

QVariant PlacesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case Qt::ToolTipRole:
        return row.iconName.isEmpty() ? QString() : engine::shownPath(row.root.toString());
    case Qt::AccessibleTextRole:
        return row.iconName.isEmpty() ? row.title : QString(row.title + u", "_s + detailOf(row));
    case IconRole:
        return row.iconName;
    case DetailRole:
        return detailOf(row);
    case UsedRole: {
        const auto space = m_space.constFind(row.root.toString());
        return space == m_space.cend() ? QVariant() : 1.0 - double(space->freeBytes) / double(space->totalBytes);
    }
    case LocationRole:
        return QVariant::fromValue(row.root);
    case OnlineRole:
        return row.isOnline;
    default:
        return {};
    }
}

Qt::ItemFlags PlacesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return m_rows[index.row()].iconName.isEmpty() ? Qt::ItemNeverHasChildren
                                                  : QAbstractListModel::flags(index) | Qt::ItemNeverHasChildren;
}

} // namespace models
