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

/// Which rows a log is shown in: all its lines, or those that a search found with their context; below a line that was
/// expanded each of its states. Costs nothing for a line. Value: a copy may go to a worker; one thread at a time.
class LogRows final
{
public:
    struct Id
    {
        qint64 line = 0;
        qint64 state = -1; ///< -1: the line as it is shown
        auto operator<=>(const Id &) const = default;
        /// Takes the number that the line has \a now, after lines were taken out of the document since \a before.
        /// False: it is the line that stands for them.
        bool move(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    };

    void setDocument(std::shared_ptr<const engine::LogDocument> document); ///< begins anew; the filter stays
    void setLineCount(qint64 count); ///< those of which rows may be
    void setFilter(std::shared_ptr<engine::LogSearch> search); ///< null: all lines
    /// Takes over what the search found since.
    void updateFilter();
    /// Whether all lines are those that a terminal would show, written over by what came later; else, and with a
    /// filter, they are as they are in the file.
    void setFolding(bool isFolding);
    [[nodiscard]] bool isFolding() const { return m_isFolding; }
    /// Lines before \a line that have no row since they were written over.
    [[nodiscard]] qint64 hiddenBelow(qint64 line) const { return m_isFolded ? m_document->hiddenBelow(line) : 0; }
    /// What is shown in the row of \a line, where that was written over.
    [[nodiscard]] std::optional<engine::LogDocument::Rewritten> rewritten(qint64 line) const;
    /// Whether no row shows \a line, as it was written over.
    [[nodiscard]] bool isOverwritten(qint64 line) const;

    void expand(qint64 line, LineStates states);
    void fold(qint64 line);
    /// Lines were taken out of the document since \a before: others have other numbers \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    [[nodiscard]] bool isExpanded(qint64 line) const { return statesOf(line); }
    [[nodiscard]] qint64 stateCount(qint64 line) const; ///< rows below it
    [[nodiscard]] bool isFiltered() const { return m_filter != nullptr; }

    [[nodiscard]] bool isContext(qint64 line) const { return m_filter && !m_filter->isHit(line); }

    [[nodiscard]] engine::LogDocument::State state() const; ///< of the document
    [[nodiscard]] qint64 lineCount() const { return m_lines; }
    [[nodiscard]] qint64 count() const;
    [[nodiscard]] Id at(qint64 row) const;
    /// The row of \a id, or of the next that has one; count() behind the last.
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
    [[nodiscard]] const LineStates *statesOf(qint64 line) const; ///< null: it is not expanded
    [[nodiscard]] qint64 lineOfBase(qint64 row) const;
    [[nodiscard]] qint64 baseOfLine(qint64 line) const;
    [[nodiscard]] bool hasBase(qint64 line) const;

    std::shared_ptr<const engine::LogDocument> m_document;
    std::shared_ptr<engine::LogSearch> m_filter;
    std::vector<Expanded> m_expanded; ///< by line
    qint64 m_lines = 0;
    qint64 m_bases = 0; ///< rows without those of states
    bool m_isFolding = true;
    bool m_isFolded = false; ///< there is something to fold
};

} // namespace ui
