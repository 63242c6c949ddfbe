// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QStringList>

namespace testing {

/// "CODE TARGET LINE:COLUMN" of each fault.
inline QStringList faultPlaces(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(QStringLiteral("%1 %2 %3:%4").arg(fault.code, fault.target).arg(fault.line).arg(fault.column));
    return texts;
}

/// "CODE TARGET LINE:COLUMN words" of a fault.
inline QString faultText(const engine::Fault &fault)
{
    return QStringLiteral("%1 %2 %3:%4 %5")
        .arg(fault.code, fault.target)
        .arg(fault.line)
        .arg(fault.column)
        .arg(fault.message.englishText());
}

inline QStringList faultTexts(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(faultText(fault));
    return texts;
}

} // namespace testing
