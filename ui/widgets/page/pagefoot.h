// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace ui {

class ToneLabel;

/// The foot of a form page: verdict on the form, and the command that submits it, also by Ctrl+Return.
class PageFoot final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageFoot)

public:
    /// \a commandName: objectName() of the command's button.
    PageFoot(const QString &command, const QString &commandName, QWidget *parent = nullptr);

    [[nodiscard]] ToneLabel *verdict() const { return m_verdict; }
    [[nodiscard]] QPushButton *command() const { return m_command; }
    QPushButton *addButton(const QString &text); ///< between verdict and command, after previously added ones

private:
    ToneLabel *m_verdict;
    QPushButton *m_command;
    QHBoxLayout *m_row;
};

} // namespace ui
