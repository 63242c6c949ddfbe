// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/api/enginelink.h"
#include "engine/store/store.h"

#include <memory>
#include <vector>

namespace engine {

class EngineService;
class Registry;
class Router;
class TransferService;

/// The engine as a whole: its Registry, and one service for each subject of docs/protocol.md.
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
    void makeServices();
    template <typename Made, typename... Arguments> Made &make(Arguments &&...arguments);

    Options m_options;
    std::unique_ptr<Store> m_store;
    // from begin() on
    std::unique_ptr<Registry> m_registry;
    std::unique_ptr<Router> m_router;
    std::vector<std::unique_ptr<QObject>> m_services; // the router calls them; they end in reverse order
    EngineService *m_engine = nullptr; // of m_services
    TransferService *m_transfers = nullptr; // of m_services
};

} // namespace engine
