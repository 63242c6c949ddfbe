// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace ui {

/// The lines of a growing log that match: a LogSearch, looked at once a frame while it runs. GUI thread.
class LogFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFinder)

public:
    explicit LogFinder(QObject *parent = nullptr);
    ~LogFinder() override;

    /// Begins anew; without a pattern nothing is found.
    void start(std::shared_ptr<engine::LogDocument> document, const std::optional<engine::LogPattern> &pattern);
    void extend(); ///< looks at what came since

    /// More may be found, or what was found is on its way.
    [[nodiscard]] bool isSearching() const { return m_poll.isActive(); }
    [[nodiscard]] bool isTooHard() const { return m_state.isTooHard; } ///< ended by LogSearch::tooHard()
    [[nodiscard]] qint64 count() const { return m_state.hits; }
    [[nodiscard]] qint64 countBelow(qint64 line) const { return m_search ? m_search->hitsBelow(line) : 0; }
    /// -1: nothing matches.
    [[nodiscard]] qint64 last() const { return m_search ? m_search->hitAt(m_state.hits - 1) : -1; }
    /// The match behind (or before) \a line, once all is searched around the end; -1: none was found yet.
    [[nodiscard]] qint64 next(qint64 line) const;
    [[nodiscard]] qint64 previous(qint64 line) const;
    [[nodiscard]] const std::shared_ptr<engine::LogSearch> &search() const
    {
        return m_search;
    } ///< null: nothing is looked for

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
