// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/base/uniquefd.h"

#include <libssh/callbacks.h>

#include <QPromise>
#include <QSocketNotifier>

#include <functional>
#include <memory>
#include <optional>

namespace engine {

/// A direct-tcpip channel of a non-blocking session and one end of a socket pair, each copied to the other until both
/// directions are closed. Advances by step(), as ExecChannel. Thread: the loop's.
class ForwardPipe final
{
    Q_DISABLE_COPY_MOVE(ForwardPipe)

public:
    using Opened = Result<std::shared_ptr<UniqueFd>>; ///< the caller's end, closed with its last owner

    /// \a wake is called when the socket is ready: step() is due.
    ForwardPipe(ssh_session session, QString host, int port, QPromise<Opened> opened, std::function<void()> wake);
    ~ForwardPipe(); ///< closes both

    [[nodiscard]] bool step(); ///< whether it has ended
    void lose(const Error &error);

private:
    enum class Phase { Opening, Running, Ended };

    void open();
    bool makeSocket();
    void answer(const Opened &result);
    int receive(const char *data, uint32_t length);
    int toSocket(const char *data, qsizetype length);
    void drainChannel();
    void readSocket();
    void writeChannel();
    void setCallbacks();

    ssh_session m_session;
    ssh_channel m_channel;
    QString m_host;
    int m_port;
    QPromise<Opened> m_opened;
    std::function<void()> m_wake;
    ssh_channel_callbacks_struct m_callbacks{};
    Phase m_phase = Phase::Opening;
    UniqueFd m_socket; ///< outlives its notifiers
    std::optional<QSocketNotifier> m_readable;
    std::optional<QSocketNotifier> m_writable;
    QByteArray m_up; // from the socket, not yet in the channel
    QByteArray m_down; // from the channel, not yet in the socket
    bool m_hasLeftOver = false; // in the library
    bool m_socketEnded = false; // its other end sends no more
    bool m_eofSent = false;
    bool m_channelEof = false;
    bool m_channelClosed = false;
    bool m_shutDown = false;
};

} // namespace engine
