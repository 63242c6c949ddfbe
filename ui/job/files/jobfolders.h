// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

/// The output directories of a job as folders on its nodes, as the engine told last. Another attempt has folders of its
/// own. GUI thread.
class JobFolders final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFolders)

public:
    JobFolders(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

    [[nodiscard]] const engine::JobSnapshot &job() const { return m_job; }
    void setJob(const engine::JobSnapshot &job);
    /// Asks the engine; listed() or failed() follows. Does nothing before the job has started, or while it asks.
    void ask();
    [[nodiscard]] bool isAsking() const { return m_isAsking; }
    [[nodiscard]] bool isAnswered() const { return m_isAnswered; } ///< for this attempt

    /// That of the directory \a id on \a node; empty: on the first node that has it. Null: it is not known, or not
    /// there.
    [[nodiscard]] const engine::JobFolderThere *find(const QString &id, const QString &node) const;
    [[nodiscard]] QString nodeWords(const engine::JobFolderThere &folder) const; ///< empty on an only node
    [[nodiscard]] engine::ResourceId machineOf(const engine::JobFolderThere &folder) const; ///< may be invalid

signals:
    void listed();
    void failed(const engine::Error &error);

private:
    engine::EngineClient &m_client;
    engine::JobSnapshot m_job;
    QList<engine::JobFolderThere> m_folders;
    quint64 m_request = 0; // answers to an older one are dropped
    bool m_isAsking = false;
    bool m_isAnswered = false;
};

} // namespace ui
