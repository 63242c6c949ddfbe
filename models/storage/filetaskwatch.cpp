// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filetaskwatch.h"

#include "engine/base/whenfinished.h"

#include <chrono>

namespace models {

using namespace std::chrono_literals;

FileTaskWatch::FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent)
    : QObject(parent), m_client(&client)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(150ms);
    connect(&m_pause, &QTimer::timeout, this, &FileTaskWatch::ask);
    engine::whenFinished(client.storage.startTask(request), this, [this](const engine::Result<QString> &id) {
        if (!id)
            return take(id.error());
        m_id = *id;
        m_isStopped ? askLast() : ask();
    });
}

FileTaskWatch::~FileTaskWatch()
{
    if (m_client && !m_id.isEmpty())
        m_client->storage.endTask(m_id);
}

void FileTaskWatch::stop()
{
    if (std::exchange(m_isStopped, true))
        return;
    m_pause.stop();
    if (!m_id.isEmpty())
        askLast();
}

void FileTaskWatch::ask()
{
    engine::whenFinished(m_client->storage.fetchTask(m_id), this,
                         [this](const engine::Result<engine::FileTaskSnapshot> &task) {
                             if (!m_isStopped)
                                 take(task);
                         });
}

// Calls are answered in their order: nothing is done between this answer and the end.
void FileTaskWatch::askLast()
{
    engine::whenFinished(m_client->storage.fetchTask(m_id), this,
                         [this](const engine::Result<engine::FileTaskSnapshot> &task) {
                             if (task)
                                 m_known = *task;
                             end();
                         });
    m_client->storage.endTask(std::exchange(m_id, {}));
}

void FileTaskWatch::take(const engine::Result<engine::FileTaskSnapshot> &task)
{
    if (task)
        m_known = *task;
    else
        m_known.error = task.error();
    if (m_known.isDone || !task)
        return end();
    m_pause.start();
    emit progressed(m_known);
}

void FileTaskWatch::end()
{
    deleteLater();
    emit ended(m_known);
}

} // namespace models
