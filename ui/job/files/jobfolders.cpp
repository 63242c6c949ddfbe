// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/jobfolders.h"

#include "engine/base/whenfinished.h"

#include <algorithm>

namespace ui {

using engine::JobFolderThere;

void JobFolders::setJob(const engine::JobSnapshot &job)
{
    if (job.attempt != m_job.attempt) {
        m_folders.clear();
        ++m_request;
        m_isAnswered = m_isAsking = false;
    }
    m_job = job;
}

void JobFolders::ask()
{
    if (!m_job.id.isValid() || !m_job.started.isValid() || m_isAsking)
        return;
    m_isAsking = true;
    engine::whenFinished(m_client.jobs.listFolders(m_job.id), this, [this, request = ++m_request](const auto &answer) {
        if (request != m_request)
            return;
        m_isAsking = false;
        m_isAnswered = true;
        if (!answer)
            return emit failed(answer.error());
        m_folders = *answer;
        emit listed();
    });
}

const JobFolderThere *JobFolders::find(const QString &id, const QString &node) const
{
    const auto found = std::find_if(m_folders.cbegin(), m_folders.cend(), [&id, &node](const JobFolderThere &folder) {
        return folder.directory == id && (node.isEmpty() || folder.node == node);
    });
    return found == m_folders.cend() ? nullptr : &*found;
}

QString JobFolders::nodeWords(const JobFolderThere &folder) const
{
    if (m_job.nodeRuns.size() < 2)
        return {};
    const QString first = folder.sharedWith.value_or(folder.node);
    const auto sharing = std::count_if(m_folders.cbegin(), m_folders.cend(), [&](const JobFolderThere &other) {
        return other.directory == folder.directory && (other.node == first || other.sharedWith == first);
    });
    if (sharing == m_job.nodeRuns.size())
        return tr("the same on all nodes");
    return sharing > 1 ? tr("on %1 and %2 more that share it").arg(folder.node).arg(sharing - 1)
                       : tr("on %1").arg(folder.node);
}

engine::ResourceId JobFolders::machineOf(const JobFolderThere &folder) const
{
    for (const engine::JobNode &node : m_job.nodeRuns) {
        const auto id = engine::ResourceId::parse(node.id);
        if (node.name == folder.node && id)
            return *id;
    }
    return {};
}

} // namespace ui
