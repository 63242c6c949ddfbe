// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/proxycommand.h"

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace engine {

namespace {

constexpr int mostSaid = 1024 * 1024; // bytes; the largest pipe that Linux allows without privileges

Error cannotStart(int error)
{
    return Error::of(ErrorCode::IoError,
                     QT_TRANSLATE_NOOP("engine", "The ProxyCommand of the SSH configuration could not be started."), {},
                     QString::fromLocal8Bit(std::strerror(error)));
}

/// Spawns \a script in a process group of its own, with default signals. Only stdin, stdout and stderr are inherited.
int spawn(const QByteArray &script, int socket, int errors, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    sigset_t numbers;
    sigemptyset(&numbers);
    posix_spawnattr_setsigmask(&attributes, &numbers);
    for (const int number : {SIGPIPE, SIGHUP, SIGINT, SIGTERM, SIGCHLD})
        sigaddset(&numbers, number);
    posix_spawnattr_setsigdefault(&attributes, &numbers);
    QByteArray shell("/bin/sh");
    QByteArray option("-c");
    QByteArray text = script;
    char *arguments[] = {shell.data(), option.data(), text.data(), nullptr};
    const int error = ::posix_spawn(pid, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

} // namespace

Result<std::unique_ptr<ProxyCommand>> ProxyCommand::start(const QString &command)
{
    std::unique_ptr<ProxyCommand> proxy(new ProxyCommand);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return cannotStart(errno);
    proxy->m_socket.reset(ends[0]);
    const UniqueFd itsEnd(ends[1]);
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) // a full pipe drops the command's errors instead of blocking it
        return cannotStart(errno);
    proxy->m_errors.reset(ends[0]);
    const UniqueFd itsErrors(ends[1]);
    (void)::fcntl(ends[0], F_SETPIPE_SZ, mostSaid); // when refused, the pipe holds 64 KiB
    const QByteArray script = "exec " + command.toLocal8Bit();
    if (const int error = spawn(script, itsEnd.get(), itsErrors.get(), &proxy->m_pid); error != 0) {
        proxy->m_pid = -1;
        return cannotStart(error);
    }
    return proxy;
}

ProxyCommand::~ProxyCommand()
{
    if (m_pid <= 0)
        return;
    ::kill(-m_pid, SIGKILL); // not reaped yet, so the group's number is not reused
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

QByteArray ProxyCommand::words()
{
    char buffer[4096];
    for (ssize_t n = 0; m_words.size() < mostSaid && (n = ::read(m_errors.get(), buffer, sizeof buffer)) > 0;)
        m_words.append(buffer, n);
    return m_words;
}

} // namespace engine
