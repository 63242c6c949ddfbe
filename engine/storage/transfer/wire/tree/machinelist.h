// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

namespace engine {

/// Runs \a list, a function of transfer.sh, with \a words, and gives \a reader what it says, until its end; \a each,
/// where there is one, gets the bytes before, and may end it. Errors: CommandFailed when it makes no sense, those of \a
/// each and of the session.
[[nodiscard]] Result<void> readList(BulkSession &session, const char *list, const QByteArrayList &words,
                                    ManifestReader &reader,
                                    const std::function<Result<void>(const QByteArray &bytes)> &each = {});

/// The same of a command that runs already, whose output begins with \a first.
[[nodiscard]] Result<void> readList(BulkCommand &command, const QByteArray &first, ManifestReader &reader,
                                    const std::function<Result<void>(const QByteArray &bytes)> &each = {});

/// A machine may list without end; so much nobody has.
[[nodiscard]] Error listsTooMuch(qint64 most);

} // namespace engine
