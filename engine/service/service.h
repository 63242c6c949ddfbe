// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/api/enginelink.h"
#include "engine/store/store.h"

#include <memory>

namespace engine {

/// The engine as one whole: what has state (engine/registry), and a service for each subject of docs/protocol.md.
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
        QList<Message> notices; ///< what opening the store had to say
        QJsonObject secrets; ///< of the engine before this one, SecretStore::memory()
        std::shared_ptr<LogReaders> logReaders; ///< of who shows logs in this process; null: nobody does
    };

    Service(const Options &options, std::unique_ptr<Store> store, QObject *parent = nullptr);
    ~Service() override;

    void begin(); ///< machines are contacted and jobs adopted from here on: called once, in the engine's thread

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override;
    [[nodiscard]] bool isConnected() const override { return true; }

signals:
    /// engine.stop or engine.release was answered: whoever owns this engine ends it now.
    void endRequested();

private:
    struct Parts;

    Options m_options;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<Parts> m_parts; // from begin() on
};

} // namespace engine
