// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QVariantMap>

namespace engine {

/// What logind and NetworkManager say on the system's bus. Thread: one of its own, because connecting and subscribing
/// wait for the bus.
class BusEvents final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BusEvents)

public:
    explicit BusEvents(const QString &address); ///< empty: the system's bus
    ~BusEvents() override;

    void listen(); ///< once. Blocks; without a bus it ends its thread, since there is nothing to wait for

signals:
    void resumed();
    void networkChanged();

private slots:
    void prepareForSleep(bool isBefore);
    void propertiesChanged(const QString &interface, const QVariantMap &changed, const QStringList &invalidated);

private:
    QString m_address;
    QString m_name;
};

} // namespace engine
