// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/samples.h"
#include "engine/base/bytes.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr qsizetype longestLine = 64 * 1024; // enough for hundreds of GPUs; a longer line is not the sampler's
constexpr qsizetype fixedFields = 5;
constexpr qsizetype gpuFields = 6;
constexpr qint64 kibibyte = 1024;

std::optional<qint64> integer(const QByteArray &field)
{
    const bool digits = std::all_of(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; });
    bool ok = false;
    const qint64 value = field.toLongLong(&ok);
    return digits && ok && value < (qint64(1) << 53) ? std::optional(value) : std::nullopt;
}

// False when \a field is neither a number nor "-".
bool readOptional(const QByteArray &field, std::optional<double> *value)
{
    if (field == "-")
        return true;
    bool ok = false;
    const double number = field.toDouble(&ok);
    if (!ok || !std::isfinite(number) || number < 0)
        return false;
    *value = number;
    return true;
}

std::optional<qint64> mebibytes(std::optional<double> value)
{
    return value ? std::optional(qint64(*value * mebi)) : std::nullopt;
}

std::optional<GpuSample> readGpu(const QList<QByteArray> &fields, qsizetype at)
{
    const auto index = integer(fields.at(at + 1));
    GpuSample gpu;
    std::optional<double> used;
    std::optional<double> total;
    if (fields.at(at) != "gpu" || !index || *index > 4096 || !readOptional(fields.at(at + 2), &gpu.percent)
        || !readOptional(fields.at(at + 3), &used) || !readOptional(fields.at(at + 4), &total)
        || !readOptional(fields.at(at + 5), &gpu.watts))
        return std::nullopt;
    gpu.index = int(*index);
    gpu.memoryUsedBytes = mebibytes(used);
    gpu.memoryTotalBytes = mebibytes(total);
    return gpu;
}

} // namespace

QList<UtilizationSample> SampleParser::feed(QByteArrayView bytes)
{
    QList<UtilizationSample> samples;
    m_rest.append(bytes.data(), bytes.size());
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        if (auto sample = parseLine(m_rest.mid(begin, end - begin)))
            samples.append(*std::move(sample));
        begin = end + 1;
    }
    m_rest.remove(0, begin);
    // Makes the rest of the line invalid as well.
    if (m_rest.size() > longestLine)
        m_rest = "garbage";
    return samples;
}

std::optional<UtilizationSample> SampleParser::parseLine(const QByteArray &line)
{
    const QList<QByteArray> fields = line.split(' ');
    if (fields.size() < fixedFields || (fields.size() - fixedFields) % gpuFields != 0)
        return std::nullopt;
    std::array<qint64, fixedFields> numbers{};
    for (qsizetype i = 0; i < fixedFields; ++i) {
        const auto number = integer(fields.at(i));
        if (!number)
            return std::nullopt;
        numbers.at(size_t(i)) = *number;
    }
    const auto [timeMs, busy, total, used, memory] = numbers;
    if (timeMs == 0 || busy > total || used > memory)
        return std::nullopt;

    UtilizationSample sample{timeMs, {}, used * kibibyte, memory * kibibyte, {}};
    for (qsizetype at = fixedFields; at < fields.size(); at += gpuFields) {
        const auto gpu = readGpu(fields, at);
        if (!gpu)
            return std::nullopt;
        sample.gpus.append(*gpu);
    }
    // Counters that decreased belong to another boot.
    if (m_before && total > m_before->total && busy >= m_before->busy)
        sample.cpuPercent = qMin(100.0, 100.0 * double(busy - m_before->busy) / double(total - m_before->total));
    m_before = CpuTime{busy, total};
    return sample;
}

} // namespace engine
