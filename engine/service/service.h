// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/api/enginelink.h"
#include "engine/store/store.h"

#include <memory>

namespace engine {

/// The engine as a whole: the shared state (engine/registry) and one service for each subject of docs/protocol.md.
/// Thread: the engine's; it never blocks.
class Service final : public EngineLink
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Service)

public:
    struct Options
    {
        QString profileDirectory;
        EngineKind kind = EngineKind::Serve;
        QList<Message> notices; ///< messages from opening the store
        QJsonObject secrets; ///< in-memory secrets of the previous engine: SecretStore::memory()
        std::shared_ptr<LogReaders> logReaders; ///< log readers of this process; null when it shows no logs
    };

    Service(const Options &options, std::unique_ptr<Store> store, QObject *parent = nullptr);
    ~Service() override;

    void begin(); ///< contacts machines and adopts jobs; called once, in the engine's thread

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override;
    [[nodiscard]] bool isConnected() const override { return true; }

signals:
    /// engine.stop or engine.release was answered: the owner of this engine must end it.
    void endRequested();

private:
    struct Parts;

    Options m_options;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<Parts> m_parts; // null before begin()
};

} // namespace engine
