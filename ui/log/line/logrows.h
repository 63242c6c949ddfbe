// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"
#include "ui/log/line/linestates.h"
#include "ui/log/line/logpieces.h"

#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// Maps rows of a view to lines of a log: all lines, or those of a search with their context; an expanded line is
/// followed by its states. Needs no memory per line. Value: a copy may go to a worker; one thread at a time.
class LogRows final
{
public:
    struct Id
    {
        qint64 line = 0;
        qint64 state = -1; ///< -1: the line as shown
        auto operator<=>(const Id &) const = default;
        /// Renumbers the line after lines were removed from the document between \a before and \a now.
        /// False: the line itself was removed; the number is that of the gap's line.
        bool move(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    };

    void setDocument(std::shared_ptr<const engine::LogDocument> document); ///< resets the rows; keeps the filter
    void setLineCount(qint64 count); ///< lines that may have rows
    void setFilter(std::shared_ptr<engine::LogSearch> search); ///< null: all lines
    /// Takes over new results of the search.
    void updateFilter();
    /// Whether lines are shown as in a terminal, where later output overwrites them; otherwise, and with a filter, they
    /// are shown as in the file.
    void setFolding(bool isFolding);
    [[nodiscard]] bool isFolding() const { return m_isFolding; }
    /// Number of lines before \a line that have no row because they were overwritten.
    [[nodiscard]] qint64 hiddenBelow(qint64 line) const { return m_isFolded ? m_document->hiddenBelow(line) : 0; }
    /// The text that the row of \a line shows, if the line was overwritten.
    [[nodiscard]] std::optional<engine::LogDocument::Rewritten> rewritten(qint64 line) const;
    /// Whether \a line has no row because it was overwritten.
    [[nodiscard]] bool isOverwritten(qint64 line) const;

    void expand(qint64 line, LineStates states);
    void fold(qint64 line);
    /// Renumbers lines after some were removed from the document between the states \a before and \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    [[nodiscard]] bool isExpanded(qint64 line) const { return statesOf(line); }
    [[nodiscard]] qint64 stateCount(qint64 line) const; ///< rows below it
    [[nodiscard]] bool isFiltered() const { return m_filter != nullptr; }

    [[nodiscard]] bool isContext(qint64 line) const { return m_filter && !m_filter->isHit(line); }

    [[nodiscard]] engine::LogDocument::State state() const; ///< of the document
    [[nodiscard]] qint64 lineCount() const { return m_lines; }
    [[nodiscard]] qint64 count() const;
    [[nodiscard]] Id at(qint64 row) const;
    /// The row of \a id, or of the next id that has one; count() behind the last.
    [[nodiscard]] qint64 rowOf(const Id &id) const;
    [[nodiscard]] LogPieces pieces(const Id &id) const;
    /// LogDocument::arrival().
    [[nodiscard]] std::optional<qint64> arrival(qint64 line) const { return m_document->arrival(line); }

private:
    struct Expanded
    {
        qint64 line = 0;
        LineStates states;
    };
    [[nodiscard]] const LineStates *statesOf(qint64 line) const; ///< null: not expanded
    [[nodiscard]] qint64 lineOfBase(qint64 row) const;
    [[nodiscard]] qint64 baseOfLine(qint64 line) const;
    [[nodiscard]] bool hasBase(qint64 line) const;

    std::shared_ptr<const engine::LogDocument> m_document;
    std::shared_ptr<engine::LogSearch> m_filter;
    std::vector<Expanded> m_expanded; ///< by line
    qint64 m_lines = 0;
    qint64 m_bases = 0; ///< rows without those of states
    bool m_isFolding = true;
    bool m_isFolded = false; ///< the document has overwritten lines
};

} // namespace ui
