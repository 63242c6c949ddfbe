// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/logfinder.h"

namespace ui {

class LogFindBar;
class LogView;

/// Runs the query of the find bar on the log of a view: highlights and counts matching lines, goes from one to the
/// next, filters. No search runs while the bar is hidden. GUI thread.
class LogFind final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFind)

public:
    LogFind(LogView &view, QObject *parent);
    ~LogFind() override;

    [[nodiscard]] LogFindBar *bar() const { return m_bar; } ///< has no parent at first
    [[nodiscard]] const LogFinder &matches() const { return m_finder; }
    [[nodiscard]] bool isSearching() const { return m_finder.isSearching(); }
    void setDocument(std::shared_ptr<engine::LogDocument> document);
    void extend() { m_finder.extend(); } ///< searches lines that were appended
    void open();
    void close();
    void toggleFilter(); ///< shows only matching lines
    void goToNext();
    void goToPrevious();
    void goToLine(qint64 line); ///< among all lines; -1: no effect
    void showAmongAll(qint64 line); ///< without the filter; also focuses the view

private:
    void applyQuery();
    void applyFilter();
    void showMatches();
    void goToMatch(qint64 line);

    LogView &m_view;
    LogFindBar *m_bar;
    LogFinder m_finder;
    std::shared_ptr<engine::LogDocument> m_document;
};

} // namespace ui
