// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <optional>

namespace engine {

/// How a command on a machine notices a lost connection, and ends itself with everything it started.
enum class Watchdog {
    OnStdin, ///< at once, by the end of stdin; for a command without input
    None, ///< not needed: the command ends when its stdin does
    OnParent, ///< within seconds, when the process that serves the connection is gone
};

/// Command line that makes any login shell (sh, csh, fish) run a script in /bin/sh byte for byte: it contains no
/// character with a meaning to these shells. Before the script begins, sh prints a mark on stdout (with its process id)
/// and on stderr, to separate the script's output from that of banners and profiles. Value.
struct ShellLine
{
    QByteArray commandLine;
    QByteArray input; ///< prefix of the command's input: what is too long for a command line
    bool closesInput = true; ///< false: stdin must stay open while the command may run
    QByteArray mark;

    /// Pure except for the mark, which is random.
    [[nodiscard]] static ShellLine of(const RemoteCommand &command, Watchdog watchdog);
    /// Command line that kills the process group of \a pid.
    [[nodiscard]] static QByteArray killing(qint64 pid);
};

/// Removes from one output stream everything up to the mark's line. Value.
class MarkFilter
{
public:
    explicit MarkFilter(QByteArray mark) : m_mark(std::move(mark)) { }

    [[nodiscard]] QByteArray feed(const QByteArray &bytes); ///< the script's part of \a bytes
    [[nodiscard]] bool isPast() const { return m_isPast; }
    [[nodiscard]] qint64 pid() const { return m_pid; } ///< 0 before the mark
    [[nodiscard]] QByteArray before() const { return m_before.right(2000); } ///< the last bytes before the mark

private:
    QByteArray m_mark;
    QByteArray m_before;
    bool m_isPast = false;
    qint64 m_pid = 0;
};

} // namespace engine
