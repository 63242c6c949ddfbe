// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// FolderModel: what is done to entries, and finding them.

#include "engine/base/whenfinished.h"
#include "models/storage/foldermodel.h"

namespace models {

namespace {

constexpr int mostAttempts = 100; // at a free name

engine::Error nameError(const QString &name)
{
    return {engine::ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 cannot be a name: it is empty, a dot or two, or has a slash in it."),
             {engine::shownPath(name)}},
            name};
}

} // namespace

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
        orderNow();
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

void FolderModel::setMode(int row, int mode)
{
    const engine::Location place = location(row);
    engine::whenFinished(m_client.storage.setMode(place, mode), this, [this, place](const auto &answer) {
        if (!answer)
            emit refused(answer.error());
        if (place.parent() == m_folder)
            refreshEntry(place.name());
    });
}

void FolderModel::refreshEntry(const QString &name)
{
    const auto take = [this, name, generation = m_generation](const engine::Result<engine::StorageEntry> &entry) {
        const auto number = generation == m_generation ? numberOf(name) : std::nullopt;
        if (!number)
            return;
        if (entry) {
            replace(*number, *entry);
        } else if (entry.error().code == engine::ErrorCode::NotFound) {
            m_rows.drop(*number);
            m_moved.push_back(*number);
            orderNow();
        }
        emit changed();
    };
    engine::whenFinished(m_client.storage.stat(m_folder.child(name)), this, take);
}

void FolderModel::replace(quint32 number, const engine::StorageEntry &entry)
{
    m_rows.replace(number, entry);
    if (number < m_ordered)
        m_moved.push_back(number);
    orderNow();
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
    QHash<QByteArrayView, quint32> known;
    for (quint32 number = 0; number < m_rows.count(); ++number) {
        if (!m_rows.isGone(number))
            known.insert(m_rows.name(number), number);
    }
    QList<engine::StorageEntry> fresh;
    QList<std::pair<quint32, engine::StorageEntry>> others;
    for (const engine::StorageEntry &entry : std::as_const(m_seenAgain)) {
        const auto number = known.constFind(engine::pathToBytes(entry.name));
        if (number == known.cend()) {
            fresh.append(entry);
            continue;
        }
        if (m_rows.entry(*number).toJson() != entry.toJson())
            others.append({*number, entry});
        known.erase(number);
    }
    const QList<quint32> gone = known.values();
    known.clear(); // its names are of rows that change now
    m_seenAgain.clear();
    if (fresh.isEmpty() && others.isEmpty() && gone.isEmpty())
        return;
    const auto touched = [this](quint32 number) {
        if (number < m_ordered)
            m_moved.push_back(number);
    };
    for (const auto &[number, entry] : std::as_const(others)) {
        m_rows.replace(number, entry);
        touched(number);
    }
    for (const quint32 number : gone) {
        m_rows.drop(number);
        touched(number);
    }
    m_rows.append(fresh);
    orderNow();
    emit changed();
}

std::optional<quint32> FolderModel::numberOf(const QString &name) const
{
    const QByteArray bytes = engine::pathToBytes(name);
    for (quint32 number = 0; number < m_rows.count(); ++number) {
        if (!m_rows.isGone(number) && m_rows.name(number) == bytes)
            return number;
    }
    return {};
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
