// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"
#include "ui/log/line/ansitext.h"

namespace ui {

/// The bytes of one row of a log: of a line as it is shown, or of one of the states that were rewritten. A long one is
/// taken piece by piece, so that a line of any length costs no more than what of it is visible. Value; any thread.
class LogPieces final
{
public:
    static constexpr qint64 pieceBytes = 4096;

    LogPieces() = default;
    /// The line as it is shown.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line);
    /// Bytes \a begin up to \a end of the line with all its states.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, qint64 line, qint64 begin, qint64 end);
    /// What a row shows that was written over.
    LogPieces(std::shared_ptr<const engine::LogDocument> document, const engine::LogDocument::Rewritten &shown);

    [[nodiscard]] qint64 count() const { return m_length <= pieceBytes ? 1 : (m_length - 1) / pieceBytes + 1; }
    [[nodiscard]] qint64 length() const { return m_length; } ///< bytes
    [[nodiscard]] int updates() const { return m_updates; }
    /// Longer than is looked at as a whole: its pieces stand where they would if each byte were one character.
    [[nodiscard]] bool isEndless() const { return m_length > engine::LogDocument::longestLine; }
    /// Pieces begin with a whole character, and not amid a control sequence.
    [[nodiscard]] StyledText text(qint64 piece) const;

private:
    [[nodiscard]] QByteArray read(qint64 from, qint64 length) const;

    std::shared_ptr<const engine::LogDocument> m_document;
    qint64 m_line = -1; ///< -1: m_begin is one of the file
    qint64 m_begin = -1; ///< within the line with all its states; -1: it is the line as it is shown
    qint64 m_length = 0;
    int m_updates = 1;
    QByteArray m_whole; ///< where it is not endless
};

} // namespace ui
