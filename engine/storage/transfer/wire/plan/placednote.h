// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/runcontext.h"

namespace engine {

/// Beside the journal: that all of a transfer is in its place. It is for what cannot be told from what is there: copies
/// beside what they are made from, which a lost answer would bring once more, and moves, of which a source that is gone
/// would be missed. A run never forgets it: the next one would begin anew if this one's end were lost. IoError: it
/// cannot be kept.
[[nodiscard]] Result<void> notePlaced(const TransferPlan &plan);
[[nodiscard]] bool wasPlaced(const TransferPlan &plan);
/// What a move by new names saw of its sources before the first of them had one, a word of each; a later run knows them
/// by it. None: no run came so far.
[[nodiscard]] std::optional<QByteArrayList> notedSources(const TransferPlan &plan);
[[nodiscard]] Result<void> noteSources(const TransferPlan &plan, const QByteArrayList &words);
/// Both, once it is on the disk that the transfer has ended.
void forgetPlaced(const TransferPlan &plan);

/// Those of \a missing are no sources any more: nothing is left to do of what a move has moved, and of a plan that
/// brings what is there the others have failed. NotFound: without one of them nothing is brought, or none is left.
[[nodiscard]] Result<void> leaveOutMissing(RunContext &context, const QByteArrayList &missing);

} // namespace engine
