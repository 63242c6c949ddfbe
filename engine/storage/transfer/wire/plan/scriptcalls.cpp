// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include "engine/api/paths.h"
#include "engine/base/shellquote.h"
#include "engine/remote/scripttext.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/servertext.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestAnswer = 64 * 1024;
constexpr qsizetype longestSums = 16 * 1024 * 1024;
constexpr qsizetype answerReadBytes = 4096;
const QString noShell = QStringLiteral("shell");

Result<std::unique_ptr<BulkCommand>> startWith(BulkSession &session, const QByteArray &call, const QByteArray &input)
{
    auto command = session.start(call);
    if (!command)
        return command;
    if (const auto put = input.isEmpty() ? Result<void>() : (*command)->write(input); !put)
        return put.error();
    if (const auto closed = (*command)->closeInput(); !closed)
        return closed.error();
    return command;
}

Result<CommandResult> resultOf(BulkSession &session, const QByteArray &call, const QByteArray &input = {})
{
    const auto command = startWith(session, call, input);
    return command ? (*command)->finish() : Result<CommandResult>(command.error());
}

Result<QByteArray> answerIn(const CommandResult &result)
{
    const qsizetype failed = result.output.lastIndexOf("@bd failed ");
    if (result.exitCode == 0 && failed < 0)
        return result.output;
    if (failed < 0 && result.isKilled())
        return endedEarly();
    const QByteArray said = failed < 0 ? result.errorOutput : result.output.sliced(failed + qstrlen("@bd failed "));
    return couldNot(said);
}

// Lines that tar and its script add to any error.
bool isSummary(const QByteArray &line)
{
    return line.endsWith("Exiting with failure status due to previous errors")
        || line.endsWith("Error is not recoverable: exiting now") || line.contains(": implausibly old time stamp ")
        || line.endsWith(" s in the future") || line.startsWith("@bd tar ") || line == "@bd failed";
}

// Without an exit code there may be no shell at all.
bool wasKilled(const Result<CommandResult> &result)
{
    return result && result->exitCode > 0 && result->isKilled();
}

} // namespace

bool isOfTheDisk(const QByteArray &words)
{
    static constexpr std::array causes{"No space left on device", "Disk quota exceeded", "Input/output error",
                                       "Read-only file system", "Stale file handle"};
    return std::any_of(causes.begin(), causes.end(), [&words](const char *cause) { return words.endsWith(cause); });
}

std::optional<Result<QByteArray>> shellAnswerOf(BulkSession &session, const QByteArray &call)
{
    const Result<CommandResult> result = resultOf(session, call);
    if (wasKilled(result))
        return endedEarly();
    if (!result || !result->output.contains("@bd "))
        return std::nullopt;
    return answerIn(*result);
}

std::optional<Result<QByteArray>> shellAnswerBefore(BulkCommand &command, QByteArray &rest)
{
    constexpr QByteArrayView end = "@bd end\n";
    QByteArray heard;
    qsizetype at = 0;
    while ((at = heard.indexOf(end)) < 0 && heard.size() <= longestAnswer) {
        const Result<QByteArray> some = command.read(answerReadBytes);
        if (!some)
            return std::nullopt;
        if (some->isEmpty())
            break;
        heard += *some;
    }
    if (at >= 0) {
        rest = heard.sliced(at + end.size());
        return heard.first(at);
    }
    const Result<CommandResult> result = command.finish();
    if (wasKilled(result))
        return endedEarly();
    if (!result || !heard.contains("@bd "))
        return std::nullopt;
    return answerIn({result->exitCode, heard, result->errorOutput});
}

Result<QByteArray> answerOf(BulkSession &session, const QByteArray &call, const QByteArray &input)
{
    const Result<CommandResult> result = resultOf(session, call, input);
    return result ? answerIn(*result) : Result<QByteArray>(result.error());
}

Result<QByteArray> answerUntil(const std::stop_token &stop, BulkSession &session, const QByteArray &call,
                               const QByteArray &input)
{
    const auto command = startWith(session, call, input);
    if (!command)
        return command.error();
    QByteArray heard;
    while (heard.size() <= longestSums) {
        const Result<QByteArray> some = (*command)->read(answerReadBytes);
        if (!some)
            return some.error();
        if (stop.stop_requested())
            return connectionClosed();
        if (some->isEmpty())
            break;
        heard += *some;
    }
    const Result<CommandResult> result = (*command)->finish();
    return result ? answerIn({result->exitCode, heard + result->output, result->errorOutput})
                  : Result<QByteArray>(result.error());
}

Error couldNot(const QByteArray &said)
{
    constexpr qsizetype mostWords = 500;
    constexpr qsizetype mostTechnical = 16 * 1024;
    QByteArray cause;
    for (const QByteArray &line : said.split('\n')) {
        const QByteArray words = line.trimmed();
        if (!isOfTheDisk(cause) && !words.isEmpty() && !isSummary(words))
            cause = words;
    }
    const char *sentence = cause.endsWith("No space left on device") || cause.endsWith("Disk quota exceeded")
        ? QT_TRANSLATE_NOOP(
            "engine",
            "There is no space left on the machine. What arrived stays; free some, and let it go on. It said: %1")
        : QT_TRANSLATE_NOOP("engine", "The machine could not do its part of the transfer: %1");
    return Error::of(ErrorCode::CommandFailed, {sentence, {harmlessEnd(cause, mostWords)}}, {},
                     harmlessEnd(said.trimmed(), mostTechnical));
}

void keepAwake(BulkSession &session)
{
    (void)answerOf(session, transferCall(":", {}));
}

Error noSource(const QByteArray &folder, const QByteArray &name)
{
    const QString path = joinedPath(pathFromBytes(folder), pathFromBytes(name));
    return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {shownPath(path)}}, path};
}

QByteArrayList missingSources(const QByteArray &answer, const QByteArrayList &names)
{
    constexpr QByteArrayView mark = "@bd missing ";
    QByteArrayList missing;
    for (const QByteArray &line : answer.split('\n')) {
        if (line.startsWith(mark))
            missing.append(names.value(line.sliced(mark.size()).toInt() - 1));
    }
    return missing;
}

Error lacksShell()
{
    return {ErrorCode::CommandFailed,
            QT_TRANSLATE_NOOP("engine", "The machine lacks what a transfer needs there: find with -printf, tar, dd."),
            noShell};
}

bool isLackOfShell(const Error &error)
{
    return error.code == ErrorCode::CommandFailed && error.target == noShell;
}

Error endedEarly()
{
    return {ErrorCode::Unreachable,
            QT_TRANSLATE_NOOP("engine", "Something ended the machine's part of the transfer before it was whole.")};
}

Error lacksTools(const Error &ofSftp)
{
    if (ofSftp.code != ErrorCode::IoError)
        return ofSftp;
    return Error::of(
        ErrorCode::CommandFailed,
        QT_TRANSLATE_NOOP("engine",
                          "The machine lacks what a transfer needs there: find with -printf, GNU tar and dd, or an "
                          "sftp server."),
        {}, ofSftp.message.englishText());
}

QList<TrashedFile> keptIn(const QByteArray &answer, const QByteArray &folder)
{
    constexpr QByteArrayView mark = "@bd kept ";
    QList<TrashedFile> files;
    for (const QByteArray &line : answer.split('\n')) {
        const QByteArray path = line.startsWith(mark) ? QByteArray::fromHex(line.sliced(mark.size())) : QByteArray();
        if (const QString name = pathFromBytes(path.sliced(path.lastIndexOf('/') + 1)); isEntryName(name))
            files.append({joinedPath(pathFromBytes(folder), name), pathFromBytes(path)});
    }
    return files;
}

QByteArray scriptCall(const char *script, const char *function, const QByteArrayList &words)
{
    QByteArray call = scriptToRun(QLatin1StringView(script)) + function;
    for (const QByteArray &word : words)
        call += ' ' + shellQuote(word);
    return call + '\n';
}

QByteArray filesCall(const char *function, const QByteArrayList &words)
{
    return scriptToRun("trash.sh"_L1) + scriptCall("files.sh", function, words);
}

QByteArray transferCall(const char *function, const QByteArrayList &words)
{
    return scriptToRun("trash.sh"_L1) + scriptToRun("place.sh"_L1) + scriptCall("transfer.sh", function, words);
}

} // namespace engine
