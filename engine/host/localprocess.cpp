// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localprocess.h"

#include "engine/base/descriptorlimit.h"
#include "engine/host/commandrun.h"

#include <QDir>

#include <csignal>
#include <linux/close_range.h>
#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestArgument = 100'000; // bytes; Linux limits one argument of exec() to 128 KiB

// The environment that sshd sets for a command, so that a job gets the same as on a remote machine.
QProcessEnvironment loginEnvironment()
{
    passwd entry{};
    passwd *found = nullptr;
    std::array<char, 16 * 1024> buffer{};
    ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    const QString user = found ? QFile::decodeName(entry.pw_name) : qEnvironmentVariable("USER");
    const QString shell = found && *entry.pw_shell ? QFile::decodeName(entry.pw_shell) : u"/bin/sh"_s;

    QProcessEnvironment environment;
    environment.insert(u"HOME"_s, QDir::homePath());
    environment.insert(u"USER"_s, user);
    environment.insert(u"LOGNAME"_s, user);
    environment.insert(u"SHELL"_s, shell);
    environment.insert(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin:/usr/games"_s);
    const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
    for (const QString &name : ours.keys()) {
        if (name == "LANG"_L1 || name.startsWith("LC_"_L1))
            environment.insert(name, ours.value(name));
    }
    return environment;
}

// Runs in the child before exec, so it makes async-signal-safe calls only. Resets ignored and blocked signals.
void becomeSession()
{
    ::setsid();
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD})
        ::signal(signal, SIG_DFL);
    restoreDescriptorLimit();
    ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); // a job must not inherit descriptors that hold this process's locks
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

LocalProcess::LocalProcess(RemoteCommand command, QObject *parent)
    : RemoteProcess(parent), m_command(std::move(command)), m_process(this)
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { emit readyRead(m_process.readAllStandardOutput()); });
    connect(&m_process, &QProcess::readyReadStandardError, this, &LocalProcess::readErrors);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(Error::of(ErrorCode::CommandFailed, QT_TRANSLATE_NOOP("engine", "/bin/sh could not be started."), {},
                          m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        readErrors();
        end(CommandResult{status == QProcess::NormalExit ? code : 128 + code, {}, m_errorOutput});
    });
    QMetaObject::invokeMethod(this, &LocalProcess::begin, Qt::QueuedConnection);
}

LocalProcess::~LocalProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    killSession();
    m_process.waitForFinished(1000); // takes about a millisecond; without it QProcess would warn
}

void LocalProcess::begin()
{
    if (m_stopped)
        return;
    m_process.setProcessEnvironment(loginEnvironment());
    m_process.setWorkingDirectory(QDir(QDir::homePath()).exists() ? QDir::homePath() : u"/"_s);
    m_process.setChildProcessModifier(becomeSession);
    // Dd reads byte by byte, so that it takes nothing of the input after the script.
    if (m_command.script.size() > longestArgument) {
        m_command.input.prepend(m_command.script);
        m_command.script = "eval \"$(dd bs=1 count=" + QByteArray::number(m_command.script.size()) + " 2>/dev/null)\"";
    }
    m_process.start(u"/bin/sh"_s, {u"-c"_s, QString::fromLocal8Bit(m_command.script)});
    m_process.write(std::exchange(m_command.input, {}));
    m_process.closeWriteChannel();
}

void LocalProcess::stop()
{
    if (std::exchange(m_stopped, true) || m_ended)
        return;
    if (m_process.state() != QProcess::NotRunning)
        return killSession();
    QMetaObject::invokeMethod(
        this, [this] { end(CommandResult{}); }, Qt::QueuedConnection);
}

void LocalProcess::readErrors()
{
    m_errorOutput += m_process.readAllStandardError();
    m_errorOutput.truncate(qMin(m_errorOutput.size(), outputLimit));
}

void LocalProcess::killSession()
{
    const auto pid = static_cast<pid_t>(m_process.processId());
    if (pid <= 0)
        return;
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL); // the child may not have called setsid() yet
}

void LocalProcess::end(const Result<CommandResult> &result)
{
    if (std::exchange(m_ended, true))
        return;
    if (const QByteArray rest = m_process.isOpen() ? m_process.readAllStandardOutput() : QByteArray(); !rest.isEmpty())
        emit readyRead(rest);
    if (m_stopped)
        emit finished(stoppedError());
    else
        emit finished(result);
}

} // namespace engine
