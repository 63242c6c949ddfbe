// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpservers.h"

#include <QDeadlineTimer>
#include <QFile>

#include <thread>
#include <vector>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 10s; // for a server to carry out the requests that it has received
constexpr auto pause = 50ms;
constexpr int enoughLooks = 6; // in a row without work
constexpr quint32 procReadBytes = 4096; // bytes of one line of /proc

/// Facts of /proc/PID/stat.
struct Process
{
    QByteArray id; ///< "PID START", as numbers are used again; empty: no such process
    QByteArray parent;
    bool isAsleep = false;
    QByteArray work; ///< its processor time
};

Process processOf(const QByteArray &stat)
{
    enum Word { State, Parent, User = 11, System, Start = 19 }; // behind the name, which is any text in ()
    const QByteArrayList words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (words.size() <= Start || words.at(State) == "Z" || words.at(State) == "X")
        return {};
    return {stat.first(stat.indexOf(' ')) + ' ' + words.at(Start), words.at(Parent),
            words.at(State) == "S" || words.at(State) == "I", words.at(User) + ' ' + words.at(System)};
}

using Heard = std::function<Result<void>(const Process &)>;

Result<void> askFor(SftpPipe &pipe, const QByteArray &pid, const Heard &heard)
{
    SftpRequest open = sftpRequest(SftpType::Open, QByteArray("/proc/" + pid + "/stat"));
    open.add(quint32(SftpClient::ForRead)).add(SftpAttributes());
    return pipe.ask(std::move(open), [&pipe, heard](const SftpReply &opened) -> Result<void> {
        const auto bytes = opened.type == SftpType::Handle ? decodeHandle(opened.body) : std::nullopt;
        if (!bytes)
            return heard({});
        auto handle = std::make_shared<SftpHandle>(pipe.client().weak_from_this(), *bytes, QString());
        SftpRequest read = sftpRequest(SftpType::Read, *bytes);
        read.add(quint64(0)).add(procReadBytes);
        return pipe.ask(std::move(read), [handle, heard](const SftpReply &reply) {
            const auto data = reply.type == SftpType::Data ? decodeData(reply.body) : std::nullopt;
            return heard(data ? processOf(data->toByteArray()) : Process());
        });
    });
}

/// A server of an earlier run, and its parent, which passes the requests to it.
struct Server
{
    explicit Server(QByteArray name) : id(std::move(name)) { }

    QByteArray id;
    bool isThere = true;
    int idleLooks = 0; ///< in a row
    QByteArray work;

    void look(const Process &own, const Process &giver)
    {
        const bool isIdle = own.isAsleep && (giver.id.isEmpty() || giver.isAsleep);
        const QByteArray now = own.work + ' ' + giver.work;
        idleLooks = isIdle && now == std::exchange(work, now) ? idleLooks + 1 : 0;
    }
    [[nodiscard]] bool isThrough() const { return !isThere || idleLooks >= enoughLooks; }
};

Result<void> lookAt(SftpClient &client, std::vector<Server> &servers)
{
    SftpPipe pipe(client);
    for (Server &server : servers) {
        const auto heard = [&pipe, &server](const Process &own) -> Result<void> {
            server.isThere = own.id == server.id;
            if (!server.isThere)
                return {};
            if (own.parent.toLongLong() > 1)
                return askFor(pipe, own.parent, [&server, own](const Process &giver) {
                    server.look(own, giver);
                    return Result<void>();
                });
            server.look(own, {});
            return {};
        };
        if (const auto asked = askFor(pipe, server.id.first(server.id.indexOf(' ')), heard); !asked)
            return asked;
    }
    return pipe.finish();
}

Error stillAtWork()
{
    return {ErrorCode::Unreachable,
            QT_TRANSLATE_NOOP("engine", "The machine still works at what it was sent before the connection was lost.")};
}

} // namespace

Result<void> SftpServers::awaitEarlier(SftpClient &client)
{
    QFile file(m_file);
    if (m_boot.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Server> servers;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (const QByteArrayList words = line.split(' '); words.size() == 3 && words.constFirst() == m_boot)
            servers.emplace_back(words.at(1) + ' ' + words.at(2));
    }
    const QDeadlineTimer deadline(patience);
    while (!servers.empty()) {
        if (const auto looked = lookAt(client, servers); !looked)
            return looked;
        std::erase_if(servers, [](const Server &server) { return server.isThrough(); });
        if (servers.empty())
            break;
        if (deadline.hasExpired())
            return stillAtWork();
        std::this_thread::sleep_for(pause);
    }
    file.remove();
    return {};
}

Result<void> SftpServers::note(SftpPipe &pipe)
{
    if (m_boot.isEmpty())
        return {};
    return askFor(pipe, "self", [this](const Process &own) {
        if (!own.id.isEmpty())
            add(own.id);
        return Result<void>();
    });
}

void SftpServers::add(const QByteArray &server)
{
    const std::lock_guard lock(m_mutex);
    if (m_noted.contains(server))
        return;
    m_noted.insert(server);
    QFile file(m_file);
    if (file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        file.write(m_boot + ' ' + server + '\n');
}

void SftpServers::forget(const QString &journal)
{
    QFile::remove(fileOf(journal));
}

} // namespace engine
