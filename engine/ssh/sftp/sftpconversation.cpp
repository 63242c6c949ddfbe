// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpconversation.h"

#include "engine/ssh/connect/connectionerrors.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype usualSize = 255 * 1024; // bytes of one read or write; OpenSSH's limit minus a packet's head
constexpr qsizetype safeSize = 32 * 1024; // bytes; every server supports this
constexpr qsizetype mostUnsent = 16 * 1024;
constexpr quint32 spokenVersion = 3;

} // namespace

SftpConversation::SftpConversation(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence,
                                   QDeadlineTimer deadline)
    : m_channel(std::move(channel)), m_silence(silence), m_deadline(deadline), m_readSize(safeSize),
      m_writeSize(safeSize)
{
}

Result<void> SftpConversation::greet()
{
    if (Result<void> exchanged = exchangeVersions(); !exchanged)
        return exchanged;
    adoptLimits();
    return m_broken ? Result<void>(*m_broken) : Result<void>();
}

Result<void> SftpConversation::exchangeVersions()
{
    send(SftpRequest::init());
    QByteArrayView packet;
    auto next = SftpInput::Next::Incomplete;
    while (!m_broken && next == SftpInput::Next::Incomplete) {
        next = m_input.next(&packet);
        if (next == SftpInput::Next::Incomplete && !receive(patience()))
            breakOff(silenceError());
    }
    if (m_broken)
        return *m_broken;
    const std::optional<SftpVersion> version = next == SftpInput::Next::Packet ? decodeVersion(packet) : std::nullopt;
    if (!version)
        return breakOff(greetingError(u"no SFTP"_s));
    if (version->version != spokenVersion)
        return breakOff(greetingError(u"SFTP version %1"_s.arg(version->version)));
    m_extensions = version->extensions;
    m_isGreeted = true;
    return {};
}

// Sets the sizes of reads and writes by the server's limits. A server with OpenSSH's extensions but without
// limits@openssh.com gets OpenSSH's usual sizes.
void SftpConversation::adoptLimits()
{
    if (has("posix-rename@openssh.com", "1"))
        m_readSize = m_writeSize = usualSize;
    if (!has("limits@openssh.com", "1"))
        return;
    const Result<SftpReply> told = reply(SftpRequest::extended("limits@openssh.com"));
    if (!told || told->type != SftpType::ExtendedReply)
        return;
    const SftpLimits limits = decodeLimits(told->body).value_or(SftpLimits());
    const auto size = [](quint64 limit) {
        return limit == 0 ? usualSize : qsizetype(std::clamp<quint64>(limit, safeSize, usualSize));
    };
    m_readSize = size(limits.read);
    m_writeSize = size(limits.write);
}

void SftpConversation::limitReadSize(qsizetype bytes)
{
    m_readSize = std::clamp(bytes, std::min(safeSize, m_readSize), m_readSize);
}

bool SftpConversation::has(const char *extension, const char *version) const
{
    return m_extensions.value(extension) == version;
}

std::chrono::milliseconds SftpConversation::patience() const
{
    const std::chrono::milliseconds left(m_deadline.remainingTime());
    return m_deadline.isForever() ? m_silence : std::min(m_silence, left);
}

Error SftpConversation::breakOff(const Error &error)
{
    if (!m_broken) {
        m_broken = error;
        if (error.code == ErrorCode::CommandFailed)
            m_broken = m_isGreeted ? connectionLost(error.message.englishText()) : noServerError({});
        m_channel->abort();
    }
    return *m_broken;
}

Error SftpConversation::refused(const SftpReply &reply, const QString &path, SftpPurpose purpose)
{
    const std::optional<SftpStatus> status = reply.as(SftpType::Status, decodeStatus);
    if (!status || status->code == SftpCode::Ok)
        return breakOff(protocolError(u"an answer of type %1"_s.arg(int(reply.type))));
    return refusedError(*status, path, purpose);
}

quint32 SftpConversation::ask(SftpRequest request)
{
    if (m_broken)
        return 0;
    m_lastId = std::max(m_lastId + 1, 1U);
    m_asked.insert(m_lastId);
    const QByteArray packet = request.finished(m_lastId);
    if (packet.size() < mostUnsent) {
        m_output += packet;
        if (m_output.size() >= mostUnsent)
            flush();
    } else {
        flush();
        send(packet);
    }
    return m_lastId;
}

void SftpConversation::flush()
{
    if (!m_output.isEmpty())
        send(std::exchange(m_output, {}));
}

void SftpConversation::send(QByteArrayView bytes)
{
    if (m_broken)
        return;
    if (Result<void> sent = m_channel->write(bytes, patience()); !sent)
        breakOff(sent.error());
    else if (m_deadline.hasExpired())
        breakOff(silenceError());
}

Result<SftpReply> SftpConversation::answerTo(quint32 id)
{
    flush();
    SftpReply reply;
    while (!m_broken) {
        if (const auto arrived = m_arrived.constFind(id); arrived != m_arrived.cend())
            return m_arrived.take(id);
        if (sortIn(id, &reply))
            return reply;
        // The deadline holds even when bytes keep arriving.
        if (!m_broken && (m_deadline.hasExpired() || !receive(patience())))
            breakOff(silenceError());
    }
    return *m_broken;
}

bool SftpConversation::hasAnswer(quint32 id)
{
    flush();
    while (!m_broken && !m_arrived.contains(id)) {
        sortIn({}, nullptr);
        if (m_arrived.contains(id) || m_broken || !receive(0ms))
            break;
    }
    return m_arrived.contains(id);
}

void SftpConversation::ignore(quint32 id)
{
    if (m_arrived.remove(id) == 0 && m_asked.remove(id))
        m_ignored.insert(id);
}

bool SftpConversation::receive(std::chrono::milliseconds patience)
{
    const std::span<char> room = m_input.room();
    const Result<qsizetype> got = m_channel->read(room.data(), qsizetype(room.size()), patience);
    if (!got) {
        breakOff(got.error());
        return false;
    }
    m_input.added(*got);
    return *got > 0;
}

// Sorts the received packets. True when the answer to \a wanted is among them; other answers are kept until asked for.
bool SftpConversation::sortIn(std::optional<quint32> wanted, SftpReply *reply)
{
    QByteArrayView packet;
    auto next = SftpInput::Next::Incomplete;
    while ((next = m_input.next(&packet)) == SftpInput::Next::Packet) {
        const std::optional<SftpAnswer> answer = decodeAnswer(packet);
        if (!answer) {
            breakOff(protocolError(u"half a packet"_s));
            return false;
        }
        if (m_ignored.remove(answer->id))
            continue;
        if (!m_asked.remove(answer->id)) {
            breakOff(protocolError(u"what was not asked"_s));
            return false;
        }
        if (answer->id == wanted) {
            *reply = {answer->type, answer->body};
            return true;
        }
        SftpReply kept{answer->type, {}, answer->body.toByteArray()};
        kept.body = kept.kept;
        m_arrived.insert(answer->id, std::move(kept));
    }
    if (next != SftpInput::Next::Incomplete)
        breakOff(protocolError(next == SftpInput::Next::Empty ? u"an empty packet"_s : u"a packet that is too long"_s));
    return false;
}

} // namespace engine
