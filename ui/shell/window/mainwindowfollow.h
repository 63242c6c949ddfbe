// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/whenfinished.h"
#include "ui/shell/activitybar.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/page/banner.h"

namespace ui {

/// For the parts of MainWindow: \a call is an operation of Activity until it is answered; an error is shown.
template <typename Answer, typename Done>
void MainWindow::follow(const QFuture<Answer> &call, const QString &words, Done done)
{
    const int operation = m_activity->begin(words);
    engine::whenFinished(call, this, [this, operation, done](const Answer &answer) {
        m_activity->end(operation);
        if (answer)
            done(answer);
        else
            m_banner->showError(answer.error());
    });
}

} // namespace ui
