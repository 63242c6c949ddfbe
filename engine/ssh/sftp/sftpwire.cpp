// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpwire.h"

#include <QtEndian>

#include <cstring>
#include <sys/stat.h>

namespace engine {

namespace {

constexpr qsizetype headBytes = 9; // length, type, id
constexpr quint32 version = 3;
constexpr qsizetype longestHandle = 256; // bytes, by the draft

constexpr quint32 hasSize = 0x1;
constexpr quint32 hasOwner = 0x2;
constexpr quint32 hasMode = 0x4;
constexpr quint32 hasTimes = 0x8;
constexpr quint32 hasExtended = 0x80000000;

// Decodes fields. Past the end every value is empty or 0, and isGood() is false.
class Reader
{
public:
    explicit Reader(QByteArrayView bytes) : m_bytes(bytes) { }

    template <typename Number> Number number()
    {
        const QByteArrayView bytes = take(sizeof(Number));
        return m_isGood ? qFromBigEndian<Number>(bytes.data()) : 0;
    }
    QByteArrayView string()
    {
        const auto length = number<quint32>();
        return m_isGood ? take(length) : QByteArrayView();
    }
    QByteArrayView take(qsizetype count)
    {
        m_isGood = m_isGood && count <= m_bytes.size();
        if (!m_isGood)
            return {};
        const QByteArrayView taken = m_bytes.first(count);
        m_bytes = m_bytes.sliced(count);
        return taken;
    }
    [[nodiscard]] bool isGood() const { return m_isGood; }
    [[nodiscard]] bool isAtEnd() const { return m_bytes.isEmpty(); }

private:
    QByteArrayView m_bytes;
    bool m_isGood = true;
};

template <typename Number> void append(QByteArray &bytes, Number number)
{
    const Number big = qToBigEndian(number);
    bytes.append(reinterpret_cast<const char *>(&big), sizeof big);
}

template <typename T> std::optional<T> ifGood(const Reader &reader, T value)
{
    return reader.isGood() ? std::optional<T>(std::move(value)) : std::nullopt;
}

SftpAttributes readAttributes(Reader &reader)
{
    SftpAttributes attributes;
    const auto flags = reader.number<quint32>();
    if (flags & hasSize)
        attributes.size = reader.number<quint64>();
    if (flags & hasOwner) {
        const auto user = reader.number<quint32>();
        attributes.owner = {user, reader.number<quint32>()};
    }
    if (flags & hasMode)
        attributes.mode = reader.number<quint32>();
    if (flags & hasTimes) {
        const auto accessed = reader.number<quint32>();
        attributes.times = {accessed, reader.number<quint32>()};
    }
    if (flags & hasExtended) {
        for (auto left = reader.number<quint32>(); left > 0 && reader.isGood(); --left) {
            reader.string();
            reader.string();
        }
    }
    return attributes;
}

bool isKind(const std::optional<quint32> &mode, quint32 kind)
{
    return mode && (*mode & S_IFMT) == kind;
}

} // namespace

bool SftpAttributes::isFile() const
{
    return isKind(mode, S_IFREG);
}

bool SftpAttributes::isFolder() const
{
    return isKind(mode, S_IFDIR);
}

bool SftpAttributes::isLink() const
{
    return isKind(mode, S_IFLNK);
}

SftpRequest::SftpRequest(SftpType type) : m_bytes(headBytes, '\0')
{
    m_bytes[4] = char(type);
}

SftpRequest SftpRequest::extended(QByteArrayView name)
{
    SftpRequest request(SftpType::Extended);
    request.add(name);
    return request;
}

QByteArray SftpRequest::init()
{
    return SftpRequest(SftpType::Init).finished(version);
}

SftpRequest &SftpRequest::add(quint32 number)
{
    append(m_bytes, number);
    return *this;
}

SftpRequest &SftpRequest::add(quint64 number)
{
    append(m_bytes, number);
    return *this;
}

SftpRequest &SftpRequest::add(QByteArrayView string)
{
    append(m_bytes, quint32(string.size()));
    m_bytes.append(string.data(), string.size());
    return *this;
}

SftpRequest &SftpRequest::add(const SftpAttributes &attributes)
{
    add((attributes.size ? hasSize : 0) | (attributes.owner ? hasOwner : 0) | (attributes.mode ? hasMode : 0)
        | (attributes.times ? hasTimes : 0));
    if (attributes.size)
        add(*attributes.size);
    if (attributes.owner)
        add(attributes.owner->user).add(attributes.owner->group);
    if (attributes.mode)
        add(*attributes.mode);
    if (attributes.times)
        add(attributes.times->accessed).add(attributes.times->modified);
    return *this;
}

QByteArray SftpRequest::finished(quint32 id)
{
    qToBigEndian(quint32(m_bytes.size() - 4), m_bytes.data());
    qToBigEndian(id, m_bytes.data() + 5);
    return std::move(m_bytes);
}

SftpInput::SftpInput() : m_bytes(new char[wholeBytes]) { }

// Moves an incomplete packet to the front only when the room at the end is too small.
std::span<char> SftpInput::room()
{
    if (wholeBytes - m_end < roomBytes || m_begin == m_end) {
        std::memmove(m_bytes.get(), m_bytes.get() + m_begin, size_t(m_end - m_begin));
        m_end -= std::exchange(m_begin, 0);
    }
    return {m_bytes.get() + m_end, size_t(wholeBytes - m_end)};
}

SftpInput::Next SftpInput::next(QByteArrayView *packet)
{
    const QByteArrayView bytes(m_bytes.get() + m_begin, m_end - m_begin);
    if (bytes.size() < 4)
        return Next::Incomplete;
    const auto length = qsizetype(qFromBigEndian<quint32>(bytes.data()));
    if (length == 0)
        return Next::Empty;
    if (length > mostBytes)
        return Next::TooLong;
    if (bytes.size() < 4 + length)
        return Next::Incomplete;
    *packet = bytes.sliced(4, length);
    m_begin += 4 + length;
    return Next::Packet;
}

std::optional<SftpVersion> decodeVersion(QByteArrayView packet)
{
    Reader reader(packet);
    if (reader.number<quint8>() != quint8(SftpType::Version))
        return {};
    SftpVersion version;
    version.version = reader.number<quint32>();
    while (reader.isGood() && !reader.isAtEnd()) {
        const QByteArray name = reader.string().toByteArray();
        version.extensions.insert(name, reader.string().toByteArray());
    }
    return ifGood(reader, version);
}

std::optional<SftpAnswer> decodeAnswer(QByteArrayView packet)
{
    Reader reader(packet);
    const auto type = SftpType(reader.number<quint8>());
    const auto id = reader.number<quint32>();
    if (!reader.isGood())
        return {};
    return SftpAnswer{type, id, packet.sliced(5)};
}

// The text is optional: old servers omit it.
std::optional<SftpStatus> decodeStatus(QByteArrayView body)
{
    Reader reader(body);
    SftpStatus status{SftpCode(reader.number<quint32>()), {}};
    if (reader.isGood() && !reader.isAtEnd())
        status.text = reader.string().toByteArray();
    return ifGood(reader, status);
}

std::optional<QByteArray> decodeHandle(QByteArrayView body)
{
    Reader reader(body);
    const QByteArrayView handle = reader.string();
    if (handle.isEmpty() || handle.size() > longestHandle)
        return {};
    return ifGood(reader, handle.toByteArray());
}

std::optional<QByteArrayView> decodeData(QByteArrayView body)
{
    Reader reader(body);
    const QByteArrayView data = reader.string();
    return ifGood(reader, data);
}

std::optional<QList<SftpName>> decodeNames(QByteArrayView body)
{
    Reader reader(body);
    QList<SftpName> names;
    for (auto left = reader.number<quint32>(); left > 0 && reader.isGood(); --left) {
        SftpName name;
        name.name = reader.string().toByteArray();
        name.longName = reader.string().toByteArray();
        name.attributes = readAttributes(reader);
        if (reader.isGood())
            names.append(std::move(name));
    }
    if (names.isEmpty())
        return {};
    return ifGood(reader, names);
}

std::optional<SftpAttributes> decodeAttributes(QByteArrayView body)
{
    Reader reader(body);
    const SftpAttributes attributes = readAttributes(reader);
    return ifGood(reader, attributes);
}

std::optional<SftpLimits> decodeLimits(QByteArrayView body)
{
    Reader reader(body);
    SftpLimits limits;
    limits.packet = reader.number<quint64>();
    limits.read = reader.number<quint64>();
    limits.write = reader.number<quint64>();
    limits.handles = reader.number<quint64>();
    return ifGood(reader, limits);
}

std::optional<SftpSpace> decodeSpace(QByteArrayView body)
{
    Reader reader(body);
    SftpSpace space;
    reader.number<quint64>(); // the file system's block size
    space.blockSize = reader.number<quint64>();
    space.blocks = reader.number<quint64>();
    reader.number<quint64>(); // free for root
    space.freeBlocks = reader.number<quint64>();
    space.entries = reader.number<quint64>();
    reader.number<quint64>();
    space.freeEntries = reader.number<quint64>();
    return ifGood(reader, space);
}

std::optional<SftpOwnerNames> decodeOwnerNames(QByteArrayView body)
{
    Reader reader(body);
    Reader users(reader.string());
    Reader groups(reader.string());
    const SftpOwnerNames names{users.string().toByteArray(), groups.string().toByteArray()};
    return users.isGood() && groups.isGood() ? ifGood(reader, names) : std::nullopt;
}

} // namespace engine
