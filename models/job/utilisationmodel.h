// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/samples.h"

#include <QAbstractTableModel>
#include <QPointF>

#include <optional>

namespace models {

enum class Measure { Cpu, Memory, GpuUse, GpuMemory };

/// One measure of \a sample in percent; nothing when the node does not report it.
[[nodiscard]] std::optional<double> percentOf(const engine::UtilizationSample &sample, Measure measure, int gpu);

/// Mean over all GPUs if \a measure is one of a GPU.
[[nodiscard]] std::optional<double> meanPercentOf(const engine::UtilizationSample &sample, Measure measure);

/// A label of the time axis.
struct TimeTick
{
    qint64 time; ///< UTC ms
    QString text; ///< local time, as precise as the distance of the ticks

    bool operator==(const TimeTick &) const = default;
};

/// Round local times between \a from and \a to (UTC ms), at the finest step with at most \a most intervals.
[[nodiscard]] QList<TimeTick> timeTicks(qint64 from, qint64 to, int most);

/// Utilization samples of one job, read from its growing spool file: the table beside the charts, and the charts' data.
/// Rows are samples in order of time. refresh() reads only what was added. GUI thread.
class UtilisationModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationModel)

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSource(const QString &path); ///< another path clears the model
    /// Reads at most 1 MiB; true when there may be more.
    bool refresh();

    [[nodiscard]] const QList<engine::UtilizationSample> &samples() const { return m_samples; }
    [[nodiscard]] int gpuCount() const { return m_gpuCount; }
    /// One measure in percent over time (x: UTC ms) from \a from on. Above 2 * \a columns samples, each column is
    /// reduced to its minimum and maximum, so that no dip is lost. Samples without a value are left out.
    [[nodiscard]] QList<QPointF> points(Measure measure, int gpu, qint64 from, int columns) const;

    /// As points() over all time, with the mean over all GPUs if \a measure is one of a GPU.
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
