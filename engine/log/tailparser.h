// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

#include <functional>

namespace engine {

/// One thing that follow.sh says of a file; that script describes them.
struct TailWord
{
    enum class Kind {
        Appeared,
        Bytes,
        CopiedBytes, ///< from what may be a copy of the file
        BegunAnew,
        Whole,
        Missing,
        Unreadable
    };

    enum class Loss {
        None,
        Possible,
        PossibleWithoutCopy ///< of what had no copy
    };

    Kind kind = Kind::Appeared;
    int index = 0;
    qint64 offset = 0; ///< of the first of bytes, in the machine's file; Whole: its size
    QByteArray bytes{};
    QByteArray inode{};
    Loss loss = Loss::None; ///< BegunAnew: of bytes of the file before
};

/// Takes apart what follow.sh says. A machine may say anything: a mebibyte and little more is kept of it.
class TailParser final
{
public:
    static constexpr qint64 mostBytes = 1024 * 1024 + 64; ///< in one word

    /// False: it is not our script that speaks; nothing of what follows is understood.
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
