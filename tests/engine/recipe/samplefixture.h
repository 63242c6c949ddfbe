// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"

namespace testing {

/// Submits a bundled sample job to \a fixture's cluster "desk", as the window does, with \a overrides.
inline engine::Result<QJsonValue> submitSample(EngineFixture &fixture, const QString &sample,
                                               const QStringList &overrides = {})
{
    const auto text = fixture.call(QStringLiteral("console.sample"),
                                   {{QStringLiteral("sample"), sample},
                                    {QStringLiteral("cluster"), QStringLiteral("default/default/clusters/desk")}});
    if (!text)
        return text;
    return fixture.call(QStringLiteral("job.create"),
                        {{QStringLiteral("id"), EngineFixture::jobId(sample)},
                         {QStringLiteral("cluster"), QStringLiteral("desk")},
                         {QStringLiteral("text"), (*text)[QStringLiteral("text")]},
                         {QStringLiteral("overrides"), QJsonArray::fromStringList(overrides)}});
}

/// The rows of tests/support/parts that a sample needs.
inline QStringList partsOf(const QString &sample)
{
    static const QHash<QString, QStringList> parts{
        {QStringLiteral("iris"), {QStringLiteral("python3")}},
        {QStringLiteral("pytorch-ddp"), {QStringLiteral("torch")}},
        {QStringLiteral("mpi-c"), {QStringLiteral("openmpi"), QStringLiteral("mpicc")}},
        {QStringLiteral("mpi4py"), {QStringLiteral("openmpi"), QStringLiteral("mpi4py")}}};
    return parts.value(sample);
}

/// The lines of \a log with \a word, sorted, since ranks write in any order.
inline QByteArrayList linesWith(const QByteArray &log, const QByteArray &word)
{
    QByteArrayList lines;
    for (const QByteArray &line : log.split('\n')) {
        if (line.contains(word))
            lines.append(line);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace testing
