// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/line/logrow.h"
#include "ui/log/line/logrows.h"

#include <QCache>

class QWidget;

namespace ui {

class LogLook;

/// Lays out the pieces of the rows of a log as LogLook asks, with a cache of the most recently used. GUI thread.
class LogBlocks final
{
    Q_DISABLE_COPY_MOVE(LogBlocks)

public:
    static constexpr int margin = 12; ///< pixels at both sides of the line numbers, and at the right edge

    /// A piece that is laid out, with facts of its row.
    struct Block
    {
        LogRow row;
        QList<LogRow::Highlight> highlights;
        QList<LogRow::Columns> matches;
        qint64 pieces = 1;
        int updates = 1;
        bool isEndless = false;
    };
    using Pointer = std::shared_ptr<const Block>;

    /// All must outlive this.
    LogBlocks(const LogRows &rows, const LogLook &look, const QWidget &viewport);

    void setFont(const QFont &font); ///< to be called before any other
    void clear(); ///< the texts of rows may have changed
    void clearLast(); ///< the text of the last row may have changed
    void reset(); ///< like clear(), also resets widest()

    [[nodiscard]] const LogRows &rows() const { return m_rows; }
    [[nodiscard]] const LogLook &look() const { return m_look; }
    [[nodiscard]] const CellFont &cells() const { return *m_cells; }
    [[nodiscard]] int lineHeight() const { return m_lineHeight; }
    [[nodiscard]] double widest() const { return m_widest; } ///< of the rows laid out so far
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int textRoom() const;
    [[nodiscard]] Pointer at(const LogRows::Id &id, qint64 piece) const;
    /// The left end of the piece, relative to that of the text.
    [[nodiscard]] double xOf(const LogRows::Id &id, qint64 piece) const;
    [[nodiscard]] qint64 pieceAt(const LogRows::Id &id, double x) const;

private:
    struct Key
    {
        LogRows::Id id;
        qint64 piece = 0;
        bool operator==(const Key &) const = default;
        friend size_t qHash(const Key &key, size_t seed = 0)
        {
            return qHashMulti(seed, key.id.line, key.id.state, key.piece);
        }
    };
    [[nodiscard]] Pointer lay(const LogRows::Id &id, qint64 piece) const;

    const LogRows &m_rows;
    const LogLook &m_look;
    const QWidget &m_viewport;
    std::shared_ptr<const CellFont> m_cells;
    int m_lineHeight = 20;
    mutable QCache<Key, Pointer> m_kept;
    mutable QCache<Key, Pointer> m_keptLast; ///< of the last line, which may still change
    mutable double m_widest = 0;
};

} // namespace ui
