// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

#include <QList>

#include <chrono>
#include <memory>

struct ssh_session_struct;

namespace engine {

/// A libssh session and the descriptor that its SSH_OPTIONS_FD was given. Destruction ends both without a goodbye, and
/// so without waiting. One thread at a time; which one changes hands with the object.
class SshSession final
{
    Q_DISABLE_COPY(SshSession)

public:
    SshSession(); ///< no host, no port, no configuration file: everything is set by who connects it
    ~SshSession();
    SshSession(SshSession &&other) noexcept;
    SshSession &operator=(SshSession &&other) noexcept;

    [[nodiscard]] ssh_session_struct *handle() const { return m_session; }
    [[nodiscard]] bool isConnected() const;
    /// Its last error, for Error::technical.
    [[nodiscard]] QString errorText() const;

private:
    ssh_session_struct *m_session;
};

/// An authenticated way to a machine, ready to be served.
struct SshLogin
{
    SshSession session;
    std::chrono::seconds aliveInterval{15};
    QString hostKey; ///< its fingerprint
    QList<Message> notHonoured; ///< of the configuration
    std::shared_ptr<void> carrier; ///< what must live as long as the session: a jump host's connection, a ProxyCommand
};

} // namespace engine
