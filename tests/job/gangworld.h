// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/gang.h"

namespace testing {

constexpr qint64 now = 1'000'000'000'000; ///< UTC ms by our clock, at every decision

inline engine::AttemptStatus says(engine::AttemptStatus::Kind kind)
{
    engine::AttemptStatus status;
    status.kind = kind;
    return status;
}

/// "start release -": the act for each node, then the move and the end.
inline QString words(const engine::JobStep &step)
{
    static const QHash<int, QString> actWords{{int(engine::NodeAct::Kind::None), QStringLiteral("-")},
                                              {int(engine::NodeAct::Kind::Start), QStringLiteral("start")},
                                              {int(engine::NodeAct::Kind::MakeVoid), QStringLiteral("void")},
                                              {int(engine::NodeAct::Kind::Release), QStringLiteral("release")},
                                              {int(engine::NodeAct::Kind::End), QStringLiteral("end")},
                                              {int(engine::NodeAct::Kind::Terminate), QStringLiteral("terminate")},
                                              {int(engine::NodeAct::Kind::Tidy), QStringLiteral("tidy")}};
    QStringList list;
    for (const engine::NodeAct &act : step.acts) {
        const QString word = actWords.value(int(act.kind));
        list.append(act.why.isEmpty() ? word : word + u':' + act.why);
    }
    if (step.move == engine::NextStep::Move::Repeat)
        list.append(QStringLiteral("repeat"));
    if (step.move == engine::NextStep::Move::Finish) {
        list.append(engine::toString(step.outcome.state));
        if (!step.outcome.errors.isEmpty())
            list.append(step.outcome.errors.first().code);
        if (step.outcome.exitCode)
            list.append(QString::number(*step.outcome.exitCode));
    }
    return list.join(u' ');
}

/// A job on nodes n1, n2… and their states, built from a line of a table.
struct World
{
    engine::JobRecord record;
    QList<engine::AttemptNews> news;

    static World of(const QList<std::optional<engine::AttemptStatus>> &statuses)
    {
        World world;
        world.record.state = engine::JobState::Running;
        world.record.attempt = 1;
        for (qsizetype i = 0; i < statuses.size(); ++i) {
            engine::NodeRun run;
            run.machine =
                engine::ResourceId::machine(QStringLiteral("p"), QStringLiteral("n") + QString::number(i + 1));
            run.directory = QStringLiteral("/h/jobs/p/j/a1/m");
            run.counts = true;
            run.phase = engine::JobPhase::Staging;
            run.phaseSinceMs = now - 30'000;
            world.record.nodes.append(run);
            engine::AttemptNews each;
            each.status = statuses.at(i);
            each.heardMs = now - 1000;
            world.news.append(each);
        }
        return world;
    }
    World &wants(engine::JobWanted wanted, qint64 sinceMs = now - 5000)
    {
        record.wanted = wanted;
        record.state = engine::JobState::Terminating;
        record.stateSinceMs = sinceMs;
        return *this;
    }
    World &was(int node, engine::NodeRun::State state)
    {
        record.nodes[node].state = state;
        return *this;
    }
    World &failed(int node, const engine::NodeFailure &failure,
                  engine::NodeRun::State state = engine::NodeRun::State::Failed)
    {
        record.nodes[node].failure = failure;
        return was(node, state);
    }
    template <typename Change> World &with(Change change)
    {
        change(*this);
        return *this;
    }
    [[nodiscard]] engine::JobStep step() const { return engine::nextStep(record, news, now); }
};

} // namespace testing
