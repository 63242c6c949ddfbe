// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QVariantMap>

namespace engine {

/// Signals of logind and NetworkManager on the system bus. Thread: one of its own, since connecting and subscribing
/// block.
class BusEvents final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BusEvents)

public:
    explicit BusEvents(const QString &address); ///< empty: the system bus
    ~BusEvents() override;

    void listen(); ///< call once. Blocks; without a bus it quits its thread

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
