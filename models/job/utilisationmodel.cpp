// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/utilisationmodel.h"

#include "models/words.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace models {

namespace {

constexpr qint64 readAtOnce = 1 << 20; // about 10 ms of parsing: the GUI thread stays free
constexpr int hostColumns = 3;

double percent(qint64 part, qint64 whole)
{
    return part < 0 || whole <= 0 ? std::numeric_limits<double>::quiet_NaN() : 100.0 * double(part) / double(whole);
}

double number(const QByteArray &word)
{
    bool ok = false;
    const double value = word.toDouble(&ok);
    return ok ? value : std::numeric_limits<double>::quiet_NaN();
}

qint64 bytes(const QByteArray &word, qint64 unit)
{
    const double value = number(word);
    return std::isnan(value) ? -1 : qint64(value) * unit;
}

const UtilisationSample::Gpu *gpuOf(const UtilisationSample &sample, int position)
{
    return position < sample.gpus.size() ? &sample.gpus.at(position) : nullptr;
}

double valueOf(const UtilisationSample &sample, Measure measure, int gpu)
{
    const auto *card = gpuOf(sample, gpu);
    switch (measure) {
    case Measure::Cpu:
        return sample.cpu;
    case Measure::Memory:
        return percent(sample.memoryUsed, sample.memoryTotal);
    case Measure::GpuUse:
        return card ? card->use : std::numeric_limits<double>::quiet_NaN();
    case Measure::GpuMemory:
        return card ? percent(card->memoryUsed, card->memoryTotal) : std::numeric_limits<double>::quiet_NaN();
    }
    return {};
}

QString percentText(double value)
{
    return std::isnan(value) ? QString() : QLocale().toString(value, 'f', 0) + u" %"_s;
}

// The smallest and the largest of each of \a columns spans of time, in the order they came.
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

} // namespace

std::optional<UtilisationSample> parseUtilisationSample(QByteArrayView line)
{
    const QList<QByteArray> words = line.toByteArray().simplified().split(' ');
    if (words.size() < 5)
        return {};
    UtilisationSample sample;
    bool ok = false;
    sample.time = words.at(0).toLongLong(&ok);
    if (!ok || sample.time <= 0)
        return {};
    sample.cpuBusy = words.at(1).toLongLong();
    sample.cpuTotal = words.at(2).toLongLong();
    sample.memoryUsed = bytes(words.at(3), 1024);
    sample.memoryTotal = bytes(words.at(4), 1024);
    for (qsizetype i = 5; i + 5 < words.size() && words.at(i) == "gpu"; i += 6)
        sample.gpus.append({words.at(i + 1).toInt(), number(words.at(i + 2)), bytes(words.at(i + 3), 1 << 20),
                            bytes(words.at(i + 4), 1 << 20), number(words.at(i + 5))});
    return sample;
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
    m_torn.clear();
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
    m_torn += fresh;
    const qsizetype end = m_torn.lastIndexOf('\n') + 1;
    QList<UtilisationSample> samples;
    for (const QByteArray &line : m_torn.first(end).split('\n')) {
        if (auto sample = parseUtilisationSample(line))
            samples.append(std::move(*sample));
    }
    m_torn.remove(0, end);
    append(std::move(samples));
    return file.size() > m_offset;
}

void UtilisationModel::append(QList<UtilisationSample> samples)
{
    if (samples.isEmpty())
        return;
    const UtilisationSample *before = m_samples.isEmpty() ? nullptr : &m_samples.constLast();
    int gpus = m_gpuCount;
    for (UtilisationSample &sample : samples) {
        // A rebooted node counts from nought again: no use can be told from that pair.
        if (before && sample.cpuTotal > before->cpuTotal && sample.cpuBusy >= before->cpuBusy)
            sample.cpu = qMin(100.0, percent(sample.cpuBusy - before->cpuBusy, sample.cpuTotal - before->cpuTotal));
        gpus = qMax(gpus, int(sample.gpus.size()));
        before = &sample;
    }
    if (gpus > m_gpuCount) {
        beginInsertColumns({}, hostColumns + 2 * m_gpuCount, hostColumns + 2 * gpus - 1);
        m_gpuCount = gpus;
        endInsertColumns();
    }
    const int first = int(m_samples.size());
    beginInsertRows({}, first, first + int(samples.size()) - 1);
    m_samples.append(std::move(samples));
    endInsertRows();
    emit sampled();
}

QList<QPointF> UtilisationModel::points(Measure measure, int gpu, qint64 from, int columns) const
{
    const auto begin =
        std::lower_bound(m_samples.cbegin(), m_samples.cend(), from,
                         [](const UtilisationSample &sample, qint64 time) { return sample.time < time; });
    QList<QPointF> all;
    all.reserve(m_samples.cend() - begin);
    for (auto sample = begin; sample != m_samples.cend(); ++sample) {
        const double value = valueOf(*sample, measure, gpu);
        if (!std::isnan(value))
            all.append({double(sample->time), value});
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

QString UtilisationModel::cell(const UtilisationSample &sample, int column) const
{
    const auto size = [](qint64 value) { return value < 0 ? QString() : memory(value); };
    if (column == 0)
        return QDateTime::fromMSecsSinceEpoch(sample.time).toString(u"HH:mm:ss"_s);
    if (column == 1)
        return percentText(sample.cpu);
    if (column == 2)
        return size(sample.memoryUsed);
    const auto *card = gpuOf(sample, (column - hostColumns) / 2);
    if (!card)
        return {};
    return (column - hostColumns) % 2 == 0 ? percentText(card->use) : size(card->memoryUsed);
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
