// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/callbacks.h>

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace engine {

/// A channel of a non-blocking session, with its state on the server. libssh reports changes from callbacks within its
/// reads; they are only recorded, and the owner acts on them afterwards. Thread: the loop's.
class LoopChannel final
{
    Q_DISABLE_COPY_MOVE(LoopChannel)

public:
    /// Returns how many bytes were consumed. The others stay in libssh for read(); libssh then stops widening the
    /// window.
    using Receive = std::function<int(const char *data, uint32_t length, bool isError)>;

    LoopChannel(ssh_session session, Receive receive);
    ~LoopChannel(); ///< closes the channel

    [[nodiscard]] ssh_channel handle() const { return m_channel; }
    [[nodiscard]] bool isClosed() const { return m_isClosed; } ///< by the server
    [[nodiscard]] bool hasEof() const { return m_hasEof; } ///< the server sends no more
    [[nodiscard]] std::optional<int> exitStatus() const { return m_exitStatus; }
    [[nodiscard]] QByteArray exitSignal() const { return m_exitSignal; } ///< the signal's name; empty: none
    [[nodiscard]] QString errorText() const; ///< of the session, for Error::technical

    /// Sends as many of \a bytes as fit now; returns how many.
    [[nodiscard]] qsizetype write(QByteArrayView bytes);
    void sendEof() { ssh_channel_send_eof(m_channel); }
    /// Reads at most \a most of the bytes that Receive left in libssh; 0: none.
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
