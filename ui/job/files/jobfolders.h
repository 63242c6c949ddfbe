// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// The folders of a job's output directories on its nodes, as last listed by the engine. Each attempt has its own
/// folders. GUI thread.
class JobFolders final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFolders)

public:
    JobFolders(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

    [[nodiscard]] const engine::JobSnapshot &job() const { return m_job; }
    void setJob(const engine::JobSnapshot &job);
    /// Lists the folders; listed() or failed() follows. No effect before the job has started or while a request is
    /// running.
    void ask();
    [[nodiscard]] bool isAsking() const { return m_isAsking; }
    [[nodiscard]] bool isAnswered() const { return m_isAnswered; } ///< in this attempt

    /// The folder of directory \a id on \a node; empty node: the first that has it. Null: unknown or missing.
    [[nodiscard]] const engine::JobFolderThere *find(const QString &id, const QString &node) const;
    [[nodiscard]] QString nodeWords(const engine::JobFolderThere &folder) const; ///< empty for a job on a single node
    [[nodiscard]] engine::ResourceId machineOf(const engine::JobFolderThere &folder) const; ///< may be invalid

signals:
    void listed();
    void failed(const engine::Error &error);

private:
    engine::EngineClient &m_client;
    engine::JobSnapshot m_job;
    QList<engine::JobFolderThere> m_folders;
    quint64 m_request = 0; // number of the last request; older answers are dropped
    bool m_isAsking = false;
    bool m_isAnswered = false;
};

} // namespace ui
