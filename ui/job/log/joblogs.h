// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace ui {

/// The current log files of one job, for views outside the job's page. GUI thread.
class JobLogs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogs)

public:
    explicit JobLogs(engine::EngineClient &client, QObject *parent = nullptr);

    void setJob(const engine::ResourceId &job); ///< files() is empty until the engine answers
    [[nodiscard]] engine::ResourceId job() const { return m_job; }
    [[nodiscard]] QList<engine::LogFileSnapshot> files() const { return m_files; }

signals:
    void changed();
    void failed(const engine::Error &error); ///< of the request for the job

private:
    void fetch();
    void take(const QJsonObject &document);

    engine::EngineClient &m_client;
    engine::ResourceId m_job;
    QList<engine::LogFileSnapshot> m_files;
};

} // namespace ui
