// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/installation.h"

#include <QTest>

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace testing {

/// Runs batchctl on a pseudo-terminal: reads its output and types answers to its prompts.
class Terminal
{
    Q_DISABLE_COPY_MOVE(Terminal)

public:
    Terminal(const Installation &installation, const QStringList &arguments)
    {
        int inner = -1;
        if (openpty(&m_outer, &inner, nullptr, nullptr, nullptr) != 0)
            return;
        fcntl(m_outer, F_SETFL, O_NONBLOCK);
        m_process.setChildProcessModifier([inner] {
            setsid();
            ioctl(inner, TIOCSCTTY, 0);
            for (const int descriptor : {0, 1, 2})
                dup2(inner, descriptor);
        });
        m_process.start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchctl"),
                        QStringList{QStringLiteral("--profile"), installation.profile()} + arguments);
        m_process.waitForStarted(testing::patience);
        close(inner);
    }
    ~Terminal()
    {
        m_process.kill();
        m_process.waitForFinished(testing::patience);
        close(m_outer);
    }

    const QByteArray &screen()
    {
        QByteArray bytes(4096, Qt::Uninitialized);
        for (ssize_t got = 0; (got = read(m_outer, bytes.data(), size_t(bytes.size()))) > 0;)
            m_screen += bytes.first(got);
        return m_screen;
    }
    void type(const QByteArray &line)
    {
        m_screen.clear();
        (void)write(m_outer, QByteArray(line + '\n').constData(), size_t(line.size() + 1));
    }
    int exitCode()
    {
        return QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, testing::patience)
            ? m_process.exitCode()
            : -1;
    }

private:
    int m_outer = -1;
    QProcess m_process;
    QByteArray m_screen;
};

} // namespace testing
