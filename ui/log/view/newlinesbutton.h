// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPushButton>

namespace ui {

/// At the foot of a log that does not follow its end: the number of new lines. GUI thread.
class NewLinesButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewLinesButton)

public:
    explicit NewLinesButton(QWidget *viewport);

    void setCount(qint64 newLines, bool isPaused); ///< hidden without new lines
};

} // namespace ui
