// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// What a new job begins with: another job's document, the bundled sample, a line that greets, or a file. The last
/// that was asked for counts; an answer to an earlier question is dropped.
class JobStart final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobStart)

public:
    JobStart(engine::EngineClient &client, QObject *parent);

    [[nodiscard]] static QByteArray greeting(); ///< for a job that is written by hand
    [[nodiscard]] static QByteArray greetingOfMachine(); ///< says where it runs, and lasts some seconds

    void copyJob(const engine::ResourceId &job);
    /// One of SampleClient::list(), on as many nodes as \a cluster has; both may be empty.
    void takeSample(const QString &name = {}, const engine::ResourceId &cluster = {});
    void takeText() { m_answered = ++m_asked; } ///< the page has a text of its own: what is under way is dropped

    [[nodiscard]] bool isUnderWay() const { return m_answered < m_asked; }
    [[nodiscard]] bool isTaken() const { return m_asked > 0; } ///< something was asked for or taken

signals:
    void begun(const QString &name, const QByteArray &text, const QString &from); ///< \a from: in words
    void failed(const engine::Error &error);

private:
    template <typename Answer, typename Use> void ask(const QFuture<engine::Result<Answer>> &answer, Use use);

    engine::EngineClient &m_client;
    quint64 m_asked = 0;
    quint64 m_answered = 0;
};

} // namespace ui
