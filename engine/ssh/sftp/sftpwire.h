// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>
#include <QList>

#include <memory>
#include <optional>
#include <span>

namespace engine {

// The packets of SFTP version 3 (draft-ietf-secsh-filexfer-02) with OpenSSH's extensions. A server may send anything:
// what cannot be decoded is nullopt, and no allocation has a size that the server sent. All pure; any thread.

enum class SftpType : quint8 {
    Init = 1,
    Version = 2,
    Open = 3,
    Close = 4,
    Read = 5,
    Write = 6,
    Lstat = 7,
    Fstat = 8,
    Setstat = 9,
    Fsetstat = 10,
    OpenFolder = 11,
    ReadFolder = 12,
    Remove = 13,
    MakeFolder = 14,
    RemoveFolder = 15,
    RealPath = 16,
    Stat = 17,
    Rename = 18,
    ReadLink = 19,
    Symlink = 20,
    Status = 101,
    Handle = 102,
    Data = 103,
    Name = 104,
    Attributes = 105,
    Extended = 200,
    ExtendedReply = 201,
};

enum class SftpCode : quint32 {
    Ok = 0,
    EndOfFile = 1,
    NoSuchFile = 2,
    PermissionDenied = 3,
    Failure = 4,
    BadMessage = 5,
    NoConnection = 6,
    ConnectionLost = 7,
    Unsupported = 8,
};

/// The answer to a request without a result, or to a failed one.
struct SftpStatus
{
    SftpCode code = SftpCode::Ok; ///< may have a value outside the enumeration
    QByteArray text; ///< the server's message
};

/// A file's attributes; nothing for those that the packet lacks.
struct SftpAttributes
{
    struct Owner
    {
        quint32 user = 0;
        quint32 group = 0;
    };
    struct Times
    {
        quint32 accessed = 0; ///< seconds, UTC
        quint32 modified = 0;
    };

    std::optional<quint64> size;
    std::optional<Owner> owner;
    std::optional<quint32> mode; ///< st_mode, with the file type
    std::optional<Times> times;

    [[nodiscard]] bool isFile() const;
    [[nodiscard]] bool isFolder() const;
    [[nodiscard]] bool isLink() const;
};

struct SftpName
{
    QByteArray name;
    QByteArray longName; ///< usually a line of `ls -l`
    SftpAttributes attributes;
};

struct SftpVersion
{
    quint32 version = 0;
    QHash<QByteArray, QByteArray> extensions;
};

/// limits@openssh.com, in bytes; 0: no limit given.
struct SftpLimits
{
    quint64 packet = 0;
    quint64 read = 0;
    quint64 write = 0;
    quint64 handles = 0;
};

/// statvfs@openssh.com.
struct SftpSpace
{
    quint64 blockSize = 0;
    quint64 blocks = 0;
    quint64 freeBlocks = 0; ///< for this user
    quint64 entries = 0;
    quint64 freeEntries = 0; ///< for this user
};

/// users-groups-by-id@openssh.com, for one user and one group; empty: no name known.
struct SftpOwnerNames
{
    QByteArray user;
    QByteArray group;
};

/// A request while it is built.
class SftpRequest final
{
public:
    explicit SftpRequest(SftpType type);
    [[nodiscard]] static SftpRequest extended(QByteArrayView name);
    /// The first packet, with the version in place of an id.
    [[nodiscard]] static QByteArray init();

    SftpRequest &add(quint32 number);
    SftpRequest &add(quint64 number);
    SftpRequest &add(QByteArrayView string);
    SftpRequest &add(const SftpAttributes &attributes);
    /// The packet with \a id. Call it once.
    [[nodiscard]] QByteArray finished(quint32 id);

private:
    QByteArray m_bytes;
};

/// Splits received bytes into packets.
class SftpInput final
{
public:
    static constexpr qsizetype mostBytes = 256 * 1024; ///< of a packet; OpenSSH's limit
    static constexpr qsizetype roomBytes = 3 * 1024 * 1024; ///< the least size of room()

    enum class Next { Packet, Incomplete, TooLong, Empty };

    SftpInput();
    /// The buffer for further bytes. Call it after next() returned Incomplete. Invalidates views of earlier packets.
    [[nodiscard]] std::span<char> room();
    void added(qsizetype count) { m_end += count; }
    /// Sets \a packet to a view of the next packet, from its type on.
    [[nodiscard]] Next next(QByteArrayView *packet);

private:
    static constexpr qsizetype wholeBytes = roomBytes + 1024 * 1024 + 4 + mostBytes;

    std::unique_ptr<char[]> m_bytes; // memory beyond the received bytes is never touched
    qsizetype m_begin = 0;
    qsizetype m_end = 0;
};

/// An answer's type, id and remaining bytes.
struct SftpAnswer
{
    SftpType type = SftpType::Status; ///< may have a value outside the enumeration
    quint32 id = 0;
    QByteArrayView body;
};

[[nodiscard]] std::optional<SftpVersion> decodeVersion(QByteArrayView packet);
[[nodiscard]] std::optional<SftpAnswer> decodeAnswer(QByteArrayView packet);
[[nodiscard]] std::optional<SftpStatus> decodeStatus(QByteArrayView body);
[[nodiscard]] std::optional<QByteArray> decodeHandle(QByteArrayView body); ///< 1 to 256 bytes
[[nodiscard]] std::optional<QByteArrayView> decodeData(QByteArrayView body);
/// Names may have any bytes; the list is not empty.
[[nodiscard]] std::optional<QList<SftpName>> decodeNames(QByteArrayView body);
[[nodiscard]] std::optional<SftpAttributes> decodeAttributes(QByteArrayView body);
[[nodiscard]] std::optional<SftpLimits> decodeLimits(QByteArrayView body);
[[nodiscard]] std::optional<SftpSpace> decodeSpace(QByteArrayView body);
[[nodiscard]] std::optional<SftpOwnerNames> decodeOwnerNames(QByteArrayView body);

} // namespace engine
