// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshprocess.h"

#include "engine/host/commandrun.h"
#include "engine/ssh/servertext.h"

#include <QMutex>
#include <QPointer>

#include <optional>

namespace engine {

namespace {

// Unread bytes beyond this limit pause the output on the machine.
constexpr qsizetype inboxLimit = 1024 * 1024;
constexpr qsizetype longestWords = 500; // characters of a machine's output, quoted in a message

// The watchdog ends the command on the machine: a server need not deliver signals (OpenSSH does not for root), and a
// lost connection delivers none.
Watchdog watchdogFor(const RemoteCommand &command)
{
    return command.input.isEmpty() ? Watchdog::OnStdin : Watchdog::OnParent;
}

} // namespace

/// Output and end of the process: written in the loop's thread, read in the process's.
class SshProcess::Inbox
{
    Q_DISABLE_COPY_MOVE(Inbox)

public:
    struct Content
    {
        QByteArray output;
        QByteArray errorOutput;
        std::optional<Result<int>> end;
        bool wasFull = false;
    };

    explicit Inbox(SshProcess *receiver) : m_receiver(receiver) { }

    template <typename Change> void put(Change &&change)
    {
        const QMutexLocker lock(&m_mutex);
        if (!m_receiver)
            return;
        change(m_content);
        const qsizetype size = m_content.output.size() + m_content.errorOutput.size();
        if (size > inboxLimit && m_handle && !std::exchange(m_content.wasFull, true))
            m_handle->setReading(false);
        if (!std::exchange(m_isAnnounced, true))
            QMetaObject::invokeMethod(m_receiver, &SshProcess::read, Qt::QueuedConnection);
    }

    [[nodiscard]] Content take()
    {
        const QMutexLocker lock(&m_mutex);
        m_isAnnounced = false;
        return std::exchange(m_content, {});
    }

    void setHandle(std::shared_ptr<ExecHandle> handle)
    {
        const QMutexLocker lock(&m_mutex);
        m_handle = std::move(handle);
    }

    void detach()
    {
        const QMutexLocker lock(&m_mutex);
        m_receiver = nullptr;
    }

private:
    QMutex m_mutex;
    SshProcess *m_receiver;
    std::shared_ptr<ExecHandle> m_handle;
    Content m_content;
    bool m_isAnnounced = false;
};

SshProcess::SshProcess(std::shared_ptr<SshChannels> channels, SshChannels::Kind kind, const RemoteCommand &command)
    : m_channels(std::move(channels)), m_watchdog(watchdogFor(command)), m_line(ShellLine::of(command, m_watchdog)),
      m_filter(m_line.mark), m_errorFilter(m_line.mark), m_inbox(std::make_shared<Inbox>(this))
{
    const auto inbox = m_inbox;
    ExecListener listener;
    listener.output = [inbox](const QByteArray &bytes) {
        inbox->put([&](Inbox::Content &content) { content.output += bytes; });
    };
    listener.errorOutput = [inbox](const QByteArray &bytes) {
        inbox->put([&](Inbox::Content &content) { content.errorOutput += bytes; });
    };
    listener.ended = [inbox](const Result<int> &result) {
        inbox->put([&](Inbox::Content &content) { content.end = result; });
    };
    m_handle = m_channels->start(kind, {m_line.commandLine, m_line.input, m_line.closesInput}, std::move(listener));
    m_inbox->setHandle(m_handle);
    m_line = {};
}

SshProcess::~SshProcess()
{
    m_inbox->detach();
    if (m_ended)
        return;
    m_handle->end();
    killWhatIsLeft();
}

void SshProcess::stop()
{
    if (std::exchange(m_stopped, true) || m_ended)
        return;
    m_handle->end();
}

void SshProcess::read()
{
    const Inbox::Content content = m_inbox->take();
    if (content.wasFull)
        m_handle->setReading(true);
    m_errorOutput += m_errorFilter.feed(content.errorOutput);
    m_errorOutput.truncate(qMin(m_errorOutput.size(), outputLimit));
    const QPointer<SshProcess> self(this);
    if (const QByteArray bytes = m_filter.feed(content.output); !bytes.isEmpty() && !m_stopped)
        emit readyRead(bytes);
    if (self && content.end)
        end(*content.end);
}

void SshProcess::end(Result<int> result)
{
    m_ended = true;
    if (!result && result.error().code == ErrorCode::Canceled)
        killWhatIsLeft();
    if (m_stopped)
        emit finished(stoppedError());
    else if (!result)
        emit finished(result.error());
    else if (!m_filter.isPast())
        emit finished(strangerError());
    else
        emit finished(CommandResult{*result, {}, m_errorOutput, m_filter.before()});
}

// Kills the command by a second one, for servers that deliver no signals, when the watchdog cannot notice the closed
// channel.
void SshProcess::killWhatIsLeft()
{
    if (m_watchdog != Watchdog::OnStdin && m_filter.pid() > 0)
        m_channels->start(SshChannels::Kind::Command, {ShellLine::killing(m_filter.pid()), {}},
                          {.ended = [](const auto &) {}});
}

Error SshProcess::strangerError() const
{
    const QByteArray said = QByteArray(m_filter.before().trimmed() + '\n' + m_errorFilter.before()).trimmed();
    const QString words = harmlessEnd(said, longestWords);
    const Message message = words.isEmpty()
        ? Message(QT_TRANSLATE_NOOP("engine",
                                    "The machine did not run the command, and does not say why. Its login shell "
                                    "or a ForceCommand in its sshd_config may forbid it."))
        : Message(QT_TRANSLATE_NOOP("engine",
                                    "The machine ran something else than the command: its login shell or a "
                                    "ForceCommand in its sshd_config may forbid it. It said: %1"),
                  {words});
    return Error::of(ErrorCode::CommandFailed, message, {}, QString::fromUtf8(said));
}

} // namespace engine
