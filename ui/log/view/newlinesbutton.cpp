// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/newlinesbutton.h"

#include "ui/theme/style.h"
#include "ui/theme/tokens.h"

namespace ui {

NewLinesButton::NewLinesButton(QWidget *viewport) : QPushButton(viewport)
{
    setFont(textFont());
    setProperty(filledProperty, true);
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::ArrowCursor);
    hide();
}

void NewLinesButton::setCount(qint64 newLines, bool isPaused)
{
    setVisible(newLines > 0);
    if (isHidden())
        return;
    const QString count = newLines == 1 ? tr("1 new line") : tr("%1 new lines").arg(locale().toString(newLines));
    setText((isPaused ? tr("Paused, %1").arg(count) : count) + QStringLiteral("   ") + tr("End", "the key"));
    adjustSize();
    move(parentWidget()->width() - width() - 20, parentWidget()->height() - height() - 16);
}

} // namespace ui
