// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/sampleclient.h"

#include "engine/client/call.h"

namespace engine {

QFuture<Result<QJsonObject>> SampleClient::useThisComputer()
{
    return call(m_link, method::useThisComputer, {});
}

QFuture<Result<QJsonObject>> SampleClient::run()
{
    return call(m_link, method::useThisComputer, {true});
}

QFuture<Result<QList<SampleSummary>>> SampleClient::list()
{
    return call(m_link, method::listSamples, {});
}

QFuture<Result<SampleJob>> SampleClient::fetch(const QString &name, const ResourceId &cluster)
{
    FetchSample request;
    if (!name.isEmpty())
        request.sample = name;
    if (cluster.isValid())
        request.cluster = cluster.toString();
    return call(m_link, method::fetchSample, request);
}

} // namespace engine
