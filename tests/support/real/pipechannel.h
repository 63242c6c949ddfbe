// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sftp/sftperrors.h"
#include "tests/support/patience.h"

#include <QByteArrayList>

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace testing {

/// A channel to an SFTP server that runs on this computer, without SSH.
class PipeChannel final : public engine::SftpChannel
{
    Q_DISABLE_COPY_MOVE(PipeChannel)

public:
    explicit PipeChannel(QByteArrayList command)
    {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            qFatal("no sockets");
        m_fd.reset(ends[0]);
        const engine::UniqueFd theirs(ends[1]);
        std::vector<char *> arguments;
        for (QByteArray &word : command)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDOUT_FILENO);
        if (::posix_spawn(&m_pid, arguments.front(), &actions, nullptr, arguments.data(), environ) != 0)
            qFatal("%s does not start", arguments.front());
        ::posix_spawn_file_actions_destroy(&actions);
    }

    ~PipeChannel() override
    {
        m_fd.reset();
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

    engine::Result<void> write(QByteArrayView bytes, std::chrono::milliseconds longest) override
    {
        while (!bytes.isEmpty()) {
            if (!waitFor(POLLOUT, longest))
                return engine::silenceError();
            const ssize_t put = ::send(m_fd.get(), bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (put < 0 && errno != EAGAIN)
                return ended();
            bytes = bytes.sliced(qMax<ssize_t>(put, 0));
        }
        return {};
    }

    engine::Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds longest) override
    {
        if (!waitFor(POLLIN, longest))
            return qsizetype(0);
        const ssize_t got = ::recv(m_fd.get(), to, size_t(most), MSG_DONTWAIT);
        return got > 0 ? engine::Result<qsizetype>(got) : ended();
    }

    bool isAlive() override
    {
        char next = 0;
        const ssize_t got = ::recv(m_fd.get(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
        return got > 0 || (got < 0 && errno == EAGAIN);
    }

    void abort() override
    {
        m_isAborted = true;
        ::shutdown(m_fd.get(), SHUT_RDWR);
    }

    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    bool waitFor(short what, std::chrono::milliseconds longest)
    {
        pollfd ready{m_fd.get(), what, 0};
        return ::poll(&ready, 1, int(qMax<qint64>(longest.count(), 0))) > 0;
    }

    [[nodiscard]] engine::Error ended() const
    {
        return m_isAborted ? engine::connectionClosed() : engine::serverEndedError();
    }

    engine::UniqueFd m_fd;
    pid_t m_pid = -1;
    std::atomic<bool> m_isAborted = false;
};

} // namespace testing
