// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/wrapperprotocol.h"

#include "engine/ssh/servertext.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using Kind = AttemptStatus::Kind;
using Stage = AttemptStatus::Stage;

const QString refused = u"Refused"_s;

template <typename Integer> bool read(const QByteArray &text, Integer *value)
{
    const bool digits = !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
    bool ok = false;
    const qlonglong number = text.toLongLong(&ok);
    *value = static_cast<Integer>(number);
    return digits && ok && *value == number;
}

bool readWord(const QByteArray &text, QString *word)
{
    *word = QString::fromLatin1(text);
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Decodes output of what ran before the job's command. It may be in any encoding: invalid UTF-8 is replaced.
bool readHex(const QByteArray &text, QString *words)
{
    const QByteArray bytes = QByteArray::fromHex(text);
    *words = QString::fromUtf8(bytes).trimmed();
    return bytes.toHex() == text;
}

// An unknown stage, of a later version, is read as Executing: the payload still runs.
bool readStage(const QByteArray &text, Stage *stage)
{
    *stage = fromWord(QString::fromLatin1(text), Stage::Executing);
    return true;
}

// Reads "PROCESS,CODE,MS,OOM". PROCESS is INDEX or TASK-INDEX; earlier versions have no OOM.
bool readFailure(const QByteArray &text, std::optional<AttemptStatus::Failure> *failure)
{
    const QList<QByteArray> words = text.split(',');
    const qsizetype dash = words.constFirst().lastIndexOf('-');
    AttemptStatus::Failure first;
    if (words.size() < 3 || !readWord(words.at(0).left(qMax(dash, 0)), &first.task)
        || !read(words.at(0).mid(dash + 1), &first.process) || !read(words.at(1), &first.exitCode)
        || !read(words.at(2), &first.timeMs) || (words.size() > 3 && !read(words.at(3), &first.outOfMemoryKills)))
        return false;
    *failure = first;
    return true;
}

bool readCode(const QByteArray &text, std::optional<int> *code)
{
    int number = 0;
    const bool isNumber = read(text, &number);
    *code = number;
    return isNumber;
}

bool readFact(const QByteArray &key, const QByteArray &value, AttemptStatus *status)
{
    if (key == "pid")
        return read(value, &status->pid);
    if (key == "code")
        return read(value, &status->exitCode);
    if (key == "oom")
        return read(value, &status->outOfMemoryKills);
    if (key == "started")
        return read(value, &status->startedMs);
    if (key == "ended")
        return read(value, &status->endedMs);
    if (key == "why")
        return readWord(value, &status->endReason);
    if (key == "err")
        return readHex(value, &status->launchError);
    if (key == "stage")
        return readStage(value, &status->stage);
    if (key == "done")
        return readCode(value, &status->ownExitCode);
    if (key == "failed")
        return readFailure(value, &status->firstFailure);
    if (key == "ready")
        status->offer = value;
    else if (key == "cause")
        status->cause = QString::fromUtf8(value);
    else if (key == "peer")
        status->endedBy = QString::fromUtf8(value);
    else if (key == "machine")
        status->otherMachine = QString::fromUtf8(value).replace(u',', u' ');
    else if (key == "full")
        status->diskFull = true;
    else if (key == "undo")
        status->hasLeftovers = true;
    else if (key == "launched")
        status->launched = true;
    else if (key == "preparing")
        status->preparing = true;
    else if (key == "prepfailed")
        status->preparationFailed = true;
    return true; // unknown keys are of a later version
}

bool isFramed(const QByteArray &line, qsizetype number)
{
    return line.startsWith(QByteArray(QByteArray::number(number) + ' ')) && line.endsWith(" .");
}

// Reads "N STATE KEY=VALUE... ."
std::optional<AttemptStatus> readLine(const QByteArray &line)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.size() < 3)
        return std::nullopt;
    AttemptStatus status;
    status.kind = fromWord<Kind>(QString::fromLatin1(words.at(1)));
    if (words.at(1) != wireWords<Kind>[size_t(status.kind)])
        return std::nullopt;
    for (qsizetype i = 2; i < words.size() - 1; ++i) {
        const qsizetype equals = words.at(i).indexOf('=');
        if (equals < 1 || !readFact(words.at(i).left(equals), words.at(i).mid(equals + 1), &status))
            return std::nullopt;
    }
    if (status.kind == Kind::Exited && !words.at(2).startsWith("code="))
        return std::nullopt;
    status.preparing = status.preparing && !status.launched && !status.preparationFailed;
    return status;
}

} // namespace

QList<QByteArray> answerLines(const QByteArray &output)
{
    QList<QByteArray> lines;
    for (QByteArray line : output.split('\n')) {
        if (line.endsWith('\r'))
            line.chop(1);
        if (line.startsWith("@bd "))
            lines.append(line.mid(4));
    }
    return lines;
}

Result<QList<AttemptStatus>> parseStatus(const CommandResult &result, qsizetype count)
{
    const QList<QByteArray> lines = answerLines(result.output);
    QList<AttemptStatus> states;
    for (const QByteArray &line : lines) {
        if (line.startsWith("failed ")) {
            const QString words = QString::fromUtf8(line.mid(7)).trimmed();
            const Message message{QT_TRANSLATE_NOOP("engine", "The machine could not do it: %1."), {words}};
            return Error{ErrorCode::CommandFailed, message, {}, {Fault{refused, message, {}}}, words};
        }
    }
    if (lines.size() != count + 1 || lines.constLast() != "end " + QByteArray::number(count))
        return unexpectedAnswer(result);
    for (qsizetype i = 0; i < count; ++i) {
        if (!isFramed(lines.at(i), i + 1))
            return unexpectedAnswer(result);
        // One damaged record must not hide the others.
        AttemptStatus unclear;
        unclear.kind = Kind::Unclear;
        states.append(readLine(lines.at(i)).value_or(unclear));
    }
    return states;
}

std::optional<QString> refusalOf(const Error &error)
{
    const bool isRefusal = error.code == ErrorCode::CommandFailed && !error.details.isEmpty()
        && error.details.constFirst().code == refused;
    return isRefusal ? std::optional(error.technical) : std::nullopt;
}

bool saysDiskFull(const QString &words)
{
    return words.contains(u"No space left on device"_s) || words.contains(u"quota exceeded"_s, Qt::CaseInsensitive);
}

std::optional<Message> killedWords(const AttemptStatus &status)
{
    // A shell adds this to the signal's number; codes above 128 + lastSignal are the program's own.
    constexpr int bySignal = 128;
    constexpr int lastSignal = 64;
    if (status.launched || status.exitCode <= bySignal || status.exitCode > bySignal + lastSignal)
        return std::nullopt;
    const QString code = QString::number(status.exitCode);
    if (status.outOfMemoryKills > 0 && status.exitCode == bySignal + 9)
        return Message(QT_TRANSLATE_NOOP("engine",
                                         "It was killed while it was being started (exit code %1): the machine ran out "
                                         "of memory."),
                       {code});
    return Message(QT_TRANSLATE_NOOP("engine",
                                     "It was killed while it was being started (exit code %1, by signal %2): something "
                                     "on the machine ended it."),
                   {code, QString::number(status.exitCode - bySignal)});
}

Error unexpectedAnswer(const CommandResult &result)
{
    constexpr qsizetype enough = 2000;
    const QString said = QString::fromUtf8(result.errorOutput.right(enough) + result.output.right(enough)).trimmed();
    const QString last = harmlessEnd(said.section(u'\n', -1).toUtf8(), 200);
    Message message = last.isEmpty()
        ? Message{QT_TRANSLATE_NOOP("engine", "The machine gave no answer (exit code %1)."),
                  {QString::number(result.exitCode)}}
        : saysDiskFull(said)
        ? Message{QT_TRANSLATE_NOOP("engine", "The machine's disk is full. It says: %1"), {last}}
        : Message{QT_TRANSLATE_NOOP("engine", "The machine answered something unexpected: %1"), {last}};
    return Error::of(ErrorCode::CommandFailed, std::move(message), {},
                     u"exit code %1\n%2"_s.arg(result.exitCode).arg(said));
}

QByteArray payloadMark()
{
    return QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0');
}

QByteArray shellWord(const QString &text)
{
    return '\'' + text.toLocal8Bit().replace('\'', "'\\''") + '\'';
}

} // namespace engine
