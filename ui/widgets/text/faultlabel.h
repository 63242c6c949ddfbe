// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QString;
class QWidget;

namespace ui {

class ToneLabel;

/// Below a field, one line high, or beside it, as high as the field.
enum class FaultPlace { Below, Beside };

/// A label for the fault of a field, hidden without a fault. Its space is reserved, so that faults move nothing; text
/// that does not fit is in the tool tip. The object name is "fault-" and \a name.
[[nodiscard]] ToneLabel *newFaultLabel(const QString &name, FaultPlace place, QWidget *parent = nullptr);
void setFault(ToneLabel *label, const QString &words); ///< empty: none
void keepFaultPlace(ToneLabel *label, bool isKept); ///< false while its field is folded

} // namespace ui
