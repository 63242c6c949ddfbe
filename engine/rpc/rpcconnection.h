// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/rpc/frame.h"

#include <QHash>
#include <QLocalSocket>

#include <optional>

namespace engine {

/// One client of an RpcServer. Thread: the service's.
class RpcConnection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RpcConnection)

public:
    /// Takes ownership of the socket and sends "hello".
    RpcConnection(EngineLink &service, QLocalSocket *socket, QObject *parent);

    /// Stops reading; closes the socket when all pending answers are written.
    void closeWhenAnswered();
    void abort();

signals:
    void ended(); ///< emitted once, as the last signal

private:
    enum class Subscription { None, Asked, Active };

    struct Call
    {
        QJsonValue id; ///< the client's
        QFuture<Result<QJsonValue>> answer;
        std::optional<QJsonValue> missedProgress; ///< latest progress that was not sent to a slow client
        Progress::Taken taken; ///< to be called when missedProgress is sent
    };

    void drain();
    void handleCall(const QJsonObject &call);
    void cancel(const QJsonValue &id);
    void refuse(const QJsonValue &id, const Error &error);
    void receiveProgress(quint64 number, const QJsonValue &value, const Progress::Taken &taken);
    void sendProgress(Call &call);
    void answer(const QJsonValue &id, const QString &method, const Result<QJsonValue> &result);
    void publish(const QJsonObject &delta);
    void sendTransferEvent(const QJsonObject &news);
    void sendDelta(const QJsonObject &delta);
    void catchUp();
    std::optional<Error> send(const QJsonObject &frame);
    void finishWhenDone();
    void end();

    EngineLink &m_service;
    QLocalSocket *m_socket;
    FrameReader m_reader;
    QHash<quint64, Call> m_calls; // under way
    quint64 m_lastCall = 0;
    QList<QJsonObject> m_waitingCalls; // calls that wait for one in m_calls to end
    Subscription m_subscription = Subscription::None;
    QList<QJsonObject> m_heldDeltas; // deltas that arrived during the snapshot
    qint64 m_missedRevision = 0; // latest delta that was dropped for a slow client; 0 when none
    bool m_followsTransfers = false;
    bool m_missesTransfers = false; // transfer events were dropped: "stale" is sent when the client reads again
    bool m_closing = false;
    bool m_ended = false;
};

} // namespace engine
