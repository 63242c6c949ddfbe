// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/hosts/chaos/chaosproxy.h"

#include <QByteArray>

#include <deque>
#include <random>

namespace testing {

/// One direction of one connection of a ChaosProxy: holds received bytes until they may be sent. Times are milliseconds
/// of one clock. Used in the proxy's thread.
class ChaosLine
{
public:
    enum class State {
        Flows,
        Ended, ///< the end of the stream was passed on
        Cut, ///< cutAfter is reached
        Broken, ///< a socket failed
    };

    /// Reads available bytes of \a from, unless enough are held already.
    void take(int from, const ChaosProxy::Line &line, qint64 now, std::mt19937 &random);
    /// Writes due bytes to \a to; returns their number.
    qint64 give(int to, const ChaosProxy::Line &line, qint64 now);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool wantsToRead() const;
    /// True when bytes are due and \a to was full, so that it must be polled for writing.
    [[nodiscard]] bool wantsToWrite() const { return m_full; }
    /// The next time at which something is due without an event of a socket; -1: never.
    [[nodiscard]] qint64 nextTime(const ChaosProxy::Line &line, qint64 now) const;

private:
    struct Piece
    {
        qint64 due;
        QByteArray bytes; // empty: the end of the stream
    };
    void hold(const QByteArray &bytes, const ChaosProxy::Line &line, qint64 now, std::mt19937 &random);
    [[nodiscard]] qint64 allowed(const ChaosProxy::Line &line, qint64 now);

    std::deque<Piece> m_pieces;
    qint64 m_held = 0, m_passed = 0;
    double m_credit = 0; // bytes that a limited rate allows now
    qint64 m_creditTime = 0;
    bool m_full = false, m_endCame = false;
    State m_state = State::Flows;
};

} // namespace testing
