// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/whenfinished.h"
#include "ui/shell/activitybar.h"
#include "ui/shell/toast.h"
#include "ui/widgets/page/banner.h"

namespace ui {

/// The widgets of the window that show notices. Value; the widgets must outlive this.
struct Notices
{
    ActivityBar *activity = nullptr; ///< pending operations
    Toast *toast = nullptr; ///< success
    Banner *banner = nullptr; ///< failure

    /// Activity shows \a call until it is answered. Then the banner shows its error, or \a done is called with the
    /// answer. Neither happens once \a context is deleted.
    template <typename Answer, typename Done>
    void follow(const QFuture<Answer> &call, const QString &words, QObject *context, Done done) const
    {
        const int operation = activity->begin(words);
        engine::whenFinished(call, context, [notices = *this, operation, done](const Answer &answer) {
            notices.activity->end(operation);
            if (answer)
                done(answer);
            else
                notices.banner->showError(answer.error());
        });
    }
};

} // namespace ui
