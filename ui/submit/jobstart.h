// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// Initial document of a new job: of another job, of a sample, a greeting, or a file. The last request counts; answers
/// to earlier ones are dropped.
class JobStart final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobStart)

public:
    JobStart(engine::EngineClient &client, QObject *parent);

    [[nodiscard]] static QByteArray greeting(); ///< document for a job that is written by hand
    /// Document of a job that prints its machine and lasts some seconds.
    [[nodiscard]] static QByteArray greetingOfMachine();

    void copyJob(const engine::ResourceId &job);
    /// Takes sample \a name of SampleClient::list(), for as many nodes as \a cluster has; both may be empty.
    void takeSample(const QString &name = {}, const engine::ResourceId &cluster = {});
    void takeText() { m_answered = ++m_asked; } ///< the page has its own text: drops running requests

    [[nodiscard]] bool isUnderWay() const { return m_answered < m_asked; }
    [[nodiscard]] bool isTaken() const { return m_asked > 0; } ///< a request was made, or takeText() called

signals:
    /// \a from: description of the source.
    void begun(const QString &name, const QByteArray &text, const QString &from);
    void failed(const engine::Error &error);

private:
    template <typename Answer, typename Use> void ask(const QFuture<engine::Result<Answer>> &answer, Use use);

    engine::EngineClient &m_client;
    quint64 m_asked = 0;
    quint64 m_answered = 0;
};

} // namespace ui
