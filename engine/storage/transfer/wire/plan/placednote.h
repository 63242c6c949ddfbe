// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/runcontext.h"

namespace engine {

/// Writes a note beside the journal that all files of a transfer are in their places. Two kinds of transfers need it,
/// as the target does not show that they are done: copies into the folder of their sources, which the next run would
/// make once more, and moves, whose sources the next run would miss. A run does not remove the note, as the queue may
/// not hear of the run's end. IoError: the note cannot be written.
[[nodiscard]] Result<void> notePlaced(const TransferPlan &plan);
[[nodiscard]] bool wasPlaced(const TransferPlan &plan);
/// What a move by renaming knew of its sources before it renamed the first: a word for each, by which a later run
/// recognizes a renamed source. None: no run has come so far.
[[nodiscard]] std::optional<QByteArrayList> notedSources(const TransferPlan &plan);
[[nodiscard]] Result<void> noteSources(const TransferPlan &plan, const QByteArrayList &words);
/// Removes both notes, once the store has it that the transfer has ended.
void forgetPlaced(const TransferPlan &plan);

/// Takes missing sources off the plan. Sources that an earlier run has moved are done. Other sources have failed, if
/// the plan allows missing sources (bringsWhatIsThere). NotFound: the plan does not allow them, or no source is left.
[[nodiscard]] Result<void> leaveOutMissing(RunContext &context, const QByteArrayList &missing);

} // namespace engine
