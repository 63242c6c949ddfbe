// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/utilisationmodel.h"

#include "models/words.h"

#include <QDateTime>
#include <QFile>
#include <QLocale>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace models {

namespace {

constexpr qint64 readAtOnce = 1 << 20; // about 10 ms of parsing in the GUI thread
constexpr int hostColumns = 3;
constexpr qint64 dayMs = 86400000;

using Gpu = engine::GpuSample;
using Sample = engine::UtilizationSample;

std::optional<double> percent(std::optional<qint64> part, std::optional<qint64> whole)
{
    return part && whole.value_or(0) > 0 ? std::optional(100.0 * double(*part) / double(*whole)) : std::nullopt;
}

const Gpu *gpuOf(const Sample &sample, int position)
{
    return position < sample.gpus.size() ? &sample.gpus.at(position) : nullptr;
}

QString sizeText(std::optional<qint64> value)
{
    return value ? memory(*value) : QString();
}

// Minimum and maximum in each of \a columns time spans, in order of time.
QList<QPointF> thinned(const QList<QPointF> &all, int columns)
{
    if (columns <= 0 || all.size() <= 2 * qsizetype(columns))
        return all;
    const double begin = all.constFirst().x();
    const double width = qMax(1.0, (all.constLast().x() - begin) / columns);
    QList<QPointF> kept;
    kept.reserve(2 * columns);
    for (qsizetype i = 0; i < all.size();) {
        const int column = qMin(columns - 1, int((all.at(i).x() - begin) / width));
        qsizetype low = i;
        qsizetype high = i;
        for (; i < all.size() && qMin(columns - 1, int((all.at(i).x() - begin) / width)) == column; ++i) {
            if (all.at(i).y() < all.at(low).y())
                low = i;
            if (all.at(i).y() > all.at(high).y())
                high = i;
        }
        kept.append(all.at(qMin(low, high)));
        if (low != high)
            kept.append(all.at(qMax(low, high)));
    }
    return kept;
}

// The round time step that gives at most \a most steps in \a span.
qint64 roundStep(qint64 span, int most)
{
    constexpr std::array<qint64, 18> seconds{1,   2,   5,    10,   15,   30,    60,    120,   300,
                                             600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    for (const qint64 step : seconds) {
        if (span / (step * 1000) <= most)
            return step * 1000;
    }
    return (span / most / dayMs + 1) * dayMs;
}

QString tickText(const QDateTime &local, qint64 step)
{
    if (step >= dayMs)
        return QLocale().toString(local.date(), u"d MMM"_s);
    return local.toString(step < 60000 ? u"HH:mm:ss"_s : u"HH:mm"_s);
}

} // namespace

std::optional<double> percentOf(const engine::UtilizationSample &sample, Measure measure, int gpu)
{
    const Gpu *card = gpuOf(sample, gpu);
    switch (measure) {
    case Measure::Cpu:
        return sample.cpuPercent;
    case Measure::Memory:
        return percent(sample.memoryUsedBytes, sample.memoryTotalBytes);
    case Measure::GpuUse:
        return card ? card->percent : std::nullopt;
    case Measure::GpuMemory:
        return card ? percent(card->memoryUsedBytes, card->memoryTotalBytes) : std::nullopt;
    }
    return {};
}

std::optional<double> meanPercentOf(const engine::UtilizationSample &sample, Measure measure)
{
    if (measure == Measure::Cpu || measure == Measure::Memory)
        return percentOf(sample, measure, 0);
    double sum = 0;
    int known = 0;
    for (int gpu = 0; gpu < sample.gpus.size(); ++gpu) {
        if (const auto value = percentOf(sample, measure, gpu)) {
            sum += *value;
            ++known;
        }
    }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

QList<TimeTick> timeTicks(qint64 from, qint64 to, int most)
{
    const auto offset = [](qint64 time) { return 1000LL * QDateTime::fromMSecsSinceEpoch(time).offsetFromUtc(); };
    const qint64 step = roundStep(to - from, most);
    QList<TimeTick> ticks;
    // In local time, whose offset may change within the range.
    for (qint64 wall = (from + offset(from) + step - 1) / step * step;; wall += step) {
        const qint64 time = wall - offset(wall - offset(from));
        if (time > to)
            return ticks;
        if (time >= from)
            ticks.append({time, tickText(QDateTime::fromMSecsSinceEpoch(time), step)});
    }
}

void UtilisationModel::setSource(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    forget();
}

void UtilisationModel::forget()
{
    beginResetModel();
    m_offset = 0;
    m_parser = {};
    m_samples.clear();
    m_gpuCount = 0;
    endResetModel();
}

bool UtilisationModel::refresh()
{
    QFile file(m_path);
    if (m_path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return false;
    if (file.size() < m_offset)
        forget();
    if (file.size() == m_offset || !file.seek(m_offset))
        return false;
    const QByteArray fresh = file.read(readAtOnce);
    m_offset += fresh.size();
    append(m_parser.feed(fresh));
    return file.size() > m_offset;
}

void UtilisationModel::append(const QList<engine::UtilizationSample> &samples)
{
    if (samples.isEmpty())
        return;
    int gpus = m_gpuCount;
    for (const Sample &sample : samples)
        gpus = qMax(gpus, int(sample.gpus.size()));
    if (gpus > m_gpuCount) {
        beginInsertColumns({}, hostColumns + 2 * m_gpuCount, hostColumns + 2 * gpus - 1);
        m_gpuCount = gpus;
        endInsertColumns();
    }
    const int first = int(m_samples.size());
    beginInsertRows({}, first, first + int(samples.size()) - 1);
    m_samples.append(samples);
    endInsertRows();
    emit sampled();
}

QList<QPointF> UtilisationModel::points(Measure measure, int gpu, qint64 from, int columns) const
{
    const auto begin = std::lower_bound(m_samples.cbegin(), m_samples.cend(), from,
                                        [](const Sample &sample, qint64 time) { return sample.timeMs < time; });
    QList<QPointF> all;
    all.reserve(m_samples.cend() - begin);
    for (auto sample = begin; sample != m_samples.cend(); ++sample) {
        if (const auto value = percentOf(*sample, measure, gpu))
            all.append({double(sample->timeMs), *value});
    }
    return thinned(all, columns);
}

QList<QPointF> UtilisationModel::meanPoints(Measure measure, int columns) const
{
    QList<QPointF> all;
    all.reserve(m_samples.size());
    for (const Sample &sample : m_samples) {
        if (const auto value = meanPercentOf(sample, measure))
            all.append({double(sample.timeMs), *value});
    }
    return thinned(all, columns);
}

int UtilisationModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_samples.size());
}

int UtilisationModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : hostColumns + 2 * m_gpuCount;
}

QString UtilisationModel::cell(const engine::UtilizationSample &sample, int column) const
{
    if (column == 0)
        return QDateTime::fromMSecsSinceEpoch(sample.timeMs).toString(u"HH:mm:ss"_s);
    if (column == 1)
        return percentText(sample.cpuPercent);
    if (column == 2)
        return memory(sample.memoryUsedBytes);
    const Gpu *card = gpuOf(sample, (column - hostColumns) / 2);
    if (!card)
        return {};
    return (column - hostColumns) % 2 == 0 ? percentText(card->percent) : sizeText(card->memoryUsedBytes);
}

QVariant UtilisationModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole)
        return cell(m_samples.at(index.row()), index.column());
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

QVariant UtilisationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section < hostColumns)
        return section == 0 ? tr("Time") : section == 1 ? tr("CPU use") : tr("Memory");
    const int gpu = (section - hostColumns) / 2;
    return (section - hostColumns) % 2 == 0 ? tr("GPU %1 use").arg(gpu) : tr("GPU %1 memory").arg(gpu);
}

} // namespace models
