// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QString;
class QWidget;

namespace ui {

class ToneLabel;

/// Below a field, one line; or beside it, as high as the field.
enum class FaultPlace { Below, Beside };

/// A label for the fault of a field, hidden while there is none. Its place is kept all the time, so that nothing moves
/// when a fault comes or goes; words that do not fit are in its tool-tip. "fault-" and \a name are its object name.
[[nodiscard]] ToneLabel *newFaultLabel(const QString &name, FaultPlace place, QWidget *parent = nullptr);
void setFault(ToneLabel *label, const QString &words); ///< empty: none
void keepFaultPlace(ToneLabel *label, bool isKept); ///< not while its field is folded away

} // namespace ui
