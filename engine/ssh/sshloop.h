// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QThread>

namespace engine {

/// The thread that serves all non-blocking sessions. Connections are objects in it. Destruction ends the thread and
/// waits for it.
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
