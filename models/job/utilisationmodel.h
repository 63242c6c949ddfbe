// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/samples.h"

#include <QAbstractTableModel>
#include <QPointF>

#include <optional>

namespace models {

enum class Measure { Cpu, Memory, GpuUse, GpuMemory };

/// What \a sample says of one measure, as a share of the whole; nothing where the node does not tell.
[[nodiscard]] std::optional<double> percentOf(const engine::UtilizationSample &sample, Measure measure, int gpu);

/// The same of all its GPUs in the mean, where \a measure is one of theirs.
[[nodiscard]] std::optional<double> meanPercentOf(const engine::UtilizationSample &sample, Measure measure);

/// A round time of an axis, as it is written there.
struct TimeTick
{
    qint64 time; ///< UTC ms
    QString text; ///< local, no finer than the ticks are apart

    bool operator==(const TimeTick &) const = default;
};

/// The round local times from \a from to \a to (UTC ms): the finest that cut it into at most \a most whole parts.
[[nodiscard]] QList<TimeTick> timeTicks(qint64 from, qint64 to, int most);

/// The samples of one job as they grow in its spool file: the table twin of the charts, and what the charts draw.
/// Rows are samples in the order of time. It reads only what came since the last refresh(). GUI thread.
class UtilisationModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationModel)

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSource(const QString &path); ///< another path forgets what was read
    /// Reads at most 1 MiB; true when there may be more at once.
    bool refresh();

    [[nodiscard]] const QList<engine::UtilizationSample> &samples() const { return m_samples; }
    [[nodiscard]] int gpuCount() const { return m_gpuCount; }
    /// Percent of one measure over time (x: UTC ms) from \a from on. Above 2 * \a columns samples, each column of time
    /// is drawn by its smallest and its largest value, so no dip is lost. Samples without a value are left out.
    [[nodiscard]] QList<QPointF> points(Measure measure, int gpu, qint64 from, int columns) const;

    /// The same over all time, of the mean of all GPUs where \a measure is one of theirs.
    [[nodiscard]] QList<QPointF> meanPoints(Measure measure, int columns) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void sampled();

private:
    void forget();
    void append(const QList<engine::UtilizationSample> &samples);
    [[nodiscard]] QString cell(const engine::UtilizationSample &sample, int column) const;

    QString m_path;
    qint64 m_offset = 0;
    engine::SampleParser m_parser;
    QList<engine::UtilizationSample> m_samples;
    int m_gpuCount = 0;
};

} // namespace models
