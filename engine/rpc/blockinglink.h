// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/rpc/frame.h"

#include <QDeadlineTimer>
#include <QLocalSocket>

#include <chrono>

namespace engine {

/// The way to a profile's engine for a command line: calls block. Needs no event loop and must not be used where one
/// serves a window. It connects when a call needs it, and again after a loss.
/// Thread: its creator's. Errors: Unreachable (no engine; lost in the middle, then the call may or may not have been
/// done), Timeout, CommandFailed (an engine could not be started; the message holds its last words), else the engine's.
class BlockingLink
{
    Q_DISABLE_COPY_MOVE(BlockingLink)

public:
    enum class Start { Never, WhenMissing };

    /// \a program is the batchctl that is started with "serve --idle-exit 600" when no engine runs.
    BlockingLink(const QString &profile, Start start, const QString &program = {});

    Result<QJsonValue> call(const QString &method, const QJsonObject &parameters,
                            std::chrono::milliseconds deadline = std::chrono::seconds(30),
                            const Progress &progress = {});
    /// For calls that may be done twice (reads, terminate, follow): goes on over a hand-over and the death of an
    /// engine, until \a patience is over.
    Result<QJsonValue> callAgain(const QString &method, const QJsonObject &parameters,
                                 std::chrono::milliseconds patience = std::chrono::seconds(60));
    /// For calls that wait for something, however long that takes, and may be asked again: goes on as callAgain() does,
    /// whose patience is for the time without an engine.
    Result<QJsonValue> await(const QString &method, const QJsonObject &parameters, const Progress &progress = {});
    /// From a call's \a progress: gives it up, and the connection with it. The call answers Canceled.
    void giveUp() { m_isGivenUp = true; }

    /// Waits until the listener has got an event. Unreachable when the connection ends first.
    Result<void> hearNext();
    /// Gets the events that arrive while a call waits for its answer; which come is said by docs/protocol.md. A "hello"
    /// tells that another connection begins: what was subscribed to is so no more.
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
    bool m_isGivenUp = false; // the call that is under way
    QLocalSocket m_socket;
    FrameReader m_reader;
    std::function<void(const QJsonObject &)> m_listener;
    qint64 m_lastId = 0;
};

} // namespace engine
