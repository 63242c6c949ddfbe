// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/transferspans.h"

#include <QJsonArray>

#include <algorithm>

namespace engine {

namespace {

void joinClosest(QList<TimeSpan> &spans)
{
    qsizetype closest = 1;
    for (qsizetype i = 2; i < spans.size(); ++i) {
        if (spans.at(i).first - spans.at(i - 1).last < spans.at(closest).first - spans.at(closest - 1).last)
            closest = i;
    }
    spans[closest - 1].last = spans.at(closest).last;
    spans.removeAt(closest);
}

// If the clock was set back meanwhile, the span covers both times.
void endLast(QList<TimeSpan> &spans, qint64 second)
{
    if (spans.constLast().last != TimeSpan::goesOn)
        return;
    const qint64 first = spans.constLast().first;
    spans.last() = {std::min(first, second), std::max(first, second)};
    spans = joined(spans);
}

} // namespace

void TransferSpans::begin(const QString &place, qint64 second)
{
    QList<TimeSpan> &spans = m_spans[place];
    spans = joined(spans + QList{TimeSpan{second, TimeSpan::goesOn}});
    if (spans.size() > mostSpans)
        joinClosest(spans);
    if (m_spans.size() > mostPlaces)
        m_spans.erase(std::min_element(m_spans.begin(), m_spans.end(), [](const auto &one, const auto &other) {
            return one.constLast().last < other.constLast().last;
        }));
}

void TransferSpans::end(const QString &place, qint64 second)
{
    if (const auto found = m_spans.find(place); found != m_spans.end())
        endLast(*found, second);
}

void TransferSpans::endAll(qint64 second)
{
    for (QList<TimeSpan> &spans : m_spans)
        endLast(spans, second);
}

QJsonObject TransferSpans::toJson() const
{
    QJsonObject json;
    for (auto place = m_spans.cbegin(); place != m_spans.cend(); ++place) {
        QJsonArray spans;
        for (const TimeSpan &span : *place)
            spans.append(span.last == TimeSpan::goesOn ? QJsonArray{span.first} : QJsonArray{span.first, span.last});
        json[place.key()] = spans;
    }
    return json;
}

TransferSpans TransferSpans::fromJson(const QJsonObject &json)
{
    TransferSpans all;
    for (auto place = json.begin(); place != json.end(); ++place) {
        QList<TimeSpan> spans;
        for (const QJsonValue &span : place.value().toArray()) {
            if (span[0].isDouble())
                spans.append({span[0].toInteger(), span[1].toInteger(TimeSpan::goesOn)});
        }
        if (!spans.isEmpty())
            all.m_spans[place.key()] = joined(spans);
    }
    return all;
}

} // namespace engine
