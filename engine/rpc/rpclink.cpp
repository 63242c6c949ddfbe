// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/rpclink.h"

#include "engine/base/whenfinished.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr std::chrono::milliseconds firstPause = 100ms;
constexpr std::chrono::milliseconds longestPause = 5s;

Error gone()
{
    return {ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The engine is not reachable.")};
}

Error late(const QString &method)
{
    return {ErrorCode::Timeout, QT_TRANSLATE_NOOP("engine", "The engine did not answer in time."), method};
}

Error canceled()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The call was given up.")};
}

} // namespace

RpcLink::RpcLink(const QString &socketPath, QObject *parent, std::chrono::milliseconds deadline)
    : EngineLink(parent), m_path(socketPath), m_deadline(deadline), m_pause(firstPause)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &RpcLink::open);
    connect(&m_socket, &QLocalSocket::readyRead, this, &RpcLink::read);
    connect(&m_socket, &QLocalSocket::stateChanged, this, [this](QLocalSocket::LocalSocketState state) {
        if (state == QLocalSocket::UnconnectedState)
            lose();
    });
    connect(&m_socket, &QLocalSocket::errorOccurred, this, [this] {
        if (m_socket.state() == QLocalSocket::UnconnectedState)
            lose();
    });
    open();
}

RpcLink::~RpcLink()
{
    m_socket.disconnect(this);
    m_socket.flush(); // pending calls are sent, though their answers are not awaited
    settleAll(canceled());
}

QFuture<Result<QJsonValue>> RpcLink::call(const QString &method, const QJsonObject &parameters,
                                          const Progress &progress)
{
    const auto call = std::make_shared<Call>();
    call->progress = progress;
    call->answer.start();
    const qint64 id = ++m_lastId;
    m_calls.insert(id, call);
    whenCanceled(call->answer.future(), this, [this, id] { cancel(id); });
    const auto frame = encodeFrame({{u"id"_s, id}, {u"method"_s, method}, {u"params"_s, parameters}});
    if (!frame) {
        settle(id, frame.error());
    } else if (m_socket.state() != QLocalSocket::ConnectedState) {
        settle(id, gone());
    } else {
        m_socket.write(*frame);
        if (!progress)
            QTimer::singleShot(m_deadline, this, [this, id, method] { settle(id, late(method)); });
    }
    return call->answer.future();
}

void RpcLink::cancel(qint64 id)
{
    if (!m_calls.contains(id))
        return;
    settle(id, canceled());
    m_socket.write(*encodeFrame({{u"id"_s, id}, {u"cancel"_s, true}}));
}

void RpcLink::open()
{
    m_reader = {};
    m_socket.connectToServer(m_path);
}

void RpcLink::read()
{
    m_reader.append(m_socket.readAll());
    while (m_socket.state() == QLocalSocket::ConnectedState) {
        auto frame = m_reader.next();
        if (!frame) {
            m_socket.abort();
            return;
        }
        if (!*frame)
            return;
        handleFrame(**frame);
    }
}

void RpcLink::handleFrame(const QJsonObject &frame)
{
    if (const QString event = frame.value(u"event"_s).toString(); !event.isEmpty()) {
        handleEvent(event, frame);
        return;
    }
    const qint64 id = frame.value(u"id"_s).toInteger();
    if (frame.contains(u"progress"_s)) {
        const std::shared_ptr<Call> call = m_calls.value(id);
        if (call && call->progress && !call->answer.isCanceled())
            call->progress(frame.value(u"progress"_s));
        return;
    }
    if (frame.contains(u"error"_s))
        settle(id, Error::fromJson(frame.value(u"error"_s).toObject()));
    else
        settle(id, frame.value(u"result"_s));
}

void RpcLink::handleEvent(const QString &name, const QJsonObject &frame)
{
    const QJsonObject data = frame.value(u"data"_s).toObject();
    if (name == u"changed"_s) {
        emit changed(data);
    } else if (name == u"transferred"_s) {
        emit transferred(data);
    } else if (name == u"noticed"_s) {
        emit noticed(Message::fromJson(data));
    } else if (name == u"hello"_s && data.value(u"protocol"_s).toInt() != protocolNumber) {
        emit noticed(
            Message(QT_TRANSLATE_NOOP("engine", "The running engine is version %1 and speaks another protocol."),
                    {data.value(u"version"_s).toString()}));
        m_pause = longestPause;
        m_socket.abort();
    } else if (name == u"hello"_s && !std::exchange(m_connected, true)) {
        m_pause = firstPause;
        emit connectedChanged(true);
    }
}

void RpcLink::settle(qint64 id, const Result<QJsonValue> &result)
{
    if (const auto call = m_calls.take(id)) {
        call->answer.addResult(result);
        call->answer.finish();
    }
}

void RpcLink::settleAll(const Error &error)
{
    for (const auto &call : std::exchange(m_calls, {})) {
        call->answer.addResult(Result<QJsonValue>(error));
        call->answer.finish();
    }
}

void RpcLink::lose()
{
    if (!m_retry.isActive()) {
        m_retry.start(m_pause);
        m_pause = std::min(m_pause * 2, longestPause);
    }
    settleAll(gone());
    if (std::exchange(m_connected, false))
        emit connectedChanged(false);
}

} // namespace engine
