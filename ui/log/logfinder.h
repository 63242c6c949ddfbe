// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logsearch.h"

#include <QFutureWatcher>

#include <optional>

namespace ui {

/// The lines of a growing log that match, found in a worker. GUI thread.
class LogFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFinder)

public:
    static constexpr qsizetype mostLines = 1'000'000;

    explicit LogFinder(QObject *parent = nullptr);
    ~LogFinder() override;

    /// Begins anew; without a pattern nothing is found.
    void start(std::shared_ptr<engine::LogDocument> document, const std::optional<engine::LogPattern> &pattern);
    void extend(); ///< looks at what came since

    [[nodiscard]] const QList<qint64> &lines() const { return m_lines; } ///< ascending, at most mostLines
    /// lines() is not complete yet: the worker searches, or what it found is on its way.
    [[nodiscard]] bool isSearching() const { return m_isSearching; }
    /// The match behind (or before) \a line, around the end; -1 when nothing matches.
    [[nodiscard]] qint64 next(qint64 line) const;
    [[nodiscard]] qint64 previous(qint64 line) const;

signals:
    void changed();

private:
    void adopt(int begin, int end);
    void finish();

    std::shared_ptr<engine::LogDocument> m_document;
    std::optional<engine::LogPattern> m_pattern;
    QFutureWatcher<QList<qint64>> m_watcher;
    QList<qint64> m_lines;
    qint64 m_searched = 0; ///< lines that need no second look
    bool m_isSearching = false;
};

} // namespace ui
