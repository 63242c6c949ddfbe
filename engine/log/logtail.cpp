// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/logtail.h"

#include "engine/base/shellquote.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::chrono::seconds longestDelay{60};
constexpr int unreadable = 64;
constexpr int shorter = 65;
constexpr int missing = 66;
constexpr int replaced = 67;

// Its size and, where its number in the file system is its own for good, that number.
constexpr auto lookScript = "size=$(wc -c < \"$f\") || exit 64\n"
                            "set -- -s 0.2 ---disable-inotify\n"
                            "node=\n"
                            "case $(stat -f -c %T \"$f\" 2>/dev/null) in\n"
                            "ext* | xfs | btrfs | zfs | tmpfs | ramfs | f2fs | jfs | reiserfs)\n"
                            "set -- -s 0.2; node=$(stat -L -c %i \"$f\" 2>/dev/null) ;;\n"
                            "esac\n"
                            "case $node in *[!0-9]*) node= ;; esac\n"
                            "[ -z \"%4\" ] || [ -z \"$node\" ] || [ \"$node\" = \"%4\" ] || exit 67\n"
                            "[ \"$size\" -ge %2 ] || exit 65\n"
                            "echo $((size)) $node\n";
// By descriptor, not by name (-F): a file that takes the name of the original later is not the original. No event tells
// of what another machine writes, so tail looks by itself five times a second where the file system is not known for
// local; one that knows no such options (busybox) looks once a second everywhere.
constexpr auto tailScript = "f=%1\n"
                            "while ! [ -f \"$f\" ]; do sleep 1; done\n"
                            "%5"
                            "tail \"$@\" -c 0 /dev/null 2>/dev/null || set --\n"
                            "exec tail -c +%3 \"$@\" -f \"$f\"\n";
constexpr auto finishScript = "f=%1\n"
                              "[ -f \"$f\" ] || exit 66\n"
                              "%5"
                              "exec tail -c +%3 \"$f\"\n";

} // namespace

LogTail::LogTail(FollowSpec spec, std::chrono::milliseconds firstDelay)
    : m_spec(std::move(spec)), m_spool(m_spec.spoolPath), m_retry(new QTimer(this)), m_firstDelay(firstDelay),
      m_delay(firstDelay)
{
    m_retry->setSingleShot(true);
    connect(m_retry, &QTimer::timeout, this, &LogTail::launch);
}

LogTail::~LogTail() = default;

void LogTail::start()
{
    launch();
}

void LogTail::finish()
{
    if (m_finishing || m_ended)
        return;
    m_finishing = true;
    if (m_process)
        m_process->stop(); // what it still delivers is appended; the first round begins behind that
    else
        launch();
}

void LogTail::retryNow()
{
    if (!m_retry->isActive())
        return;
    m_delay = m_firstDelay;
    launch();
}

void LogTail::launch()
{
    m_retry->stop();
    m_header.clear();
    m_headerRead = false;
    m_roundFinishes = m_finishing;
    m_process = m_spec.host->stream({.script = script(), .input = {}});
    connect(m_process.get(), &RemoteProcess::readyRead, this, &LogTail::take);
    connect(m_process.get(), &RemoteProcess::finished, this, &LogTail::endProcess);
}

QByteArray LogTail::script() const
{
    QByteArray text = m_finishing ? finishScript : tailScript;
    text.replace("%5", lookScript);
    text.replace("%4", m_node);
    // The path comes last: it may contain anything, also a %2.
    text.replace("%3", QByteArray::number(m_spool.size() + 1));
    text.replace("%2", QByteArray::number(m_spool.size()));
    text.replace("%1", shellQuote(m_spec.remotePath.toUtf8()));
    return text;
}

void LogTail::take(const QByteArray &bytes)
{
    if (m_ended)
        return;
    QByteArray content = bytes;
    if (!m_headerRead) {
        m_header += bytes;
        const qsizetype end = m_header.indexOf('\n');
        if (end < 0)
            return;
        content = m_header.mid(end + 1);
        m_header.truncate(end);
        m_headerRead = true;
        readHeader();
    }
    if (!content.isEmpty())
        m_delay = m_firstDelay; // it gets on: a cut after this is a new one
    if (Result<void> appended = m_spool.append(content); !appended)
        return fail(appended.error());
    if (!m_appeared) {
        m_appeared = true;
        emit appeared();
    }
}

void LogTail::readHeader()
{
    const QList<QByteArray> words = m_header.split(' ');
    m_original = words.first().toLongLong();
    const QByteArray node = words.value(1);
    if (m_node.isEmpty() && std::all_of(node.begin(), node.end(), [](char c) { return c >= '0' && c <= '9'; }))
        m_node = node;
}

void LogTail::endProcess(const Result<CommandResult> &result)
{
    dropProcess();
    if (m_ended)
        return;
    if (m_finishing && !m_roundFinishes)
        return launch();
    if (!result)
        return retryLater();
    const QString technical = QString::fromUtf8(result->errorOutput.trimmed());
    if (result->exitCode == shorter) {
        return fail(error(QT_TRANSLATE_NOOP("engine",
                                            "%1 is shorter than its copy on this computer: something cut it. "
                                            "The copy keeps what it had."),
                          technical));
    }
    if (result->exitCode == replaced) {
        return fail(error(QT_TRANSLATE_NOOP("engine",
                                            "Another file has taken the place of %1 on the machine. What was copied "
                                            "before is kept; the rest cannot be fetched."),
                          technical));
    }
    if (!m_roundFinishes)
        return retryLater();
    endRound(result->exitCode, technical);
}

void LogTail::endRound(int exitCode, const QString &technical)
{
    if (exitCode == missing && m_spool.exists()) {
        return fail(error(QT_TRANSLATE_NOOP("engine",
                                            "%1 is gone from the machine. What was copied before is kept; "
                                            "the rest cannot be fetched."),
                          technical));
    }
    if (exitCode == unreadable) {
        return fail(error(QT_TRANSLATE_NOOP("engine",
                                            "%1 cannot be read. Check its rights on the machine, then open "
                                            "the job again."),
                          technical));
    }
    const qint64 original = exitCode == missing ? -1 : m_original;
    // Larger than it said: it grew meanwhile. Smaller: the transfer was cut. Both need another round.
    if (exitCode == missing || (exitCode == 0 && m_headerRead && original == m_spool.size())) {
        m_ended = true;
        emit completed(original);
        return;
    }
    retryLater();
}

void LogTail::retryLater()
{
    m_retry->start(m_delay);
    m_delay = std::min<std::chrono::milliseconds>(m_delay * 2, longestDelay);
}

void LogTail::fail(Error error)
{
    m_ended = true;
    m_retry->stop();
    if (m_process)
        m_process->stop();
    emit failed(error);
}

void LogTail::dropProcess()
{
    if (m_process)
        m_process.release()->deleteLater(); // we are in a signal of it
}

Error LogTail::error(const char *source, const QString &technical) const
{
    return {.code = ErrorCode::IoError,
            .message = {source, {m_spec.remotePath}},
            .target = m_spec.remotePath,
            .details = {},
            .technical = technical};
}

} // namespace engine
