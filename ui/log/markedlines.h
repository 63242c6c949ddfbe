// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>

#include <optional>
#include <set>

namespace ui {

class LogRows;

/// The lines of a log that somebody marked. GUI thread.
class MarkedLines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MarkedLines)

public:
    explicit MarkedLines(const LogRows &rows); ///< of the log; must outlive it

    void toggle(qint64 line); ///< nothing without such a line
    void clear();
    /// Lines were taken out of the document since \a before: others have other numbers \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

    [[nodiscard]] const std::set<qint64> &lines() const { return m_lines; }
    [[nodiscard]] bool contains(qint64 line) const { return m_lines.contains(line); }
    /// The next one behind \a line (\a step is 1) or the one before it (-1), around the end.
    [[nodiscard]] std::optional<qint64> next(qint64 line, int step) const;

signals:
    void changed();
    void toggled(qint64 line); ///< by somebody, not because lines moved

private:
    const LogRows &m_rows;
    std::set<qint64> m_lines;
};

} // namespace ui
