// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <QSocketNotifier>

#include <functional>
#include <memory>
#include <optional>

namespace engine {

/// Our end of a socket pair, whose other end a caller has. Never blocks. Thread: the loop's.
class PipeSocket final
{
    Q_DISABLE_COPY_MOVE(PipeSocket)

public:
    /// \a ready is called when the socket is in a state that await() asked for; it may destroy this.
    explicit PipeSocket(std::function<void()> ready);

    /// Makes the pair and returns the caller's end, which its last owner closes; null when no more sockets can be
    /// opened.
    [[nodiscard]] std::shared_ptr<UniqueFd> open();
    [[nodiscard]] bool isOpen() const { return m_socket.isValid(); }

    /// Returns how many bytes were sent; all of them, as if sent, when the caller closed its end.
    [[nodiscard]] int send(const char *data, qsizetype length);
    void endSending();
    [[nodiscard]] qsizetype receive(char *to, qsizetype most); ///< number of bytes received; 0: none
    void await(bool readable, bool writable);

    [[nodiscard]] bool hasEnded() const { return m_hasEnded; } ///< the caller sends no more
    [[nodiscard]] bool isShut() const { return m_isShut; } ///< nothing can be sent to the caller any more
    [[nodiscard]] bool isGone() const { return m_isGone; } ///< send() failed because the caller closed its end

private:
    std::function<void()> m_ready;
    UniqueFd m_socket; // outlives its notifiers
    std::optional<QSocketNotifier> m_readable;
    std::optional<QSocketNotifier> m_writable;
    bool m_hasEnded = false;
    bool m_isShut = false;
    bool m_isGone = false;
};

} // namespace engine
