// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/timespans.h"

#include <QJsonObject>
#include <QMap>

namespace engine {

/// The spans of time in which runs of transfers were writing to a place, by our clock, for each place. They are kept
/// longer than the transfers. If a place has too many, the closest two are joined, so that no second is lost. One
/// thread.
class TransferSpans final
{
public:
    static constexpr qsizetype mostSpans = 100; ///< of one place
    static constexpr qsizetype mostPlaces = 200; ///< beyond that the least recently used place is dropped

    void begin(const QString &place, qint64 second); ///< when a run begins
    void end(const QString &place, qint64 second); ///< when the last run to the place has ended
    void endAll(qint64 second); ///< spans that a killed engine left open
    [[nodiscard]] QList<TimeSpan> of(const QString &place) const { return m_spans.value(place); } ///< joined

    [[nodiscard]] QJsonObject toJson() const; ///< {place: [[first, last], …]}; an open span has no last
    [[nodiscard]] static TransferSpans fromJson(const QJsonObject &json);

private:
    QMap<QString, QList<TimeSpan>> m_spans;
};

} // namespace engine
