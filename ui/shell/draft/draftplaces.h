// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/drafts.h"
#include "ui/shell/tree/navigation.h"

namespace ui {

/// What the draft of the form at \a place is kept under: the same form, asked for in the same way. Empty: it has none.
[[nodiscard]] QString draftKey(const Place &place);
/// Without the text of a document: that is a field of the draft.
[[nodiscard]] QJsonObject placeToJson(const Place &place);
[[nodiscard]] Place placeOf(const models::Draft &draft);

} // namespace ui
