// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

#include <functional>

namespace engine {

/// One message of follow.sh about a file; the script documents them.
struct TailWord
{
    enum class Kind {
        Appeared,
        Bytes,
        CopiedBytes, ///< bytes of what may be a rotated copy of the file
        BegunAnew,
        Whole,
        Missing,
        Unreadable
    };

    enum class Loss {
        None,
        Possible,
        PossibleWithoutCopy ///< loss is possible, and no rotated copy was found
    };

    Kind kind = Kind::Appeared;
    int index = 0;
    qint64 offset = 0; ///< offset of the first byte in the machine's file; for Whole the file's size
    QByteArray bytes{};
    QByteArray inode{};
    Loss loss = Loss::None; ///< for BegunAnew: whether bytes of the previous file are lost
};

/// Parser of the output of follow.sh. The machine may send anything: little more than 1 MiB is buffered.
class TailParser final
{
public:
    static constexpr qint64 mostBytes = 1024 * 1024 + 64; ///< of one message

    /// False when the output is not that of our script; the rest is ignored.
    [[nodiscard]] bool feed(const QByteArray &bytes, const std::function<void(const TailWord &)> &take);

private:
    enum class Step { Header, Bytes, Trailer };

    [[nodiscard]] bool readHeader(const QByteArray &line, const std::function<void(const TailWord &)> &take);
    [[nodiscard]] bool readTrailer(const QByteArray &line, const std::function<void(const TailWord &)> &take);

    Step m_step = Step::Header;
    QByteArray m_line;
    TailWord m_word;
    qint64 m_wanted = 0;
};

} // namespace engine
