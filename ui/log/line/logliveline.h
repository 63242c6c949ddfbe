// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ui {

/// The line of a log that is still being rewritten, at the foot of the view, with a progress bar if its text has a
/// progress. GUI thread.
class LogLiveLine final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogLiveLine)

public:
    explicit LogLiveLine(QWidget *parent = nullptr);

    void setLine(const std::optional<engine::LogLine> &line); ///< hidden without one
    void setExpanded(bool isExpanded);

signals:
    void expandedChanged(bool isExpanded); ///< by the user: whether each update is shown

private:
    QToolButton *m_expand;
    QProgressBar *m_progress;
    QLabel *m_text;
    QLabel *m_count;
};

} // namespace ui
