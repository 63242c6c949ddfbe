// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"

#include "engine/client/call.h"

using namespace Qt::StringLiterals;

namespace engine {

EngineClient::EngineClient(EngineLink &link, QObject *parent)
    : QObject(parent), m_link(link), documents(link), jobs(link), machines(link), resources(link), samples(link),
      secrets(link), storage(link), storageAccounts(link), transfers(link), volumes(link)
{
    connect(&link, &EngineLink::changed, this,
            [this](const QJsonObject &delta) { emit resourcesChanged(ResourceDelta::fromJson(delta)); });
    connect(&link, &EngineLink::transferred, this, [this](const QJsonObject &news) {
        if (news.contains(u"transfer"_s))
            emit transferChanged(TransferSnapshot::fromJson(news.value(u"transfer"_s).toObject()));
        else if (news.contains(u"progress"_s))
            emit transferProgressed(TransferSnapshot::fromJson(news.value(u"progress"_s).toObject()));
        else if (news.contains(u"removed"_s))
            emit transferRemoved(news.value(u"removed"_s).toString());
        else
            emit transfersStale();
    });
    connect(&link, &EngineLink::noticed, this, &EngineClient::noticed);
    connect(&link, &EngineLink::connectedChanged, this, &EngineClient::connectedChanged);
}

QFuture<Result<EngineState>> EngineClient::fetchStatus()
{
    return call(m_link, method::engineStatus, {});
}

} // namespace engine
