// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace engine {

struct GpuSample
{
    int index = 0;
    std::optional<double> percent; ///< absent when the driver does not report it
    std::optional<qint64> memoryUsedBytes;
    std::optional<qint64> memoryTotalBytes;
    std::optional<double> watts;
};

/// Utilization of a machine at one instant of an attempt.
struct UtilizationSample
{
    qint64 timeMs = 0; ///< UTC, clock of the node
    std::optional<double> cpuPercent; ///< mean of all cores since the previous sample; absent in the first sample
    qint64 memoryUsedBytes = 0;
    qint64 memoryTotalBytes = 0;
    QList<GpuSample> gpus; ///< empty on a node without GPUs, and while the driver does not answer
};

/// Incremental parser of the samples file of an attempt (resources/scripts/sampler.sh). An incomplete last line is kept
/// until its rest arrives; an invalid line is skipped. Value; any thread.
class SampleParser final
{
public:
    /// The samples that are complete after \a bytes, the next bytes of the file.
    QList<UtilizationSample> feed(QByteArrayView bytes);

private:
    struct CpuTime
    {
        qint64 busy = 0;
        qint64 total = 0;
    };
    std::optional<UtilizationSample> parseLine(const QByteArray &line);

    QByteArray m_rest; // the incomplete last line
    std::optional<CpuTime> m_before;
};

} // namespace engine
