// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/folder/folderlisting.h"

#include "engine/base/whenfinished.h"

#include <QPointer>

namespace models {

namespace {

constexpr int pageSize = 1000;

} // namespace

FolderListing::FolderListing(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

FolderListing::~FolderListing()
{
    stop();
}

void FolderListing::begin(const engine::Location &folder)
{
    stop();
    m_isRunning = true;
    const auto take = [self = QPointer(this), run = m_run](const QList<engine::StorageEntry> &entries) {
        if (self && self->m_run == run)
            emit self->arrived(entries);
    };
    m_listed = m_client.storage.list(folder, pageSize, take);
    engine::whenFinished(m_listed, this, [this, run = m_run](const engine::Result<void> &result) {
        if (m_run != run)
            return;
        m_isRunning = false;
        result ? emit ended() : emit failed(result.error());
    });
}

void FolderListing::stop()
{
    ++m_run;
    m_isRunning = false;
    m_listed.cancel();
}

} // namespace models
