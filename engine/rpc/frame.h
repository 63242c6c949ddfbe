// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>
#include <QJsonObject>

#include <optional>

namespace engine {

/// Limit of a frame; a larger one is an error of its sender.
constexpr qsizetype largestFrame = 64 * 1024 * 1024;

/// Version of docs/protocol.md; the engine sends it in "hello".
constexpr int protocolNumber = 1;

/// A frame: 4-byte big-endian length and compact JSON. InvalidArgument when it would exceed largestFrame.
[[nodiscard]] Result<QByteArray> encodeFrame(const QJsonObject &content);

/// Splits a byte stream into frames. After an error the stream is unusable, and every later next() returns the same
/// error. Pure; one thread.
class FrameReader
{
public:
    void append(QByteArrayView bytes);
    /// The next frame; nothing while it is incomplete; InvalidArgument for an invalid length or content.
    [[nodiscard]] Result<std::optional<QJsonObject>> next();

private:
    QByteArray m_buffer;
    qsizetype m_start = 0; // start of the first unread frame
    bool m_broken = false;
};

} // namespace engine
