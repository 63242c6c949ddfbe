// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobtables.h"

#include "models/words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s) : QString();
}

bool isBefore(const engine::FileEntry &a, const engine::FileEntry &b)
{
    return std::tuple(!a.isDirectory, a.name, a.node) < std::tuple(!b.isDirectory, b.name, b.node);
}

bool isSameFile(const engine::FileEntry &a, const engine::FileEntry &b)
{
    return a.isDirectory == b.isDirectory && a.name == b.name && a.node == b.node;
}

} // namespace

void JobFilesModel::setEntries(QList<engine::FileEntry> entries)
{
    std::sort(entries.begin(), entries.end(), isBefore);
    int row = 0;
    for (const engine::FileEntry &entry : std::as_const(entries)) {
        while (row < m_entries.size() && isBefore(m_entries.at(row), entry)) {
            beginRemoveRows({}, row, row);
            m_entries.removeAt(row);
            endRemoveRows();
        }
        if (row < m_entries.size() && isSameFile(m_entries.at(row), entry)) {
            m_entries[row] = entry;
            emit dataChanged(index(row, Size), index(row, Modified));
        } else {
            beginInsertRows({}, row, row);
            m_entries.insert(row, entry);
            endInsertRows();
        }
        ++row;
    }
    if (row < m_entries.size()) {
        beginRemoveRows({}, row, int(m_entries.size()) - 1);
        m_entries.resize(row);
        endRemoveRows();
    }
}

qint64 JobFilesModel::totalSize() const
{
    qint64 total = 0;
    for (const engine::FileEntry &entry : m_entries)
        total += entry.isDirectory ? 0 : entry.size;
    return total;
}

int JobFilesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int JobFilesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JobFilesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const engine::FileEntry &entry = m_entries.at(index.row());
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Name)
        return entry.name;
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case Name:
        return entry.isDirectory ? entry.name + u'/' : entry.name;
    case Size:
        return entry.isDirectory ? QString() : fileSize(entry.size);
    case Modified:
        return timeText(entry.modified);
    case Node:
        return entry.node;
    case ColumnCount:
        break;
    }
    return {};
}

QVariant JobFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return QStringList{tr("Name"), tr("Size"), tr("Modified"), tr("Node")}.value(section);
}

void JobEventsModel::setEvents(const QList<engine::JobEvent> &events)
{
    const auto isSame = [](const engine::JobEvent &a, const engine::JobEvent &b) {
        return a.time == b.time && a.state == b.state && a.message == b.message && a.actor == b.actor;
    };
    const bool grows =
        events.size() >= m_events.size() && std::equal(m_events.cbegin(), m_events.cend(), events.cbegin(), isSame);
    if (!grows) {
        beginResetModel();
        m_events = events;
        endResetModel();
    } else if (events.size() > m_events.size()) {
        beginInsertRows({}, int(m_events.size()), int(events.size()) - 1);
        m_events = events;
        endInsertRows();
    }
}

int JobEventsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_events.size());
}

int JobEventsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JobEventsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const engine::JobEvent &event = m_events.at(index.row());
    if (role == Qt::ToolTipRole && index.column() == What)
        return event.message.text();
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case Time:
        return timeText(event.time);
    case State:
        return stateWord(event.state);
    case What:
        return event.message.text();
    case Actor:
        return actorWord(event.actor);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant JobEventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return QStringList{tr("Time"), tr("State"), tr("What happened"), tr("By")}.value(section);
}

QString stateWord(const QString &state)
{
    for (const auto known : {engine::JobState::Queued, engine::JobState::Running, engine::JobState::Terminating,
                             engine::JobState::Succeeded, engine::JobState::Failed}) {
        if (state == engine::toString(known))
            return word(known);
    }
    for (const auto known : {engine::JobPhase::Staging, engine::JobPhase::Mounting, engine::JobPhase::Preparing,
                             engine::JobPhase::Starting, engine::JobPhase::Executing, engine::JobPhase::Collecting}) {
        if (state == engine::toString(known))
            return word(known);
    }
    return state;
}

QString actorWord(const QString &actor)
{
    if (actor == u"user")
        return QCoreApplication::translate("models", "you");
    if (actor == u"schedule")
        return QCoreApplication::translate("models", "the schedule");
    if (actor == u"node")
        return QCoreApplication::translate("models", "the node");
    if (actor == u"limit")
        return QCoreApplication::translate("models", "the time limit");
    return actor;
}

} // namespace models
