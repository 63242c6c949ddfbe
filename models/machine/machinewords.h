// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/protocol/machines.h"

/// How machines and the way to them read: pure functions, in the reader's language.
namespace models {

[[nodiscard]] QString stepTitle(engine::ConnectStep step);
[[nodiscard]] QString stepDetail(engine::ConnectStep step); ///< what is done there, one line
[[nodiscard]] QString word(engine::ConnectStep step); ///< in a sentence: "checking its host key"
/// "16 cores, 62.0 GiB, 2 GPUs".
[[nodiscard]] QString hardwareText(const engine::MachineSnapshot &machine);
/// "2 × NVIDIA RTX A6000, 48.0 GiB each", a line a model; none: empty.
[[nodiscard]] QStringList gpuLines(const QList<engine::GpuShape> &gpus);
/// "in 12 s", "now"; \a now in UTC.
[[nodiscard]] QString untilText(const QDateTime &when, const QDateTime &now);
/// What a question is, for a heading: "Is this the key of gpu-a?".
[[nodiscard]] QString questionTitle(const engine::Question &question);
/// What a machine needs, behind its name: "asks for a password".
[[nodiscard]] QString attentionText(const engine::MachineSnapshot &machine);
/// The one fact beside a machine's name in the tree.
[[nodiscard]] QString machineFact(const engine::MachineSnapshot &machine);
/// `ssh-keygen -R …` for the host of \a destination, in the file that \a error names when it names one.
[[nodiscard]] QString forgetKeyCommand(const QString &destination, const engine::Error &error);
[[nodiscard]] QString forgetKeyCommand(const QString &destination, const QString &file);
/// What was forgotten, and which lines are left for the user to remove.
[[nodiscard]] QString forgottenText(const engine::ForgottenKey &forgotten);
/// The fingerprints ("SHA256:…") that \a error speaks of, in its order.
[[nodiscard]] QStringList fingerprintsIn(const engine::Error &error);

} // namespace models
