// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// Reads a folder page by page: the next is read once the one before was taken in. Thread: its client's.
class FolderListing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderListing)

public:
    explicit FolderListing(engine::EngineClient &client, QObject *parent = nullptr);
    ~FolderListing() override;

    void begin(const engine::Location &folder); ///< ends the one before
    void stop(); ///< nothing more is said
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    void arrived(const QList<engine::StorageEntry> &entries);
    void ended();
    void failed(const engine::Error &error);

private:
    engine::EngineClient &m_client;
    QFuture<engine::Result<void>> m_listed;
    quint64 m_run = 0; // what comes of another run is not taken
    bool m_isRunning = false;
};

} // namespace models
