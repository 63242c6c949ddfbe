// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/ssh/channel/loopchannel.h"
#include "engine/ssh/channel/pipesocket.h"

#include <QPromise>

namespace engine {

/// Copies between a direct-tcpip channel of a non-blocking session and one end of a socket pair, until both directions
/// are closed. step() as in ExecChannel. Thread: the loop's.
class ForwardPipe final
{
    Q_DISABLE_COPY_MOVE(ForwardPipe)

public:
    using Opened = Result<std::shared_ptr<UniqueFd>>; ///< the caller's end, closed with its last owner

    /// \a wake is called when the socket is ready, so that step() is due.
    ForwardPipe(ssh_session session, QString host, int port, QPromise<Opened> opened, std::function<void()> wake);

    [[nodiscard]] bool step(); ///< true when it has ended
    void lose(const Error &error);

private:
    enum class Phase { Opening, Running, Ended };

    void open();
    void answer(const Opened &result);
    int receive(const char *data, uint32_t length);
    void drainChannel();
    void readSocket();
    void writeChannel();

    QString m_host;
    int m_port;
    QPromise<Opened> m_opened;
    Phase m_phase = Phase::Opening;
    PipeSocket m_socket;
    QByteArray m_up; // from the socket, not yet in the channel
    QByteArray m_down; // from the channel, not yet in the socket
    bool m_hasLeftOver = false; // bytes of the channel are buffered in libssh
    bool m_eofSent = false;
    LoopChannel m_channel; // destroyed first
};

} // namespace engine
