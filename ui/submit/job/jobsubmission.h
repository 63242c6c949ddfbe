// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// Sends a new job to the engine, and before it the experiment, if that may not exist. One job at a time. GUI thread.
class JobSubmission final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobSubmission)

public:
    JobSubmission(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

    void send(const engine::JobRequest &job, bool makesExperiment);
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

signals:
    void underWayChanged(); ///< at the end: before created(), refused() or failed()
    void created(const engine::ResourceId &job);
    void refused(const QList<engine::Fault> &faults); ///< of the document
    void failed(const engine::Error &error);

private:
    void create(const engine::JobRequest &job);
    void setUnderWay(bool isUnderWay);

    engine::EngineClient &m_client;
    bool m_isUnderWay = false;
};

} // namespace ui
