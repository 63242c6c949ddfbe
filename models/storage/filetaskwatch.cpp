// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filetaskwatch.h"

#include "engine/base/whenfinished.h"

#include <QPointer>

namespace models {

using engine::FileTaskSnapshot;

FileTaskWatch::FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent)
    : QObject(parent)
{
    m_call = client.storage.runTask(request, [self = QPointer(this)](const FileTaskSnapshot &task) {
        if (!self)
            return;
        self->m_known = task;
        emit self->progressed(task);
    });
    engine::whenFinished(m_call, this, [this](const engine::Result<FileTaskSnapshot> &task) {
        if (task)
            m_known = *task;
        else if (!m_call.isCanceled())
            m_known.error = task.error();
        deleteLater();
        emit ended(m_known);
    });
}

FileTaskWatch::~FileTaskWatch()
{
    m_call.cancel();
}

void FileTaskWatch::stop()
{
    if (!m_call.isFinished())
        m_call.cancel();
}

} // namespace models
