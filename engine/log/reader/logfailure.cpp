// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logfailure.h"

#include "engine/log/core/line/newlines.h"

#include <QFile>

namespace engine {

namespace {

// Covers the last lines of many processes in one log, and what follows a cause.
constexpr qint64 tailBytes = 1024 * 1024;
constexpr qint64 pieceBytes = 1024 * 1024;
constexpr qsizetype longestWords = 500;

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

qint64 linesBefore(const QString &path, qint64 end)
{
    QFile file(path);
    qint64 lines = 0;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    while (file.pos() < end) {
        const QByteArray piece = file.read(qMin(pieceBytes, end - file.pos()));
        if (piece.isEmpty())
            break;
        lines += logcore::countNewlines(viewOf(piece));
    }
    return lines;
}

/// Exit code of a shell that could not start a program.
bool isStartError(int exitCode)
{
    return exitCode == 126 || exitCode == 127;
}

/// \a begin: offset in the file of the first byte that was read.
std::optional<LogFailure> failureIn(const QString &path, int exitCode, qint64 &begin)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    begin = qMax<qint64>(0, file.size() - tailBytes);
    if (!file.seek(begin))
        return {};
    QByteArray tail = file.read(tailBytes);
    if (begin > 0) { // skips an incomplete line
        const qsizetype cut = tail.indexOf('\n') + 1;
        tail.remove(0, cut);
        begin += cut;
    }
    auto cause = logcore::failureCause(viewOf(tail));
    if (!cause && isStartError(exitCode))
        cause = logcore::unstartedProgram(viewOf(tail));
    if (!cause)
        return {};
    LogFailure failure;
    failure.line = cause->line;
    failure.kind = cause->kind;
    failure.isConsequence = cause->isConsequence;
    failure.words = QString::fromStdString(cause->words).left(longestWords);
    qsizetype inTail = 0;
    for (qint64 line = 0; line < cause->line; ++line)
        inTail = tail.indexOf('\n', inTail) + 1;
    failure.offset = begin + inTail;
    return failure;
}

} // namespace

std::optional<LogFailure> logFailure(const QStringList &paths, qsizetype ofFirst, const ProcessExit &exit,
                                     const std::function<bool()> &isCanceled)
{
    std::optional<LogFailure> ofExit;
    bool isKernels = false;
    if (const auto kind = logcore::failureOfExit(exit.code.value_or(0), exit.outOfMemoryKills);
        kind && !paths.isEmpty()) {
        ofExit = LogFailure{0, -1, *kind, false, {}, -1};
        isKernels = *kind == FailureKind::KilledByKernel;
    }
    std::optional<LogFailure> consequence;
    qint64 beginOfConsequence = 0;
    const auto withLine = [&paths](LogFailure failure,
                                   qint64 begin) { // only for the result: counting lines may read gigabytes
        failure.line += linesBefore(paths.at(failure.log), begin);
        return failure;
    };
    for (qsizetype i = 0; i < paths.size(); ++i) {
        if (i == ofFirst && ofExit && !consequence)
            return ofExit;
        if (isCanceled())
            return {};
        qint64 begin = 0;
        const bool isOfFirst = i < ofFirst;
        auto failure = failureIn(paths.at(i), isOfFirst ? exit.code.value_or(0) : 0, begin);
        if (!failure)
            continue;
        failure->log = i;
        if (isOfFirst && failure->kind == FailureKind::KilledBySignal && exit.outOfMemoryKills > 0)
            failure->kind = FailureKind::KilledByKernel;
        // The kernel's report is certain; errors that the process logged before were survived.
        if (isOfFirst && isKernels && failure->kind != FailureKind::KilledByKernel)
            continue;
        if (!failure->isConsequence)
            return withLine(*failure, begin);
        if (!consequence) {
            consequence = failure;
            beginOfConsequence = begin;
        }
    }
    if (ofExit || !consequence)
        return ofExit;
    return withLine(*consequence, beginOfConsequence);
}

} // namespace engine
