// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/folderlisting.h"

#include "engine/base/whenfinished.h"

#include <QPointer>

namespace models {

namespace {

constexpr int pageSize = 1000;

} // namespace

using Page = engine::Result<engine::FolderPage>;

FolderListing::FolderListing(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

FolderListing::~FolderListing()
{
    stop();
}

void FolderListing::begin(const engine::Location &folder)
{
    stop();
    m_isRunning = true;
    follow(m_client.storage.list(folder, pageSize));
}

void FolderListing::stop()
{
    ++m_run;
    m_isRunning = false;
}

// The answer is waited for on behalf of the client: a listing that was left is ended whoever is still there.
void FolderListing::follow(const QFuture<Page> &page)
{
    engine::whenFinished(page, &m_client, [self = QPointer(this), run = m_run, client = &m_client](const Page &answer) {
        if (self && self->m_run == run)
            self->take(answer);
        else if (answer && !answer->cursor.isEmpty())
            client->storage.endListing(answer->cursor);
    });
}

void FolderListing::take(const Page &page)
{
    if (!page) {
        m_isRunning = false;
        emit failed(page.error());
        return;
    }
    const quint64 run = m_run;
    if (!page->entries.isEmpty())
        emit arrived(page->entries);
    if (run != m_run) { // who took it in has had enough
        if (!page->cursor.isEmpty())
            m_client.storage.endListing(page->cursor);
        return;
    }
    if (!page->cursor.isEmpty())
        return follow(m_client.storage.listFurther(page->cursor, pageSize));
    m_isRunning = false;
    emit ended();
}

} // namespace models
