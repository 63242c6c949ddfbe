// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sftp/sftperrors.h"

#include <QDeadlineTimer>
#include <QSet>

#include <memory>

namespace engine {

/// The answer of a server. \a body is a view of \a kept, or else valid until the next call of the conversation.
struct SftpReply
{
    SftpType type = SftpType::Status;
    QByteArrayView body;
    QByteArray kept = {};

    /// The decoded body; nullopt for an answer of another type, and when \a decode fails.
    template <typename T>
    [[nodiscard]] std::optional<T> as(SftpType wanted, std::optional<T> (*decode)(QByteArrayView)) const
    {
        return type == wanted ? decode(body) : std::nullopt;
    }
};

/// A conversation with an SFTP server (version 3): requests and their answers. Requests can be pipelined: any number of
/// ask(), then answerTo() in any order. Blocking; one thread, except for abort(). Errors: Unreachable, Timeout,
/// Canceled (aborted) or IoError (the server violates the protocol). After an error isBroken() is true, and every later
/// call fails with the same error.
class SftpConversation
{
    Q_DISABLE_COPY_MOVE(SftpConversation)

public:
    static constexpr int mostInFlight = 64; ///< requests; the default of those who pipeline

    void abort() { m_channel->abort(); } ///< any thread; cannot be undone
    [[nodiscard]] bool isBroken() const { return m_broken.has_value(); }
    [[nodiscard]] bool isAlive() { return !m_broken && m_channel->isAlive(); }
    void setDeadline(QDeadlineTimer deadline) { m_deadline = deadline; }
    [[nodiscard]] qsizetype readSize() const { return m_readSize; } ///< bytes of one request
    [[nodiscard]] qsizetype writeSize() const { return m_writeSize; }
    void limitReadSize(qsizetype bytes); ///< for a server that answers with fewer bytes at once

    [[nodiscard]] bool has(const char *extension, const char *version) const; ///< as named in the server's greeting
    /// Sends \a request, together with later ones, at the next wait or flush() at the latest. Returns its id; 0 when
    /// the conversation is broken.
    quint32 ask(SftpRequest request);
    /// Waits for the answer to the request \a id. Once for each id.
    [[nodiscard]] Result<SftpReply> answerTo(quint32 id);
    /// Reads what has arrived, without waiting; true when the answer to \a id has arrived.
    [[nodiscard]] bool hasAnswer(quint32 id);
    void ignore(quint32 id); ///< drops the answer to \a id when it arrives
    void flush();
    [[nodiscard]] Error broken() const { return m_broken.value_or(Error{}); }
    Error breakOff(const Error &error); ///< ends the conversation; returns its first error
    /// NotFound or IoError by the status in \a reply; another reply violates the protocol and ends the conversation.
    [[nodiscard]] Error refused(const SftpReply &reply, const QString &path, SftpPurpose purpose);

protected:
    SftpConversation(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence, QDeadlineTimer deadline);
    ~SftpConversation() = default;

    Result<void> greet(); ///< must come before any request
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
    QSet<quint32> m_asked; // requests without an answer so far
    QSet<quint32> m_ignored; // the same, after ignore()
    QHash<quint32, SftpReply> m_arrived; // answers that no call of answerTo() has taken yet
    bool m_isGreeted = false;
    std::optional<Error> m_broken;
};

} // namespace engine
