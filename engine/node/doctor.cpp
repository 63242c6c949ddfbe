// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/doctor.h"

#include "engine/node/wrapperprotocol.h"

#include <QLocale>

#include <algorithm>
#include <chrono>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

using State = DoctorFinding::State;

constexpr auto muchOffset = 30s;
constexpr qsizetype longestFindingText = 500; // in characters; a fact is shown in a label

constexpr auto loginRemedy =
    QT_TRANSLATE_NOOP("engine",
                      "Let the start files of the login shell (e.g. ~/.bashrc) print only in interactive shells, and "
                      "~/.ssh/rc and /etc/ssh/sshrc not at all.");

// One row for each line that doctor.sh can print, by its check and result.
constexpr FindingWords allWords[] = {
    {"home ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 can be written."), ""},
    {"home refused", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 cannot be written, so no job can start: %2"),
     QT_TRANSLATE_NOOP("engine", "Make the folder writable, or set another one as the machine's home (--home).")},
    {"disk ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%2 of %3 are free on the disk that holds %1."), ""},
    {"disk low", State::Warning, QT_TRANSLATE_NOOP("engine", "Only %2 of %3 are free on the disk that holds %1."),
     QT_TRANSLATE_NOOP("engine", "Delete old jobs or other files there, or set another folder as the machine's home.")},
    {"disk full", State::Failed, QT_TRANSLATE_NOOP("engine", "The disk that holds %1 is full."),
     QT_TRANSLATE_NOOP("engine", "Delete old jobs or other files there, or set another folder as the machine's home.")},
    {"disk nofiles", State::Failed,
     QT_TRANSLATE_NOOP("engine", "The disk that holds %1 takes no more files: its inodes are used up."),
     QT_TRANSLATE_NOOP("engine", "Delete folders with many small files there.")},
    {"disk unknown", State::Warning, QT_TRANSLATE_NOOP("engine", "df does not say how much of the disk is free."),
     QT_TRANSLATE_NOOP("engine", "A share may be away: run “df” there.")},
    {"quota exceeded", State::Warning, QT_TRANSLATE_NOOP("engine", "Your quota there is used up: %1"),
     QT_TRANSLATE_NOOP("engine", "Delete files there, or ask for a larger quota.")},
    {"filesystem ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is on the machine's own file system (%2)."), ""},
    {"filesystem shared", State::Warning,
     QT_TRANSLATE_NOOP("engine",
                       "%1 is on a shared file system (%2). While that does not answer, nothing can be told "
                       "about jobs there."),
     QT_TRANSLATE_NOOP("engine", "A folder on the machine's own disk can be set as its home (--home).")},
    {"filesystem memory", State::Warning,
     QT_TRANSLATE_NOOP("engine", "%1 is in memory (%2): what jobs write takes memory, and a reboot loses it."),
     QT_TRANSLATE_NOOP("engine", "Set a folder on a disk as the machine's home (--home).")},
    {"noexec harmless", State::Warning,
     QT_TRANSLATE_NOOP("engine",
                       "%1 is mounted noexec. Our scripts do not mind; programs of yours cannot be started "
                       "from there."),
     QT_TRANSLATE_NOOP("engine", "Set a folder on another file system as the machine's home (--home).")},
    {"session ok", State::Ok, QT_TRANSLATE_NOOP("engine", "Jobs can outlive the connection (by %1)."), ""},
    {"session missing", State::Failed,
     QT_TRANSLATE_NOOP("engine",
                       "No job can start: there is no setsid, busybox or perl to make it outlive the "
                       "connection."),
     QT_TRANSLATE_NOOP("engine", "Install util-linux there.")},
    {"follow ok", State::Ok, QT_TRANSLATE_NOOP("engine", "Logs can be followed."), ""},
    {"follow broken", State::Failed, QT_TRANSLATE_NOOP("engine", "“tail -f” does not follow a file there: %1"),
     QT_TRANSLATE_NOOP("engine", "Install coreutils there, or set a folder on another file system as its home.")},
    {"python ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%2 is at %1."), ""},
    {"python missing", State::Warning, QT_TRANSLATE_NOOP("engine", "There is no python in the PATH."),
     QT_TRANSLATE_NOOP("engine", "Jobs that need it name their own with pythonInterpreterPath.")},
    {"python broken", State::Warning, QT_TRANSLATE_NOOP("engine", "%1 does not run: %2"),
     QT_TRANSLATE_NOOP("engine", "Repair it, or name another one in jobs with pythonInterpreterPath.")},
    {"logout ok", State::Ok, QT_TRANSLATE_NOOP("engine", "Jobs go on when the connection ends."), ""},
    {"logout lingers", State::Ok,
     QT_TRANSLATE_NOOP("engine", "Processes are ended at logout (KillUserProcesses), but lingering is on."), ""},
    {"logout kills", State::Warning,
     QT_TRANSLATE_NOOP("engine", "All processes of %1 are ended at logout there (KillUserProcesses)."),
     QT_TRANSLATE_NOOP("engine", "Run “loginctl enable-linger” there.")},
    {"logout managed", State::Warning, QT_TRANSLATE_NOOP("engine", "Jobs end when %1 logs out there."),
     QT_TRANSLATE_NOOP("engine", "Run “loginctl enable-linger” there.")},
    {"shell ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The login shell is %1."), ""},
    {"shell none", State::Warning, QT_TRANSLATE_NOOP("engine", "The login shell is %1, which runs no commands."),
     QT_TRANSLATE_NOOP("engine", "Set another one with “chsh”.")},
    {"login-shell ok", State::Ok, QT_TRANSLATE_NOOP("engine", "A login prints nothing of its own."), ""},
    {"login-shell prints", State::Warning,
     QT_TRANSLATE_NOOP("engine", "A login prints “%1” for every command. Jobs do not mind; rsync and scp fail."),
     loginRemedy},
    {"login-shell blanks", State::Warning,
     QT_TRANSLATE_NOOP("engine",
                       "A login prints blank lines or characters that cannot be seen for every command. Jobs do not "
                       "mind; rsync and scp fail."),
     loginRemedy},
    {"processes ok", State::Ok, QT_TRANSLATE_NOOP("engine", "You may have %1 processes."), ""},
    {"processes few", State::Warning, QT_TRANSLATE_NOOP("engine", "You may have %1 processes only."),
     QT_TRANSLATE_NOOP("engine", "Have “nproc” raised in /etc/security/limits.conf there.")},
    {"files ok", State::Ok, QT_TRANSLATE_NOOP("engine", "A process may open %1 files."), ""},
    {"files few", State::Warning, QT_TRANSLATE_NOOP("engine", "A process may open %1 files only."),
     QT_TRANSLATE_NOOP("engine", "Have “nofile” raised in /etc/security/limits.conf there.")},
    {"proc ok", State::Ok, QT_TRANSLATE_NOOP("engine", "/proc can be read."), ""},
    {"proc hidden", State::Warning,
     QT_TRANSLATE_NOOP("engine", "/proc hides the processes of others (hidepid): who else uses a GPU cannot be told."),
     QT_TRANSLATE_NOOP("engine", "Have /proc mounted there without hidepid.")},
    {"proc missing", State::Failed,
     QT_TRANSLATE_NOOP("engine", "/proc cannot be read, so nothing can be told about jobs there."),
     QT_TRANSLATE_NOOP("engine", "Have /proc mounted there.")},
    {"gpu ok", State::Ok, QT_TRANSLATE_NOOP("engine", "nvidia-smi answers; GPUs: %1."), ""},
    {"gpu notool", State::Warning,
     QT_TRANSLATE_NOOP("engine", "There is an NVIDIA driver but no nvidia-smi, so its GPUs cannot be seen."),
     QT_TRANSLATE_NOOP("engine", "Install the driver's tools there (nvidia-utils).")},
    {"gpu hangs", State::Failed, QT_TRANSLATE_NOOP("engine", "nvidia-smi does not answer."),
     QT_TRANSLATE_NOOP("engine", "Its driver is in trouble: restart the machine.")},
    {"gpu fails", State::Failed, QT_TRANSLATE_NOOP("engine", "nvidia-smi fails: %1"),
     QT_TRANSLATE_NOOP("engine", "After an update of the driver, restart the machine; else install it anew.")},
    {"umask ok", State::Ok, QT_TRANSLATE_NOOP("engine", "Others cannot write to what jobs make (umask %1)."), ""},
    {"umask open", State::Warning,
     QT_TRANSLATE_NOOP("engine", "Everyone there may write to what jobs make (umask %1)."),
     QT_TRANSLATE_NOOP("engine", "Put “umask 022” into the login shell's profile.")},
    {"locale ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The locale is %1."), ""},
    {"locale missing", State::Warning, QT_TRANSLATE_NOOP("engine", "The locale %1 is not installed there."),
     QT_TRANSLATE_NOOP("engine", "Install it, or set LANG=C.UTF-8 in the jobs' environment.")},
    {"locale narrow", State::Warning,
     QT_TRANSLATE_NOOP("engine", "The locale is %1 (%2): programs may fail to print other than ASCII."),
     QT_TRANSLATE_NOOP("engine", "Set LANG=C.UTF-8 in the jobs' environment.")},
};

// \a words without control characters, on one line, shortened for a label.
QString factOf(const QString &words)
{
    QString text;
    for (const QChar c : words.left(longestFindingText))
        text += c.isPrint() ? c : QChar(u' ');
    return text.simplified();
}

QString sizeOf(const QString &kibibytes)
{
    return QLocale::c().formattedDataSize(kibibytes.toLongLong() * 1024, 0, QLocale::DataSizeSIFormat);
}

// The doctor line for \a before, the output of login scripts that precedes a command's: rsync and scp read it as their
// protocol.
QByteArray loginLine(const QByteArray &before)
{
    return "login-shell prints\t" + before.trimmed().split('\n').first().replace('\t', ' ');
}

std::optional<DoctorFinding> findingIn(const QByteArray &line)
{
    QStringList facts = QString::fromUtf8(line).split(u'\t');
    QString said = facts.takeFirst();
    if (said == u"login-shell prints" && factOf(facts.value(0)).isEmpty())
        said = u"login-shell blanks"_s;
    const FindingWords *words = findingWords(allWords, said);
    if (!words)
        return std::nullopt;
    return findingOf(said.section(u' ', 0, 0), *words, facts, said == u"disk ok" || said == u"disk low");
}

DoctorFinding clockFinding(const QList<qint64> &nodeMs, qint64 sentMs, qint64 receivedMs)
{
    const std::chrono::milliseconds offset(std::midpoint(nodeMs.first(), nodeMs.last())
                                           - std::midpoint(sentMs, receivedMs));
    if (std::chrono::abs(offset) < muchOffset)
        return {u"clock"_s, State::Ok, QT_TRANSLATE_NOOP("engine", "Its clock agrees with this computer's."), {}};
    return {u"clock"_s,
            State::Warning,
            {QT_TRANSLATE_NOOP("engine", "Its clock differs from this computer's by %1 s."),
             {QString::number(std::chrono::round<std::chrono::seconds>(offset).count())}},
            QT_TRANSLATE_NOOP("engine", "Switch on time synchronisation there, e.g. with “timedatectl set-ntp true”.")};
}

} // namespace

const FindingWords *findingWords(std::span<const FindingWords> table, const QString &word)
{
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const FindingWords &row) { return word == QLatin1StringView(row.word); });
    return found == table.end() ? nullptr : &*found;
}

DoctorFinding findingOf(const QString &check, const FindingWords &words, const QStringList &facts, bool hasSizes)
{
    Message message(words.message);
    for (int i = 0; message.source.contains(u'%' + QString::number(i + 1)); ++i)
        message.arguments.append(hasSizes && i > 0 ? sizeOf(factOf(facts.value(i))) : factOf(facts.value(i)));
    return {check, words.state, message, Message(words.remedy)};
}

Result<QList<DoctorFinding>> parseDoctor(const CommandResult &result, qint64 sentMs, qint64 receivedMs)
{
    const QList<QByteArray> lines = answerLines(result.output);
    if (lines.isEmpty() || lines.constLast() != "end")
        return unexpectedAnswer(result);
    QList<DoctorFinding> findings;
    QList<qint64> nodeMs;
    for (const QByteArray &line : lines) {
        const bool isOfLogin = line.startsWith("login-shell ") && !result.before.isEmpty();
        if (line.startsWith("time "))
            nodeMs.append(line.mid(5).toLongLong());
        else if (auto finding = findingIn(isOfLogin ? loginLine(result.before) : line))
            findings.append(*finding);
    }
    if (nodeMs.size() == 2)
        findings.append(clockFinding(nodeMs, sentMs, receivedMs));
    return findings;
}

} // namespace engine
