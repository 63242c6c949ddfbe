// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/wakeup/busevents.h"

#include <QDBusConnection>
#include <QThread>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace engine {

BusEvents::BusEvents(const QString &address)
    : m_address(address), m_name(QString(u"batchdeck-wakeup-"_s + QUuid::createUuid().toString()))
{
}

BusEvents::~BusEvents()
{
    QDBusConnection::disconnectFromBus(m_name);
}

void BusEvents::listen()
{
    QDBusConnection bus = m_address.isEmpty() ? QDBusConnection::connectToBus(QDBusConnection::SystemBus, m_name)
                                              : QDBusConnection::connectToBus(m_address, m_name);
    if (!bus.isConnected())
        return thread()->quit();
    const QString network = u"org.freedesktop.NetworkManager"_s;
    const QString networkPath = u"/org/freedesktop/NetworkManager"_s;
    bus.connect(u"org.freedesktop.login1"_s, u"/org/freedesktop/login1"_s, u"org.freedesktop.login1.Manager"_s,
                u"PrepareForSleep"_s, this, SLOT(prepareForSleep(bool)));
    bus.connect(network, networkPath, network, u"StateChanged"_s, this, SIGNAL(networkChanged()));
    bus.connect(network, networkPath, u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s, {network},
                u"sa{sv}as"_s, this, SLOT(propertiesChanged(QString, QVariantMap, QStringList)));
}

void BusEvents::prepareForSleep(bool isBefore)
{
    if (!isBefore)
        emit resumed();
}

void BusEvents::propertiesChanged(const QString &, const QVariantMap &changed, const QStringList &invalidated)
{
    for (const QString &name : {u"Connectivity"_s, u"PrimaryConnection"_s}) {
        if (changed.contains(name) || invalidated.contains(name))
            return emit networkChanged();
    }
}

} // namespace engine
