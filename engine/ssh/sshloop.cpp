// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshloop.h"

#include <csignal>

using namespace Qt::StringLiterals;

namespace engine {

SshLoop::SshLoop()
{
    ::signal(SIGPIPE, SIG_IGN); // a machine that hung up is no reason to end
    m_thread.setObjectName(u"ssh"_s);
    m_thread.start();
}

SshLoop::~SshLoop()
{
    m_thread.quit();
    m_thread.wait();
}

} // namespace engine
