// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QSet>

namespace engine {

/// What the kernel says about links, addresses and routes (rtnetlink) of the network namespace that it is made in,
/// without what cannot matter: the loopback device, radio statistics, addresses told again. Silent where the kernel
/// does not let it listen. Thread: its creator's.
class RouteEvents final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RouteEvents)

public:
    explicit RouteEvents(QObject *parent = nullptr);
    ~RouteEvents() override;

signals:
    void changed(); ///< once for all that was there to read

private:
    void read();
    [[nodiscard]] bool isChange(const void *message);
    [[nodiscard]] bool isAddressChange(const void *message);

    int m_socket = -1;
    QSet<QByteArray> m_addresses; // those seen: a router has them told again and again
};

} // namespace engine
