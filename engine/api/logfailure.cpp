// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logfailure.h"

#include "engine/log/core/newlines.h"

#include <QFile>

namespace engine {

namespace {

constexpr qint64 tailBytes = 256 * 1024;
constexpr qint64 pieceBytes = 1024 * 1024;
constexpr qsizetype longestWords = 500;

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

qint64 linesBefore(QFile &file, qint64 end)
{
    qint64 lines = 0;
    if (!file.seek(0))
        return lines;
    while (file.pos() < end) {
        const QByteArray piece = file.read(qMin(pieceBytes, end - file.pos()));
        if (piece.isEmpty())
            break;
        lines += logcore::countNewlines(viewOf(piece));
    }
    return lines;
}

std::optional<LogFailure> failureIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    qint64 begin = qMax<qint64>(0, file.size() - tailBytes);
    if (!file.seek(begin))
        return {};
    QByteArray tail = file.read(tailBytes);
    if (begin > 0) { // not with a part of a line
        const qsizetype cut = tail.indexOf('\n') + 1;
        tail.remove(0, cut);
        begin += cut;
    }
    const auto cause = logcore::failureCause(viewOf(tail));
    if (!cause)
        return {};
    LogFailure failure;
    failure.line = linesBefore(file, begin) + cause->line;
    failure.kind = cause->kind;
    failure.isConsequence = cause->isConsequence;
    failure.words = QString::fromStdString(cause->words).left(longestWords);
    return failure;
}

} // namespace

std::optional<LogFailure> logFailure(const QStringList &paths)
{
    std::optional<LogFailure> consequence;
    for (qsizetype i = 0; i < paths.size(); ++i) {
        auto failure = failureIn(paths.at(i));
        if (!failure)
            continue;
        failure->log = i;
        if (!failure->isConsequence)
            return failure;
        if (!consequence)
            consequence = failure;
    }
    return consequence;
}

} // namespace engine
