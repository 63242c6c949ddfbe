// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QtGlobal>

namespace engine {

constexpr qint64 mebi = 1024 * 1024;

} // namespace engine
