// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QThread>

namespace engine {

/// The thread that serves all non-blocking sessions; their SshConnection objects live in it. Destruction ends the
/// thread and its connections.
class SshLoop final
{
    Q_DISABLE_COPY_MOVE(SshLoop)

public:
    SshLoop();
    ~SshLoop();

    [[nodiscard]] QThread *thread() { return &m_thread; }

private:
    QThread m_thread;
};

} // namespace engine
