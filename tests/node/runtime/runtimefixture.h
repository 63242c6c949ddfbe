// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "tests/node/runtime/wrapperfixture.h"

/// Plans of jobs in a bench's home, and their attempts as the engine starts, asks and ends them. A test of runtime.sh
/// derives from this.
class RuntimeFixture : public WrapperFixture
{
    Q_OBJECT

protected:
    /// The first of \a nodes nodes of a job, whose script is \a script, run by sh with the process' own arguments.
    [[nodiscard]] engine::NodePlan plan(QJsonObject properties, const QByteArray &script, int nodes = 1);
    [[nodiscard]] QJsonObject torch(int processes) const;
    /// \a settings of a toolkit that runs the script.
    [[nodiscard]] QJsonObject settings(QJsonObject settings) const;

    [[nodiscard]] engine::Result<engine::AttemptStatus> start(const engine::NodePlan &plan);
    [[nodiscard]] engine::AttemptStatus end();
    engine::AttemptStatus ask(const QByteArray &verb, const QByteArray &words = {}, const QByteArray &input = {});
    [[nodiscard]] QByteArray log(const QByteArray &name) const;
    /// Kills the process that the record \a file of the attempt names.
    void kill(const char *file) const;

    QList<engine::MappedVolume> m_volumes;
};
