// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

namespace testing {

/// Exit code and output of a program.
struct Outcome
{
    int exitCode = -1; ///< -1: ended by a signal, or not in time
    QByteArray output;
    QByteArray errorOutput;

    [[nodiscard]] QJsonValue json() const
    {
        const auto document = QJsonDocument::fromJson(output);
        return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    }
};

inline Outcome outcomeOf(QProcess &process, int milliseconds = testing::patience)
{
    // waitForFinished() fails for a process that has ended already.
    const bool inTime = process.state() == QProcess::NotRunning || process.waitForFinished(milliseconds);
    if (!inTime) {
        process.kill();
        process.waitForFinished(testing::patience);
    }
    return {inTime && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), (inTime ? "" : "timed out: ") + process.readAllStandardError()};
}

/// The built programs, with a profile and a node home of their own in one temporary folder. Destruction ends engines
/// that clients started on the profile. Blocks, so it is only for tests without a running event loop.
class Installation
{
    Q_DISABLE_COPY_MOVE(Installation)

public:
    Installation() = default;
    ~Installation() { batchctl({QStringLiteral("stop")}); }

    [[nodiscard]] QString path(const QString &name) const { return m_root.filePath(name); }
    [[nodiscard]] QString profile() const { return path(QStringLiteral("profile")); }

    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &arguments, const QByteArray &input = {}) const
    {
        auto process = startProgram(QStringLiteral("batchctl"), arguments);
        process->write(input);
        process->closeWriteChannel();
        return process;
    }

    /// Starts the window without a screen.
    [[nodiscard]] std::unique_ptr<QProcess> startConsole() const
    {
        return startProgram(QStringLiteral("batchdeck"), {});
    }

    Outcome batchctl(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return outcomeOf(*start(arguments, input));
    }

    /// Creates the machine "here" and the cluster "desk" on it; returns an error's text or nothing. \a machine:
    /// arguments of `machine add`, by default for this computer.
    QByteArray makeCluster(const QStringList &machine = {QStringLiteral("--local")}) const
    {
        const QStringList add{QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("here"),
                              QStringLiteral("--home"), path(QStringLiteral("home"))};
        const QStringList cluster{QStringLiteral("cluster"), QStringLiteral("create"),     QStringLiteral("-n"),
                                  QStringLiteral("desk"),    QStringLiteral("--machines"), QStringLiteral("here")};
        for (const QStringList &arguments : {QStringList(add + machine), cluster}) {
            const Outcome answer = batchctl(arguments);
            if (answer.exitCode != 0)
                return arguments.join(u' ').toUtf8() + ": " + answer.errorOutput;
        }
        return {};
    }

    /// A job document for `-f -`.
    [[nodiscard]] QByteArray jobText(const QString &commandLine) const
    {
        const QJsonObject settings{{QStringLiteral("commandLine"), commandLine}};
        const QJsonObject properties{{QStringLiteral("nodeCount"), 1},
                                     {QStringLiteral("stdOutErrPathPrefix"), path(QStringLiteral("out"))},
                                     {QStringLiteral("customToolkitSettings"), settings}};
        return QJsonDocument(QJsonObject{{QStringLiteral("properties"), properties}}).toJson();
    }

    [[nodiscard]] QJsonObject job(const QString &name) const
    {
        return batchctl({QStringLiteral("job"), QStringLiteral("show"), QStringLiteral("-n"), name,
                         QStringLiteral("-o"), QStringLiteral("json")})
            .json()
            .toObject();
    }

    /// The pid of the engine that answers; 0 without one.
    [[nodiscard]] qint64 enginePid() const
    {
        const QStringList status{QStringLiteral("status"), QStringLiteral("-o"), QStringLiteral("json")};
        return batchctl(status).json()[QStringLiteral("pid")].toInteger();
    }

private:
    [[nodiscard]] std::unique_ptr<QProcess> startProgram(const QString &program, const QStringList &arguments) const
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process->setProcessEnvironment(environment);
        process->start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/") + program,
                       QStringList{QStringLiteral("--profile"), profile()} + arguments);
        return process;
    }

    QTemporaryDir m_root;
};

/// True when every log in the job's document is completely in the spool.
inline bool hasCompleteLogs(const QJsonObject &job)
{
    const QJsonValue extension = job[QStringLiteral("properties")][QStringLiteral("x-batchdeck")];
    const QJsonArray logs = extension[QStringLiteral("logs")].toArray();
    return !logs.isEmpty() && std::all_of(logs.cbegin(), logs.cend(), [](const QJsonValue &log) {
        return log[QStringLiteral("complete")].toBool();
    });
}

} // namespace testing
