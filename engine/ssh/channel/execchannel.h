// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/channel/loopchannel.h"
#include "engine/ssh/connect/sshconnection.h"

#include <QElapsedTimer>

namespace engine {

/// One exec channel of a non-blocking session, from opening to its end. Advances by step(), which is called after
/// every turn of the session's packets. Thread: the loop's.
class ExecChannel final
{
    Q_DISABLE_COPY_MOVE(ExecChannel)

public:
    /// How long a server may take to confirm the end of a command that was to be ended.
    static constexpr std::chrono::milliseconds endGrace{400};
    /// The same for one that has not said a word: it may be about to begin.
    static constexpr std::chrono::milliseconds startGrace{3000};

    /// Its destruction closes the channel without telling the listener.
    ExecChannel(ssh_session session, ExecRequest request, ExecListener listener);

    /// Does what can be done now; returns whether the channel has ended and told so: it can be deleted. One that ended
    /// before the server answered for it stays until then: freed earlier, the server would keep its side open for ever.
    [[nodiscard]] bool step();
    void end(); ///< step() says when it has
    void setReading(bool reading) { m_reading = reading; }
    /// The way is lost: the listener is told \a error. Nothing else may be called then but the destructor.
    void lose(const Error &error);
    /// The command is to be ended and the server has not confirmed it yet: step() must be called now and then.
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
    LoopChannel m_channel; // ends first
};

} // namespace engine
