// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/blockinglink.h"

#include "engine/rpc/profile/enginestart.h"
#include "engine/rpc/profile/profile.h"

#include <QThread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto startLimit = 20s;
constexpr auto helloLimit = 10s;
// After a lost connection another engine may be taking over; a client that starts an engine at once delays it.
constexpr auto takeOverPause = 2s;
constexpr auto retryInterval = 30ms;

Error noEngine()
{
    return {ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "No engine runs on this profile.")};
}

Error lost()
{
    return {ErrorCode::Unreachable,
            QT_TRANSLATE_NOOP("engine", "The engine went away before it answered; what was asked may have been done.")};
}

Error late()
{
    return {ErrorCode::Timeout, QT_TRANSLATE_NOOP("engine", "The engine did not answer in time.")};
}

bool isPassing(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::Timeout;
}

} // namespace

BlockingLink::BlockingLink(const QString &profile, Start start, const QString &program)
    : m_profile(profile), m_program(program), m_start(start)
{
}

bool BlockingLink::tryConnect()
{
    m_reader = {};
    m_socket.abort();
    m_socket.connectToServer(socketPath(m_profile));
    if (!m_socket.waitForConnected(1000))
        return false;
    const auto hello = nextFrame(QDeadlineTimer(helloLimit));
    // An engine that ends may accept the connection without sending "hello".
    if (!hello || (*hello)[u"data"_s].toObject().value(u"protocol"_s).toInt() != protocolNumber)
        return false;
    if (m_listener)
        m_listener(*hello);
    return true;
}

Result<void> BlockingLink::connectToEngine()
{
    if (m_socket.state() == QLocalSocket::ConnectedState)
        return {};
    const QDeadlineTimer pause(m_wasConnected && m_start == Start::WhenMissing ? takeOverPause : 0s);
    bool connected = tryConnect();
    while (!connected && !pause.hasExpired()) {
        QThread::msleep(retryInterval.count());
        connected = tryConnect();
    }
    if (!connected && m_start == Start::Never)
        return noEngine();
    if (!connected) {
        if (auto started = startEngine(); !started)
            return started;
    }
    m_wasConnected = true;
    return {};
}

Result<void> BlockingLink::startEngine()
{
    auto start = EngineStart::run(m_program, m_profile);
    if (!start)
        return start.error();
    const QDeadlineTimer limit(startLimit);
    while (!limit.hasExpired()) {
        // Read before the try: an engine that lost the race for the lock exits when the winner answers, and then the
        // try succeeds.
        const bool ended = start->hasEnded();
        if (tryConnect())
            return {};
        if (ended)
            return start->failure();
        QThread::msleep(retryInterval.count());
    }
    return start->failure();
}

Result<QJsonObject> BlockingLink::nextFrame(QDeadlineTimer limit)
{
    while (true) {
        auto frame = m_reader.next();
        if (!frame) {
            m_socket.abort();
            return frame.error();
        }
        if (*frame)
            return **frame;
        if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(int(limit.remainingTime()))) {
            const bool isLate = m_socket.state() == QLocalSocket::ConnectedState && limit.hasExpired();
            m_socket.abort(); // a late answer must not be read as the answer to the next call
            return isLate ? late() : lost();
        }
        m_reader.append(m_socket.readAll());
    }
}

Result<QJsonValue> BlockingLink::call(const QString &method, const QJsonObject &parameters,
                                      std::chrono::milliseconds deadline, const Progress &progress)
{
    const qint64 id = ++m_lastId;
    const auto frame = encodeFrame({{u"id"_s, id}, {u"method"_s, method}, {u"params"_s, parameters}});
    if (!frame)
        return frame.error();
    if (auto connected = connectToEngine(); !connected)
        return connected.error();
    const QDeadlineTimer limit(deadline);
    m_socket.write(*frame);
    while (m_socket.bytesToWrite() > 0) {
        // The read below reports the error.
        if (!m_socket.waitForBytesWritten(int(limit.remainingTime())))
            break;
    }
    while (true) {
        const auto answer = nextFrame(limit);
        if (!answer)
            return answer.error();
        if (answer->contains(u"event"_s) && m_listener)
            m_listener(*answer);
        if (answer->value(u"id"_s).toInteger() != id)
            continue;
        if (answer->contains(u"progress"_s)) {
            if (progress)
                progress(answer->value(u"progress"_s));
            if (!std::exchange(m_isCanceled, false))
                continue;
            m_socket.abort();
            return Error::canceled();
        }
        if (answer->contains(u"error"_s))
            return Error::fromJson(answer->value(u"error"_s).toObject());
        return answer->value(u"result"_s);
    }
}

Result<QJsonValue> BlockingLink::callAgain(const QString &method, const QJsonObject &parameters,
                                           std::chrono::milliseconds patience)
{
    const QDeadlineTimer limit(patience);
    while (true) {
        auto answer = call(method, parameters);
        if (answer || !isPassing(answer.error().code) || m_start == Start::Never || limit.hasExpired())
            return answer;
        QThread::msleep(retryInterval.count());
    }
}

Result<QJsonValue> BlockingLink::await(const QString &method, const QJsonObject &parameters, const Progress &progress)
{
    while (true) {
        auto answer = call(method, parameters, std::chrono::milliseconds::max(), progress);
        if (answer || !isPassing(answer.error().code) || m_start == Start::Never)
            return answer;
        QThread::msleep(retryInterval.count());
        if (auto back = callAgain(u"engine.status"_s, {}); !back)
            return back;
    }
}

Result<void> BlockingLink::waitForEvent()
{
    while (true) {
        const auto frame = nextFrame(QDeadlineTimer(QDeadlineTimer::Forever));
        if (!frame)
            return frame.error();
        if (frame->contains(u"event"_s) && m_listener) {
            m_listener(*frame);
            return {};
        }
    }
}

} // namespace engine
