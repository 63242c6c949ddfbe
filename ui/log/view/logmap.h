// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/logfinder.h"

#include <QTimer>
#include <QWidget>

namespace ui {

class LogView;

/// Overview of the whole log at the right edge of its view: errors over the full width, warnings at the left, matches
/// of the search at the right, marks, and a box for the visible part. Searches for errors and warnings while visible. A
/// click or a drag scrolls. GUI thread.
class LogMap final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMap)

public:
    static constexpr int mapWidth = 18;

    LogMap(LogView &view, const LogFinder &matches, QWidget *parent = nullptr);
    ~LogMap() override;

    void setDocument(std::shared_ptr<engine::LogDocument> document);
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] qint64 errorCount() const { return m_errors.count(); }
    /// The line of the error after (or before) \a line; wraps around. -1: none so far.
    [[nodiscard]] qint64 nextError(qint64 line) const { return m_errors.next(line); }
    [[nodiscard]] qint64 previousError(qint64 line) const { return m_errors.previous(line); }
    [[nodiscard]] qint64 warningCount() const { return m_warnings.count(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    struct Step ///< of the height of the map
    {
        bool hasError = false;
        bool hasWarning = false;
        bool hasMatch = false;
        bool hasMark = false;
    };
    void extendSoon();
    void extend();
    void changeSoon();
    void survey();
    void scrollTo(double y);
    [[nodiscard]] double yOf(qint64 line) const;

    LogView &m_view;
    const LogFinder &m_matches;
    std::shared_ptr<engine::LogDocument> m_document;
    LogFinder m_errors;
    LogFinder m_warnings;
    QTimer m_extend;
    QTimer m_survey;
    std::vector<Step> m_steps;
    qint64 m_lines = 0; ///< at the last survey
    bool m_isDrawn = false; // both searches finished once
    bool m_isStale = true; ///< lines were added while hidden
};

} // namespace ui
