// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

#include <chrono>

namespace models {

/// Pending stops of jobs: each is sent to the engine after a delay, unless it is undone.
class JobStops final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobStops)

public:
    static constexpr std::chrono::seconds usualGrace{5};

    explicit JobStops(engine::EngineClient &client, std::chrono::milliseconds grace = usualGrace,
                      QObject *parent = nullptr);

    void stop(const QList<engine::ResourceId> &jobs); ///< skips jobs with a pending stop
    void undo(int number); ///< no effect after the delay
    void stopNow(); ///< all pending stops
    [[nodiscard]] bool isWaiting(const engine::ResourceId &job) const;
    [[nodiscard]] bool isAnyWaiting() const { return !m_waiting.isEmpty(); }

signals:
    void began(int number, const QList<engine::ResourceId> &jobs);
    void undone(int number, const QList<engine::ResourceId> &jobs);
    void done(int number, const QList<engine::ResourceId> &jobs); ///< sent to the engine
    void failed(const engine::Error &error); ///< the engine refused one

private:
    void carryOut(int number);

    engine::EngineClient &m_client;
    const std::chrono::milliseconds m_grace;
    QHash<int, QList<engine::ResourceId>> m_waiting;
    int m_last = 0;
};

} // namespace models
