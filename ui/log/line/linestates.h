// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <functional>
#include <vector>

namespace ui {

/// Index of the states of a line that was rewritten with carriage returns: 16 bytes for each 64 states or 64 KiB, which
/// is the most that is read to find one. Value; any thread.
class LineStates final
{
public:
    struct State
    {
        qint64 begin = 0; ///< bytes within the line with all its states
        qint64 end = 0;
    };

    /// Reads the whole line: for a worker. Of a line that is still rewritten, the states so far.
    static LineStates read(const engine::LogDocument &document, qint64 line, const std::function<bool()> &isCanceled);

    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] State at(const engine::LogDocument &document, qint64 line, qint64 state) const;

private:
    struct Mark
    {
        qint64 state = 0;
        qint64 begin = 0;
    };
    std::vector<Mark> m_marks; ///< the first at state 0
    qint64 m_count = 0;
};

} // namespace ui
