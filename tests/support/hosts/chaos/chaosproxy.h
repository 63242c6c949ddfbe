// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <memory>

namespace testing {

/// A proxy that simulates a bad network in front of a server: connections to address() and port() reach the server
/// through it. Runs in a thread of its own; its functions may be called from any thread and do not block. Settings
/// apply to all connections from the call on.
class ChaosProxy
{
    Q_DISABLE_COPY_MOVE(ChaosProxy)

public:
    enum Direction { ToServer, ToClient };
    enum class End { Fin, Reset };

    /// Settings of one direction of every connection.
    struct Line
    {
        int delayMs = 0;
        int jitterMs = 0; ///< random further delay, up to this; bytes stay in order
        int bytesPerSecond = 0; ///< 0: unlimited
        int largestPiece = 0; ///< splits bytes into pieces of a random size up to this; 0: no splitting
        qint64 cutAfter = -1; ///< ends each connection after this many bytes; -1: never
        End cutBy = End::Reset;
        bool dropped = false; ///< discards bytes and the end of the stream
    };

    /// Equal \a seed gives equal random choices.
    ChaosProxy(QString serverAddress, quint16 serverPort, quint32 seed = 1);
    ~ChaosProxy(); ///< as resetAll(), and stops listening

    [[nodiscard]] bool start(); ///< listens on an address and port of its own in 127/8, which setRefusing() keeps
    [[nodiscard]] QString address() const;
    [[nodiscard]] quint16 port() const;

    void setLine(Direction direction, const Line &line);
    void setLines(const Line &line); ///< sets both directions
    void setRefusing(bool refusing); ///< stops or resumes listening; open connections go on
    /// Stops all traffic and only queues new connections; afterwards everything continues without loss.
    void setFrozen(bool frozen);
    /// Discards all bytes of existing connections and of those made meanwhile, and keeps them open. They never recover;
    /// connections made afterwards work.
    void setBlackHole(bool on);
    void resetAll(); ///< resets all connections, by RST on both sides

    [[nodiscard]] int accepted() const; ///< connections so far
    [[nodiscard]] int open() const; ///< connections now
    [[nodiscard]] qint64 passed(Direction direction) const; ///< bytes passed on so far

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace testing
