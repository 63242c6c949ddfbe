// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "tests/node/runtime/wrapperfixture.h"

/// Base of the tests of runtime.sh: makes plans of jobs in a bench's home, and starts, polls and ends their attempts as
/// the engine does.
class RuntimeFixture : public WrapperFixture
{
    Q_OBJECT

protected:
    /// The plan of the first of \a nodes nodes of a job; sh runs \a script with the process's arguments.
    [[nodiscard]] engine::NodePlan plan(QJsonObject properties, const QByteArray &script, int nodes = 1);
    [[nodiscard]] QJsonObject torch(int processes) const;
    /// \a settings of a toolkit, completed so that it runs the script.
    [[nodiscard]] QJsonObject settings(QJsonObject settings) const;

    [[nodiscard]] engine::Result<engine::AttemptStatus> start(const engine::NodePlan &plan);
    [[nodiscard]] engine::AttemptStatus end();
    engine::AttemptStatus ask(const QByteArray &verb, const QByteArray &words = {}, const QByteArray &input = {});
    [[nodiscard]] QByteArray log(const QByteArray &name) const;
    /// Kills the process whose pid is in the attempt's record \a file.
    void kill(const char *file) const;

    QList<engine::MappedVolume> m_volumes;
};
