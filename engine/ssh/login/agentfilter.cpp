// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/agentfilter.h"

#include "engine/ssh/wire.h"

#include <QFile>

#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace std::chrono_literals;

namespace engine {

namespace {

enum AgentWord : char { Failure = 5, RequestIdentities = 11, IdentitiesAnswer = 12, SignRequest = 13 };

constexpr quint32 largestMessage = 256 * 1024; // bytes; the limit of libssh and OpenSSH
constexpr auto patience = 24h; // longer than any attempt: its limits end the wait earlier

UniqueFd connectTo(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.isEmpty() || size_t(name.size()) >= sizeof address.sun_path)
        return {};
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd.isValid() || ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return {};
    return fd;
}

QByteArray readExactly(int fd, qsizetype count, const LoginLimits &limits)
{
    QByteArray bytes;
    while (bytes.size() < count) {
        if (!limits.waitFor(fd, POLLIN, patience))
            return {};
        char buffer[4096];
        const ssize_t n = ::recv(fd, buffer, size_t(std::min<qsizetype>(sizeof buffer, count - bytes.size())), 0);
        if (n <= 0)
            return {};
        bytes.append(buffer, n);
    }
    return bytes;
}

QByteArray readMessage(int fd, const LoginLimits &limits)
{
    WireReader head(readExactly(fd, 4, limits));
    const quint32 length = head.number();
    return head.isGood() && length <= largestMessage ? readExactly(fd, length, limits) : QByteArray();
}

bool writeMessage(int fd, const QByteArray &message, const LoginLimits &limits)
{
    const QByteArray bytes = wireString(message);
    for (qsizetype at = 0; at < bytes.size();) {
        const ssize_t n = limits.waitFor(fd, POLLOUT, patience)
            ? ::send(fd, bytes.constData() + at, size_t(bytes.size() - at), MSG_NOSIGNAL | MSG_DONTWAIT)
            : -1;
        if (n < 0)
            return false;
        at += n;
    }
    return true;
}

} // namespace

AgentFilter::AgentFilter(const SshSession &session, const QString &agentSocket, const LoginLimits &limits)
    : m_session(session), m_limits(limits), m_agent(connectTo(agentSocket))
{
    int ends[2];
    if (!m_agent.isValid() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    m_ourEnd.reset(ends[0]);
    m_sessionEnd.reset(ends[1]);
    ssh_set_agent_socket(session.handle(), m_sessionEnd.get());
    m_thread = std::thread([this] { serve(); });
}

AgentFilter::~AgentFilter()
{
    if (!m_thread.joinable())
        return;
    ssh_set_agent_socket(m_session.handle(), -1);
    ::shutdown(m_ourEnd.get(), SHUT_RDWR);
    m_thread.join();
}

QList<PublicKey> AgentFilter::keys()
{
    if (!m_thread.joinable())
        return {};
    WireReader reader(ask(QByteArray(1, RequestIdentities)));
    if (reader.take(1) != QByteArray(1, IdentitiesAnswer))
        return {};
    QList<PublicKey> keys;
    for (quint32 count = reader.number(); count > 0; --count) {
        const QByteArray blob = reader.string();
        (void)reader.string(); // the key's comment
        if (!reader.isGood())
            break;
        keys.append({blob});
    }
    return keys;
}

void AgentFilter::offer(const QList<KeyOffer> &offers)
{
    const std::lock_guard lock(m_mutex);
    m_offers = offers;
    m_lastSigned = -1;
}

qsizetype AgentFilter::lastSigned()
{
    const std::lock_guard lock(m_mutex);
    return m_lastSigned;
}

void AgentFilter::serve()
{
    for (;;) {
        const QByteArray request = readMessage(m_ourEnd.get(), m_limits);
        if (request.isEmpty() || !writeMessage(m_ourEnd.get(), answer(request), m_limits))
            break;
    }
    ::shutdown(m_ourEnd.get(), SHUT_RDWR); // ends libssh's wait for an answer, which has no deadline
}

QByteArray AgentFilter::answer(const QByteArray &request)
{
    const std::lock_guard lock(m_mutex);
    if (request.at(0) == RequestIdentities) {
        QByteArray list = QByteArray(1, IdentitiesAnswer) + wireNumber(quint32(m_offers.size()));
        for (const KeyOffer &offer : m_offers)
            list += wireString(offer.key.blob) + wireString("offered");
        return list;
    }
    WireReader reader(request.mid(1));
    const PublicKey key{reader.string()};
    const auto offer =
        std::find_if(m_offers.cbegin(), m_offers.cend(), [&](const KeyOffer &o) { return o.key == key; });
    if (request.at(0) != SignRequest || offer == m_offers.cend())
        return QByteArray(1, Failure);
    m_lastSigned = offer - m_offers.cbegin();
    const QByteArray data = reader.string();
    const quint32 flags = reader.number();
    // Asks with the agent's key: the agent may lack the certificate that we offered for it.
    const QByteArray reply = ask(QByteArray(QByteArray(1, SignRequest) + wireString(offer->agentKey.blob)
                                            + wireString(data) + wireNumber(flags)));
    return reply.isEmpty() ? QByteArray(1, Failure) : reply;
}

QByteArray AgentFilter::ask(const QByteArray &request)
{
    return writeMessage(m_agent.get(), request, m_limits) ? readMessage(m_agent.get(), m_limits) : QByteArray();
}

} // namespace engine
