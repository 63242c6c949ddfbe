// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/machine/sshfixture.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>

#include <array>

namespace testing {

/// The connection to a machine on which a job runs, through a proxy. The seed decides how and when it is cut, one to
/// three times.
class BadLink
{
    Q_DISABLE_COPY_MOVE(BadLink)

public:
    explicit BadLink(const SshServer &server) : m_proxy(server.address(), server.port()) { }

    [[nodiscard]] bool start() { return m_proxy.start(); }
    [[nodiscard]] const ChaosProxy &proxy() const { return m_proxy; }
    void reset() { m_proxy.resetAll(); }

    /// Plans the cuts for the next job, which creates the file \a done last. Any 28 consecutive seeds have each kind of
    /// cut at each moment.
    void plan(int seed, const QString &done)
    {
        m_random.seed(quint32(seed) * 7919u + 3u);
        m_way = seed % waysCount;
        m_moment = Moment(seed % momentsCount);
        m_done = done;
        m_cutsLeft = 1 + m_random.bounded(3);
        m_stage = Stage::Waiting;
        m_words = QStringLiteral("%1 at %2, %3 times")
                      .arg(QLatin1StringView(wayNames[size_t(m_way)]), QLatin1StringView(momentNames[size_t(m_moment)]))
                      .arg(m_cutsLeft);
        if (m_moment == Moment::Ending || m_moment == Moment::Finishing)
            m_proxy.setLine(ChaosProxy::ToClient, {.bytesPerSecond = 60'000}); // slows down the logs
    }

    /// Makes the cuts that are due for \a job's current state. True when none is left.
    bool advance(const engine::JobSnapshot &job)
    {
        switch (m_stage) {
        case Stage::Waiting:
            if (hasCome(job))
                wait(Stage::Armed, m_moment == Moment::Running ? m_random.bounded(2500) : m_random.bounded(400));
            break;
        case Stage::Armed:
            if (m_due.hasExpired())
                wait(Stage::Cut, cut());
            break;
        case Stage::Cut:
            if (!m_due.hasExpired())
                break;
            mend();
            if (--m_cutsLeft > 0)
                wait(Stage::Armed, m_random.bounded(1500));
            else
                m_stage = Stage::Mended;
            break;
        case Stage::Mended:
            break;
        }
        return m_stage == Stage::Mended;
    }

    [[nodiscard]] QString words() const { return m_words; }

private:
    enum Way { Reset, Fin, AfterBytes, HalfOpen, BlackHole, Frozen, Refused };
    enum class Moment { Starting, Running, Ending, Finishing };
    enum class Stage { Waiting, Armed, Cut, Mended };
    static constexpr std::array wayNames{"reset", "fin", "after bytes", "half-open", "black hole", "frozen", "refused"};
    static constexpr std::array momentNames{"start", "run", "end", "finish"};
    static constexpr int waysCount = int(wayNames.size());
    static constexpr int momentsCount = int(momentNames.size());

    [[nodiscard]] bool hasCome(const engine::JobSnapshot &job) const
    {
        switch (m_moment) {
        case Moment::Starting:
            return true;
        case Moment::Running:
            return job.phase == engine::JobPhase::Executing;
        case Moment::Ending:
            return QFile::exists(m_done);
        case Moment::Finishing:
            return engine::isFinal(job.state);
        }
        return true;
    }

    void wait(Stage stage, int milliseconds)
    {
        m_stage = stage;
        m_due.setRemainingTime(milliseconds);
    }

    /// Cuts the connection; returns for how long, in ms.
    int cut()
    {
        const auto direction = m_random.bounded(2) == 0 ? ChaosProxy::ToServer : ChaosProxy::ToClient;
        const auto end = m_random.bounded(2) == 0 ? ChaosProxy::End::Fin : ChaosProxy::End::Reset;
        switch (m_way) {
        case Reset:
            m_proxy.resetAll();
            return 0;
        case Fin:
            m_proxy.setLines({.cutAfter = 0, .cutBy = ChaosProxy::End::Fin});
            return m_random.bounded(50, 500);
        case AfterBytes:
            m_proxy.setLine(direction, {.cutAfter = m_random.bounded(100, 60'000), .cutBy = end});
            return m_random.bounded(500, 4000);
        case HalfOpen:
            m_proxy.setLine(direction, {.dropped = true});
            return m_random.bounded(500, 6000);
        case BlackHole:
            m_proxy.setBlackHole(true);
            return m_random.bounded(500, 6000);
        case Frozen:
            m_proxy.setFrozen(true);
            return m_random.bounded(500, 7000);
        default:
            m_proxy.setRefusing(true);
            m_proxy.resetAll();
            return m_random.bounded(500, 4000);
        }
    }

    void mend()
    {
        m_proxy.setLines({});
        m_proxy.setBlackHole(false);
        m_proxy.setFrozen(false);
        m_proxy.setRefusing(false);
    }

    ChaosProxy m_proxy;
    QRandomGenerator m_random;
    int m_way = Reset;
    Moment m_moment = Moment::Starting;
    QString m_done;
    int m_cutsLeft = 0;
    Stage m_stage = Stage::Mended;
    QDeadlineTimer m_due;
    QString m_words;
};

} // namespace testing
