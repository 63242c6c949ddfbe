// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QtEndian>

namespace engine {

/// Numbers and strings in the encoding of SSH and its agent (RFC 4251, section 5).
[[nodiscard]] inline QByteArray wireNumber(quint32 number)
{
    QByteArray bytes(4, Qt::Uninitialized);
    qToBigEndian(number, bytes.data());
    return bytes;
}

[[nodiscard]] inline QByteArray wireString(const QByteArray &bytes)
{
    return QByteArray(wireNumber(quint32(bytes.size())) + bytes);
}

/// Decodes numbers and strings from untrusted bytes. Past the end every value is empty or 0, and isGood() is false.
class WireReader final
{
public:
    explicit WireReader(QByteArray bytes) : m_bytes(std::move(bytes)) { }

    [[nodiscard]] quint32 number()
    {
        const QByteArray bytes = take(4);
        return m_isGood ? qFromBigEndian<quint32>(bytes.constData()) : 0;
    }
    [[nodiscard]] QByteArray string()
    {
        const quint32 length = number();
        return m_isGood ? take(length) : QByteArray();
    }
    [[nodiscard]] QByteArray take(qsizetype count)
    {
        m_isGood = m_isGood && count <= m_bytes.size() - m_at;
        if (!m_isGood)
            return {};
        m_at += count;
        return m_bytes.mid(m_at - count, count);
    }
    [[nodiscard]] bool isGood() const { return m_isGood; }

private:
    QByteArray m_bytes;
    qsizetype m_at = 0;
    bool m_isGood = true;
};

} // namespace engine
