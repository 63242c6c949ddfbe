// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"
#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sftp/sftperrors.h"

#include <QDeadlineTimer>
#include <QSet>

namespace engine {

class SftpClient;

/// An open file or folder of a server. Closed by its end, unheard, unless SftpClient::close() did. Thread: the
/// client's.
class SftpHandle final
{
public:
    SftpHandle() = default;
    SftpHandle(std::weak_ptr<SftpClient> client, QByteArray bytes, QString path);
    SftpHandle(SftpHandle &&other) noexcept;
    SftpHandle &operator=(SftpHandle &&other) noexcept;
    SftpHandle(const SftpHandle &) = delete;
    SftpHandle &operator=(const SftpHandle &) = delete;
    ~SftpHandle();

    [[nodiscard]] std::shared_ptr<SftpClient> client() const { return m_client.lock(); }
    [[nodiscard]] QByteArray bytes() const { return m_bytes; }
    [[nodiscard]] QString path() const { return m_path; }
    void forget() { m_client.reset(); } ///< it was closed by a request of its user's own

private:
    friend class SftpClient;

    std::weak_ptr<SftpClient> m_client;
    QByteArray m_bytes;
    QString m_path; // for sentences
};

/// What a server answered. \a body is a view until the client's next call, or of \a kept.
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

/// A conversation with an SFTP server (version 3): blocking, one thread, but for abort(). Requests can be pipelined:
/// ask() as often as wanted, then answerTo() in any order.
/// Paths are absolute (engine/api/paths.h). Errors: NotFound, AlreadyExists, IoError when the server refuses; when the
/// conversation itself fails, Unreachable, Timeout, Canceled (aborted) or IoError (the server breaks the protocol):
/// then isBroken(), and every later call fails alike.
class SftpClient final : public std::enable_shared_from_this<SftpClient>
{
    Q_DISABLE_COPY_MOVE(SftpClient)

public:
    static constexpr int mostInFlight = 64; ///< requests, unless a caller wants fewer
    enum OpenFlag : quint32 { ForRead = 0x1, ForWrite = 0x2, Create = 0x8, Truncate = 0x10, Exclusive = 0x20 };

    /// Greets the server on \a channel. Every wait for it ends after \a silence without a byte, and at \a deadline.
    [[nodiscard]] static Result<std::shared_ptr<SftpClient>>
    open(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence = std::chrono::minutes(1),
         QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever));
    ~SftpClient();

    void abort() { m_channel->abort(); } ///< any thread; for good
    [[nodiscard]] bool isBroken() const { return m_broken.has_value(); }
    [[nodiscard]] bool isAlive() { return !m_broken && m_channel->isAlive(); }
    void setDeadline(QDeadlineTimer deadline) { m_deadline = deadline; }
    [[nodiscard]] qsizetype readSize() const { return m_readSize; } ///< bytes of one request
    [[nodiscard]] qsizetype writeSize() const { return m_writeSize; }
    void limitReadSize(qsizetype bytes); ///< the server gives no more at once

    [[nodiscard]] Result<SftpAttributes> stat(const QString &path); ///< of what a link leads to
    [[nodiscard]] Result<SftpAttributes> lstat(const QString &path); ///< of a link itself
    [[nodiscard]] Result<SftpAttributes> stat(const SftpHandle &handle);
    /// Of each path, pipelined; nothing where the server has none. By Lstat of a link itself, and only NotFound is
    /// none.
    [[nodiscard]] Result<QList<std::optional<SftpAttributes>>> statAll(const QStringList &paths,
                                                                       SftpType type = SftpType::Stat);
    [[nodiscard]] Result<QString> readLink(const QString &path);
    [[nodiscard]] Result<QString>
    realPath(const QString &path); ///< absolute, through all links; of ".": where it begins
    [[nodiscard]] Result<SpaceInfo> space(const QString &path);
    /// Nothing where the server does not know how.
    [[nodiscard]] std::optional<SftpOwnerNames> namesOf(const SftpAttributes::Owner &owner);

    /// \a flags of OpenFlag; \a mode of a file that is made.
    [[nodiscard]] Result<SftpHandle> openFile(const QString &path, quint32 flags, std::optional<int> mode = {});
    [[nodiscard]] Result<SftpHandle> openFolder(const QString &path);
    Result<void> close(SftpHandle handle); ///< some file systems tell only now that they are full

    Result<void> makeFolder(const QString &path, std::optional<int> mode = {});
    Result<void> remove(const QString &path); ///< a file or link
    Result<void> removeFolder(const QString &path); ///< an empty one
    Result<void> rename(const QString &from, const QString &to); ///< replaces nothing: AlreadyExists
    Result<void> replace(const QString &from, const QString &to); ///< at once, where the server knows how
    Result<void> addName(const QString &file, const QString &name); ///< a hard link, where the server knows how
    Result<void> makeLink(const QString &path, const QString &target); ///< symbolic, with any target
    Result<void> setAttributes(const QString &path, const SftpAttributes &attributes);
    Result<void> setAttributes(const SftpHandle &handle, const SftpAttributes &attributes);
    Result<void> sync(const SftpHandle &handle); ///< to the disk; done, where the server does not know how

    [[nodiscard]] bool has(const char *extension, const char *version) const; ///< what the server said when it greeted
    /// Sends \a request with what follows, at the latest with the next wait; answers its id. 0: the client is broken.
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

private:
    SftpClient(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence, QDeadlineTimer deadline);
    Result<void> greet();
    void adoptLimits();
    void send(QByteArrayView bytes);
    bool receive(std::chrono::milliseconds patience);
    bool sortIn(std::optional<quint32> wanted, SftpReply *reply);
    [[nodiscard]] std::chrono::milliseconds patience() const;

    Result<SftpReply> reply(SftpRequest request) { return answerTo(ask(std::move(request))); }
    template <typename T>
    Result<T> decoded(SftpRequest request, SftpType type, std::optional<T> (*decode)(QByteArrayView),
                      const QString &path, SftpPurpose purpose = SftpPurpose::Read);
    Result<QString> name(SftpRequest request, const QString &path);
    Result<SftpHandle> handle(SftpRequest request, const QString &path, SftpPurpose purpose);
    Result<void> change(SftpRequest request, const QString &path);
    Error orExists(const Error &refusal, const QString &path);

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
