// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAbstractTableModel>
#include <QFile>
#include <QPointF>

#include <limits>
#include <optional>

namespace models {

/// What one line of a job's samples says. Unknown numbers are NaN, unknown sizes -1.
struct UtilisationSample
{
    struct Gpu
    {
        int index = 0;
        double use = std::numeric_limits<double>::quiet_NaN(); ///< percent
        qint64 memoryUsed = -1; ///< bytes
        qint64 memoryTotal = -1;
        double power = std::numeric_limits<double>::quiet_NaN(); ///< watts
    };
    qint64 time = 0; ///< UTC ms by the node's clock
    qint64 cpuBusy = 0; ///< jiffies since the node's start
    qint64 cpuTotal = 0;
    double cpu = std::numeric_limits<double>::quiet_NaN(); ///< percent since the sample before; NaN for the first
    qint64 memoryUsed = -1;
    qint64 memoryTotal = -1;
    QList<Gpu> gpus;
};

/// "UTCms cpuBusy cpuTotal memUsedKiB memTotalKiB [gpu INDEX use memUsedMiB memTotalMiB powerW]…"; nothing for another
/// line.
[[nodiscard]] std::optional<UtilisationSample> parseUtilisationSample(QByteArrayView line);

enum class Measure { Cpu, Memory, GpuUse, GpuMemory };

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

    [[nodiscard]] const QList<UtilisationSample> &samples() const { return m_samples; }
    [[nodiscard]] int gpuCount() const { return m_gpuCount; }
    /// Percent of one measure over time (x: UTC ms) from \a from on. Above 2 * \a columns samples, each column of time
    /// is drawn by its smallest and its largest value, so no dip is lost. Samples without a value are left out.
    [[nodiscard]] QList<QPointF> points(Measure measure, int gpu, qint64 from, int columns) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void sampled();

private:
    void forget();
    void append(QList<UtilisationSample> samples);
    [[nodiscard]] QString cell(const UtilisationSample &sample, int column) const;

    QString m_path;
    qint64 m_offset = 0;
    QByteArray m_torn; // the start of a line whose end is not written yet
    QList<UtilisationSample> m_samples;
    int m_gpuCount = 0;
};

} // namespace models
