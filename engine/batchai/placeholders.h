// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

namespace engine {

// Placeholders in documents that a person has to fill in. Pure; any thread.

/// The first <AZURE_BATCHAI_…> in \a text, which az replaces; empty when there is none.
[[nodiscard]] QString azPlaceholder(const QString &text);
/// The first placeholder of any kind, such as <YOUR STORAGE ACCOUNT>, in a \a text in which "<" has no other meaning.
[[nodiscard]] QString anyPlaceholder(const QString &text);
/// \a text with "*" in place of each placeholder.
[[nodiscard]] QString withoutPlaceholders(const QString &text);
/// Words of the warning "Placeholder".
[[nodiscard]] Message placeholderWords(const QString &placeholder);

} // namespace engine
