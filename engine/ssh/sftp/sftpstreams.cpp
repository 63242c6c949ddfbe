// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpstreams.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int namesAnAnswer = 100; // as OpenSSH sends
constexpr int mostAhead = 8; // pipelined requests for names; an answer has up to 256 KiB
constexpr int firstInFlight = 4; // reads at the start; small files need few

Error sessionGone()
{
    return connectionLost(u"the sftp session of this file has ended"_s);
}

/// Reads a file by pipelined requests; gives the bytes in order.
class Reading
{
public:
    Reading(SftpClient &client, const SftpHandle &file, qint64 offset, qint64 length, int most)
        : m_client(client), m_file(file), m_next(offset),
          m_end(offset + std::min(length, std::numeric_limits<qint64>::max() - offset)), m_most(size_t(most)),
          m_allowed(std::min(m_most, size_t(firstInFlight)))
    {
    }
    ~Reading()
    {
        for (const Piece &piece : m_pieces)
            m_client.ignore(piece.id);
    }
    Q_DISABLE_COPY_MOVE(Reading)

    Result<qint64> run(const std::function<bool(QByteArrayView)> &take)
    {
        qint64 total = 0;
        for (;;) {
            askAhead();
            if (m_pieces.empty())
                return total;
            const Piece piece = m_pieces.front();
            m_pieces.pop_front();
            const Result<SftpReply> answer = m_client.answerTo(piece.id);
            if (!answer)
                return answer.error();
            if (isEnd(*answer))
                return total;
            const std::optional<QByteArrayView> data = answer->as(SftpType::Data, decodeData);
            if (!data)
                return m_client.refused(*answer, m_file.path(), SftpPurpose::Read);
            if (data->size() > piece.size)
                return m_client.breakOff(protocolError(u"more bytes than were asked for"_s));
            if (data->isEmpty())
                return total;
            total += data->size();
            if (!take(*data))
                return total;
            goOnBehind(piece, data->size());
        }
    }

private:
    struct Piece
    {
        quint32 id = 0;
        qint64 offset = 0;
        qint64 size = 0;
        bool isRest = false; // the remainder after a short answer
    };

    static bool isEnd(const SftpReply &reply)
    {
        const std::optional<SftpStatus> status = reply.as(SftpType::Status, decodeStatus);
        return status && status->code == SftpCode::EndOfFile;
    }

    void askAhead()
    {
        while (m_pieces.size() < m_allowed && m_next < m_end) {
            m_pieces.push_back(asked(m_next, std::min<qint64>(m_client.readSize(), m_end - m_next), false));
            m_next += m_pieces.back().size;
        }
    }

    Piece asked(qint64 offset, qint64 size, bool isRest)
    {
        SftpRequest request(SftpType::Read);
        request.add(m_file.bytes()).add(quint64(offset)).add(quint32(size));
        return {m_client.ask(std::move(request)), offset, size, isRest};
    }

    // Requests the remainder after a short answer, which does not mean the file's end (/proc, servers with smaller
    // limits).
    void goOnBehind(const Piece &piece, qint64 got)
    {
        if (got < piece.size) {
            m_pieces.push_front(asked(piece.offset + got, piece.size - got, true));
            m_lastShort = got;
            return;
        }
        m_allowed = std::min(m_most, m_allowed + 1);
        if (piece.isRest)
            m_client.limitReadSize(m_lastShort);
    }

    SftpClient &m_client;
    const SftpHandle &m_file;
    qint64 m_next;
    qint64 m_end;
    size_t m_most;
    size_t m_allowed; // grows with each full answer
    qint64 m_lastShort = 0;
    std::deque<Piece> m_pieces;
};

} // namespace

Result<QList<SftpName>> SftpFolder::next(int most)
{
    const std::shared_ptr<SftpClient> client = m_handle.client();
    if (!client)
        return sessionGone();
    while (!m_isAtEnd && m_ahead.size() < most) {
        if (Result<void> read = readAhead(*client, most); !read)
            return read.error();
    }
    QList<SftpName> names = m_ahead.first(std::min<qsizetype>(most, m_ahead.size()));
    m_ahead.remove(0, names.size());
    return names;
}

Result<void> SftpFolder::readAhead(SftpClient &client, int most)
{
    const auto missing = most - int(m_ahead.size());
    QList<quint32> ids(std::clamp(missing / namesAnAnswer, 1, mostAhead));
    for (quint32 &id : ids) {
        SftpRequest request(SftpType::ReadFolder);
        request.add(m_handle.bytes());
        id = client.ask(std::move(request));
    }
    std::optional<Error> error;
    for (const quint32 id : ids) {
        if (m_isAtEnd || error) {
            client.ignore(id);
            continue;
        }
        const Result<SftpReply> answer = client.answerTo(id);
        if (!answer)
            return answer.error();
        const std::optional<QList<SftpName>> names = answer->as(SftpType::Name, decodeNames);
        const std::optional<SftpStatus> status = answer->as(SftpType::Status, decodeStatus);
        if (names)
            take(*names);
        else if (status && status->code == SftpCode::EndOfFile)
            m_isAtEnd = true;
        else
            error = client.refused(*answer, m_handle.path(), SftpPurpose::Read);
    }
    return error ? Result<void>(*error) : Result<void>();
}

void SftpFolder::take(const QList<SftpName> &names)
{
    std::copy_if(names.cbegin(), names.cend(), std::back_inserter(m_ahead),
                 [](const SftpName &name) { return isEntryName(pathFromBytes(name.name)); });
}

Result<qint64> readBytes(const SftpHandle &file, qint64 offset, qint64 length,
                         const std::function<bool(QByteArrayView)> &take, int mostInFlight)
{
    const std::shared_ptr<SftpClient> client = file.client();
    if (!client)
        return sessionGone();
    return Reading(*client, file, offset, length, mostInFlight).run(take);
}

SftpWriter::SftpWriter(const SftpHandle &file, int mostInFlight) : m_file(file), m_most(size_t(mostInFlight)) { }

SftpWriter::~SftpWriter()
{
    if (const std::shared_ptr<SftpClient> client = m_file.client()) {
        for (const Piece &piece : m_inFlight)
            client->ignore(piece.id);
    }
}

Result<void> SftpWriter::write(qint64 offset, QByteArrayView bytes)
{
    const std::shared_ptr<SftpClient> client = m_file.client();
    if (!client)
        return sessionGone();
    while (!bytes.isEmpty() && !m_error) {
        while (!m_inFlight.empty() && (m_inFlight.size() >= m_most || client->hasAnswer(m_inFlight.front().id))) {
            if (Result<void> settled = settleFirst(*client); !settled)
                return settled;
        }
        const QByteArrayView piece = bytes.first(std::min(bytes.size(), client->writeSize()));
        SftpRequest request(SftpType::Write);
        request.add(m_file.bytes()).add(quint64(offset)).add(piece);
        m_inFlight.push_back({client->ask(std::move(request)), piece.size()});
        if (client->isBroken())
            m_error = client->broken();
        offset += piece.size();
        bytes = bytes.sliced(piece.size());
    }
    return m_error ? Result<void>(*m_error) : Result<void>();
}

Result<void> SftpWriter::finish()
{
    const std::shared_ptr<SftpClient> client = m_file.client();
    if (!client)
        return sessionGone();
    while (!m_inFlight.empty() && !m_error)
        (void)settleFirst(*client);
    return m_error ? Result<void>(*m_error) : Result<void>();
}

Result<void> SftpWriter::settleFirst(SftpClient &client)
{
    const Piece piece = m_inFlight.front();
    const Result<SftpReply> answer = client.answerTo(piece.id);
    m_inFlight.pop_front();
    if (!answer) {
        m_error = answer.error();
        return *m_error;
    }
    const std::optional<SftpStatus> status = answer->as(SftpType::Status, decodeStatus);
    if (!status || status->code != SftpCode::Ok) {
        m_error = failed(client, *answer);
        return *m_error;
    }
    m_confirmed += piece.size;
    return {};
}

// Asks for the free space, since version 3 reports a full disk as a mere "failure".
Error SftpWriter::failed(SftpClient &client, const SftpReply &reply)
{
    const Error error = client.refused(reply, m_file.path(), SftpPurpose::Change);
    const Result<SpaceInfo> space = client.space(parentPath(m_file.path()));
    if (space && (space->freeBytes == 0 || space->freeEntries == 0))
        return refusedError(u"no space is left there"_s, m_file.path(), SftpPurpose::Change);
    return error;
}

} // namespace engine
