// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/chaos/chaosproxy.h"

#include "tests/support/hosts/chaos/chaosline.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <condition_variable>
#include <fcntl.h>
#include <list>
#include <mutex>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

sockaddr_in socketAddress(const QString &address, quint16 port)
{
    sockaddr_in result{};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    inet_pton(AF_INET, address.toLatin1().constData(), &result.sin_addr);
    return result;
}

void closeSocket(int socket, ChaosProxy::End end)
{
    const linger now{1, 0};
    if (end == ChaosProxy::End::Reset)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ::close(socket);
}

struct Connection
{
    int client = -1, server = -1;
    bool connecting = true, swallowed = false;
    std::array<ChaosLine, 2> lines;

    [[nodiscard]] bool has(ChaosLine::State state) const
    {
        return lines[0].state() == state || lines[1].state() == state;
    }
    [[nodiscard]] bool hasEnded() const
    {
        return lines[0].state() == ChaosLine::State::Ended && lines[1].state() == ChaosLine::State::Ended;
    }
    void close(ChaosProxy::End end) const
    {
        closeSocket(client, end);
        closeSocket(server, end);
    }
};

} // namespace

/// The mutex guards all but the sockets' numbers in the thread's poll(); whoever changes something wakes the thread.
class ChaosProxy::Private
{
    Q_DISABLE_COPY_MOVE(Private)

public:
    Private(const QString &serverAddress, quint16 serverPort, quint32 seed)
        : m_server(socketAddress(serverAddress, serverPort)), m_random(seed)
    {
    }
    ~Private();

    bool start();
    template <typename Change> void change(Change &&change)
    {
        {
            const std::lock_guard lock(m_mutex);
            change();
        }
        eventfd_write(m_wake, 1);
    }
    template <typename Read> auto read(Read &&read) const
    {
        const std::lock_guard lock(m_mutex);
        return read();
    }
    void setRefusing(bool refusing);
    void resetAll();

    std::array<Line, 2> lines;
    bool frozen = false, blackHole = false;
    int accepted = 0;
    std::array<qint64, 2> passed{};
    std::list<Connection> connections;
    QString address;
    quint16 port = 0;

private:
    void run();
    void setListening(bool on);
    int wait();
    void acceptAll();
    void serve(Connection &connection, qint64 now);
    [[nodiscard]] bool isOver(const Connection &connection) const;

    sockaddr_in m_server;
    std::mt19937 m_random;
    mutable std::mutex m_mutex;
    int m_listener = -1, m_wake = -1;
    bool m_refusing = false, m_stopping = false;
    std::condition_variable m_listenerChanged;
    std::thread m_thread;
};

ChaosProxy::Private::~Private()
{
    if (m_thread.joinable()) {
        change([this] { m_stopping = true; });
        m_thread.join();
    }
    setListening(false);
    resetAll();
    ::close(m_wake);
}

bool ChaosProxy::Private::start()
{
    auto *random = QRandomGenerator::global();
    address = u"127.%1.%2.%3"_s.arg(random->bounded(128, 192)).arg(random->bounded(256)).arg(random->bounded(1, 255));
    m_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    setListening(true);
    if (m_listener < 0)
        return false;
    m_thread = std::thread([this] { run(); });
    return true;
}

void ChaosProxy::Private::setListening(bool on)
{
    if (on == (m_listener >= 0))
        return;
    if (!on) {
        ::close(m_listener);
        m_listener = -1;
        return;
    }
    m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int yes = 1;
    setsockopt(m_listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in own = socketAddress(address, port);
    socklen_t size = sizeof own;
    if (bind(m_listener, reinterpret_cast<sockaddr *>(&own), size) != 0 || listen(m_listener, 128) != 0
        || getsockname(m_listener, reinterpret_cast<sockaddr *>(&own), &size) != 0) {
        ::close(m_listener);
        m_listener = -1;
    }
    port = ntohs(own.sin_port);
}

/// In the thread: a listener that is closed while it is polled holds its port until poll() returns.
void ChaosProxy::Private::setRefusing(bool refusing)
{
    std::unique_lock lock(m_mutex);
    m_refusing = refusing;
    eventfd_write(m_wake, 1);
    m_listenerChanged.wait_for(lock, std::chrono::seconds(10), [&] { return refusing == (m_listener < 0); });
}

void ChaosProxy::Private::resetAll()
{
    for (const Connection &connection : connections)
        connection.close(End::Reset);
    connections.clear();
}

void ChaosProxy::Private::acceptAll()
{
    for (;;) {
        const int client = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (client < 0)
            return;
        ++accepted;
        const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        const int yes = 1;
        for (const int end : {client, server})
            setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        (void)connect(server, reinterpret_cast<const sockaddr *>(&m_server), sizeof m_server);
        connections.push_back({client, server, true, blackHole, {}});
    }
}

/// Waits for something to do; 0: none of the sockets had a word.
int ChaosProxy::Private::wait()
{
    std::vector<pollfd> watched;
    qint64 next = -1;
    {
        const std::lock_guard lock(m_mutex);
        const qint64 now = QDeadlineTimer::current().deadline();
        watched.push_back({m_wake, POLLIN, 0});
        if (m_listener >= 0 && !frozen)
            watched.push_back({m_listener, POLLIN, 0});
        for (const Connection &connection : connections) {
            if (frozen)
                break;
            const auto &[up, down] = connection.lines;
            const auto events = [](bool in, bool out) { return short((in ? POLLIN : 0) | (out ? POLLOUT : 0)); };
            const bool through = !connection.connecting;
            if (const short wanted = events(up.wantsToRead(), through && down.wantsToWrite()))
                watched.push_back({connection.client, wanted, 0});
            if (const short wanted =
                    events(through && down.wantsToRead(), connection.connecting || (through && up.wantsToWrite())))
                watched.push_back({connection.server, wanted, 0});
            for (int i = 0; i < 2 && through; ++i) {
                const qint64 time = connection.lines[size_t(i)].nextTime(lines[size_t(i)], now);
                if (time >= 0 && (next < 0 || time < next))
                    next = time;
            }
        }
        next = next < 0 ? -1 : std::max<qint64>(0, next - now);
    }
    return poll(watched.data(), watched.size(), int(next));
}

void ChaosProxy::Private::serve(Connection &connection, qint64 now)
{
    if (connection.connecting) {
        pollfd server{connection.server, POLLOUT, 0};
        connection.connecting = poll(&server, 1, 0) == 0;
    }
    const std::array<int, 2> from{connection.client, connection.server}, to{connection.server, connection.client};
    for (size_t i = 0; i < 2; ++i) {
        Line line = lines[i];
        line.dropped = line.dropped || connection.swallowed;
        if (connection.connecting && i == ToClient)
            continue;
        connection.lines[i].take(from[i], line, now, m_random);
        if (!connection.connecting)
            passed[i] += connection.lines[i].give(to[i], line, now);
    }
}

bool ChaosProxy::Private::isOver(const Connection &connection) const
{
    if (connection.has(ChaosLine::State::Broken)) {
        connection.close(End::Reset);
        return true;
    }
    for (size_t i = 0; i < 2; ++i) {
        if (connection.lines[i].state() == ChaosLine::State::Cut) {
            connection.close(lines[i].cutBy);
            return true;
        }
    }
    if (connection.hasEnded())
        connection.close(End::Fin);
    return connection.hasEnded();
}

void ChaosProxy::Private::run()
{
    for (;;) {
        wait();
        const std::lock_guard lock(m_mutex);
        eventfd_t ignored = 0;
        eventfd_read(m_wake, &ignored);
        if (m_stopping)
            return;
        setListening(!m_refusing);
        m_listenerChanged.notify_all();
        if (frozen)
            continue;
        if (m_listener >= 0)
            acceptAll();
        const qint64 now = QDeadlineTimer::current().deadline();
        for (Connection &connection : connections)
            serve(connection, now);
        connections.remove_if([this](const Connection &connection) { return isOver(connection); });
    }
}

ChaosProxy::ChaosProxy(QString serverAddress, quint16 serverPort, quint32 seed)
    : d(std::make_unique<Private>(serverAddress, serverPort, seed))
{
}

ChaosProxy::~ChaosProxy() = default;

bool ChaosProxy::start()
{
    return d->start();
}

QString ChaosProxy::address() const
{
    return d->address;
}

quint16 ChaosProxy::port() const
{
    return d->port;
}

void ChaosProxy::setLine(Direction direction, const Line &line)
{
    d->change([&] { d->lines[direction] = line; });
}

void ChaosProxy::setLines(const Line &line)
{
    d->change([&] { d->lines = {line, line}; });
}

void ChaosProxy::setRefusing(bool refusing)
{
    d->setRefusing(refusing);
}

void ChaosProxy::setFrozen(bool frozen)
{
    d->change([&] { d->frozen = frozen; });
}

void ChaosProxy::setBlackHole(bool on)
{
    d->change([&] {
        d->blackHole = on;
        for (Connection &connection : d->connections)
            connection.swallowed = connection.swallowed || on;
    });
}

void ChaosProxy::resetAll()
{
    d->change([&] { d->resetAll(); });
}

int ChaosProxy::accepted() const
{
    return d->read([this] { return d->accepted; });
}

int ChaosProxy::open() const
{
    return d->read([this] { return int(d->connections.size()); });
}

qint64 ChaosProxy::passed(Direction direction) const
{
    return d->read([this, direction] { return d->passed[direction]; });
}

} // namespace testing
