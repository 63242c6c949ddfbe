// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshloop.h"

#include <csignal>

using namespace Qt::StringLiterals;

namespace engine {

SshLoop::SshLoop()
{
    ::signal(SIGPIPE, SIG_IGN); // writing to a closed connection must not end the process
    m_thread.setObjectName(u"ssh"_s);
    m_thread.start();
}

SshLoop::~SshLoop()
{
    m_thread.quit();
    m_thread.wait();
}

} // namespace engine
