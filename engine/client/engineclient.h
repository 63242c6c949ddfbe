// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/documentclient.h"
#include "engine/client/jobclient.h"
#include "engine/client/machineclient.h"
#include "engine/client/resourceclient.h"
#include "engine/client/sampleclient.h"
#include "engine/client/secretclient.h"
#include "engine/client/storage/storageclient.h"
#include "engine/client/storage/transferclient.h"
#include "engine/client/storage/volumeclient.h"
#include "engine/protocol/engine.h"

namespace engine {

/// The typed door to the engine for models, ui and app: commands of each subject answer with futures, changes arrive as
/// batches. Use whenFinished() (engine/base/whenfinished.h) to take an answer in your own thread; every answer may be
/// an Error. Thread: its link's.
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
    TransferClient transfers;
    VolumeClient volumes;

    QFuture<Result<EngineState>> fetchStatus();
    [[nodiscard]] bool isConnected() const { return m_link.isConnected(); }

signals:
    void resourcesChanged(const engine::ResourceDelta &delta);
    void transferChanged(const engine::TransferSnapshot &transfer);
    /// How far one is that has many sources: without its request, which is as it was told last.
    void transferProgressed(const engine::TransferSnapshot &transfer);
    void transferRemoved(const QString &id);
    void transfersStale(); ///< some news were left out: list them again
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);
};

} // namespace engine
