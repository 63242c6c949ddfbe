// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QtConcurrentRun>

namespace ui {

/// Gives \a done the check of \a text: at once where it is short, else from another thread, so that a large document
/// does not hold up the window. Nothing once \a context is gone.
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
