// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/service/service.h"

#include <QThread>

namespace engine {

class ProfileLock;
class RpcServer;

/// The engine of this process: thread, service, socket and the profile's lock.
class OwnEngine final : public Engine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnEngine)

public:
    static Result<std::unique_ptr<Engine>> start(Service::Options options, std::unique_ptr<ProfileLock> lock);
    ~OwnEngine() override;

    EngineLink &link() override { return *m_link; }
    [[nodiscard]] bool isOwn() const override { return true; }

private:
    OwnEngine() = default;
    Result<void> run(const Service::Options &options, std::unique_ptr<Store> store, const QString &socket);

    std::unique_ptr<ProfileLock> m_lock;
    QThread m_thread;
    Service *m_service = nullptr; // lives in m_thread
    RpcServer *m_server = nullptr; // lives in m_thread
    std::unique_ptr<EngineLink> m_link;
};

} // namespace engine
