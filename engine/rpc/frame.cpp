// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/frame.h"

#include <QJsonDocument>
#include <QtEndian>

namespace engine {

namespace {

constexpr qsizetype headSize = 4;

Error badFrame(const QString &technical)
{
    return Error::of(ErrorCode::InvalidArgument,
                     QT_TRANSLATE_NOOP("engine", "The other side does not speak this engine's protocol."), {},
                     technical);
}

} // namespace

Result<QByteArray> encodeFrame(const QJsonObject &content)
{
    const QByteArray body = QJsonDocument(content).toJson(QJsonDocument::Compact);
    if (body.size() > largestFrame)
        return Error{ErrorCode::InvalidArgument,
                     {QT_TRANSLATE_NOOP("engine", "A message of %1 bytes is larger than the engine carries."),
                      {QString::number(body.size())}}};
    QByteArray frame(headSize, Qt::Uninitialized);
    qToBigEndian(quint32(body.size()), frame.data());
    return QByteArray(frame + body);
}

void FrameReader::append(QByteArrayView bytes)
{
    if (m_broken)
        return;
    // Read frames are removed here in one step, so that a batch of small frames takes linear time.
    if (m_start > 0) {
        m_buffer.remove(0, m_start);
        m_start = 0;
    }
    m_buffer.append(bytes.data(), bytes.size());
}

Result<std::optional<QJsonObject>> FrameReader::next()
{
    if (m_broken)
        return badFrame({});
    const qsizetype available = m_buffer.size() - m_start;
    if (available < headSize)
        return std::optional<QJsonObject>();
    const qsizetype size = qFromBigEndian<quint32>(m_buffer.constData() + m_start);
    if (size < 2 || size > largestFrame) {
        m_broken = true;
        return badFrame(QStringLiteral("frame length %1").arg(size));
    }
    if (available < headSize + size)
        return std::optional<QJsonObject>();
    QJsonParseError fault;
    const auto document = QJsonDocument::fromJson(m_buffer.mid(m_start + headSize, size), &fault);
    if (!document.isObject()) {
        m_broken = true;
        return badFrame(fault.error == QJsonParseError::NoError ? QStringLiteral("not an object")
                                                                : fault.errorString());
    }
    m_start += headSize + size;
    return std::optional(document.object());
}

} // namespace engine
