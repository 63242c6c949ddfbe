// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace engine {

/// The markers of a list's pages, which a hostile service may let repeat for ever. Keeps one of them (Brent's
/// algorithm), so that a repetition is found at the latest when it has been listed three times.
class ListMarkers final
{
public:
    /// \a marker: of the next page, or empty at the end. False: it was there before.
    [[nodiscard]] bool take(const QString &marker)
    {
        if (!marker.isEmpty() && marker == m_kept)
            return false;
        if (++m_count == m_nextKept) {
            m_kept = marker;
            m_nextKept *= 2;
        }
        return true;
    }

    [[nodiscard]] static Error error(const QString &shownFolder)
    {
        return Error::of(ErrorCode::IoError,
                         {QT_TRANSLATE_NOOP("engine", "The list of %1 has no end."), {shownFolder}});
    }

private:
    QString m_kept;
    qint64 m_count = 0;
    qint64 m_nextKept = 1;
};

} // namespace engine
