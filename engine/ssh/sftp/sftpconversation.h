// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sftp/sftperrors.h"

#include <QDeadlineTimer>
#include <QSet>

#include <memory>

namespace engine {

/// What a server answered. \a body is a view until the conversation's next call, or of \a kept.
struct SftpReply
{
    SftpType type = SftpType::Status;
    QByteArrayView body;
    QByteArray kept = {};

    /// What \a decode reads of an answer of that type; nothing: it is of another, or cannot be read.
    template <typename T>
    [[nodiscard]] std::optional<T> as(SftpType wanted, std::optional<T> (*decode)(QByteArrayView)) const
    {
        return type == wanted ? decode(body) : std::nullopt;
    }
};

/// A conversation with an SFTP server (version 3): requests, and the answers to them. Requests can be pipelined: ask()
/// as often as wanted, then answerTo() in any order. Blocking, one thread, but for abort().
/// Errors: Unreachable, Timeout, Canceled (aborted) or IoError (the server breaks the protocol): then isBroken(), and
/// every later call fails alike.
class SftpConversation
{
    Q_DISABLE_COPY_MOVE(SftpConversation)

public:
    static constexpr int mostInFlight = 64; ///< requests, unless a caller wants fewer

    void abort() { m_channel->abort(); } ///< any thread; for good
    [[nodiscard]] bool isBroken() const { return m_broken.has_value(); }
    [[nodiscard]] bool isAlive() { return !m_broken && m_channel->isAlive(); }
    void setDeadline(QDeadlineTimer deadline) { m_deadline = deadline; }
    [[nodiscard]] qsizetype readSize() const { return m_readSize; } ///< bytes of one request
    [[nodiscard]] qsizetype writeSize() const { return m_writeSize; }
    void limitReadSize(qsizetype bytes); ///< the server gives no more at once

    [[nodiscard]] bool has(const char *extension, const char *version) const; ///< what the server said when it greeted
    /// Sends \a request with what follows, at the latest with the next wait; answers its id. 0: the conversation is
    /// broken.
    quint32 ask(SftpRequest request);
    /// Waits for the answer to \a id, which was asked and not yet waited for.
    [[nodiscard]] Result<SftpReply> answerTo(quint32 id);
    /// Takes in what has arrived, without waiting; true when the answer to \a id is among it.
    [[nodiscard]] bool hasAnswer(quint32 id);
    void ignore(quint32 id); ///< its answer will be thrown away
    void flush();
    [[nodiscard]] Error broken() const { return m_broken.value_or(Error{}); }
    Error breakOff(const Error &error); ///< ends the conversation; answers its first error
    /// IoError or NotFound of a reply that is a status; else the conversation is over.
    [[nodiscard]] Error refused(const SftpReply &reply, const QString &path, SftpPurpose purpose);

protected:
    SftpConversation(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence, QDeadlineTimer deadline);
    ~SftpConversation() = default;

    Result<void> greet(); ///< first
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
    QByteArray m_output; // not yet sent
    quint32 m_lastId = 0;
    QSet<quint32> m_asked; // without an answer
    QSet<quint32> m_ignored; // the same, but nobody waits for it
    QHash<quint32, SftpReply> m_arrived; // before somebody waited for it
    bool m_isGreeted = false;
    std::optional<Error> m_broken;
};

} // namespace engine
