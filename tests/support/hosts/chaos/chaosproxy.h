// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <memory>

namespace testing {

/// A bad network before a server: what connects to address() and port() reaches the server through it. Works in a
/// thread of its own; its functions may be called from any, and are quick. Settings hold for all connections, from now
/// on.
class ChaosProxy
{
    Q_DISABLE_COPY_MOVE(ChaosProxy)

public:
    enum Direction { ToServer, ToClient };
    enum class End { Fin, Reset };

    /// One direction of every connection.
    struct Line
    {
        int delayMs = 0;
        int jitterMs = 0; ///< up to so much more; bytes stay in order
        int bytesPerSecond = 0; ///< 0: as fast as it goes
        int largestPiece = 0; ///< bytes come in pieces of a random size up to this; 0: as they came
        qint64 cutAfter = -1; ///< ends each connection when it has let so many bytes through; -1: never
        End cutBy = End::Reset;
        bool dropped = false; ///< takes bytes and lets them vanish; so does the end of the stream
    };

    /// The same \a seed makes the same random choices.
    ChaosProxy(QString serverAddress, quint16 serverPort, quint32 seed = 1);
    ~ChaosProxy(); ///< as resetAll(), and refuses

    [[nodiscard]] bool start(); ///< on an address and port of its own in 127/8, kept through setRefusing()
    [[nodiscard]] QString address() const;
    [[nodiscard]] quint16 port() const;

    void setLine(Direction direction, const Line &line);
    void setLines(const Line &line); ///< both directions
    void setRefusing(bool refusing); ///< nobody listens; open connections go on
    /// Nothing moves, new connections are only queued; when it ends, all goes on and nothing was lost.
    void setFrozen(bool frozen);
    /// The connections there are, and those made while it lasts, stay open and silent: every byte vanishes. They never
    /// recover; connections made after it are good.
    void setBlackHole(bool on);
    void resetAll(); ///< the connections, by RST on both sides

    [[nodiscard]] int accepted() const; ///< connections so far
    [[nodiscard]] int open() const; ///< connections now
    [[nodiscard]] qint64 passed(Direction direction) const; ///< bytes let through so far

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace testing
