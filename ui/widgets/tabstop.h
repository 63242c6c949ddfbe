// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QButtonGroup;

namespace ui {

/// Makes Tab enter the exclusive \a group at its checked button: Qt does so only once a button of it had the focus. To
/// be called after each change of the checked button.
void keepOneTabStop(const QButtonGroup &group);

} // namespace ui
