// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/chaos/chaosline.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace testing {

namespace {

constexpr qint64 mostHeld = 256 * 1024;
constexpr qint64 rateTick = 10; // ms between writes at a limited rate

bool isTemporary(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

} // namespace

bool ChaosLine::wantsToRead() const
{
    return m_state == State::Flows && !m_endCame && m_held < mostHeld;
}

void ChaosLine::take(int from, const ChaosProxy::Line &line, qint64 now, std::mt19937 &random)
{
    char buffer[16 * 1024];
    while (wantsToRead()) {
        const ssize_t got = recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got < 0) {
            if (!isTemporary(errno))
                m_state = State::Broken;
            return;
        }
        m_endCame = got == 0;
        if (!line.dropped)
            hold(QByteArray(buffer, qsizetype(got)), line, now, random);
    }
}

void ChaosLine::hold(const QByteArray &bytes, const ChaosProxy::Line &line, qint64 now, std::mt19937 &random)
{
    const auto upTo = [&random](int most) { return qint64(random() % (quint32(most) + 1)); };
    qint64 due = now + line.delayMs + (line.jitterMs > 0 ? upTo(line.jitterMs) : 0);
    if (!m_pieces.empty())
        due = std::max(due, m_pieces.back().due);
    qsizetype done = 0;
    do {
        const qsizetype rest = bytes.size() - done;
        const qsizetype size =
            line.largestPiece > 0 ? std::min<qsizetype>(rest, 1 + upTo(line.largestPiece - 1)) : rest;
        m_pieces.push_back({due, bytes.mid(done, size)});
        done += size;
    } while (done < bytes.size());
    m_held += bytes.size();
}

qint64 ChaosLine::allowed(const ChaosProxy::Line &line, qint64 now)
{
    qint64 most = mostHeld;
    if (line.bytesPerSecond > 0) {
        // Credit of at most two ticks, so that silence does not save up for a burst.
        const double largest = std::max(1.0, line.bytesPerSecond * 2 * rateTick / 1000.0);
        m_credit = std::min(largest, m_credit + double(line.bytesPerSecond) * double(now - m_creditTime) / 1000);
        m_creditTime = now;
        most = qint64(m_credit);
    }
    return line.cutAfter < 0 ? most : std::min(most, line.cutAfter - m_passed);
}

qint64 ChaosLine::give(int to, const ChaosProxy::Line &line, qint64 now)
{
    qint64 gone = 0;
    m_full = false;
    if (line.dropped) {
        m_pieces.clear();
        m_held = 0;
    }
    while (m_state == State::Flows && !m_pieces.empty() && m_pieces.front().due <= now) {
        Piece &piece = m_pieces.front();
        if (piece.bytes.isEmpty()) {
            shutdown(to, SHUT_WR);
            m_state = State::Ended;
            break;
        }
        const qint64 size = std::min<qint64>(piece.bytes.size(), allowed(line, now));
        if (size <= 0)
            break;
        const ssize_t sent = send(to, piece.bytes.constData(), size_t(size), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0) {
            m_full = isTemporary(errno);
            if (!m_full)
                m_state = State::Broken;
            break;
        }
        gone += sent;
        m_passed += sent;
        m_held -= sent;
        m_credit -= double(sent);
        if (sent == piece.bytes.size())
            m_pieces.pop_front();
        else
            piece.bytes.remove(0, qsizetype(sent));
    }
    if (m_state == State::Flows && line.cutAfter >= 0 && m_passed >= line.cutAfter)
        m_state = State::Cut;
    return gone;
}

qint64 ChaosLine::nextTime(const ChaosProxy::Line &line, qint64 now) const
{
    if (m_state != State::Flows || m_pieces.empty() || m_full)
        return -1;
    const qint64 due = m_pieces.front().due;
    return due > now || line.bytesPerSecond <= 0 ? due : now + rateTick;
}

} // namespace testing
