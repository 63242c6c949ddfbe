// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

namespace engine {

// What stands in documents for something that a person has to fill in. Pure; any thread.

/// The first <AZURE_BATCHAI_…> of \a text, which az fills in; empty: there is none.
[[nodiscard]] QString azPlaceholder(const QString &text);
/// The first of any kind, <YOUR STORAGE ACCOUNT> as well: for a \a text in which no "<" can mean something else.
[[nodiscard]] QString anyPlaceholder(const QString &text);
/// \a text with "*" for each of any kind.
[[nodiscard]] QString withoutPlaceholders(const QString &text);
/// What a warning of code "Placeholder" says.
[[nodiscard]] Message placeholderWords(const QString &placeholder);

} // namespace engine
