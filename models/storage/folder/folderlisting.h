// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// Reads a folder page by page: the next page is requested when the previous one was processed. Thread: its client's.
class FolderListing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderListing)

public:
    explicit FolderListing(engine::EngineClient &client, QObject *parent = nullptr);
    ~FolderListing() override;

    void begin(const engine::Location &folder); ///< cancels the current listing
    void stop(); ///< no further signals
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    void arrived(const QList<engine::StorageEntry> &entries);
    void ended();
    void failed(const engine::Error &error);

private:
    engine::EngineClient &m_client;
    QFuture<engine::Result<void>> m_listed;
    quint64 m_run = 0; // number of the listing; answers of earlier ones are ignored
    bool m_isRunning = false;
};

} // namespace models
