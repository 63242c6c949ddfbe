// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transferwords.h"

#include "models/translated.h"
#include "models/words.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace models {

using engine::TransferSnapshot;
using engine::TransferState;

namespace {

QString timeLeft(qint64 seconds)
{
    if (seconds < 3600)
        return u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
    return duration(std::chrono::seconds(seconds));
}

QString timeOf(qint64 milliseconds)
{
    return shortTime(QDateTime::fromMSecsSinceEpoch(milliseconds), QDateTime::currentDateTime());
}

QString keptWords(const TransferSnapshot &transfer)
{
    return tr("%1 kept: they differ there.").arg(number(transfer.filesKept));
}

QString endWords(const TransferSnapshot &transfer)
{
    const QString time = timeOf(transfer.endedMs);
    QStringList words;
    if (transfer.filesDone == 1)
        words.append(tr("Done %1, verified.").arg(time));
    else if (transfer.filesDone > 0 || transfer.filesKept == 0)
        words.append(tr("Done %1, all %2 files verified.").arg(time, number(transfer.filesDone)));
    if (transfer.filesKept > 0)
        words.append(keptWords(transfer));
    if (transfer.notedCount > 0)
        words.append(tr("%1 without all their permissions, owners or times.").arg(number(transfer.notedCount)));
    if (!transfer.replaced.isEmpty())
        words.append(tr("What it replaced is in the trash."));
    return words.join(u' ');
}

// Names the first failed file, so that the row says what to do.
QString failureWords(const TransferSnapshot &transfer)
{
    if (transfer.failedFiles.isEmpty())
        return tr("Failed. %1").arg(transfer.reason.text());
    const engine::FailedFile &first = transfer.failedFiles.constFirst();
    const QString words = tr("%1: %2.").arg(engine::shownPath(first.path), engine::shownPath(first.reason));
    QString failed;
    if (transfer.failedCount == 0) // the failed entry is a folder
        failed = tr("Failed. %1").arg(words);
    else if (transfer.failedCount == 1)
        failed = tr("1 file failed, %1").arg(words);
    else
        failed = tr("%1 files failed, first %2").arg(number(transfer.failedCount), words);
    failed += u' ' + tr("%1 of %2 done.").arg(number(transfer.filesDone), number(transfer.filesTotal));
    return transfer.filesKept > 0 ? failed + u' ' + keptWords(transfer) : failed;
}

QString quoted(const QString &path)
{
    const QByteArray bytes = engine::pathToBytes(path);
    const bool isPlain = QString::fromUtf8(bytes) == path
        && std::none_of(bytes.cbegin(), bytes.cend(), [](char c) { return c >= 0 && c < ' '; });
    if (isPlain)
        return u'\'' + QString(path).replace(u'\'', u"'\\''"_s) + u'\'';
    QString text = u"$'"_s;
    for (const char c : bytes) {
        const bool isSafe = (c >= ' ' && c < 127) && c != '\'' && c != '\\';
        text += isSafe ? QString(QLatin1Char(c)) : u"\\x%1"_s.arg(quint8(c), 2, 16, QChar(u'0'));
    }
    return text + u'\'';
}

// All verbs but move do the same between any two places; only upload has --gitignore.
QString verbOf(const engine::TransferRequest &request)
{
    const bool isFromHere = request.sources.constFirst().place.isEmpty();
    const bool isToHere = request.target.place.isEmpty();
    if (request.removesSources)
        return u"move"_s;
    if (request.honoursGitignore || (isFromHere && !isToHere))
        return u"upload"_s;
    return isToHere && !isFromHere ? u"download"_s : u"copy"_s;
}

} // namespace

QString transferWhat(const TransferSnapshot &transfer)
{
    const auto &sources = transfer.request.sources;
    if (sources.isEmpty())
        return {};
    const QString first = engine::shownPath(sources.constFirst().name());
    return sources.size() == 1 ? first : tr("%1 and %2 more").arg(first, number(sources.size() - 1));
}

QString transferTarget(const TransferSnapshot &transfer)
{
    return engine::shownPath(transfer.request.target.toString());
}

int transferPercent(const TransferSnapshot &transfer)
{
    if (transfer.state == TransferState::Done)
        return 100;
    if (!transfer.isCounted || transfer.filesTotal == 0)
        return -1;
    const bool isByBytes = transfer.bytesTotal > 0;
    const double share = isByBytes ? double(transfer.bytesDone + transfer.bytesKept) / double(transfer.bytesTotal)
                                   : double(transfer.filesDone + transfer.filesKept) / double(transfer.filesTotal);
    return qBound(0, int(share * 100), 99);
}

QString transferDone(const TransferSnapshot &transfer)
{
    const bool isWhole = transfer.state == TransferState::Done;
    if (isWhole)
        return fileSize(transfer.bytesDone);
    if (!transfer.isCounted)
        return transfer.filesTotal > 0 ? tr("%1 files so far").arg(number(transfer.filesTotal)) : QString();
    return tr("%1 of %2").arg(fileSize(transfer.bytesDone), fileSize(transfer.bytesTotal));
}

QString transferSpeed(const TransferSnapshot &transfer)
{
    if (transfer.state != TransferState::Running || transfer.bytesPerSecond <= 0)
        return {};
    return tr("%1/s").arg(fileSize(transfer.bytesPerSecond));
}

QString transferStatus(const TransferSnapshot &transfer)
{
    switch (transfer.state) {
    case TransferState::Waiting:
        return tr("Waits for those before it.");
    case TransferState::Running:
        return (transfer.secondsLeft >= 0 ? tr("%1 left").arg(timeLeft(transfer.secondsLeft)) : tr("Sending…"))
            + (transfer.request.bytesPerSecond > 0 ? tr(", at most %1").arg(limitText(transfer.request.bytesPerSecond))
                                                   : QString());
    case TransferState::Verifying:
        return transfer.request.comparesChecksums ? tr("Comparing checksums…") : tr("Verifying what arrived…");
    case TransferState::Retrying:
        return transfer.reason.text() + u' ' + tr("Tried again at %1.").arg(timeOf(transfer.nextTryMs));
    case TransferState::Paused:
        return tr("Paused. Goes on where it stopped.");
    case TransferState::Done:
        return endWords(transfer);
    case TransferState::Failed:
        return failureWords(transfer);
    case TransferState::Canceled:
        break;
    }
    if (!transfer.reason.isEmpty())
        return transfer.reason.text();
    return transfer.endedMs > 0 ? tr("Canceled. Nothing of it is left there.") : tr("Taking away what had arrived…");
}

QString limitText(qint64 bytesPerSecond)
{
    if (bytesPerSecond <= 0)
        return tr("No limit");
    const QLocale locale;
    const double mega = double(bytesPerSecond) / 1e6;
    return tr("%1 MB/s").arg(locale.toString(mega, 'f', mega == std::floor(mega) ? 0 : 2));
}

QString transferCommand(const TransferSnapshot &transfer)
{
    const engine::TransferRequest &request = transfer.request;
    if (request.sources.isEmpty())
        return u"batchctl transfer show "_s + transfer.id;
    QString line = u"batchctl storage "_s + verbOf(request);
    for (const engine::Location &source : request.sources)
        line += u' ' + quoted(source.toString());
    line += u' ' + quoted(request.target.toString());
    if (const QString rule = request.toJson().value(u"conflicts"_s).toString(); rule != u"replace"_s)
        line += u" --conflicts "_s + rule;
    if (request.bytesPerSecond > 0)
        line += u" --limit "_s + QString::number(request.bytesPerSecond);
    if (request.comparesChecksums)
        line += u" --checksum"_s;
    if (request.honoursGitignore)
        line += u" --gitignore"_s;
    return line;
}

} // namespace models
