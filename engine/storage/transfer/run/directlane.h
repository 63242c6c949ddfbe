// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partqueue.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <chrono>
#include <deque>

namespace engine {

/// One way for parts of large files from machine to machine (direct.sh): a command on the source that gives them to an
/// ssh, and one on the target with an sshd for that. Where they are written is said to the target by its own session:
/// the source gives it bytes and nothing else. A part counts when the target says that it is written; a file when the
/// source says that it is as it was listed. One thread. Errors: CommandFailed (the target cannot write).
class DirectLane final
{
    Q_DISABLE_COPY_MOVE(DirectLane)

public:
    DirectLane(RunContext &context, RunSessions &sources, RunSessions &targets)
        : m_context(context), m_source{sources}, m_target{targets}
    {
    }

    /// Blocks, for some seconds; after end() also once more, by the same sessions as long as they hold. False: there
    /// is no such way, as words() say; also where a machine lets nobody in once more.
    [[nodiscard]] bool open();
    /// Carries parts until the queue has none; false: the way is lost, and what did not get there was given back.
    [[nodiscard]] Result<bool> carry(PartQueue &queue);
    [[nodiscard]] bool hasCarried() const { return m_hasCarried; }
    void end(); ///< waits until both commands have ended
    [[nodiscard]] QString words() const { return m_words; }

private:
    using Clock = std::chrono::steady_clock;

    /// A command and what it says, line by line.
    struct End
    {
        RunSessions &sessions;
        std::shared_ptr<BulkSession> session = {};
        std::unique_ptr<BulkCommand> command = {};
        QByteArray heard = {};

        [[nodiscard]] Result<void> begin(const QByteArray &call);
        [[nodiscard]] bool say(const QByteArray &line);
        [[nodiscard]] std::optional<QByteArray> hear(); ///< none: it says no more
    };
    enum class What { Part, Facts, Seal };
    struct Asked
    {
        PartQueue::Part part;
        What what;
        Clock::time_point since = Clock::now();
        bool isGiven = false; ///< the source has said its word of it
        bool isTaken = false; ///< the target has
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
    PartQueue::FilePtr m_file; // that both were told last
    qint64 m_mebibytes = 0; // on their way
    qint64 m_partMiB = 1;
    bool m_hasCarried = false;
    QString m_words;
};

} // namespace engine
