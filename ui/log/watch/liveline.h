// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/line/linestates.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>

namespace ui {

/// The last line of a log while it is being rewritten: shown at the foot of the log or, expanded, as a row with its
/// states. Reads states in a worker. GUI thread.
class LiveLine final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveLine)

public:
    using Document = std::shared_ptr<const engine::LogDocument>;

    struct Reading
    {
        Document document;
        engine::LogDocument::State seen; ///< that the line number refers to
        qint64 line = -1;
        LineStates states;
    };

    LiveLine() = default;

    void look(const engine::LogDocument *document, qint64 lines); ///< whether the last line is live; null: none
    [[nodiscard]] const std::optional<engine::LogLine> &line() const { return m_line; }
    [[nodiscard]] bool isAtFoot() const { return m_line && m_expanded < 0; }

    void expand(qint64 line);
    bool fold(); ///< true: it was expanded
    [[nodiscard]] qint64 expanded() const { return m_expanded; } ///< line number; -1: not expanded
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

    /// Reads new states of the expanded line. Once the line ends, reads it a last time, ends the expansion and returns
    /// true.
    bool follow(const Document &document, const engine::LogDocument::State &seen);
    [[nodiscard]] bool isStale() const { return m_isStale; } ///< follow() postponed a reading
    void readStates(const Document &document, const engine::LogDocument::State &seen, qint64 line); ///< of any line

signals:
    void statesRead(const ui::LiveLine::Reading &reading);

private:
    std::optional<engine::LogLine> m_line;
    qint64 m_expanded = -1;
    QElapsedTimer m_sinceRead;
    qint64 m_readingTook = 0; ///< ms
    bool m_isReading = false;
    bool m_isStale = false;
};

} // namespace ui
