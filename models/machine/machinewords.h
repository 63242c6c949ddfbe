// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/protocol/machines.h"

/// Texts about machines and their connections. Pure functions; translated.
namespace models {

[[nodiscard]] QString stepTitle(engine::ConnectStep step);
[[nodiscard]] QString stepDetail(engine::ConnectStep step); ///< description of the step, one line
[[nodiscard]] QString word(engine::ConnectStep step); ///< within a sentence: "checking its host key"
/// "16 cores, 62.0 GiB, 2 GPUs".
[[nodiscard]] QString hardwareText(const engine::MachineSnapshot &machine);
/// "2 × NVIDIA RTX A6000, 48.0 GiB each", one line for each model.
[[nodiscard]] QStringList gpuLines(const QList<engine::GpuShape> &gpus);
/// "in 12 s", "now"; \a now in UTC.
[[nodiscard]] QString untilText(const QDateTime &when, const QDateTime &now);
/// The time of day in local time, with its date unless that is today; "none yet" of an invalid \a time.
[[nodiscard]] QString momentText(const QDateTime &time);
/// Title of a question: "Is this the key of gpu-a?".
[[nodiscard]] QString questionTitle(const engine::Question &question);
/// What a machine needs, after its name: "asks for a password".
[[nodiscard]] QString attentionText(const engine::MachineSnapshot &machine);
/// The fact beside a machine's name in the tree.
[[nodiscard]] QString machineFact(const engine::MachineSnapshot &machine);
/// `ssh-keygen -R …` for the host of \a destination, with the file of \a error, if it names one.
[[nodiscard]] QString forgetKeyCommand(const QString &destination, const engine::Error &error);
[[nodiscard]] QString forgetKeyCommand(const QString &destination, const QString &file);
/// What was removed, and the lines that the user has to remove.
[[nodiscard]] QString forgottenText(const engine::ForgottenKey &forgotten);
/// The fingerprints ("SHA256:…") in \a error, in their order.
[[nodiscard]] QStringList fingerprintsIn(const engine::Error &error);

} // namespace models
