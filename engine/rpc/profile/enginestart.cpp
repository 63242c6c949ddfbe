// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/profile/enginestart.h"

#include "engine/rpc/profile/profile.h"

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 largestLog = 1024 * 1024;
constexpr int lastLines = 5;

// The child gets default signal handlers: a client in a pipe may ignore SIGPIPE, and jobs would inherit that.
int spawnDetached(const QByteArray &program, const QByteArray &profile, const QByteArray &log, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.constData(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawn_file_actions_addchdir_np(&files, "/");

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    QByteArrayList words{program, "--profile", profile, "serve", "--idle-exit", "600"};
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int failure = posix_spawn(pid, program.constData(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure;
}

} // namespace

EngineStart::EngineStart(QString logPath, qint64 logStart, qint64 pid)
    : m_logPath(std::move(logPath)), m_logStart(logStart), m_pid(pid)
{
}

Result<EngineStart> EngineStart::run(const QString &program, const QString &profile)
{
    if (auto prepared = prepareProfile(profile); !prepared)
        return prepared.error();
    const QString log = serveLogPath(profile);
    if (QFileInfo(log).size() > largestLog) {
        QFile::remove(log + u".1"_s);
        QFile::rename(log, log + u".1"_s);
    }
    const qint64 logStart = QFileInfo(log).size();
    pid_t pid = 0;
    const int failure =
        spawnDetached(QFile::encodeName(program), QFile::encodeName(profile), QFile::encodeName(log), &pid);
    if (failure != 0)
        return Error{ErrorCode::CommandFailed,
                     {QT_TRANSLATE_NOOP("engine", "The engine %1 cannot be started: %2."),
                      {program, QString::fromLocal8Bit(std::strerror(failure))}},
                     program};
    return EngineStart(log, logStart, pid);
}

bool EngineStart::hasEnded()
{
    if (!m_ended)
        m_ended = waitpid(pid_t(m_pid), &m_status, WNOHANG) != 0;
    return m_ended;
}

Error EngineStart::failure() const
{
    // A killed engine is not a refusal: a caller that may repeat the call starts another engine.
    if (WIFSIGNALED(m_status))
        return {ErrorCode::Unreachable,
                {QT_TRANSLATE_NOOP("engine", "The engine was killed by signal %1 as it started."),
                 {QString::number(WTERMSIG(m_status))}},
                m_logPath};
    QFile file(m_logPath);
    QByteArrayList lines;
    if (file.open(QIODevice::ReadOnly) && file.seek(m_logStart))
        lines = file.readAll().trimmed().split('\n');
    lines = lines.mid(qMax(0, lines.size() - lastLines));
    return {ErrorCode::CommandFailed,
            {QT_TRANSLATE_NOOP("engine", "The engine did not start. Its last words: %1"),
             {QString::fromUtf8(lines.join('\n'))}},
            m_logPath};
}

} // namespace engine
