// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/timespans.h"

#include <QJsonObject>
#include <QMap>

namespace engine {

/// When runs of transfers brought something to a place, by our clock, for each place. They outlast the transfers. Where
/// they are too many, those become one that are closest: nothing is forgotten of the place then. One thread.
class TransferSpans final
{
public:
    static constexpr qsizetype mostSpans = 100; ///< of a place
    static constexpr qsizetype mostPlaces = 200; ///< beyond which the one to which nothing was brought for longest goes

    void begin(const QString &place, qint64 second); ///< a run
    void end(const QString &place, qint64 second); ///< the last of those that are under way
    void endAll(qint64 second); ///< those that a killed engine left
    [[nodiscard]] QList<TimeSpan> of(const QString &place) const { return m_spans.value(place); } ///< joined

    [[nodiscard]] QJsonObject toJson() const; ///< {place: [[first, last], …]}; without the last one: it goes on
    [[nodiscard]] static TransferSpans fromJson(const QJsonObject &json);

private:
    QMap<QString, QList<TimeSpan>> m_spans;
};

} // namespace engine
