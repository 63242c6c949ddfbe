// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace ui {

/// The matching lines of a growing log: polls a LogSearch once a frame while it runs. GUI thread.
class LogFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFinder)

public:
    explicit LogFinder(QObject *parent = nullptr);
    ~LogFinder() override;

    /// Starts a new search; without a pattern, none.
    void start(std::shared_ptr<engine::LogDocument> document, const std::optional<engine::LogPattern> &pattern);
    void extend(); ///< searches lines that were appended

    /// Further matches may be reported.
    [[nodiscard]] bool isSearching() const { return m_poll.isActive(); }
    [[nodiscard]] bool isTooHard() const { return m_state.isTooHard; } ///< ended by LogSearch::tooHard()
    [[nodiscard]] qint64 count() const { return m_state.hits; }
    [[nodiscard]] qint64 countBelow(qint64 line) const { return m_search ? m_search->hitsBelow(line) : 0; }
    /// -1: nothing matches.
    [[nodiscard]] qint64 last() const { return m_search ? m_search->hitAt(m_state.hits - 1) : -1; }
    /// The line of the match after (or before) \a line; wraps around once the search has finished. -1: none so far.
    [[nodiscard]] qint64 next(qint64 line) const;
    [[nodiscard]] qint64 previous(qint64 line) const;
    [[nodiscard]] const std::shared_ptr<engine::LogSearch> &search() const { return m_search; } ///< null: no search

signals:
    void changed();

private:
    void poll();

    std::shared_ptr<engine::LogDocument> m_document;
    std::shared_ptr<engine::LogSearch> m_search;
    engine::LogSearch::State m_state;
    QTimer m_poll;
};

} // namespace ui
