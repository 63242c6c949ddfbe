// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/channel/loopchannel.h"
#include "engine/ssh/connect/sshconnection.h"

#include <QElapsedTimer>

namespace engine {

/// One exec channel of a non-blocking session, from opening to its end. step() is to be called whenever packets of the
/// session were read. Thread: the loop's.
class ExecChannel final
{
    Q_DISABLE_COPY_MOVE(ExecChannel)

public:
    /// How long the server may take to confirm end().
    static constexpr std::chrono::milliseconds endGrace{400};
    /// The same for a command without output so far: it may be just starting.
    static constexpr std::chrono::milliseconds startGrace{3000};

    /// Destruction closes the channel without calling the listener.
    ExecChannel(ssh_session session, ExecRequest request, ExecListener listener);

    /// Does what can be done without waiting. True when the channel ended and its listener was called: then delete it.
    /// A channel that was ended before the server opened it lives until the server's answer; freed earlier, it would
    /// stay open on the server for ever.
    [[nodiscard]] bool step();
    void end(); ///< step() returns true when the channel has ended
    void setReading(bool reading) { m_reading = reading; }
    /// The connection is lost: ends the listener with \a error. After this only the destructor may be called.
    void lose(const Error &error);
    /// end() was called and the server has not confirmed it yet: step() must be called periodically.
    [[nodiscard]] bool isEnding() const { return m_ending && m_phase != Phase::GivenUp; }

private:
    enum class Phase { Opening, Requesting, Running, GivenUp, Ended };

    void open();
    void request();
    void writeInput();
    void readLeftOver();
    void kill();
    void giveUp();
    void awaitAnswer();
    void finish(const Result<int> &result);
    [[nodiscard]] Result<int> exitCode() const;
    [[nodiscard]] Error refusal(const char *target) const;
    int receive(const char *data, uint32_t length, bool isError);

    ExecRequest m_request;
    ExecListener m_listener;
    Phase m_phase = Phase::Opening;
    qsizetype m_written = 0;
    bool m_inputClosed = false;
    bool m_reading = true;
    bool m_hasLeftOver = false;
    bool m_hasSpoken = false;
    bool m_ending = false;
    bool m_killed = false;
    QElapsedTimer m_endAsked;
    LoopChannel m_channel; // destroyed first
};

} // namespace engine
