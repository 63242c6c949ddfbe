// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

namespace engine {

/// Runs \a list, a function of transfer.sh, with \a words, and feeds its output to \a reader. \a each, if any, gets the
/// bytes first; its error ends the list. Errors: CommandFailed when the list is malformed, those of \a each and of the
/// session.
[[nodiscard]] Result<void> readList(BulkSession &session, const char *list, const QByteArrayList &words,
                                    ManifestReader &reader,
                                    const std::function<Result<void>(const QByteArray &bytes)> &each = {});

/// The same of a running command, whose output begins with \a first.
[[nodiscard]] Result<void> readList(BulkCommand &command, const QByteArray &first, ManifestReader &reader,
                                    const std::function<Result<void>(const QByteArray &bytes)> &each = {});

/// The list of a machine has more than \a most entries.
[[nodiscard]] Error listsTooMuch(qint64 most);

} // namespace engine
