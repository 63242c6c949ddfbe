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

/// The row above a log: at its left a widget that says which log it is, at its right the tools, each with a command for
/// the palette. GUI thread.
class LogToolBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogToolBar)

public:
    /// With the tools of \a view. Keys of tools are heard in all of \a area, its parent.
    LogToolBar(QWidget *left, LogView &view, QWidget *area);

    QToolButton *addTool(const QString &iconName, const QString &text, const QKeySequence &key = {});
    QToolButton *addMenuTool(const QString &iconName, const QString &text); ///< without a command
    void setFailureKnown(bool isKnown); ///< there is a line to go to
    void addCommandsTo(QMenu &menu) const; ///< of the tools that are shown

signals:
    void failureRequested(); ///< show the line that says why the job failed

private:
    [[nodiscard]] QToolButton *newTool(const QString &iconName, const QString &text, const QKeySequence &key);

    QHBoxLayout *m_row;
    QToolButton *m_failure;
    QList<QToolButton *> m_tools; ///< the others
};

} // namespace ui
