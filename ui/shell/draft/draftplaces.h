// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/drafts.h"
#include "ui/shell/tree/navigation.h"

namespace ui {

/// Key of the draft of the form at \a place; the same for the same form with the same arguments. Empty: no form.
[[nodiscard]] QString draftKey(const Place &place);
/// Without the document's text, which is a field of the draft.
[[nodiscard]] QJsonObject placeToJson(const Place &place);
[[nodiscard]] Place placeOf(const models::Draft &draft);

} // namespace ui
