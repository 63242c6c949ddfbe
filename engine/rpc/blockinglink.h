// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/rpc/frame.h"

#include <QDeadlineTimer>
#include <QLocalSocket>

#include <chrono>

namespace engine {

/// Blocking connection to a profile's engine, for the command line. Needs no event loop; must not be used in a thread
/// with a window. It connects when a call needs it, and again after a lost connection. Thread: its creator's.
/// Errors: Unreachable (no engine; if the connection is lost during the call, the call may or may not have been done),
/// Timeout, CommandFailed (an engine could not be started; the message has its last output), else the engine's.
class BlockingLink
{
    Q_DISABLE_COPY_MOVE(BlockingLink)

public:
    enum class Start { Never, WhenMissing };

    /// \a program: the batchctl to start with "serve --idle-exit 600" when no engine runs.
    BlockingLink(const QString &profile, Start start, const QString &program = {});

    Result<QJsonValue> call(const QString &method, const QJsonObject &parameters,
                            std::chrono::milliseconds deadline = std::chrono::seconds(30),
                            const Progress &progress = {});
    /// For calls that may be done twice (reads, terminate, follow): repeats the call after a hand-over or a crash of
    /// the engine, for at most \a patience without an engine.
    Result<QJsonValue> callAgain(const QString &method, const QJsonObject &parameters,
                                 std::chrono::milliseconds patience = std::chrono::seconds(60));
    /// For calls that wait for an event without a deadline and may be repeated: as callAgain().
    Result<QJsonValue> await(const QString &method, const QJsonObject &parameters, const Progress &progress = {});
    /// To be called from \a progress: cancels the call and closes the connection. The call answers Canceled.
    void cancel() { m_isCanceled = true; }

    /// Blocks until the listener has received an event. Unreachable when the connection ends first.
    Result<void> waitForEvent();
    /// \a listener receives the events that arrive while a call waits for its answer (docs/protocol.md lists them).
    /// "hello" means a new connection: all subscriptions are gone.
    void setEventListener(std::function<void(const QJsonObject &)> listener) { m_listener = std::move(listener); }

private:
    Result<void> connectToEngine();
    Result<void> startEngine();
    [[nodiscard]] bool tryConnect();
    Result<QJsonObject> nextFrame(QDeadlineTimer limit);

    QString m_profile;
    QString m_program;
    Start m_start;
    bool m_wasConnected = false;
    bool m_isCanceled = false; // the call under way was canceled
    QLocalSocket m_socket;
    FrameReader m_reader;
    std::function<void(const QJsonObject &)> m_listener;
    qint64 m_lastId = 0;
};

} // namespace engine
