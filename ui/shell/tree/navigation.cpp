// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/tree/navigation.h"

namespace ui {

namespace {

constexpr qsizetype longest = 100;

} // namespace

void Navigation::go(const Place &place)
{
    if (place == current())
        return;
    m_places.resize(m_at + 1);
    m_places.append(place);
    if (m_places.size() > longest)
        m_places.removeFirst();
    m_at = m_places.size() - 1;
}

void Navigation::forget(const QList<engine::ResourceId> &removed)
{
    for (qsizetype i = m_places.size() - 1; i > 0; --i) {
        if (!m_places[i].id.isValid() || !removed.contains(m_places[i].id))
            continue;
        m_places.removeAt(i);
        if (m_at >= i)
            --m_at;
    }
}

} // namespace ui
