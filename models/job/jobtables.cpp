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

// The engine's words, else the meaning of the state or phase.
QString happened(const engine::JobEvent &event)
{
    static constexpr Wording states[]{
        {"queued", QT_TRANSLATE_NOOP("models", "It went back to the queue.")},
        {"running", QT_TRANSLATE_NOOP("models", "Machines were chosen for it.")},
        {"staging", QT_TRANSLATE_NOOP("models", "Its files are brought to its machines.")},
        {"mounting", QT_TRANSLATE_NOOP("models", "Its volumes are mounted.")},
        {"preparing", QT_TRANSLATE_NOOP("models", "Its preparation runs.")},
        {"starting", QT_TRANSLATE_NOOP("models", "It is started on its machines.")},
        {"executing", QT_TRANSLATE_NOOP("models", "Its command runs.")},
        {"collecting", QT_TRANSLATE_NOOP("models", "Its command has ended; what is left of it is taken away.")},
        {"terminating", QT_TRANSLATE_NOOP("models", "It is being stopped.")},
        {"succeeded", QT_TRANSLATE_NOOP("models", "Its command ended with exit code 0.")}};
    return event.message.isEmpty() ? translated(states, event.state) : event.message.text();
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
        return happened(event);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case Time:
        return timeText(event.time);
    case State:
        return stateWord(event.state);
    case What:
        return happened(event);
    case Actor:
        return actorWord(event.actor);
    case ColumnCount:
        break;
    }
    return {};
}

QList<engine::JobEvent> jobHistory(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events)
{
    const QString queued = engine::toString(engine::JobState::Queued);
    QList<engine::JobEvent> history = events;
    const bool isKnown = !events.isEmpty() || job.state == engine::JobState::Queued;
    if (isKnown && job.created.isValid() && history.value(0).state != queued)
        history.prepend(
            {job.created, queued, engine::Message(QT_TRANSLATE_NOOP("engine", "It was submitted.")), u"user"_s});
    // Older engines report no machines; those of earlier attempts are unknown.
    const auto placed = std::find_if(history.rbegin(), history.rend(), [](const engine::JobEvent &event) {
        return event.state == engine::toString(engine::JobState::Running);
    });
    if (placed != history.rend() && placed->message.isEmpty() && !job.nodes.isEmpty())
        placed->message = {QT_TRANSLATE_NOOP("engine", "It was placed on %1."), {job.nodes.join(u", "_s)}};
    return history;
}

QString stateWord(const QString &state)
{
    static constexpr Wording others[]{{"running", QT_TRANSLATE_NOOP("models", "placed")},
                                      {"executing", QT_TRANSLATE_NOOP("models", "running")},
                                      {"log", QT_TRANSLATE_NOOP("models", "a log failed")},
                                      {"fetched", QT_TRANSLATE_NOOP("models", "files brought")},
                                      {"fetch-failed", QT_TRANSLATE_NOOP("models", "files not brought")},
                                      {"node-failed", QT_TRANSLATE_NOOP("models", "a node failed")}};
    if (const QString other = translated(others, state); !other.isEmpty())
        return other;
    if (const auto phase = engine::fromWord<engine::JobPhase>(state); phase != engine::JobPhase::None)
        return word(phase);
    const auto known = engine::fromWord<engine::JobState>(state);
    return state == engine::toString(known) ? word(known) : state;
}

} // namespace models
