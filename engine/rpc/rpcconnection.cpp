// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/rpcconnection.h"

#include "engine/base/whenfinished.h"

#include <QJsonArray>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostCallsUnderWay = 64;
constexpr int mostCallsWaiting = 4096; // calls that may wait for a free slot
constexpr qint64 readAhead = 256 * 1024;
constexpr qint64 slowReader = 8 * 1024 * 1024; // above this many unsent bytes, events are dropped
// Above this many unsent bytes, the client is disconnected; one largest answer must fit.
constexpr qint64 lostReader = largestFrame + slowReader;

Error tooManyCalls()
{
    return Error::of(ErrorCode::Conflict,
                     {QT_TRANSLATE_NOOP("engine",
                                        "%1 calls of this program wait for the engine already. Ask again once one of "
                                        "them is answered."),
                      {QString::number(mostCallsWaiting)}});
}

qint64 revisionOf(const QJsonObject &delta)
{
    return delta.value(u"revision"_s).toInteger();
}

} // namespace

RpcConnection::RpcConnection(EngineLink &service, QLocalSocket *socket, QObject *parent)
    : QObject(parent), m_service(service), m_socket(socket)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(readAhead);
    connect(m_socket, &QLocalSocket::readyRead, this, &RpcConnection::drain);
    connect(m_socket, &QLocalSocket::bytesWritten, this, &RpcConnection::catchUp);
    connect(m_socket, &QLocalSocket::disconnected, this, &RpcConnection::end);
    connect(&m_service, &EngineLink::changed, this, &RpcConnection::publish);
    connect(&m_service, &EngineLink::transferred, this, &RpcConnection::sendTransferEvent);
    connect(&m_service, &EngineLink::noticed, this, [this](const Message &notice) {
        send({{u"event"_s, u"noticed"_s}, {u"data"_s, notice.toJson()}});
    });
    const QJsonObject hello{{u"version"_s, u"" BATCHDECK_VERSION ""_s}, {u"protocol"_s, protocolNumber}};
    send({{u"event"_s, u"hello"_s}, {u"data"_s, hello}});
    QMetaObject::invokeMethod(this, &RpcConnection::drain, Qt::QueuedConnection);
}

void RpcConnection::drain()
{
    while (!m_closing && !m_ended) {
        if (m_calls.size() < mostCallsUnderWay && !m_waitingCalls.isEmpty()) {
            handleCall(m_waitingCalls.takeFirst());
            continue;
        }
        auto frame = m_reader.next();
        if (!frame) {
            abort();
            return;
        }
        if (*frame && (*frame)->contains(u"cancel"_s))
            cancel((*frame)->value(u"id"_s));
        else if (*frame && m_waitingCalls.size() < mostCallsWaiting)
            m_waitingCalls.append(**frame);
        else if (*frame)
            refuse((*frame)->value(u"id"_s), tooManyCalls());
        else if (m_socket->bytesAvailable() > 0)
            m_reader.append(m_socket->read(readAhead));
        else
            return;
    }
}

void RpcConnection::handleCall(const QJsonObject &call)
{
    const QString method = call.value(u"method"_s).toString();
    if (method == u"resource.snapshot"_s && m_subscription == Subscription::None)
        m_subscription = Subscription::Asked;
    m_followsTransfers = m_followsTransfers || method == u"transfer.list"_s;
    const quint64 number = ++m_lastCall;
    const QJsonValue id = call.value(u"id"_s);
    // Inserted before the call, because engine.release closes this connection during the call.
    m_calls.insert(number, {id, {}, {}, {}});
    const auto tell = [self = QPointer(this), number](const QJsonValue &value, const Progress::Taken &taken) {
        if (self)
            self->receiveProgress(number, value, taken);
    };
    auto answered = m_service.call(method, call.value(u"params"_s).toObject(), tell);
    if (m_ended)
        answered.cancel();
    m_calls[number].answer = answered;
    whenFinished(answered, this, [this, id, number, method](const Result<QJsonValue> &result) {
        m_calls.remove(number);
        answer(id, method, result);
    });
}

void RpcConnection::cancel(const QJsonValue &id)
{
    for (Call &call : m_calls) {
        if (call.id == id)
            call.answer.cancel();
    }
    if (m_waitingCalls.removeIf([&id](const QJsonObject &call) { return call.value(u"id"_s) == id; }) > 0)
        refuse(id, Error::canceled());
}

void RpcConnection::refuse(const QJsonValue &id, const Error &error)
{
    send({{u"id"_s, id}, {u"error"_s, error.toJson()}});
}

void RpcConnection::receiveProgress(quint64 number, const QJsonValue &value, const Progress::Taken &taken)
{
    const auto call = m_calls.find(number);
    if (call == m_calls.end())
        return;
    call->missedProgress = value;
    call->taken = taken;
    if (m_socket->bytesToWrite() <= slowReader)
        sendProgress(*call);
}

// Progress that exceeds a frame is dropped, unless its caller needs each value.
void RpcConnection::sendProgress(Call &call)
{
    const auto refused = send({{u"id"_s, call.id}, {u"progress"_s, *std::exchange(call.missedProgress, std::nullopt)}});
    const Progress::Taken taken = std::exchange(call.taken, {});
    if (taken && !refused) {
        QMetaObject::invokeMethod(this, taken, Qt::QueuedConnection);
    } else if (taken) {
        refuse(call.id, *refused);
        call.answer.cancel();
    }
}

void RpcConnection::answer(const QJsonValue &id, const QString &method, const Result<QJsonValue> &result)
{
    const std::optional<Error> refused = result ? send({{u"id"_s, id}, {u"result"_s, *result}}) : result.error();
    if (refused)
        refuse(id, *refused);
    if (method == u"resource.snapshot"_s && m_subscription == Subscription::Asked) {
        m_subscription = result ? Subscription::Active : Subscription::None;
        for (const QJsonObject &delta : std::exchange(m_heldDeltas, {})) {
            if (result && revisionOf(delta) > revisionOf(result->toObject()))
                sendDelta(delta);
        }
    }
    finishWhenDone();
    drain();
}

void RpcConnection::publish(const QJsonObject &delta)
{
    if (m_subscription == Subscription::Asked)
        m_heldDeltas.append(delta);
    else if (m_subscription == Subscription::Active)
        sendDelta(delta);
}

void RpcConnection::sendTransferEvent(const QJsonObject &news)
{
    if (!m_followsTransfers)
        return;
    m_missesTransfers = m_missesTransfers || m_socket->bytesToWrite() > slowReader;
    if (!m_missesTransfers)
        send({{u"event"_s, u"transferred"_s}, {u"data"_s, news}});
}

void RpcConnection::sendDelta(const QJsonObject &delta)
{
    if (m_socket->bytesToWrite() > slowReader || send({{u"event"_s, u"changed"_s}, {u"data"_s, delta}}))
        m_missedRevision = revisionOf(delta);
}

// An empty delta with the latest revision: the gap makes the client fetch a new snapshot.
void RpcConnection::catchUp()
{
    if (m_missedRevision > 0 && m_socket->bytesToWrite() == 0) {
        const QJsonObject marker{{u"revision"_s, std::exchange(m_missedRevision, 0)},
                                 {u"upserted"_s, QJsonArray()},
                                 {u"removed"_s, QJsonArray()}};
        send({{u"event"_s, u"changed"_s}, {u"data"_s, marker}});
    }
    if (m_missesTransfers && m_socket->bytesToWrite() == 0) {
        m_missesTransfers = false;
        send({{u"event"_s, u"transferred"_s}, {u"data"_s, QJsonObject{{u"stale"_s, true}}}});
    }
    for (Call &call : m_calls) {
        if (call.missedProgress && m_socket->bytesToWrite() <= slowReader)
            sendProgress(call);
    }
    finishWhenDone();
}

// The error of a frame that is too large.
std::optional<Error> RpcConnection::send(const QJsonObject &frame)
{
    if (m_ended)
        return {};
    const auto bytes = encodeFrame(frame);
    if (!bytes)
        return bytes.error();
    m_socket->write(*bytes);
    if (m_socket->bytesToWrite() > lostReader)
        abort();
    return {};
}

void RpcConnection::closeWhenAnswered()
{
    m_closing = true;
    finishWhenDone();
}

void RpcConnection::finishWhenDone()
{
    // Sends pending data first.
    if (m_closing && !m_ended && m_calls.isEmpty())
        m_socket->disconnectFromServer();
}

void RpcConnection::abort()
{
    m_socket->abort();
    end();
}

void RpcConnection::end()
{
    if (std::exchange(m_ended, true))
        return;
    m_service.disconnect(this);
    // No client waits; work that does not depend on its caller continues.
    for (Call &call : m_calls)
        call.answer.cancel();
    emit ended();
}

} // namespace engine
