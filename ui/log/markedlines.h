// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>

#include <optional>
#include <set>

namespace ui {

class LogRows;

/// The lines of a log that the user marked. GUI thread.
class MarkedLines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MarkedLines)

public:
    explicit MarkedLines(const LogRows &rows); ///< of the log; must outlive this

    void toggle(qint64 line); ///< no effect if there is no such line
    void clear();
    /// Renumbers lines after some were removed from the document between the states \a before and \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

    [[nodiscard]] const std::set<qint64> &lines() const { return m_lines; }
    [[nodiscard]] bool contains(qint64 line) const { return m_lines.contains(line); }
    /// The next marked line after \a line (\a step 1) or the one before it (-1), wrapping around.
    [[nodiscard]] std::optional<qint64> next(qint64 line, int step) const;

signals:
    void changed();
    void toggled(qint64 line); ///< by toggle(), not by moveLines() or clear()

private:
    const LogRows &m_rows;
    std::set<qint64> m_lines;
};

} // namespace ui
