// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/documentclient.h"
#include "engine/client/jobclient.h"
#include "engine/client/machineclient.h"
#include "engine/client/resourceclient.h"
#include "engine/client/sampleclient.h"
#include "engine/client/secretclient.h"
#include "engine/client/storage/storageaccountclient.h"
#include "engine/client/storage/storageclient.h"
#include "engine/client/storage/transferclient.h"
#include "engine/client/storage/volumeclient.h"
#include "engine/protocol/engine.h"

namespace engine {

/// Typed interface to the engine for models, ui and app: one client for each subject, whose calls return futures;
/// changes arrive in batches. Receive answers with whenFinished() (engine/base/whenfinished.h); every answer may be an
/// Error. Thread: its link's.
class EngineClient final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineClient)

    EngineLink &m_link;

public:
    explicit EngineClient(EngineLink &link, QObject *parent = nullptr);

    DocumentClient documents;
    JobClient jobs;
    MachineClient machines;
    ResourceClient resources;
    SampleClient samples;
    SecretClient secrets;
    StorageClient storage;
    StorageAccountClient storageAccounts;
    TransferClient transfers;
    VolumeClient volumes;

    QFuture<Result<EngineState>> fetchStatus();
    [[nodiscard]] bool isConnected() const { return m_link.isConnected(); }

signals:
    void resourcesChanged(const engine::ResourceDelta &delta);
    void transferChanged(const engine::TransferSnapshot &transfer);
    /// Progress of a transfer with many sources. The request is left out: it is unchanged since the last
    /// transferChanged().
    void transferProgressed(const engine::TransferSnapshot &transfer);
    void transferRemoved(const QString &id);
    void transfersStale(); ///< events were dropped: list the transfers again
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);
};

} // namespace engine
