// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/channel/execchannel.h"

#include "engine/ssh/sshsession.h"

#include <array>
#include <csignal>

namespace engine {

namespace {

int signalNumber(const QByteArray &name)
{
    static constexpr std::array<std::pair<const char *, int>, 15> names{{{"ABRT", SIGABRT},
                                                                         {"ALRM", SIGALRM},
                                                                         {"FPE", SIGFPE},
                                                                         {"HUP", SIGHUP},
                                                                         {"ILL", SIGILL},
                                                                         {"INT", SIGINT},
                                                                         {"KILL", SIGKILL},
                                                                         {"PIPE", SIGPIPE},
                                                                         {"QUIT", SIGQUIT},
                                                                         {"SEGV", SIGSEGV},
                                                                         {"TERM", SIGTERM},
                                                                         {"USR1", SIGUSR1},
                                                                         {"USR2", SIGUSR2},
                                                                         {"BUS", SIGBUS},
                                                                         {"XCPU", SIGXCPU}}};
    for (const auto &[known, number] : names) {
        if (name == known)
            return number;
    }
    return 0;
}

} // namespace

ExecChannel::ExecChannel(ssh_session session, ExecRequest request, ExecListener listener)
    : m_request(std::move(request)), m_listener(std::move(listener)),
      m_channel(session,
                [this](const char *data, uint32_t length, bool isError) { return receive(data, length, isError); })
{
}

int ExecChannel::receive(const char *data, uint32_t length, bool isError)
{
    if (!m_reading) {
        m_hasLeftOver = true;
        return 0;
    }
    m_hasSpoken = true;
    const auto &sink = isError ? m_listener.errorOutput : m_listener.output;
    if (sink)
        sink(QByteArray(data, length));
    return int(length);
}

bool ExecChannel::step()
{
    if (m_phase == Phase::GivenUp)
        awaitAnswer();
    if (m_phase == Phase::Opening)
        open();
    if (m_phase == Phase::Requesting)
        request();
    if (m_phase == Phase::Running) {
        if (m_ending)
            kill();
        else
            writeInput();
        readLeftOver();
    }
    if (m_phase == Phase::GivenUp || m_phase == Phase::Ended)
        return m_phase == Phase::Ended;
    if (m_channel.isClosed() && (m_reading || m_ending))
        finish(exitCode());
    else if (m_ending && m_endAsked.hasExpired((m_hasSpoken ? endGrace : startGrace).count()))
        giveUp();
    return m_phase == Phase::Ended;
}

void ExecChannel::giveUp()
{
    const bool isAnswered = m_phase != Phase::Opening;
    finish(Error{ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The command was stopped.")});
    m_phase = isAnswered ? Phase::Ended : Phase::GivenUp;
}

// Waits until the server granted or refused the channel; the destructor closes a granted one.
void ExecChannel::awaitAnswer()
{
    if (ssh_channel_open_session(m_channel.handle()) != SSH_AGAIN)
        m_phase = Phase::Ended;
}

void ExecChannel::open()
{
    const int rc = ssh_channel_open_session(m_channel.handle());
    if (rc == SSH_ERROR)
        return finish(refusal("channels"));
    if (rc != SSH_OK)
        return;
    m_phase = Phase::Requesting;
    if (m_listener.opened)
        m_listener.opened();
}

void ExecChannel::request()
{
    const int rc = ssh_channel_request_exec(m_channel.handle(), m_request.commandLine.constData());
    if (rc == SSH_OK)
        m_phase = Phase::Running;
    else if (rc == SSH_ERROR && !m_channel.isClosed())
        finish(refusal("exec"));
}

void ExecChannel::writeInput()
{
    const QByteArray &input = m_request.input;
    while (const qsizetype written = m_channel.write(QByteArrayView(input).sliced(m_written)))
        m_written += written;
    if (m_written < input.size() || m_inputClosed || !m_request.closesInput)
        return;
    m_inputClosed = true;
    m_request.input.clear();
    m_written = 0;
    m_channel.sendEof();
}

// Reads the output that arrived while setReading() was false, which libssh buffered.
void ExecChannel::readLeftOver()
{
    if (!m_hasLeftOver || !m_reading)
        return;
    m_hasLeftOver = false;
    std::array<char, SshSession::maxWrite> chunk;
    for (const bool isError : {false, true}) {
        while (m_reading) {
            const qsizetype got = m_channel.read(chunk.data(), chunk.size(), isError);
            if (got == 0)
                break;
            receive(chunk.data(), uint32_t(got), isError);
        }
    }
}

void ExecChannel::end()
{
    if (std::exchange(m_ending, true))
        return;
    m_reading = true; // unread output would hold back the channel's end
    m_endAsked.start();
}

void ExecChannel::kill()
{
    if (!std::exchange(m_killed, true) && !m_channel.isClosed())
        ssh_channel_request_send_signal(m_channel.handle(), "KILL");
}

Result<int> ExecChannel::exitCode() const
{
    if (const std::optional<int> status = m_channel.exitStatus())
        return *status;
    if (const QByteArray signal = m_channel.exitSignal(); !signal.isEmpty())
        return 128 + signalNumber(signal);
    if (m_phase == Phase::Requesting)
        return refusal("exec");
    return Error{ErrorCode::CommandFailed,
                 QT_TRANSLATE_NOOP("engine", "The machine closed the command's channel without saying how it ended.")};
}

Error ExecChannel::refusal(const char *target) const
{
    return Error::of(ErrorCode::CommandFailed,
                     QT_TRANSLATE_NOOP("engine", "The machine lets us log in, but does not run commands for us."),
                     QString::fromLatin1(target), m_channel.errorText());
}

void ExecChannel::lose(const Error &error)
{
    if (m_phase != Phase::Ended)
        finish(error);
}

void ExecChannel::finish(const Result<int> &result)
{
    m_phase = Phase::Ended;
    if (m_listener.ended)
        std::exchange(m_listener.ended, {})(result);
}

} // namespace engine
