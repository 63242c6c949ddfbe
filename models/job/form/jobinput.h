// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

/// A file or folder of a machine as the input of a new job. Pure functions.
namespace models {

/// Why a job's document cannot name \a path, in the reader's language; empty: it can.
[[nodiscard]] QString whyNoJobInput(const QString &path);
/// "cells-2048.tar" as CELLS_2048_TAR, which makes $AZ_BATCHAI_INPUT_CELLS_2048_TAR; "DATA" for a name without letters.
[[nodiscard]] QString jobInputId(const QString &name);
/// The job document \a text with \a path as one more of its input directories.
[[nodiscard]] QByteArray withJobInput(const QByteArray &text, const QString &path);

} // namespace models
