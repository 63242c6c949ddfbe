// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partqueue.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <chrono>
#include <deque>

namespace engine {

/// One connection for parts of large files from machine to machine (direct.sh): a command on the source, which pipes
/// them into an ssh, and one on the target, which runs an sshd for it. The target is told by its own session where to
/// write them; the source sends bytes only. A part counts when the target confirms it, and a file when the source
/// confirms that it is as listed. One thread. Errors: CommandFailed (the target cannot write).
class DirectLane final
{
    Q_DISABLE_COPY_MOVE(DirectLane)

public:
    DirectLane(RunContext &context, RunSessions &sources, RunSessions &targets)
        : m_context(context), m_source{sources}, m_target{targets}
    {
    }

    /// Blocks for some seconds. May be called again after end(), and then uses the same sessions while they last.
    /// False: the machines cannot be connected, for the reason in words(), or a machine accepts no further login.
    [[nodiscard]] bool open();
    /// Sends parts until the queue has none. False: the connection is lost, and unconfirmed parts were given back.
    [[nodiscard]] Result<bool> carry(PartQueue &queue);
    [[nodiscard]] bool hasCarried() const { return m_hasCarried; }
    void end(); ///< waits until both commands have ended
    [[nodiscard]] QString words() const { return m_words; }

private:
    using Clock = std::chrono::steady_clock;

    /// A command on one of the machines, and its output by lines.
    struct End
    {
        RunSessions &sessions;
        std::shared_ptr<BulkSession> session = {};
        std::unique_ptr<BulkCommand> command = {};
        QByteArray heard = {};

        [[nodiscard]] Result<void> begin(const QByteArray &call);
        [[nodiscard]] bool say(const QByteArray &line);
        [[nodiscard]] std::optional<QByteArray> hear(); ///< next line; none: the command has ended
    };
    enum class What { Part, Facts, Seal };
    struct Asked
    {
        PartQueue::Part part;
        What what;
        Clock::time_point since = Clock::now();
        bool isGiven = false; ///< the source has answered
        bool isTaken = false; ///< the target has answered
        bool isBad = false;
    };

    [[nodiscard]] std::optional<QByteArrayList> await(End &end, const char *word);
    [[nodiscard]] bool mayAsk() const;
    [[nodiscard]] bool ask(const PartQueue::Part &part);
    [[nodiscard]] Result<bool> settleOldest(PartQueue &queue);
    [[nodiscard]] bool hearSource();
    [[nodiscard]] Result<bool> hearTarget();
    [[nodiscard]] Asked *awaited(What what, bool Asked::*isHeard);
    void learn(const Asked &asked);
    void spoil(PartQueue &queue, const Asked &asked);
    [[nodiscard]] bool isLost(const QByteArray &words = {});

    RunContext &m_context;
    End m_source, m_target;
    std::deque<Asked> m_asked;
    PartQueue::FilePtr m_file; // whose name both machines were told last
    qint64 m_mebibytes = 0; // sent and not confirmed
    qint64 m_partMiB = 1;
    bool m_hasCarried = false;
    QString m_words;
};

} // namespace engine
