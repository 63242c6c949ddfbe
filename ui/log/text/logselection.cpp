// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logselection.h"

namespace ui {

LogRow::Columns LogSelection::columnsIn(const LogRows::Id &id, qint64 piece, int size) const
{
    if (isEmpty() || last() < LogPlace{id, piece, 0} || first() > LogPlace{id, piece, size})
        return {};
    const auto isHere = [&](const LogPlace &place) { return place.id == id && place.piece == piece; };
    return {isHere(first()) ? first().column : 0, isHere(last()) ? last().column : size};
}

void LogSelection::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    for (LogPlace *place : {&m_anchor, &m_caret}) {
        if (!place->id.move(before, now))
            *place = {place->id, 0, 0};
    }
}

} // namespace ui
