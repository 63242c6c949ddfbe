// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftpclient.h"
#include "engine/storage/transfer/source.h"
#include "engine/storage/transfer/sourceremoval.h"

namespace engine {

// What makes a transfer from a machine without a shell a move; as in sourceremoval.h. Errors: also the client's.

[[nodiscard]] Result<void> checkApart(SftpClient &source, const TransferPlan &plan);
[[nodiscard]] Result<void> seeSources(SftpClient &client, const TransferPlan &plan);
[[nodiscard]] Result<void> renameSources(SftpClient &client, TransferPlan &plan);
/// \a list is what the sources are now; \a arrived has looked at it.
[[nodiscard]] Result<void> removeArrived(SftpClient &source, const SourceList &list, RunContext &context,
                                         const ArrivedSources &arrived);

} // namespace engine
