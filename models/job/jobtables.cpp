// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobtables.h"

#include "models/translated.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s) : QString();
}

QString actorWord(const QString &actor)
{
    static constexpr Wording actors[]{{"user", QT_TRANSLATE_NOOP("models", "you")},
                                      {"schedule", QT_TRANSLATE_NOOP("models", "the schedule")},
                                      {"node", QT_TRANSLATE_NOOP("models", "the node")},
                                      {"limit", QT_TRANSLATE_NOOP("models", "the time limit")},
                                      {"rule", QT_TRANSLATE_NOOP("models", "its rule")}};
    return translated(actors, actor, actor);
}

} // namespace

JobEventsModel::JobEventsModel(QObject *parent)
    : TableModel({tr("Time"), tr("State"), tr("What happened"), tr("By")}, {}, parent)
{
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

QString stateWord(const QString &state)
{
    static constexpr Wording others[]{{"fetched", QT_TRANSLATE_NOOP("models", "files brought")},
                                      {"fetch-failed", QT_TRANSLATE_NOOP("models", "files not brought")},
                                      {"node-failed", QT_TRANSLATE_NOOP("models", "a node failed")}};
    if (const auto known = engine::fromWord<engine::JobState>(state); state == engine::toString(known))
        return word(known);
    if (const auto phase = engine::fromWord<engine::JobPhase>(state); phase != engine::JobPhase::None)
        return word(phase);
    return translated(others, state, state);
}

} // namespace models
