// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"
#include "tests/support/patience.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

namespace testing {

/// A job P / G.1 / W / E / J with \a properties on nodes of those \a names: 10.0.0.4 and up, home /h, i GPUs on node i.
inline engine::PlanView viewOf(const QByteArray &properties, const QStringList &names)
{
    engine::PlanView view;
    view.job = engine::ResourceId::group(QStringLiteral("P"), QStringLiteral("G.1"))
                   .child(engine::ResourceKind::Workspace, QStringLiteral("W"))
                   .child(engine::ResourceKind::Experiment, QStringLiteral("E"))
                   .child(engine::ResourceKind::Job, QStringLiteral("J"));
    view.jobUuid = QStringLiteral("U");
    view.attempt = 2;
    view.document = {{QStringLiteral("properties"), QJsonDocument::fromJson(properties).object()}};
    for (qsizetype i = 0; i < names.size(); ++i)
        view.nodes.append({names.at(i), QStringLiteral("10.0.0.%1").arg(i + 4), QStringLiteral("/h"),
                           QStringLiteral("m%1").arg(i), static_cast<int>(i)});
    return view;
}

/// As above, with \a count nodes n0, n1…
inline engine::PlanView viewOf(const QByteArray &properties, int count = 1)
{
    QStringList names;
    for (int i = 0; i < count; ++i)
        names.append(QStringLiteral("n%1").arg(i));
    return viewOf(properties, names);
}

/// The standard output of \a script by bash, with \a options before -c, if it succeeds; else "FAILED " and its errors.
inline QByteArray bash(const QString &script, const QStringList &options = {}, const QString &folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral("bash"), options + QStringList{QStringLiteral("-c"), script});
    if (!process.waitForFinished(testing::patience) || process.exitCode() != 0)
        return "FAILED " + process.readAllStandardError();
    return process.readAllStandardOutput();
}

} // namespace testing
