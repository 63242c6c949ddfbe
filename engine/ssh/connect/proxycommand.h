// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/base/uniquefd.h"

#include <sys/types.h>

#include <memory>

namespace engine {

/// A ProxyCommand under /bin/sh, with its stdin and stdout on a socket. Destruction kills its process group. Any
/// thread, one at a time.
class ProxyCommand final
{
    Q_DISABLE_COPY_MOVE(ProxyCommand)

public:
    /// IoError when the shell cannot be started.
    static Result<std::unique_ptr<ProxyCommand>> start(const QString &command);
    ~ProxyCommand();

    /// Gives the socket to the caller; call it once.
    [[nodiscard]] UniqueFd takeSocket() { return std::move(m_socket); }
    /// Its error output so far, at most the first MiB; further output is dropped.
    [[nodiscard]] QByteArray words();

private:
    ProxyCommand() = default;

    pid_t m_pid = -1;
    UniqueFd m_socket;
    UniqueFd m_errors;
    QByteArray m_words;
};

} // namespace engine
