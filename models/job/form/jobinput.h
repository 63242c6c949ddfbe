// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

/// A file or folder of a machine, or of a container of a storage account, as an input directory of a new job. Pure
/// functions.
namespace models {

/// Why \a path cannot be used in a job's document, translated; empty when it can.
[[nodiscard]] QString whyNoJobInput(const QString &path);
/// "cells-2048.tar" gives CELLS_2048_TAR, for $AZ_BATCHAI_INPUT_CELLS_2048_TAR; "DATA" for a name without letters.
[[nodiscard]] QString jobInputId(const QString &name);
/// The job document \a text with \a input added to its input directories. A container is mounted for that, unless the
/// document mounts it already.
[[nodiscard]] QByteArray withJobInput(const QByteArray &text, const engine::Location &input);

} // namespace models
