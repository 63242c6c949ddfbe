// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <QSocketNotifier>

#include <functional>
#include <memory>
#include <optional>

namespace engine {

/// Our end of a socket pair; a caller has the other end. Never blocks. Thread: the loop's.
class PipeSocket final
{
    Q_DISABLE_COPY_MOVE(PipeSocket)

public:
    /// \a ready is called when what await() named has come; it may destroy this.
    explicit PipeSocket(std::function<void()> ready);

    /// Makes the pair and answers the caller's end, which is closed with its last owner; null: no more sockets can be
    /// opened.
    [[nodiscard]] std::shared_ptr<UniqueFd> open();
    [[nodiscard]] bool isOpen() const { return m_socket.isValid(); }

    /// How many of the bytes the socket took; all of them when the caller is gone.
    [[nodiscard]] int send(const char *data, qsizetype length);
    void endSending();
    [[nodiscard]] qsizetype receive(char *to, qsizetype most); ///< how many bytes came; 0: none
    void await(bool readable, bool writable);

    [[nodiscard]] bool hasEnded() const { return m_hasEnded; } ///< the caller sends no more
    [[nodiscard]] bool isShut() const { return m_isShut; } ///< nothing is sent to the caller any more
    [[nodiscard]] bool isGone() const { return m_isGone; } ///< send() found nobody there

private:
    std::function<void()> m_ready;
    UniqueFd m_socket; ///< outlives its notifiers
    std::optional<QSocketNotifier> m_readable;
    std::optional<QSocketNotifier> m_writable;
    bool m_hasEnded = false;
    bool m_isShut = false;
    bool m_isGone = false;
};

} // namespace engine
