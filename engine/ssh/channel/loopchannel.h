// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/callbacks.h>

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace engine {

/// A channel of a non-blocking session, and what the server said about it. The server's words come amid the library's
/// reading and are noted; the owner acts on them afterwards. Thread: the loop's.
class LoopChannel final
{
    Q_DISABLE_COPY_MOVE(LoopChannel)

public:
    /// Answers how many bytes were taken. The others stay in the library for read(); the library then stops to widen
    /// the window.
    using Receive = std::function<int(const char *data, uint32_t length, bool isError)>;

    LoopChannel(ssh_session session, Receive receive);
    ~LoopChannel(); ///< closes it

    [[nodiscard]] ssh_channel handle() const { return m_channel; }
    [[nodiscard]] bool isClosed() const { return m_isClosed; } ///< by the server
    [[nodiscard]] bool hasEof() const { return m_hasEof; } ///< the server sends no more
    [[nodiscard]] std::optional<int> exitStatus() const { return m_exitStatus; }
    [[nodiscard]] QByteArray exitSignal() const { return m_exitSignal; } ///< its name; empty: none
    [[nodiscard]] QString errorText() const; ///< of the session, for Error::technical

    /// Sends of \a bytes what can be sent now; answers how many.
    [[nodiscard]] qsizetype write(QByteArrayView bytes);
    void sendEof() { ssh_channel_send_eof(m_channel); }
    /// At most \a most bytes of those that Receive left in the library; 0: none.
    [[nodiscard]] qsizetype read(char *to, uint32_t most, bool isError = false);

private:
    ssh_session m_session;
    ssh_channel m_channel;
    Receive m_receive;
    ssh_channel_callbacks_struct m_callbacks{};
    bool m_isClosed = false;
    bool m_hasEof = false;
    std::optional<int> m_exitStatus;
    QByteArray m_exitSignal;
};

} // namespace engine
