// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/execchannel.h"

#include "engine/ssh/servertext.h"
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
    : m_session(session), m_channel(ssh_channel_new(session)), m_request(std::move(request)),
      m_listener(std::move(listener))
{
    setCallbacks();
}

ExecChannel::~ExecChannel()
{
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);
}

// The callbacks run amid the library's reading: they take note, and step() acts.
void ExecChannel::setCallbacks()
{
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, uint32_t length, int isError,
                                           void *self) {
        return static_cast<ExecChannel *>(self)->receive(static_cast<const char *>(data), length, isError != 0);
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<ExecChannel *>(self)->m_closed = true;
    };
    m_callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status, void *self) {
        static_cast<ExecChannel *>(self)->m_status = status;
    };
    m_callbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int, const char *,
                                                  const char *,
                                                  void *self) { static_cast<ExecChannel *>(self)->m_signal = signal; };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_channel_callbacks(m_channel, &m_callbacks);
}

int ExecChannel::receive(const char *data, uint32_t length, bool isError)
{
    if (!m_reading) {
        m_hasLeftOver = true;
        return 0; // stays in the library, which then stops to widen the window
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
    if (m_closed && (m_reading || m_ending))
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

// Granted or refused: the destructor closes what is there.
void ExecChannel::awaitAnswer()
{
    if (ssh_channel_open_session(m_channel) != SSH_AGAIN)
        m_phase = Phase::Ended;
}

void ExecChannel::open()
{
    const int rc = ssh_channel_open_session(m_channel);
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
    const int rc = ssh_channel_request_exec(m_channel, m_request.commandLine.constData());
    if (rc == SSH_OK)
        m_phase = Phase::Running;
    else if (rc == SSH_ERROR && !m_closed)
        finish(refusal("exec"));
}

void ExecChannel::writeInput()
{
    const QByteArray &input = m_request.input;
    while (m_written < input.size() && !m_closed && (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) == 0) {
        const uint32_t length = std::min({SshSession::maxWrite, ssh_channel_window_size(m_channel),
                                          uint32_t(qMin<qsizetype>(input.size() - m_written, SshSession::maxWrite))});
        if (length == 0)
            return;
        const int written = ssh_channel_write(m_channel, input.constData() + m_written, length);
        if (written <= 0)
            return;
        m_written += written;
    }
    if (m_written < input.size() || m_inputClosed || !m_request.closesInput)
        return;
    m_inputClosed = true;
    m_request.input.clear();
    m_written = 0;
    ssh_channel_send_eof(m_channel);
}

// What came while nobody was reading lies in the library.
void ExecChannel::readLeftOver()
{
    if (!m_hasLeftOver || !m_reading)
        return;
    m_hasLeftOver = false;
    std::array<char, SshSession::maxWrite> chunk;
    for (const bool isError : {false, true}) {
        while (m_reading && ssh_channel_poll(m_channel, isError) > 0) {
            const int got = ssh_channel_read_nonblocking(m_channel, chunk.data(), chunk.size(), isError);
            if (got <= 0)
                break;
            receive(chunk.data(), uint32_t(got), isError);
        }
    }
}

void ExecChannel::end()
{
    if (std::exchange(m_ending, true))
        return;
    m_reading = true; // what still comes must not keep the end from coming
    m_endAsked.start();
}

void ExecChannel::kill()
{
    if (!std::exchange(m_killed, true) && !m_closed)
        ssh_channel_request_send_signal(m_channel, "KILL");
}

Result<int> ExecChannel::exitCode() const
{
    if (m_status)
        return *m_status;
    if (!m_signal.isEmpty())
        return 128 + signalNumber(m_signal);
    if (m_phase == Phase::Requesting)
        return refusal("exec");
    return Error{ErrorCode::CommandFailed,
                 QT_TRANSLATE_NOOP("engine", "The machine closed the command's channel without saying how it ended.")};
}

Error ExecChannel::refusal(const char *target) const
{
    return Error::of(ErrorCode::CommandFailed,
                     QT_TRANSLATE_NOOP("engine", "The machine lets us log in, but does not run commands for us."),
                     QString::fromLatin1(target), harmless(ssh_get_error(m_session), 300));
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
