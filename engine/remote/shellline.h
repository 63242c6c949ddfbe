// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <optional>

namespace engine {

/// How a command notices that nobody listens any more, and ends itself with all it started.
enum class Watchdog {
    OnStdin, ///< at once, by the end of its stdin; for a command without input
    None, ///< it ends by itself when its stdin does
    OnParent, ///< within seconds, when the process that serves the connection is gone
};

/// What goes to a login shell so that /bin/sh runs a script, byte for byte, whatever that shell is: neither sh, csh nor
/// fish sees a character that it gives a meaning to. Before the script begins, sh says a mark on stdout (with its
/// process id) and on stderr, so that what others said before can be told from the script's words. Value.
struct ShellLine
{
    QByteArray commandLine;
    QByteArray input; ///< in front of the command's own comes what is too long for a command line
    bool closesInput = true; ///< else stdin must stay open while the command may run
    QByteArray mark;

    /// Pure but for the mark, which is random.
    [[nodiscard]] static ShellLine of(const RemoteCommand &command, Watchdog watchdog);
    /// A line that kills the process group of \a pid.
    [[nodiscard]] static QByteArray killing(qint64 pid);
};

/// Cuts from one output stream what came before the mark and the mark's own line. Value.
class MarkFilter
{
public:
    explicit MarkFilter(QByteArray mark) : m_mark(std::move(mark)) { }

    [[nodiscard]] QByteArray feed(const QByteArray &bytes); ///< what of it is the script's
    [[nodiscard]] bool isPast() const { return m_isPast; }
    [[nodiscard]] qint64 pid() const { return m_pid; } ///< 0: not said
    [[nodiscard]] QByteArray before() const { return m_before.right(2000); } ///< the end of it

private:
    QByteArray m_mark;
    QByteArray m_before;
    bool m_isPast = false;
    qint64 m_pid = 0;
};

} // namespace engine
