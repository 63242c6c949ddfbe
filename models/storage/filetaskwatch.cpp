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
    engine::whenFinished(client.startFileTask(request), this, [this](const engine::Result<QString> &id) {
        if (!id)
            return take(id.error());
        m_id = *id;
        ask();
    });
}

FileTaskWatch::~FileTaskWatch()
{
    if (m_client && !m_id.isEmpty())
        m_client->endFileTask(m_id);
}

void FileTaskWatch::ask()
{
    engine::whenFinished(m_client->fetchFileTask(m_id), this,
                         [this](const engine::Result<engine::FileTaskSnapshot> &task) { take(task); });
}

void FileTaskWatch::take(const engine::Result<engine::FileTaskSnapshot> &task)
{
    if (task && !task->isDone) {
        m_pause.start();
        emit progressed(*task);
        return;
    }
    engine::FileTaskSnapshot last;
    if (task)
        last = *task;
    else
        last.error = task.error();
    deleteLater();
    emit ended(last);
}

} // namespace models
