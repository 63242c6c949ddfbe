// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logcaret.h"

namespace ui {

/// Snapshot of the visible part of a log as one text with offsets, for screen readers. Value.
class VisibleText final
{
public:
    explicit VisibleText(const LogCaret &caret);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] std::pair<int, int> selection() const; ///< begin and end
    [[nodiscard]] int caret() const { return offsetOf(m_selection.caret()); }
    [[nodiscard]] int offsetAt(const LogPlace &place) const; ///< -1: its piece is not visible
    [[nodiscard]] QRect rectOf(int offset) const; ///< in the viewport
    /// The selection between two offsets.
    [[nodiscard]] LogSelection between(int begin, int end) const;

private:
    [[nodiscard]] int offsetOf(const LogPlace &place) const;
    [[nodiscard]] LogPlace placeOf(int offset) const;

    std::vector<LogScroll::Piece> m_pieces;
    std::vector<int> m_begins; ///< of the pieces
    QString m_text;
    LogSelection m_selection;
};

} // namespace ui
