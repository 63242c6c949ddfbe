// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"
#include "ui/log/line/ansitext.h"

namespace ui {

/// The bytes of one row of a log: a line as shown, or one of its rewritten states. A long row is read in pieces, so
/// that its cost depends on the visible part only. Value; any thread.
class LogPieces final
{
public:
    static constexpr qint64 pieceBytes = 4096;

    LogPieces() = default;
    /// \a line as shown.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line);
    /// Bytes \a begin up to \a end of the line with all its states.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line, qint64 begin, qint64 end);
    /// The text that a terminal shows in a row that was overwritten.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, const engine::LogDocument::Rewritten &shown);

    [[nodiscard]] qint64 count() const { return m_length <= pieceBytes ? 1 : (m_length - 1) / pieceBytes + 1; }
    [[nodiscard]] qint64 length() const { return m_length; } ///< bytes
    [[nodiscard]] int updates() const { return m_updates; }
    /// Too long to be read as a whole: pieces are placed as if each byte were one character.
    [[nodiscard]] bool isEndless() const { return m_length > engine::LogDocument::longestLine; }
    /// Pieces begin neither within a character nor within a control sequence.
    [[nodiscard]] StyledText text(qint64 piece) const;

private:
    [[nodiscard]] QByteArray read(qint64 from, qint64 length) const;

    std::shared_ptr<const engine::LogDocument> m_document;
    qint64 m_line = -1; ///< -1: m_begin is an offset in the file
    qint64 m_begin = -1; ///< within the line with all its states; -1: the line as shown
    qint64 m_length = 0;
    int m_updates = 1;
    QByteArray m_whole; ///< unless isEndless()
};

} // namespace ui
