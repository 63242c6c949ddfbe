// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/linestates.h"

#include <algorithm>

namespace ui {

namespace {

constexpr qint64 readAtOnce = 1024 * 1024;
constexpr qint64 statesForMark = 64;
constexpr qint64 bytesForMark = 64 * 1024;

/// Calls \a visit for each non-empty state from byte \a from on, until it returns false.
void forEachState(const engine::LogDocument &document, qint64 line, qint64 from,
                  const std::function<bool(const LineStates::State &)> &visit)
{
    qint64 begin = from;
    qint64 at = from;
    while (true) {
        const QByteArray bytes = document.rawBytes(line, at, at == from ? 16 * 1024 : readAtOnce);
        if (bytes.isEmpty()) {
            if (at > begin)
                visit({begin, at});
            return;
        }
        for (qsizetype i = 0; i < bytes.size(); ++i) {
            const char byte = bytes[i];
            if (byte != '\r' && byte != '\n')
                continue;
            if (at + i > begin && !visit({begin, at + i}))
                return;
            if (byte == '\n')
                return;
            begin = at + i + 1;
        }
        at += bytes.size();
    }
}

} // namespace

LineStates LineStates::read(const engine::LogDocument &document, qint64 line, const std::function<bool()> &isCanceled)
{
    LineStates states;
    forEachState(document, line, 0, [&](const State &state) {
        const Mark last = states.m_marks.empty() ? Mark{-statesForMark, 0} : states.m_marks.back();
        if (states.m_count - last.state >= statesForMark || state.begin - last.begin >= bytesForMark)
            states.m_marks.push_back({states.m_count, state.begin});
        ++states.m_count;
        return !isCanceled();
    });
    return states;
}

LineStates::State LineStates::at(const engine::LogDocument &document, qint64 line, qint64 state) const
{
    State found;
    if (state < 0 || state >= m_count)
        return found;
    const auto behind = std::upper_bound(m_marks.cbegin(), m_marks.cend(), state,
                                         [](qint64 wanted, const Mark &mark) { return wanted < mark.state; });
    const Mark &mark = *std::prev(behind);
    qint64 left = state - mark.state;
    forEachState(document, line, mark.begin, [&](const State &each) {
        found = each;
        return left-- > 0;
    });
    return found;
}

} // namespace ui
