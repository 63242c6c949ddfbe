// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshbulksession.h"

#include "engine/remote/shellline.h"
#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftpclient.h"
#include "engine/ssh/sftp/sshsftpchannel.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr uint32_t pieceSize = 1024 * 1024;
// libssh's receive window is 1.28 MB; it renews the window by halves and widens it for a larger read. Such reads send a
// window packet each, so they are made only once in windowStep bytes. With a short round trip a wide window gains
// nothing: sshd reads as far ahead as the window allows and copies that data around.
constexpr uint32_t readSize = 512 * 1024;
constexpr uint32_t windowFar = 8 * 1024 * 1024;
constexpr qint64 windowStep = windowFar / 4;
constexpr std::chrono::milliseconds nearTrip{2};
// The limit of unread input with a short round trip: sshd keeps input that the command has not read in growing buffers
// and copies it around, which costs more than decryption. sshd renews its window of 2 MiB whenever 96 KiB are used.
constexpr uint32_t nearAhead = 256 * 1024;
constexpr qint64 errorsStep = 1024 * 1024; // bytes of output between two reads of the error output
constexpr int lookMs = 500;
constexpr std::chrono::seconds mostUnasked{7}; // while a call waits; a lost connection is noticed within half a minute
constexpr int muchUnsent = 64 * 1024; // bytes in the send queue; on a slow connection an answer comes only after them
constexpr std::chrono::seconds sftpPatience{30}; // for the exchange of versions
constexpr qsizetype maxRest = 64 * 1024 * 1024; // bytes of unread output while waiting for the command's end

} // namespace

class SshBulkSession::Command final : public BulkCommand
{
    Q_DISABLE_COPY_MOVE(Command)

public:
    Command(SshBulkSession &session, Channel channel, const ShellLine &line)
        : m_session(session), m_channel(std::move(channel)), m_outputFilter(line.mark), m_errorFilter(line.mark),
          m_isFar(session.isFar())
    {
    }
    ~Command() override
    {
        m_session.m_hasRest |= ssh_channel_is_eof(m_channel.get()) == 0;
        ssh_channel_close(m_channel.get());
    }

    /// Requests the command without waiting for the answer, which the first read or write awaits. A command without
    /// input takes one round trip, not two.
    Result<void> begin(const ShellLine &line)
    {
        const Result<void> begun = request(line.commandLine, Waits::No);
        return begun && !line.input.isEmpty() ? write(line.input) : begun;
    }

    Result<void> write(QByteArrayView bytes) override
    {
        if (const Result<void> begun = request("", Waits::Yes); !begun)
            return begun;
        while (!bytes.isEmpty()) {
            const uint32_t window = waitForWindow();
            const auto wanted = uint32_t(qMin<qsizetype>(bytes.size(), qMin(window, pieceSize)));
            const int put = wanted > 0 ? ssh_channel_write(m_channel.get(), bytes.data(), wanted) : 0;
            if (put <= 0 || m_session.m_isAborted || !m_session.m_login->session.isConnected())
                return failure();
            m_session.m_moved += quint64(put);
            bytes = bytes.sliced(put);
        }
        return {};
    }

    Result<void> closeInput() override
    {
        return ssh_channel_send_eof(m_channel.get()) == SSH_OK ? Result<void>() : failure();
    }

    Result<qsizetype> readInto(char *to, qsizetype most) override
    {
        if (const Result<void> begun = request("", Waits::Yes); !begun)
            return begun.error();
        while (m_output.isEmpty()) {
            // A command with error output only fills the window as well, so that output is read periodically.
            const bool isWide = isWindowLow();
            const bool isDirect = !isWide && m_outputFilter.isPast();
            const uint32_t wanted = isWide ? windowFar : uint32_t(qBound<qsizetype>(1, most, readSize));
            char *const place = isDirect ? to : room(wanted);
            const int got = ssh_channel_read_timeout(m_channel.get(), place, wanted, 0, lookMs);
            if (const Result<void> taken = isDirect ? count(got) : take(got); !taken)
                return taken.error();
            if (got > 0 && isDirect)
                return got;
            if (got == 0)
                takeErrors();
            if (got == 0 && ssh_channel_is_eof(m_channel.get()))
                return 0;
            if (got == 0 && (!m_session.m_login->session.isConnected() || m_session.isSilent()))
                return failure();
        }
        const qsizetype some = qMin(most, m_output.size());
        std::memcpy(to, m_output.constData(), size_t(some));
        m_output.remove(0, some);
        return some;
    }

    Result<QByteArray> takeOutput() override
    {
        const int got = ssh_channel_read_nonblocking(m_channel.get(), room(readSize), readSize, 0);
        if (got == SSH_EOF)
            return std::exchange(m_output, {});
        if (const Result<void> taken = take(got); !taken)
            return taken.error();
        return std::exchange(m_output, {});
    }

    Result<CommandResult> finish() override
    {
        CommandResult result;
        while (true) {
            const Result<QByteArray> some = read(readSize);
            if (!some)
                return some.error();
            if (some->isEmpty())
                break;
            result.output += *some;
            if (result.output.size() > maxRest)
                return Error{ErrorCode::CommandFailed,
                             QT_TRANSLATE_NOOP("engine", "The machine says without end what nobody asked it.")};
        }
        takeErrors();
        result.errorOutput = m_errors.right(mostErrors);
        result.exitCode = ssh_channel_get_exit_status(m_channel.get());
        if (result.exitCode < 0 && (m_session.m_isAborted || !m_session.m_login->session.isConnected()))
            return failure();
        return result;
    }

private:
    // libssh sends the request once; further calls return its answer.
    Result<void> request(const QByteArray &commandLine, Waits waits)
    {
        if (m_isRunning)
            return {};
        if (m_refusal) // a further call of libssh would request another command
            return *m_refusal;
        const auto exec = [&] { return ssh_channel_request_exec(m_channel.get(), commandLine.constData()); };
        const int rc = m_session.stepUnblocked(exec, waits);
        if (rc == SSH_AGAIN && waits == Waits::No)
            return {};
        if (rc != SSH_OK)
            return *(m_refusal = m_session.refusal());
        m_isRunning = true;
        const uint32_t window = ssh_channel_window_size(m_channel.get()); // sshd sends its window with the answer
        if (!m_isFar && window > nearAhead)
            m_keptWindow = window - nearAhead;
        return {};
    }

    [[nodiscard]] bool isWindowLow()
    {
        if (!m_isFar || m_sinceWindow < windowStep)
            return false;
        m_sinceWindow = 0;
        return true;
    }

    char *room(uint32_t size)
    {
        if (m_buffer.size() < qsizetype(size))
            m_buffer.resize(qsizetype(size));
        return m_buffer.data();
    }

    // Waits until the window has room and returns that; 0 when the channel or connection ended. libssh itself would
    // wait for ever for the window of a channel that the server has closed.
    uint32_t waitForWindow()
    {
        constexpr int moment = 250; // ms; an abort also ends the wait
        for (bool hasWaited = false;; hasWaited = true) {
            if (m_session.m_isAborted || !m_session.m_login->session.isConnected() || m_session.isSilent()
                || ssh_channel_is_closed(m_channel.get()) || ssh_channel_is_eof(m_channel.get()))
                return 0;
            if (const uint32_t window = ssh_channel_window_size(m_channel.get()); window > m_keptWindow) {
                m_isRenewedEarly |= hasWaited;
                return window - m_keptWindow;
            }
            ::pollfd socket{m_session.m_descriptor, POLLIN, 0};
            if (::poll(&socket, 1, moment) == 0 && !m_isRenewedEarly)
                m_keptWindow = 0; // the server renews its window only when it is used up
            // libssh reads packets only while it has no buffered output.
            const int got = ssh_channel_read_nonblocking(m_channel.get(), room(readSize), readSize, 0);
            if (got == SSH_EOF || !take(got) || m_output.size() > maxRest)
                return 0;
        }
    }

    Result<void> take(int got)
    {
        if (got > 0)
            m_output += m_outputFilter.feed(QByteArray(m_buffer.constData(), got));
        return count(got);
    }

    Result<void> count(int got)
    {
        if (got < 0 || m_session.m_isAborted)
            return failure();
        m_session.m_moved += quint64(got);
        m_sinceWindow += got;
        if ((m_sinceErrors += got) >= errorsStep)
            takeErrors();
        return {};
    }

    // Reads the error output, which would otherwise fill the window and block the command.
    void takeErrors()
    {
        m_sinceErrors = 0;
        for (int pieces = 0; pieces < 64; ++pieces) { // a limit, since the output may never end
            const int got = ssh_channel_read_nonblocking(m_channel.get(), room(readSize), readSize, 1);
            if (got <= 0)
                return;
            m_errors += m_errorFilter.feed(QByteArray(m_buffer.constData(), got));
            keepEnd(m_errors);
        }
    }

    [[nodiscard]] Error failure() const { return m_session.m_isAborted ? connectionClosed() : m_session.lost(); }

    SshBulkSession &m_session;
    Channel m_channel;
    MarkFilter m_outputFilter;
    MarkFilter m_errorFilter;
    bool m_isFar; // true also when the round trip is unknown
    bool m_isRunning = false; // the machine confirmed the start
    std::optional<Error> m_refusal; // the machine refused the start
    uint32_t m_keptWindow = 0; // bytes of the server's window that we leave unused
    // The server renews its window before it is used up, so that m_keptWindow costs nothing.
    bool m_isRenewedEarly = false;
    qint64 m_sinceWindow = windowStep; // bytes read since the window was widened
    qint64 m_sinceErrors = 0;
    QByteArray m_buffer;
    QByteArray m_output;
    QByteArray m_errors;
};

/// Adds the bytes of SFTP to the session's movedBytes().
class SshBulkSession::CountedChannel final : public SftpChannel
{
    Q_DISABLE_COPY_MOVE(CountedChannel)

public:
    explicit CountedChannel(SshBulkSession &session) : m_session(session), m_channel(session.m_login) { }

    Result<void> open() { return m_channel.open(sftpPatience); }
    Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) override
    {
        const Result<void> written = m_channel.write(bytes, patience);
        m_session.m_moved += written ? quint64(bytes.size()) : 0;
        return written;
    }
    Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) override
    {
        const Result<qsizetype> got = m_channel.read(to, most, patience);
        m_session.m_moved += got ? quint64(*got) : 0;
        return got;
    }
    bool isAlive() override { return m_channel.isAlive(); }
    void abort() override { m_channel.abort(); }

private:
    SshBulkSession &m_session;
    SshSftpChannel m_channel;
};

SshBulkSession::SshBulkSession(SshLogin login)
    : m_login(std::make_shared<SshLogin>(std::move(login))),
      m_descriptor(::fcntl(ssh_get_fd(m_login->session.handle()), F_DUPFD_CLOEXEC, 0))
{
    ssh_session session = m_login->session.handle();
    ssh_set_blocking(session, 1);
    const long forEver = 0; // calls that wait check isSilent(), and abort() ends them
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &forEver);
    const ::timeval none{};
    ::setsockopt(m_descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
}

SshBulkSession::~SshBulkSession()
{
    ::close(m_descriptor);
}

void SshBulkSession::abort()
{
    m_isAborted = true;
    const std::lock_guard lock(m_mutex);
    if (m_channel)
        m_channel->abort(); // first, so that calls that end report Canceled
    resetConnection(m_descriptor);
}

// Sends keepalive requests to sshd, since a command may run for long without output. True after too many without an
// answer.
bool SshBulkSession::isSilent()
{
    const quint64 received = m_login->session.receivedBytes();
    const bool isHeard = std::exchange(m_receivedBytes, received) != received;
    if (isHeard) {
        m_unanswered = 0;
    } else if (m_askAgain.hasExpired()) {
        ++m_unanswered;
        m_login->session.askAlive();
    } else {
        return isGone();
    }
    int unsent = 0;
    const bool isSlow = ::ioctl(m_descriptor, SIOCOUTQ, &unsent) == 0 && unsent > muchUnsent;
    const bool isAsked = m_login->aliveInterval > SshLogin::usualAliveInterval; // the user configured a longer interval
    m_askAgain.setRemainingTime(isSlow || isAsked ? m_login->aliveInterval
                                                  : std::min(m_login->aliveInterval, mostUnasked));
    if (isGone())
        resetConnection(m_descriptor); // the next call that waits fails at once
    return isGone();
}

QString SshBulkSession::address() const
{
    return m_login->route ? m_login->route->hops.constLast().hostName : QString();
}

std::chrono::microseconds SshBulkSession::roundTrip() const
{
    return roundTripOf(m_descriptor);
}

bool SshBulkSession::isFar() const
{
    return roundTrip().count() == 0 || roundTrip() >= nearTrip;
}

SshBulkSession::Channel SshBulkSession::openChannel()
{
    if (m_next && awaitOpen(m_next.get()))
        return std::exchange(m_next, {});
    m_next.reset(); // a server may allow one channel at a time
    Channel channel(ssh_channel_new(m_login->session.handle()));
    return channel && awaitOpen(channel.get()) ? std::move(channel) : Channel();
}

bool SshBulkSession::awaitOpen(ssh_channel channel)
{
    return stepUnblocked([channel] { return ssh_channel_open_session(channel); }, Waits::Yes) == SSH_OK;
}

bool SshBulkSession::isReusable() const
{
    return m_isKept && !m_isAborted && !m_hasRest && !m_sftp && !hasHungUp();
}

bool SshBulkSession::hasHungUp() const
{
    ::pollfd socket{m_descriptor, POLLRDHUP, 0};
    return !m_login->session.isConnected() || ::poll(&socket, 1, 0) != 0; // or we closed the connection
}

// Requests a channel for the next command, which saves it a round trip.
void SshBulkSession::openAhead()
{
    if (m_next || !isFar())
        return;
    m_next.reset(ssh_channel_new(m_login->session.handle()));
    const auto open = [this] { return ssh_channel_open_session(m_next.get()); };
    if (m_next && stepUnblocked(open, Waits::No) == SSH_ERROR)
        m_next.reset();
}

int SshBulkSession::stepUnblocked(const std::function<int()> &step, Waits waits)
{
    constexpr int moment = 1000; // ms; an abort also ends the wait
    ssh_session session = m_login->session.handle();
    ssh_set_blocking(session, 0);
    int rc = 0;
    while ((rc = step()) == SSH_AGAIN && waits == Waits::Yes && !m_isAborted && !isSilent()) {
        m_login->session.acknowledge();
        ::pollfd socket{m_descriptor, POLLIN, 0};
        ::poll(&socket, 1, moment);
    }
    ssh_set_blocking(session, 1);
    return rc;
}

Error SshBulkSession::lost() const
{
    return isGone() ? connectionSilent() : connectionLost(m_login->session.errorText());
}

Error SshBulkSession::refusal() const
{
    if (m_isAborted || isGone() || !m_login->session.isConnected())
        return m_isAborted ? connectionClosed() : lost();
    return Error::of(ErrorCode::CommandFailed,
                     QT_TRANSLATE_NOOP("engine", "The machine starts no command for a transfer."), {},
                     m_login->session.errorText());
}

Result<std::unique_ptr<BulkCommand>> SshBulkSession::start(const QByteArray &script)
{
    const ShellLine line = ShellLine::of({script}, Watchdog::None);
    Channel channel = openChannel();
    if (!channel)
        return refusal();
    auto command = std::make_unique<Command>(*this, std::move(channel), line);
    if (const Result<void> begun = command->begin(line); !begun)
        return begun.error();
    openAhead();
    return Result<std::unique_ptr<BulkCommand>>(std::move(command));
}

Result<std::shared_ptr<SftpClient>> SshBulkSession::sftp()
{
    if (m_sftp)
        return m_sftp;
    auto channel = std::make_shared<CountedChannel>(*this);
    {
        const std::lock_guard lock(m_mutex);
        m_channel = channel;
        if (m_isAborted)
            channel->abort();
    }
    if (const auto opened = channel->open(); !opened)
        return opened.error();
    auto client = SftpClient::open(std::move(channel));
    if (client)
        m_sftp = *client;
    return client;
}

} // namespace engine
