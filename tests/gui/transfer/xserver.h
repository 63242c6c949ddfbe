// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace testing {

/// An X server without a screen, for this test: call start() before the QApplication is made, which then connects to
/// it. The server ends with this object, and with the test.
class XServer final
{
    Q_DISABLE_COPY_MOVE(XServer)

public:
    XServer() = default;
    bool start()
    {
        int ends[2];
        if (::pipe(ends) != 0)
            return false;
        const pid_t test = ::getpid();
        m_process = ::fork();
        if (m_process == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            ::dup2(ends[1], 3);
            if (::getppid() == test)
                ::execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "1760x1000x24", "-nolisten", "tcp",
                         "-noreset", nullptr);
            ::_exit(127);
        }
        ::close(ends[1]);
        QByteArray display;
        for (char byte = 0; m_process > 0 && ::read(ends[0], &byte, 1) == 1 && byte != '\n';)
            display += byte;
        ::close(ends[0]);
        if (display.isEmpty())
            return false;
        qputenv("DISPLAY", ':' + display);
        qputenv("QT_QPA_PLATFORM", "xcb");
        qunsetenv("WAYLAND_DISPLAY");
        return true;
    }
    ~XServer()
    {
        if (m_process <= 0)
            return;
        ::kill(m_process, SIGTERM);
        ::waitpid(m_process, nullptr, 0);
    }

private:
    pid_t m_process = 0;
};

} // namespace testing
