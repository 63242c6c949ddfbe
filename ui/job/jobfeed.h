// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// Follows one job in the engine: its document, and its events, which are listed again after each change that makes an
/// event. Fetches both again after the engine reconnected. GUI thread.
class JobFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFeed)

public:
    JobFeed(engine::EngineClient &client, const engine::ResourceId &job, QObject *parent);

    [[nodiscard]] const engine::JobSnapshot &job() const { return m_job; } ///< only its id before the first changed()
    [[nodiscard]] bool isSettled() const { return m_isLoaded && m_hasEvents; }

signals:
    void changed(const engine::JobSnapshot &job);
    void eventsListed(const QList<engine::JobEvent> &events);
    void failed(const engine::Error &error);

private:
    void fetch();
    void fetchEvents();
    void receive(const engine::ResourceDelta &delta);
    void take(const engine::JobSnapshot &job);

    engine::EngineClient &m_client;
    engine::JobSnapshot m_job;
    bool m_isLoaded = false;
    bool m_isHeard = false; // a change arrived after fetch(), whose answer may be older
    bool m_hasEvents = false;
};

} // namespace ui
