// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/line/logrow.h"
#include "ui/log/line/logrows.h"

#include <algorithm>

namespace ui {

/// A place in the text of a log.
struct LogPlace
{
    LogRows::Id id;
    qint64 piece = 0;
    int column = 0; ///< in the piece
    auto operator<=>(const LogPlace &) const = default;
};

/// The selection in a log, from its anchor to the caret. Value.
class LogSelection final
{
public:
    LogSelection() = default;
    explicit LogSelection(const LogPlace &caret) : LogSelection(caret, caret) { } ///< empty
    LogSelection(const LogPlace &anchor, const LogPlace &caret) : m_anchor(anchor), m_caret(caret) { }

    [[nodiscard]] bool isEmpty() const { return m_anchor == m_caret; }
    [[nodiscard]] const LogPlace &caret() const { return m_caret; }
    [[nodiscard]] const LogPlace &first() const { return std::min(m_anchor, m_caret); }
    [[nodiscard]] const LogPlace &last() const { return std::max(m_anchor, m_caret); }
    /// Selected columns of a piece with \a size columns.
    [[nodiscard]] LogRow::Columns columnsIn(const LogRows::Id &id, qint64 piece, int size) const;

    void extendTo(const LogPlace &caret) { m_caret = caret; }
    /// Renumbers lines after some were removed from the document between the states \a before and \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

private:
    LogPlace m_anchor;
    LogPlace m_caret;
};

} // namespace ui
