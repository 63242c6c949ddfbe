// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/launch/planview.h"

#include <QTest>

namespace testing {

/// The variables of a plain job that every rank gets, as each flavour of mpirun writes them.
inline const QStringList forwarded{QStringLiteral("LD_LIBRARY_PATH"),
                                   QStringLiteral("PATH"),
                                   QStringLiteral("AZ_BATCHAI_MOUNT_ROOT"),
                                   QStringLiteral("AZ_BATCHAI_JOB_MOUNT_ROOT"),
                                   QStringLiteral("AZ_BATCHAI_JOB_TEMP"),
                                   QStringLiteral("AZ_BATCHAI_JOB_TEMP_DIR"),
                                   QStringLiteral("AZ_BATCHAI_SHARED_JOB_TEMP"),
                                   QStringLiteral("AZ_BATCHAI_MPI_HOST_FILE"),
                                   QStringLiteral("AZ_BATCHAI_NUM_GPUS"),
                                   QStringLiteral("AZ_BATCHAI_NUM_GPUS_PER_NODE"),
                                   QStringLiteral("AZ_BATCHAI_JOB_MASTER_NODE_IP"),
                                   QStringLiteral("AZ_BATCH_HOST_LIST"),
                                   QStringLiteral("AZ_BATCH_NODE_LIST"),
                                   QStringLiteral("AZ_BATCH_MASTER_NODE"),
                                   QStringLiteral("AZ_BATCHAI_STDOUTERR_DIR")};

/// The toolkit's part of a plan as text. EXPORTS and LIST stand for the variables above.
inline QString written(const engine::LaunchPlan &plan)
{
    QString text;
    for (const engine::NodePlan &node : plan.nodes) {
        text += node.node + QStringLiteral(": ")
            + QString::fromUtf8(node.files.constFirst().content).replace(u'\n', u'|') + u'\n';
        for (const engine::PlannedCommand &command : node.commands) {
            text += QStringLiteral("  %1 %2 x%3 %4 %5: %6\n")
                        .arg(command.task.isEmpty() ? QStringLiteral("-") : command.task)
                        .arg(command.index)
                        .arg(command.processes)
                        .arg(command.standardOutput, command.standardError, command.commandLine);
            for (const auto &[name, value] : command.environment)
                text += QStringLiteral("    %1=%2\n").arg(name, value);
        }
    }
    return text.replace(QStringLiteral("-x ") + forwarded.join(QStringLiteral(" -x ")), QStringLiteral("EXPORTS"))
        .replace(forwarded.join(u','), QStringLiteral("LIST"));
}

/// A row of checkPlan(). \a settings: the toolkit's property with its object; the rest of the job is minimal.
inline void row(const char *name, int nodes, const QByteArray &settings, const QString &expected)
{
    QTest::newRow(name) << nodes << settings << expected.mid(1);
}

inline engine::LaunchPlan planOf(int nodes, const QByteArray &settings)
{
    return engine::planLaunch(viewOf(R"({"stdOutErrPathPrefix":"/o",)" + settings + '}', nodes));
}

inline void addPlanColumns()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("expected");
}

inline void checkPlan()
{
    QFETCH(const int, nodes);
    QFETCH(const QByteArray, settings);
    QFETCH(const QString, expected);
    QCOMPARE(written(planOf(nodes, settings)), expected);
}

} // namespace testing
