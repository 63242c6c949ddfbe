// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/logreaders.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFutureWatcher>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>

namespace testing {

/// A real engine in this process with a profile of its own; this computer is its only node, with a home of its own. All
/// files are in one temporary folder.
class EngineFixture
{
public:
    // Processes that the engine started may still write while they end.
    ~EngineFixture()
    {
        stop();
        for (const QDeadlineTimer end(testing::patience); !QDir(root()).removeRecursively() && !end.hasExpired();)
            QThread::msleep(20);
    }

    bool start()
    {
        auto created =
            engine::Engine::create(profile(), engine::EngineKind::Serve, engine::Engine::Attach::Never, m_readers);
        if (!created) {
            qInfo("%s", qPrintable(created.error().message.text()));
            return false;
        }
        m_engine = std::move(*created);
        return true;
    }

    void stop() { m_engine.reset(); }
    [[nodiscard]] bool isRunning() const { return m_engine != nullptr; }

    [[nodiscard]] engine::EngineLink &link() { return m_engine->link(); }
    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const { return m_readers; }

    [[nodiscard]] QString root() const { return m_root.path(); }
    [[nodiscard]] QString profile() const { return m_root.filePath(QStringLiteral("profile")); }
    [[nodiscard]] QString home() const { return m_root.filePath(QStringLiteral("home")); }

    /// Begins a call; the test continues meanwhile.
    QFuture<engine::Result<QJsonValue>> begin(const QString &method, const QJsonObject &parameters = {})
    {
        return m_engine->link().call(method, parameters);
    }

    engine::Result<QJsonValue> call(const QString &method, const QJsonObject &parameters = {},
                                    int milliseconds = testing::patience)
    {
        const auto future = m_engine->link().call(method, parameters);
        QFutureWatcher<engine::Result<QJsonValue>> watcher;
        QSignalSpy finished(&watcher, &QFutureWatcherBase::finished);
        watcher.setFuture(future);
        if (!future.isFinished() && !finished.wait(milliseconds))
            return engine::Error::of(engine::ErrorCode::Timeout, {"No answer to %1 came.", {method}}, method);
        return future.result();
    }

    /// Creates the machine "here", the cluster default/default/desk on it and the experiment default/default/default.
    bool addThisComputer()
    {
        return call(QStringLiteral("machine.add"),
                    {{QStringLiteral("name"), QStringLiteral("here")},
                     {QStringLiteral("local"), true},
                     {QStringLiteral("home"), home()}})
            && call(QStringLiteral("cluster.create"),
                    {{QStringLiteral("id"), QStringLiteral("default/default/clusters/desk")},
                     {QStringLiteral("machines"), QJsonArray{QStringLiteral("here")}}})
            && makeExperiment();
    }

    /// Creates the experiment default/default/default, in which submit() creates jobs.
    engine::Result<QJsonValue> makeExperiment()
    {
        return call(QStringLiteral("resource.create"),
                    {{QStringLiteral("id"), QStringLiteral("default/default/default")}});
    }

    /// Folder on the machine for the standard output of jobs; initially below root().
    void setOutputFolder(const QString &folder) { m_outputFolder = folder; }

    /// A job of the custom toolkit with \a commandLine and the properties \a more.
    [[nodiscard]] QByteArray jobText(const QString &commandLine, const QJsonObject &more = {}) const
    {
        QJsonObject properties = more;
        properties[QStringLiteral("nodeCount")] = 1;
        properties[QStringLiteral("customToolkitSettings")] = QJsonObject{{QStringLiteral("commandLine"), commandLine}};
        properties[QStringLiteral("stdOutErrPathPrefix")] = m_outputFolder;
        return QJsonDocument(QJsonObject{{QStringLiteral("properties"), properties}}).toJson();
    }

    engine::Result<QJsonValue> submit(const QString &name, const QString &commandLine, const QJsonObject &more = {})
    {
        return call(QStringLiteral("job.create"),
                    {{QStringLiteral("id"), jobId(name)},
                     {QStringLiteral("cluster"), QStringLiteral("desk")},
                     {QStringLiteral("text"), QString::fromUtf8(jobText(commandLine, more))}});
    }

    [[nodiscard]] static QString jobId(const QString &name)
    {
        return QStringLiteral("default/default/default/") + name;
    }

    engine::JobSnapshot job(const QString &name)
    {
        const auto answer = call(QStringLiteral("job.get"), {{QStringLiteral("id"), jobId(name)}});
        return answer ? engine::JobSnapshot::fromDocument(answer->toObject()) : engine::JobSnapshot();
    }

    /// Waits until the job is final and its logs are in the spool.
    engine::JobSnapshot finished(const QString &name, int milliseconds = 3 * testing::patience)
    {
        engine::JobSnapshot snapshot;
        const auto done = [&] {
            snapshot = job(name);
            return engine::isFinal(snapshot.state)
                && std::all_of(snapshot.logs.cbegin(), snapshot.logs.cend(),
                               [](const auto &log) { return log.complete; });
        };
        if (!QTest::qWaitFor(done, milliseconds))
            qInfo("the job %s is still %s", qPrintable(name), qPrintable(engine::toString(snapshot.state)));
        return snapshot;
    }

    [[nodiscard]] static QByteArray content(const QString &path) { return contentOf(path); }

    [[nodiscard]] static QByteArray log(const engine::JobSnapshot &job, const QString &name)
    {
        for (const auto &log : job.logs) {
            if (log.name == name)
                return content(log.spoolPath);
        }
        return {};
    }

private:
    QTemporaryDir m_root;
    const std::shared_ptr<engine::LogReaders> m_readers = std::make_shared<engine::LogReaders>();
    QString m_outputFolder = m_root.filePath(QStringLiteral("out"));
    std::unique_ptr<engine::Engine> m_engine;
};

} // namespace testing
