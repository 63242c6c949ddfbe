// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/tcpconnect.h"

#include "engine/base/address.h"

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <linux/tcp.h> // as sshsession.cpp: it and netinet/tcp.h exclude each other
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto headStart = 250ms;
constexpr std::chrono::seconds usualTimeout{15};

struct AddressFree
{
    void operator()(addrinfo *list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, AddressFree>;

struct Lookup
{
    QByteArray name;
    QByteArray port; ///< empty: any
    addrinfo hints{};
    std::mutex mutex;
    std::condition_variable_any done;
    bool isDone = false;
    int error = 0;
    Addresses addresses;
};

void lookUpNow(Lookup &lookup)
{
    addrinfo *list = nullptr;
    const int error = ::getaddrinfo(lookup.name.constData(), lookup.port.isEmpty() ? nullptr : lookup.port.constData(),
                                    &lookup.hints, &list);
    const std::lock_guard lock(lookup.mutex);
    lookup.error = error;
    lookup.addresses.reset(error == 0 ? list : nullptr);
    lookup.isDone = true;
    lookup.done.notify_all();
}

std::shared_ptr<Lookup> makeLookup(const QString &name, int port, const QString &family)
{
    auto lookup = std::make_shared<Lookup>();
    lookup->name = name.toUtf8();
    lookup->port = port > 0 ? QByteArray::number(port) : QByteArray();
    lookup->hints.ai_family = family == u"inet"_s ? AF_INET : family == u"inet6"_s ? AF_INET6 : AF_UNSPEC;
    lookup->hints.ai_socktype = SOCK_STREAM;
    lookup->hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    return lookup;
}

/// Looks up \a name. getaddrinfo() has no deadline, so it runs in a thread of its own; when it hangs, the thread is
/// left behind until the resolver's own timeout.
Result<Addresses> lookUp(const QString &name, int port, const QString &family, const LoginLimits &limits)
{
    auto lookup = makeLookup(name, port, family);
    lookUpNow(*lookup); // succeeds for a numeric address, without a resolver
    if (lookup->error != 0) {
        lookup->isDone = false;
        lookup->hints.ai_flags = AI_NUMERICSERV;
        std::thread([lookup] { lookUpNow(*lookup); }).detach();
    }
    std::unique_lock lock(lookup->mutex);
    if (!lookup->done.wait(lock, limits.token(), [&] { return lookup->isDone; }))
        return limits.error({QT_TRANSLATE_NOOP("engine", "Looking up the name “%1” took too long."), {name}});
    if (lookup->error != 0) {
        return Error::of(
            ErrorCode::Unreachable,
            {QT_TRANSLATE_NOOP("engine", "No address is known for the name “%1”. Check the host name."), {name}}, {},
            QString::fromLocal8Bit(::gai_strerror(lookup->error)));
    }
    return std::move(lookup->addresses);
}

int bindTo(int fd, const addrinfo *own, int family)
{
    for (; own; own = own->ai_next) {
        if (own->ai_family == family)
            return ::bind(fd, own->ai_addr, own->ai_addrlen) == 0 ? 0 : errno;
    }
    return EADDRNOTAVAIL;
}

/// Connects to all addresses of one name, in overlapping attempts; the first success wins.
class Race
{
public:
    Race(const addrinfo *addresses, const addrinfo *own, const LoginLimits &limits)
        : m_next(addresses), m_own(own), m_limits(limits)
    {
    }

    /// The first socket that is connected; invalid when none is, with the errno in lastError() (0: no answer).
    UniqueFd run(std::chrono::milliseconds within)
    {
        const auto until = LoginLimits::Clock::now() + within;
        while (!m_limits.isOver() && LoginLimits::Clock::now() < until) {
            if (m_next && (m_running.empty() || LoginLimits::Clock::now() >= m_nextStart))
                startNext();
            if (m_running.empty() && !m_next)
                return {};
            if (UniqueFd winner = wait(until); winner.isValid())
                return winner;
        }
        m_lastError = 0;
        return {};
    }

    [[nodiscard]] int lastError() const { return m_lastError; }

private:
    void startNext()
    {
        const addrinfo *address = std::exchange(m_next, m_next->ai_next);
        m_nextStart = LoginLimits::Clock::now() + headStart;
        UniqueFd fd(::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        int error = fd.isValid() ? 0 : errno;
        if (error == 0 && m_own)
            error = bindTo(fd.get(), m_own, address->ai_family);
        if (error == 0 && ::connect(fd.get(), address->ai_addr, address->ai_addrlen) != 0 && errno != EINPROGRESS)
            error = errno;
        if (error == 0)
            m_running.push_back(std::move(fd));
        else
            m_lastError = error;
    }

    UniqueFd wait(LoginLimits::Clock::time_point until)
    {
        std::vector<pollfd> fds{{m_limits.stopFd(), POLLIN, 0}};
        for (const UniqueFd &fd : m_running)
            fds.push_back({fd.get(), POLLOUT, 0});
        const auto wakeUp = m_next ? std::min(until, m_nextStart) : until;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(wakeUp - LoginLimits::Clock::now());
        if (m_running.empty() || ::poll(fds.data(), fds.size(), int(std::max<qint64>(left.count(), 0)) + 1) <= 0)
            return {};
        for (size_t i = m_running.size(); i > 0; --i) {
            if (fds[i].revents == 0)
                continue;
            int error = 0;
            socklen_t length = sizeof error;
            ::getsockopt(fds[i].fd, SOL_SOCKET, SO_ERROR, &error, &length);
            if (error == 0)
                return std::move(m_running[i - 1]);
            m_lastError = error;
            m_running.erase(m_running.begin() + qsizetype(i) - 1);
            m_nextStart = {};
        }
        return {};
    }

    const addrinfo *m_next;
    const addrinfo *m_own;
    const LoginLimits &m_limits;
    std::vector<UniqueFd> m_running;
    LoginLimits::Clock::time_point m_nextStart;
    int m_lastError = 0;
};

Error unreachable(const SshHop &hop, int error, std::chrono::seconds timeout)
{
    const QString place = hostAndPort(hop.hostName, hop.port);
    const QString technical = error == 0 ? QString() : QString::fromLocal8Bit(std::strerror(error));
    switch (error) {
    case 0:
        return {ErrorCode::Unreachable,
                {QT_TRANSLATE_NOOP("engine",
                                   "%1 did not answer within %2 s. The machine may be off, or a firewall is in "
                                   "between."),
                 {place, QString::number(timeout.count())}}};
    case ECONNREFUSED:
        return Error::of(
            ErrorCode::Unreachable,
            {QT_TRANSLATE_NOOP("engine",
                               "%1 refused the connection. Check the port, and that an SSH server runs there."),
             {place}},
            {}, technical);
    default:
        return Error::of(ErrorCode::Unreachable,
                         {QT_TRANSLATE_NOOP("engine", "%1 cannot be reached: %2."), {place, technical}}, {}, technical);
    }
}

} // namespace

std::chrono::seconds connectTimeout(const SshHop &hop)
{
    return hop.connectTimeout > 0s ? hop.connectTimeout : usualTimeout;
}

Result<UniqueFd> connectTcp(const SshHop &hop, const LoginLimits &limits)
{
    Result<Addresses> addresses = lookUp(hop.hostName, hop.port, hop.addressFamily, limits);
    if (!addresses)
        return addresses.error();
    Addresses own;
    if (!hop.bindAddress.isEmpty()) {
        Result<Addresses> found = lookUp(hop.bindAddress, 0, hop.addressFamily, limits);
        if (!found)
            return found.error();
        own = std::move(found.value());
    }
    const std::chrono::seconds timeout = connectTimeout(hop);
    Race race(addresses->get(), own.get(), limits);
    UniqueFd winner = race.run(timeout);
    if (winner.isValid()) {
        const int yes = 1;
        ::setsockopt(winner.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        return winner;
    }
    if (limits.isOver())
        return limits.error({QT_TRANSLATE_NOOP("engine", "%1 did not answer in time."), {hop.identity()}});
    return unreachable(hop, race.lastError(), timeout);
}

void prepareSessionSocket(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    const timeval timeout{0, 1000};
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
}

} // namespace engine
