// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localsession.h"

#include "engine/base/uniquefd.h"
#include "engine/remote/shellline.h"
#include "engine/ssh/connect/connectionerrors.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace engine {

namespace {

constexpr qsizetype pieceBytes = 1024 * 1024;
constexpr qsizetype mostRest = 64 * 1024 * 1024; // limit of the output that finish() reads

struct Pipe
{
    UniqueFd read, write;
    enum class Kind { Pipe, Socket }; // writing to a socket can be done without SIGPIPE
    explicit Pipe(Kind kind = Kind::Pipe)
    {
        std::array<int, 2> ends{-1, -1};
        const int made = kind == Kind::Pipe ? ::pipe2(ends.data(), O_CLOEXEC)
                                            : ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
        if (made == 0) {
            read.reset(ends[0]);
            write.reset(ends[1]);
        }
    }
};

Error cannotStart(int number)
{
    return Error::of(ErrorCode::CommandFailed, QT_TRANSLATE_NOOP("engine", "/bin/sh could not be started."), {},
                     QString::fromLocal8Bit(std::strerror(number)));
}

// Spawns \a line in a session of its own, so that all its processes can be killed at once; resets SIGPIPE, which Qt
// ignores.
int spawn(pid_t &pid, const QByteArray &line, const Pipe &input, const Pipe &output, const Pipe &errors)
{
    ::posix_spawn_file_actions_t actions;
    ::posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, input.read.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
    ::sigset_t all;
    ::sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    QByteArray shell = "/bin/sh";
    QByteArray option = "-c";
    QByteArray text = line;
    const std::array<char *, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
    const int number = ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return number;
}

} // namespace

class LocalSession::Command final : public BulkCommand
{
    Q_DISABLE_COPY_MOVE(Command)

public:
    Command(LocalSession &session, pid_t pid, UniqueFd input, UniqueFd output, UniqueFd errors, const QByteArray &mark)
        : m_session(session), m_pid(pid), m_input(std::move(input)), m_output(std::move(output)),
          m_errors(std::move(errors)), m_outputFilter(mark), m_errorFilter(mark)
    {
        for (const UniqueFd *end : {&m_input, &m_output, &m_errors})
            ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
    }
    ~Command() override
    {
        if (m_pid > 0)
            ::kill(-m_pid, SIGKILL);
        reap();
    }

    Result<void> write(QByteArrayView bytes) override
    {
        while (!bytes.isEmpty()) {
            const auto put = ::send(m_input.get(), bytes.data(), size_t(qMin(bytes.size(), pieceBytes)), MSG_NOSIGNAL);
            if (put > 0) {
                m_session.m_moved += quint64(put);
                bytes = bytes.sliced(put);
            } else if (put < 0 && errno == EINTR) {
                continue;
            } else if (put < 0 && errno == EAGAIN) {
                wait(true, true); // the command may be blocked because its output is not read
            } else {
                return failure();
            }
            if (m_session.m_isAborted || m_said.size() > mostRest)
                return failure();
        }
        return {};
    }
    Result<void> closeInput() override
    {
        m_input.reset();
        return {};
    }
    Result<qsizetype> readInto(char *to, qsizetype most) override
    {
        while (m_said.isEmpty() && m_output.isValid())
            wait(false, true);
        if (m_session.m_isAborted)
            return failure();
        const qsizetype count = qMin(most, m_said.size());
        std::memcpy(to, m_said.constData(), size_t(count));
        m_said.remove(0, count);
        return count;
    }
    Result<QByteArray> takeOutput() override
    {
        wait(false, false);
        if (m_session.m_isAborted)
            return failure();
        return std::exchange(m_said, {});
    }
    Result<CommandResult> finish() override
    {
        while (m_output.isValid() && m_said.size() <= mostRest)
            wait(false, true);
        while (m_errors.isValid())
            wait(false, true);
        if (m_session.m_isAborted)
            return failure();
        return CommandResult{reap(), std::exchange(m_said, {}), m_complaints.right(mostErrors)};
    }

private:
    // Reads available output. With \a blocks it waits for output or, with \a forInput, until stdin accepts input.
    void wait(bool forInput, bool blocks)
    {
        std::array<::pollfd, 3> ends{::pollfd{m_output.get(), POLLIN, 0},
                                     {m_errors.get(), POLLIN, 0},
                                     {forInput ? m_input.get() : -1, POLLOUT, 0}};
        if (::poll(ends.data(), ends.size(), blocks ? -1 : 0) <= 0)
            return;
        if (ends[0].revents != 0)
            m_said += m_outputFilter.feed(take(m_output));
        if (ends[1].revents != 0) {
            m_complaints += m_errorFilter.feed(take(m_errors));
            keepEnd(m_complaints);
        }
    }
    QByteArray take(UniqueFd &end)
    {
        m_buffer.resize(pieceBytes);
        const auto got = ::read(end.get(), m_buffer.data(), size_t(m_buffer.size()));
        if (got > 0) {
            m_session.m_moved += quint64(got);
            return m_buffer.first(got);
        }
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            end.reset();
        return {};
    }
    int reap()
    {
        if (m_pid <= 0)
            return m_exitCode;
        {
            const std::lock_guard lock(m_session.m_mutex);
            m_session.m_group = 0; // once reaped, the process's number may be reused
        }
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
        m_pid = 0;
        m_exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return m_exitCode;
    }
    [[nodiscard]] Error failure() const
    {
        return m_session.m_isAborted ? connectionClosed() : connectionLost(QStringLiteral("the command ended"));
    }

    LocalSession &m_session;
    pid_t m_pid;
    int m_exitCode = 0;
    UniqueFd m_input, m_output, m_errors;
    MarkFilter m_outputFilter, m_errorFilter;
    QByteArray m_buffer;
    QByteArray m_said;
    QByteArray m_complaints;
};

Result<std::unique_ptr<BulkCommand>> LocalSession::start(const QByteArray &script)
{
    if (m_isAborted)
        return connectionClosed();
    Pipe input(Pipe::Kind::Socket);
    Pipe output;
    Pipe errors;
    const ShellLine line = ShellLine::of({script}, Watchdog::None);
    pid_t pid = 0;
    const bool isReady = input.write.isValid() && output.write.isValid() && errors.write.isValid();
    const int number = isReady ? spawn(pid, line.commandLine, input, output, errors) : errno;
    if (number != 0)
        return cannotStart(number);
    {
        const std::lock_guard lock(m_mutex);
        m_group = pid;
    }
    if (m_isAborted)
        abort();
    auto command = std::make_unique<Command>(*this, pid, std::move(input.write), std::move(output.read),
                                             std::move(errors.read), line.mark);
    output.write.reset(); // the command holds the other ends
    errors.write.reset();
    input.read.reset();
    if (const Result<void> begun = command->write(line.input); !begun)
        return begun.error();
    return Result<std::unique_ptr<BulkCommand>>(std::move(command));
}

void LocalSession::abort()
{
    m_isAborted = true;
    const std::lock_guard lock(m_mutex);
    if (m_group > 0)
        ::kill(-m_group, SIGKILL);
}

} // namespace engine
