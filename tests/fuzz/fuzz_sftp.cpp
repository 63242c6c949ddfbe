// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// libFuzzer's target: an SFTP server that says whatever bytes come, to a client that asks for everything. An input is
// a byte that says how large the pieces are in which it arrives, and what the server says.

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftpentries.h"
#include "engine/ssh/sftp/sftpstreams.h"

#include <cstdio>
#include <cstdlib>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "BROKEN: %s\n", what);
    std::abort();
}

/// What a server says, and then its end.
class Monologue final : public SftpChannel
{
public:
    Monologue(QByteArray bytes, qsizetype step) : m_bytes(std::move(bytes)), m_step(step) { }

    Result<void> write(QByteArrayView, std::chrono::milliseconds) override { return {}; }
    Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds) override
    {
        const qsizetype count = std::min({most, m_step, m_bytes.size() - m_at});
        if (count == 0)
            return serverEndedError();
        std::copy_n(m_bytes.constData() + m_at, count, to);
        m_at += count;
        return count;
    }
    bool isAlive() override { return true; }
    void abort() override { }

private:
    const QByteArray m_bytes;
    const qsizetype m_step;
    qsizetype m_at = 0;
};

QByteArray greeting()
{
    QByteArray packet("\2\0\0\0\3", 5);
    for (const QByteArray extension : {"posix-rename@openssh.com", "fsync@openssh.com"})
        packet += char(0) + QByteArray(2, '\0') + char(extension.size()) + extension
            + QByteArray("\0\0\0\1"
                         "1",
                         5);
    packet += QByteArray("\0\0\0\23statvfs@openssh.com\0\0\0\1"
                         "2",
                         28);
    return QByteArray(3, '\0') + char(packet.size()) + packet;
}

void checkEntry(const StorageEntry &entry)
{
    require(isEntryName(entry.name), "an entry has a name that leads nowhere else");
    require(entry.size >= 0 && entry.mode >= -1 && entry.mode <= 07777, "an entry's numbers are possible");
    require(!entry.owner.contains(QChar(0x1b)) && entry.owner.size() <= 65, "an owner can be shown");
}

void askForEverything(SftpClient &client)
{
    const QString path = u"/f"_s;
    {
        Result<SftpFolder> folder = openListing(client, path);
        if (folder) {
            const auto page = nextEntries(client, *folder, path, 50);
            require(!page || page->size() <= 50, "a page has its size");
            if (page)
                std::for_each(page->cbegin(), page->cend(), checkEntry);
            (void)nextEntries(client, *folder, path, 10);
        }
    }
    (void)statEntry(client, path);
    const auto bytes = readPart(client, path, 10, 1000);
    require(!bytes || bytes->size() <= 1000, "a part is not longer than was asked for");
    (void)writePart(client, path, 0, "bytes");
    (void)client.makeFolder(path);
    (void)client.rename(path, u"/g"_s);
    (void)client.replace(path, u"/g"_s);
    (void)removeEntry(client, path);
    const auto space = client.space(path);
    require(!space || (space->totalBytes >= 0 && space->freeBytes >= 0), "space is not negative");
    (void)client.setAttributes(path, {});
    (void)client.readLink(path);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray said(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    const auto client =
        SftpClient::open(std::make_shared<Monologue>(QByteArray(greeting() + said), qsizetype(data[0]) + 1));
    require(bool(client), "a good greeting is taken");
    askForEverything(**client);
    require((*client)->isBroken() || said.size() > 100, "a server that has ended is left");
    return 0;
}
