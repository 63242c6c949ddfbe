// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QKeySequence>
#include <QWidget>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace ui {

class LogView;

/// The row above a log: at the left a widget that selects the log, at the right tools, each with a command for the
/// palette. GUI thread.
class LogToolBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogToolBar)

public:
    /// Adds the tools of \a view. Keys of tools work in all of \a area, the parent of this.
    LogToolBar(QWidget *left, LogView &view, QWidget *area);

    QToolButton *addTool(const QString &iconName, const QString &text, const QKeySequence &key = {});
    QToolButton *addMenuTool(const QString &iconName, const QString &text); ///< without a command
    void setFailureKnown(bool isKnown); ///< shows the tool of failureRequested()
    void addCommandsTo(QMenu &menu) const; ///< of the visible tools

signals:
    void failureRequested(); ///< go to the line with the cause of the failure

private:
    [[nodiscard]] QToolButton *newTool(const QString &iconName, const QString &text, const QKeySequence &key);

    QHBoxLayout *m_row;
    QToolButton *m_failure;
    QList<QToolButton *> m_tools; ///< the others
};

} // namespace ui
