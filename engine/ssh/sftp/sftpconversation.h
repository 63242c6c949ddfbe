// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sftp/sftperrors.h"

#include <QDeadlineTimer>
#include <QSet>

#include <memory>

namespace engine {

/// A server's answer. body is a view: of kept, or valid until the conversation's next call.
struct SftpReply
{
    SftpType type = SftpType::Status;
    QByteArrayView body;
    QByteArray kept = {};

    /// The decoded body; nothing when the answer has another type or cannot be decoded.
    template <typename T>
    [[nodiscard]] std::optional<T> as(SftpType wanted, std::optional<T> (*decode)(QByteArrayView)) const
    {
        return type == wanted ? decode(body) : std::nullopt;
    }
};

/// The protocol with an SFTP server (version 3): requests and their answers. Requests can be pipelined: call ask()
/// several times, then answerTo() in any order. Blocking. One thread, but for abort(). Errors: Unreachable, Timeout,
/// Canceled (aborted) or IoError (protocol violated). After one of these isBroken() is true, and every later call fails
/// with it.
class SftpConversation
{
    Q_DISABLE_COPY_MOVE(SftpConversation)

public:
    static constexpr int mostInFlight = 64; ///< default limit of pipelined requests

    void abort() { m_channel->abort(); } ///< any thread; cannot be undone
    [[nodiscard]] bool isBroken() const { return m_broken.has_value(); }
    [[nodiscard]] bool isAlive() { return !m_broken && m_channel->isAlive(); }
    void setDeadline(QDeadlineTimer deadline) { m_deadline = deadline; }
    [[nodiscard]] qsizetype readSize() const { return m_readSize; } ///< bytes in one request
    [[nodiscard]] qsizetype writeSize() const { return m_writeSize; }
    void limitReadSize(qsizetype bytes); ///< for a server whose answers are at most \a bytes long

    [[nodiscard]] bool has(const char *extension, const char *version) const; ///< as in the server's first packet
    /// Queues \a request, which is sent at the latest by the next wait; returns its id. 0 when isBroken().
    quint32 ask(SftpRequest request);
    /// Waits for the answer to the request \a id. Call it once for each request.
    [[nodiscard]] Result<SftpReply> answerTo(quint32 id);
    /// True when the answer to \a id has arrived. Reads without waiting.
    [[nodiscard]] bool hasAnswer(quint32 id);
    void ignore(quint32 id); ///< the answer to \a id will be discarded
    void flush();
    [[nodiscard]] Error broken() const { return m_broken.value_or(Error{}); }
    Error breakOff(const Error &error); ///< breaks the conversation; returns its first error
    /// IoError or NotFound for a status reply. Any other reply breaks the conversation.
    [[nodiscard]] Error refused(const SftpReply &reply, const QString &path, SftpPurpose purpose);

protected:
    SftpConversation(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence, QDeadlineTimer deadline);
    ~SftpConversation() = default;

    Result<void> greet(); ///< call it first
    Result<SftpReply> reply(SftpRequest request) { return answerTo(ask(std::move(request))); }

private:
    Result<void> exchangeVersions();
    void adoptLimits();
    void send(QByteArrayView bytes);
    bool receive(std::chrono::milliseconds patience);
    bool sortIn(std::optional<quint32> wanted, SftpReply *reply);
    [[nodiscard]] std::chrono::milliseconds patience() const;

    std::shared_ptr<SftpChannel> m_channel;
    std::chrono::milliseconds m_silence;
    QDeadlineTimer m_deadline;
    QHash<QByteArray, QByteArray> m_extensions;
    qsizetype m_readSize;
    qsizetype m_writeSize;
    SftpInput m_input;
    QByteArray m_output; // not sent yet
    quint32 m_lastId = 0;
    QSet<quint32> m_asked; // ids without an answer yet
    QSet<quint32> m_ignored; // ids whose answers are to be discarded
    QHash<quint32, SftpReply> m_arrived; // answers that nobody has asked for yet
    bool m_isGreeted = false;
    std::optional<Error> m_broken;
};

} // namespace engine
