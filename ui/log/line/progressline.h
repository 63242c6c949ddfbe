// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <optional>

namespace ui {

/// Progress in a line such as "Epoch 5/90: 73%|### | 457/626", 0 to 1: its first percentage, else its last n/m.
[[nodiscard]] std::optional<double> progressOf(const QString &line);

} // namespace ui
