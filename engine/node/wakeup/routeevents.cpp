// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/wakeup/routeevents.h"

#include <QSocketNotifier>

#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace engine {

namespace {

constexpr int loopbackIndex = 1; // in every network namespace

QByteArray attribute(const rtattr *first, int length, unsigned short type)
{
    for (; RTA_OK(first, length); first = RTA_NEXT(first, length)) {
        if (first->rta_type == type)
            return {static_cast<const char *>(RTA_DATA(first)), qsizetype(RTA_PAYLOAD(first))};
    }
    return {};
}

bool isLinkChange(const nlmsghdr *header)
{
    const auto *link = static_cast<const ifinfomsg *>(NLMSG_DATA(header));
    constexpr unsigned usable = IFF_UP | IFF_RUNNING | IFF_LOWER_UP;
    const bool matters = header->nlmsg_type == RTM_DELLINK || (link->ifi_change & usable) != 0;
    return matters && link->ifi_index != loopbackIndex;
}

bool isRouteChange(const nlmsghdr *header)
{
    const auto *route = static_cast<const rtmsg *>(NLMSG_DATA(header));
    if (route->rtm_table == RT_TABLE_LOCAL || (route->rtm_flags & RTM_F_CLONED) != 0)
        return false;
    int index = 0;
    const QByteArray out = attribute(RTM_RTA(route), int(RTM_PAYLOAD(header)), RTA_OIF);
    if (out.size() == sizeof(index))
        memcpy(&index, out.constData(), sizeof(index));
    return index != loopbackIndex;
}

template <typename Body> bool holds(const nlmsghdr *header)
{
    return header->nlmsg_len >= NLMSG_LENGTH(sizeof(Body));
}

} // namespace

RouteEvents::RouteEvents(QObject *parent)
    : QObject(parent), m_socket(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE))
{
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
    if (m_socket < 0 || bind(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0)
        return;
    auto *notifier = new QSocketNotifier(m_socket, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &RouteEvents::read);
}

RouteEvents::~RouteEvents()
{
    qDeleteAll(children()); // the notifier must go before its socket
    if (m_socket >= 0)
        close(m_socket);
}

void RouteEvents::read()
{
    bool seen = false;
    while (true) {
        alignas(nlmsghdr) std::array<char, 32 * 1024> buffer;
        sockaddr_nl sender{};
        socklen_t senderSize = sizeof(sender);
        const ssize_t size =
            recvfrom(m_socket, buffer.data(), buffer.size(), 0, reinterpret_cast<sockaddr *>(&sender), &senderSize);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            seen = seen || errno == ENOBUFS; // the kernel dropped messages
        if (size <= 0)
            break;
        if (sender.nl_pid != 0)
            continue; // not from the kernel
        auto left = unsigned(size);
        for (const auto *header = reinterpret_cast<const nlmsghdr *>(buffer.data()); NLMSG_OK(header, left);
             header = NLMSG_NEXT(header, left))
            seen = isChange(header) || seen;
    }
    if (seen)
        emit changed();
}

bool RouteEvents::isChange(const void *message)
{
    const auto *header = static_cast<const nlmsghdr *>(message);
    switch (header->nlmsg_type) {
    case RTM_NEWLINK:
    case RTM_DELLINK:
        return holds<ifinfomsg>(header) && isLinkChange(header);
    case RTM_NEWADDR:
    case RTM_DELADDR:
        return holds<ifaddrmsg>(header) && isAddressChange(header);
    case RTM_NEWROUTE:
    case RTM_DELROUTE:
        return holds<rtmsg>(header) && isRouteChange(header);
    default:
        return false;
    }
}

bool RouteEvents::isAddressChange(const void *message)
{
    const auto *header = static_cast<const nlmsghdr *>(message);
    const auto *body = static_cast<const ifaddrmsg *>(NLMSG_DATA(header));
    if (body->ifa_index == loopbackIndex || (body->ifa_flags & IFA_F_TENTATIVE) != 0)
        return false;
    const QByteArray key =
        QByteArray::number(body->ifa_index) + ' ' + attribute(IFA_RTA(body), int(IFA_PAYLOAD(header)), IFA_ADDRESS);
    if (header->nlmsg_type == RTM_DELADDR) {
        m_addresses.remove(key);
        return true;
    }
    const bool isNew = !m_addresses.contains(key);
    m_addresses.insert(key);
    return isNew;
}

} // namespace engine
