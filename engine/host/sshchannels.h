// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnection.h"

#include <QObject>

#include <atomic>
#include <deque>
#include <map>

namespace engine {

/// Assigns commands and streams to channels on the connections of one machine, by the rules of SshHost. Initially
/// closed. start() and openChannels(): any thread; everything else, and every callback, in the loop's thread.
class SshChannels final : public QObject, public std::enable_shared_from_this<SshChannels>
{
    Q_DISABLE_COPY_MOVE(SshChannels)

public:
    enum class Kind {
        Command, ///< on the first connection
        Stream, ///< on a channel that commands do not need
    };
    using Login = std::function<QFuture<Result<std::shared_ptr<SshLogin>>>()>;
    using Lost = std::function<void(const Error &)>;

    static constexpr int maxChannels = 8;
    static constexpr int maxFurther = 4;

    /// Lives in the loop's thread and is destroyed there.
    [[nodiscard]] static std::shared_ptr<SshChannels> create(SshLoop &loop);
    ~SshChannels() override;

    /// \a further makes connections for streams; \a lost is called once when the first connection is lost.
    void open(SshLogin first, Login further, Lost lost);
    /// Ends everything with \a reason; \a lost is not called.
    void close(const Error &reason);
    void checkNow();
    /// The listener's ended() may be called with Unreachable at once when this is closed.
    std::shared_ptr<ExecHandle> start(Kind kind, ExecRequest request, ExecListener listener);

private:
    struct Line; // a connection with its jobs
    struct Job; // a command from start() to ended()

    explicit SshChannels(SshLoop &loop);
    void add(std::shared_ptr<Job> job);
    void endJob(int id);
    void setReading(int id, bool reading);
    void serve();
    Line *lineFor(const Job &job);
    bool hasRoom(const Line &line) const;
    void makeRoom();
    void begin(Line &line, const std::shared_ptr<Job> &job);
    void finish(const std::shared_ptr<Job> &job, const Result<int> &result);
    void ended(const std::shared_ptr<Job> &job, const Result<int> &result);
    void refused(Line &line, const std::shared_ptr<Job> &job, const Error &error);
    void growIfNeeded();
    void addFurther(Result<std::shared_ptr<SshLogin>> login);
    void lostFurther(int id);
    void failStreams();
    void dropIdle();
    std::unique_ptr<Line> makeLine(int id, SshLogin login, Lost lost);

    SshLoop &m_loop;
    Login m_login;
    Lost m_lost;
    std::unique_ptr<Line> m_first;
    std::vector<std::unique_ptr<Line>> m_further;
    int m_pendingLogins = 0;
    int m_generation = 0; // count of open(): a login that finishes after close() is dropped
    bool m_furtherIsRefused = false;
    int m_limit = maxChannels;
    std::deque<std::shared_ptr<Job>> m_waiting;
    std::map<int, std::shared_ptr<Job>> m_jobs; // all jobs
    std::atomic<int> m_nextId = 0;
};

} // namespace engine
