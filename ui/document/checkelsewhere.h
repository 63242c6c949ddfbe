// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QtConcurrentRun>

namespace ui {

/// Checks \a text: a short one at once, else in a worker, so that a large document does not block the window. Then
/// calls \a done in the thread of \a context, unless that was deleted.
template <typename Done>
void whenChecked(engine::ResourceKind kind, const QByteArray &text, QObject *context, Done done)
{
    constexpr qsizetype checkedAtOnce = 64 * 1024;
    if (text.size() <= checkedAtOnce)
        return done(engine::checkDocument(kind, text));
    const auto check = [kind, text] { return engine::checkDocument(kind, text); };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), check), context, done);
}

} // namespace ui
