// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/remote/shellline.h"

#include <QRandomGenerator>

namespace engine {

namespace {

// An argument of exec() may have 128 KiB on Linux, and the login shell gets the whole line as one argument.
constexpr qsizetype maxEncoded = 100'000;
// Limit of the bytes searched for the mark.
constexpr qsizetype maxBefore = 1024 * 1024;

// Whether \a c has no special meaning between single quotes in sh, csh and fish.
bool isPlain(char c)
{
    return c >= ' ' && c < 0x7f && c != '\'' && c != '!' && c != '\\';
}

// Encoded for printf %b.
QByteArray encoded(const QByteArray &script)
{
    QByteArray text;
    text.reserve(script.size() + script.size() / 4);
    for (const char c : script) {
        if (isPlain(c))
            text += c;
        else
            text += "\\0" + QByteArray::number(static_cast<unsigned char>(c), 8).rightJustified(3, '0');
    }
    return text;
}

// One word for each line, which the machine decodes without a process; empty when only printf %b can express the
// script.
QByteArray words(const QByteArray &script)
{
    QByteArray text;
    text.reserve(script.size() + script.size() / 4);
    for (const char c : script) {
        if (isPlain(c))
            text += c;
        else if (c == '\n')
            text += "' '";
        else if (c == '\'' || c == '!' || c == '\\')
            text += QByteArray("'\\") + c + '\'';
        else
            return {};
    }
    return text;
}

// Forked twice, so that the watchdog is no child of the script, whose own "wait" would wait for it.
QByteArray watchdogText(Watchdog watchdog)
{
    switch (watchdog) {
    case Watchdog::None:
        return {};
    case Watchdog::OnStdin:
        return "exec 3<&0 </dev/null;( (read -r b_ <&3;kill -0 $$&&kill -KILL 0)>/dev/null 2>&1& );exec 3<&-;";
    case Watchdog::OnParent:
        return "( (while kill -0 $PPID&&kill -0 $$;do sleep 3;done;kill -0 $$&&kill -KILL 0)"
               "</dev/null >/dev/null 2>&1& );";
    }
    return {};
}

} // namespace

ShellLine ShellLine::of(const RemoteCommand &command, Watchdog watchdog)
{
    ShellLine line;
    line.mark = QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0');
    line.closesInput = watchdog != Watchdog::OnStdin;
    line.input = command.input;
    // Split in two, so that a shell that echoes its commands does not print the mark.
    const QByteArray mark = line.mark.first(8) + "\"\"" + line.mark.sliced(8);
    QByteArray text = words(command.script);
    const bool isWords = !text.isEmpty();
    if (!isWords)
        text = encoded(command.script);
    const bool fits = text.size() <= maxEncoded;
    // IFS is blank, tab, newline: the last one joins the lines. dd reads byte by byte: the input after the script is
    // left to it.
    QByteArray script = "b_=$(printf %b \"$1\");shift;";
    if (!fits)
        script = "b_=$(dd bs=1 count=" + QByteArray::number(command.script.size()) + " 2>/dev/null);";
    else if (isWords)
        script = "i_=$IFS;IFS=${IFS#??};b_=\"$*\";IFS=$i_;unset i_;shift $#;";
    if (!fits)
        line.input.prepend(command.script);
    line.commandLine = "exec /bin/sh -c 'echo " + mark + " $$;echo " + mark + " >&2;" + script + watchdogText(watchdog)
        + "eval \"$b_\"'";
    if (fits)
        line.commandLine += " sh '" + text + '\'';
    return line;
}

QByteArray ShellLine::killing(qint64 pid)
{
    const QByteArray number = QByteArray::number(pid);
    return "exec /bin/sh -c 'read -r p c s pp g r </proc/" + number
        + "/stat;[ \"${g:-0}\" -gt 1 ]&&kill -KILL -\"$g\"'";
}

QByteArray MarkFilter::feed(const QByteArray &bytes)
{
    if (m_isPast)
        return bytes;
    m_before += bytes;
    const qsizetype mark = m_before.indexOf(m_mark);
    const qsizetype end = mark < 0 ? -1 : m_before.indexOf('\n', mark);
    if (end < 0) {
        if (m_before.size() > maxBefore)
            m_before.remove(2000, m_before.size() - 2000 - maxBefore / 2);
        return {};
    }
    m_isPast = true;
    m_pid = m_before.sliced(mark + m_mark.size(), end - mark - m_mark.size()).trimmed().toLongLong();
    const QByteArray rest = m_before.sliced(end + 1);
    m_before.truncate(mark);
    return rest;
}

} // namespace engine
