// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QSet>

namespace engine {

/// Changes of links, addresses and routes (rtnetlink) in the creator's network namespace. Ignores the loopback device,
/// radio statistics and repeated addresses. Without permission to listen it emits nothing. Thread: its creator's.
class RouteEvents final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RouteEvents)

public:
    explicit RouteEvents(QObject *parent = nullptr);
    ~RouteEvents() override;

signals:
    void changed(); ///< once for all messages that were read together

private:
    void read();
    [[nodiscard]] bool isChange(const void *message);
    [[nodiscard]] bool isAddressChange(const void *message);

    int m_socket = -1;
    QSet<QByteArray> m_addresses; // known ones: a router announces them again and again
};

} // namespace engine
