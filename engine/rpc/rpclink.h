// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/rpc/frame.h"

#include <QHash>
#include <QLocalSocket>
#include <QPromise>
#include <QTimer>

#include <chrono>

namespace engine {

/// Connection to an engine in another process. It connects automatically, and again after a lost connection (delay 100
/// ms, doubling to 5 s). Subscriptions end with a connection: after connectedChanged(true) fetch a new snapshot. A call
/// without a connection, or whose connection is lost, answers Unreachable; it may or may not have been done. Thread:
/// its creator's.
class RpcLink final : public EngineLink
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RpcLink)

public:
    explicit RpcLink(const QString &socketPath, QObject *parent = nullptr,
                     std::chrono::milliseconds deadline = std::chrono::seconds(30));
    ~RpcLink() override; ///< pending calls answer Canceled

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override;
    [[nodiscard]] bool isConnected() const override { return m_connected; }

private:
    struct Call
    {
        QPromise<Result<QJsonValue>> answer;
        Progress progress;
    };

    void open();
    void read();
    void handleFrame(const QJsonObject &frame);
    void handleEvent(const QString &name, const QJsonObject &frame);
    void cancel(qint64 id);
    void settle(qint64 id, const Result<QJsonValue> &result);
    void settleAll(const Error &error);
    void lose();

    QString m_path;
    std::chrono::milliseconds m_deadline;
    std::chrono::milliseconds m_pause;
    QLocalSocket m_socket;
    QTimer m_retry;
    FrameReader m_reader;
    QHash<qint64, std::shared_ptr<Call>> m_calls;
    qint64 m_lastId = 0;
    bool m_connected = false;
};

} // namespace engine
