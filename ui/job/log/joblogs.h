// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace ui {

/// The log files of one job, as the engine has them now, for what shows them away from the job's page. GUI thread.
class JobLogs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogs)

public:
    explicit JobLogs(engine::EngineClient &client, QObject *parent = nullptr);

    void setJob(const engine::ResourceId &job); ///< no files until it is known
    [[nodiscard]] engine::ResourceId job() const { return m_job; }
    [[nodiscard]] QList<engine::LogFileSnapshot> files() const { return m_files; }

signals:
    void changed();
    void failed(const engine::Error &error); ///< to ask for the job

private:
    void fetch();
    void take(const QJsonObject &document);

    engine::EngineClient &m_client;
    engine::ResourceId m_job;
    QList<engine::LogFileSnapshot> m_files;
};

} // namespace ui
