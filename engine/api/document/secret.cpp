// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/secret.h"

#include <QStringEncoder>

#include <string.h>

#include <algorithm>
#include <utility>

namespace engine {

Secret::Secret(const QString &text)
{
    QStringEncoder encoder(QStringEncoder::Utf8); // encodes in place: a temporary buffer would stay in memory
    m_room = encoder.requiredSpace(text.size()) + 1;
    m_bytes = std::make_unique<char[]>(size_t(m_room));
    m_size = encoder.appendToBuffer(m_bytes.get(), text) - m_bytes.get();
}

Secret::Secret(QByteArrayView utf8)
    : m_bytes(std::make_unique<char[]>(size_t(utf8.size()) + 1)), m_size(utf8.size()), m_room(utf8.size() + 1)
{
    std::copy(utf8.begin(), utf8.end(), m_bytes.get());
}

Secret::Secret(Secret &&other) noexcept
    : m_bytes(std::move(other.m_bytes)), m_size(std::exchange(other.m_size, 0)), m_room(std::exchange(other.m_room, 0))
{
}

Secret &Secret::operator=(Secret other) noexcept
{
    m_bytes.swap(other.m_bytes);
    std::swap(m_size, other.m_size);
    std::swap(m_room, other.m_room);
    return *this;
}

Secret::~Secret()
{
    if (m_bytes)
        explicit_bzero(m_bytes.get(), size_t(m_room));
}

QString Secret::text() const
{
    return QString::fromUtf8(bytes());
}

} // namespace engine
