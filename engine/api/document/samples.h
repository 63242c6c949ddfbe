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
    std::optional<double> percent; ///< absent: the driver does not tell
    std::optional<qint64> memoryUsedBytes;
    std::optional<qint64> memoryTotalBytes;
    std::optional<double> watts;
};

/// How busy a machine was at one instant of an attempt.
struct UtilizationSample
{
    qint64 timeMs = 0; ///< UTC, by the node's clock
    std::optional<double> cpuPercent; ///< of all cores, since the sample before; absent in the first one
    qint64 memoryUsedBytes = 0;
    qint64 memoryTotalBytes = 0;
    QList<GpuSample> gpus; ///< empty without GPUs, and while the driver does not answer
};

/// Reads the samples file of an attempt (resources/scripts/sampler.sh) as it grows. A torn last line waits for its
/// rest, a line that makes no sense is skipped. Value; any thread.
class SampleParser final
{
public:
    /// The samples that \a bytes, the next of the file, complete.
    QList<UtilizationSample> feed(QByteArrayView bytes);

private:
    struct CpuTime
    {
        qint64 busy = 0;
        qint64 total = 0;
    };
    std::optional<UtilizationSample> parseLine(const QByteArray &line);

    QByteArray m_rest; // a line whose end has not come yet
    std::optional<CpuTime> m_before;
};

} // namespace engine
