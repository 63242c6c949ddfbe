// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>
#include <QJsonObject>

#include <optional>

namespace engine {

/// A frame larger than this is a fault of whoever sends it.
constexpr qsizetype largestFrame = 64 * 1024 * 1024;

/// Of docs/protocol.md; an engine says it first of all, in "hello".
constexpr int protocolNumber = 1;

/// 4-byte big-endian length and compact JSON. InvalidArgument when it would be larger than largestFrame.
[[nodiscard]] Result<QByteArray> encodeFrame(const QJsonObject &content);

/// Takes frames out of a stream that arrives in any pieces. After an error the stream cannot be trusted any more: every
/// later next() answers it again. Pure; one thread.
class FrameReader
{
public:
    void append(QByteArrayView bytes);
    /// The next whole frame; nothing while it is torn; InvalidArgument for a length or a content that cannot be.
    [[nodiscard]] Result<std::optional<QJsonObject>> next();

private:
    QByteArray m_buffer;
    qsizetype m_start = 0; // of the first frame that was not taken
    bool m_broken = false;
};

} // namespace engine
