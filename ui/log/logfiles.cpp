// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfiles.h"

#include "engine/api/job/joblogs.h"
#include "engine/api/workerpool.h"
#include "engine/log/reader/loggap.h"
#include "engine/log/reader/logsearch.h"
#include "engine/log/reader/namelessfile.h"
#include "ui/log/panel/savingfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qint64 copiedAtOnce = 1 << 20;

constexpr qint64 tailBytes = 4096;

constexpr qint64 longestNotice = 64 * 1024;

auto rank(const QString &fileName)
{
    const engine::LogName name = engine::logName(fileName);
    return std::tuple(name.kind, name.task == u"ps", name.index, name.isError);
}

engine::Error failure(const char *text, const QString &path, const QString &why = {})
{
    return engine::Error::of(engine::ErrorCode::IoError, {text, {path, why}});
}

/// Removes control sequences from text that arrives in chunks.
class PlainLines final
{
public:
    /// Returns complete lines; of a line longer than a chunk also its beginning.
    QByteArray take(const QByteArray &bytes)
    {
        m_rest += bytes;
        const qsizetype newline = m_rest.lastIndexOf('\n');
        const qsizetype end = newline >= 0 ? newline + 1 : m_rest.size() > copiedAtOnce ? endOfText() : 0;
        const QByteArray taken = plain(m_rest.first(end));
        m_rest.remove(0, end);
        return taken;
    }
    QByteArray takeRest() { return plain(std::exchange(m_rest, {})); }

private:
    /// The end of m_rest without a control sequence that is incomplete.
    [[nodiscard]] qsizetype endOfText() const
    {
        const qsizetype sequence = m_rest.lastIndexOf('\x1b');
        return sequence > 0 && engine::controlSequenceEnd(m_rest, sequence) == m_rest.size() ? sequence : m_rest.size();
    }
    // An incomplete sequence ends with its line.
    static QByteArray plain(const QByteArray &text)
    {
        if (!text.contains('\x1b'))
            return text;
        QByteArray result;
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype newline = text.indexOf('\n', at);
            const qsizetype end = newline < 0 ? text.size() : newline;
            result += engine::withoutControlSequences(text.sliced(at, end - at));
            if (newline >= 0)
                result += '\n';
            at = end + 1;
        }
        return result;
    }

    QByteArray m_rest;
};

/// Called with the number of bytes that were copied; false: the copy was canceled.
using Tell = std::function<bool(qint64 bytes)>;

template <typename T> Tell tellBy(QPromise<T> &promise, qint64 total)
{
    constexpr int steps = 1000;
    promise.setProgressRange(0, steps);
    return [&promise, total, done = qint64(0)](qint64 bytes) mutable {
        done += bytes;
        promise.setProgressValue(total > 0 ? int(std::min(done, total) * steps / total) : 0);
        return !promise.isCanceled();
    };
}

/// Byte range of a gap, and its notice without the padding before it.
struct TakenOut
{
    qint64 begin = 0;
    qint64 end = 0;
    QByteArray notice;
};

/// The notice of \a gap; empty until the spool writes it: the bytes of the gap still exist then.
QByteArray noticeOf(const engine::LogGap &gap, QFile &file)
{
    const qint64 at = file.pos();
    const qint64 begin = qMax(gap.begin, gap.end - longestNotice);
    const QByteArray end = file.seek(begin) ? file.read(gap.end - begin) : QByteArray();
    const qsizetype notice = end.lastIndexOf("\r[Batchdeck: ");
    return file.seek(at) && notice >= 0 && end.endsWith('\n') ? end.sliced(notice + 1) : QByteArray();
}

/// The gap between bytes \a begin and \a end of \a source. Called after they were read, as the spool may remove them at
/// any time.
std::optional<TakenOut> takenOut(const QString &source, QFile &file, qint64 begin, qint64 end)
{
    if (engine::NamelessFile::isPathOfOne(source)) {
        const std::optional<engine::NamelessFile::Gap> gap = engine::NamelessFile::gap(source);
        return gap && begin < gap->end ? std::optional(TakenOut{0, gap->end, gap->notice}) : std::nullopt;
    }
    const std::optional<engine::LogGap> gap = engine::logGap(source);
    if (!gap || begin >= gap->end || end <= gap->begin)
        return {};
    const QByteArray notice = noticeOf(*gap, file);
    return notice.isEmpty() ? std::nullopt : std::optional(TakenOut{gap->begin, gap->end, notice});
}

/// Copies \a source with the notice in place of each gap, also of one that appears while this runs.
engine::Result<void> copyWhole(const QString &source, const QString &target, Saving saving, const Tell &tell)
{
    QFile from(source);
    if (!from.open(QIODevice::ReadOnly))
        return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2"), source, from.errorString());
    SavingFile to(target, [&tell] { return tell(0); });
    PlainLines plain;
    bool isLineBegin = true;
    const auto write = [&](const QByteArray &bytes) {
        isLineBegin = bytes.isEmpty() ? isLineBegin : bytes.endsWith('\n');
        return to.write(saving == Saving::Plain ? plain.take(bytes) : bytes);
    };
    const qint64 end = from.size(); // a log may grow faster than the target is written
    while (from.pos() < end) {
        const qint64 at = from.pos();
        QByteArray bytes = from.read(qMin(copiedAtOnce, end - at));
        if (bytes.isEmpty() && from.error() != QFile::NoError)
            return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2"), source, from.errorString());
        if (bytes.isEmpty()) // truncated
            break;
        const std::optional<TakenOut> taken = takenOut(source, from, at, at + bytes.size());
        if (taken)
            bytes.truncate(qMax<qint64>(0, taken->begin - at));
        if (!write(bytes))
            break;
        if (taken && (!write(isLineBegin ? taken->notice : '\n' + taken->notice) || !from.seek(taken->end)))
            break;
        tell(from.pos() - at);
    }
    if (saving == Saving::Plain)
        to.write(plain.takeRest());
    return to.commit();
}

/// \a stem and \a ending, with a number between them if the name exists in \a folder.
QString freeName(const QDir &folder, const QString &stem, const QString &ending = {})
{
    QString name = stem + ending;
    for (int i = 2; folder.exists(name); ++i)
        name = u"%1 %2%3"_s.arg(stem).arg(i).arg(ending);
    return name;
}

/// A free name in \a folder for \a file, whose own name may be a path.
QString freeNameOf(const engine::LogFileSnapshot &file, const QDir &folder)
{
    const QFileInfo wanted(file.name);
    const QString stem = wanted.completeBaseName();
    const QString suffix = wanted.suffix();
    return freeName(folder, stem.isEmpty() || stem == u"." ? u"log"_s : stem,
                    suffix.isEmpty() ? suffix : u'.' + suffix);
}

engine::Result<QString> copyAll(const QList<engine::LogFileSnapshot> &files, const QString &place,
                                const QString &wanted, const Tell &tell)
{
    QString name = freeName(QDir(place), wanted);
    while (!QDir(place).mkdir(name)) {
        if (!QDir(place).exists(name))
            return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be made. Choose another folder."),
                           QDir(place).filePath(name));
        name = freeName(QDir(place), wanted); // another program created it just now
    }
    const QString folder = QDir(place).filePath(name);
    const auto isOtherNode = [&files](const auto &file) { return file.node != files.constFirst().node; };
    const bool haveNodes = std::any_of(files.cbegin(), files.cend(), isOtherNode);
    const auto fail = [&folder](const engine::Error &error) {
        QDir(folder).removeRecursively();
        return error;
    };
    for (const engine::LogFileSnapshot &file : files) {
        const QDir target(haveNodes && !file.node.isEmpty() ? QDir(folder).filePath(QFileInfo(file.node).fileName())
                                                            : folder);
        if (!target.mkpath(u"."_s))
            return fail(
                failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be made. Choose another folder."), target.path()));
        if (!QFileInfo::exists(file.spoolPath)) // nothing was written yet
            continue;
        const auto copied = copyWhole(file.spoolPath, target.filePath(freeNameOf(file, target)), Saving::AsItIs, tell);
        if (!copied)
            return fail(copied.error());
    }
    return folder;
}

} // namespace

QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files)
{
    std::stable_sort(files.begin(), files.end(),
                     [](const auto &a, const auto &b) { return rank(a.name) < rank(b.name); });
    return files;
}

QString logTitle(const QString &fileName)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("ui::LogPanel", text); };
    const engine::LogName name = engine::logName(fileName);
    switch (name.kind) {
    case engine::LogName::Kind::Output: {
        const QString stream = name.isError ? translated("stderr") : translated("stdout");
        if (name.index < 0)
            return stream;
        return translated("%1, %2").arg(stream, engine::processName(name.task, name.index).text());
    }
    case engine::LogName::Kind::Preparation:
        return name.isError ? translated("Job preparation, stderr") : translated("Job preparation");
    case engine::LogName::Kind::Execution:
        return translated("Execution log");
    case engine::LogName::Kind::Other:
        break;
    }
    return fileName;
}

QString processOf(const engine::LogFileSnapshot &file)
{
    const engine::LogName name = engine::logName(file.name);
    return name.index < 0 ? file.node : name.task + u' ' + QString::number(name.index);
}

QList<engine::LogFileSnapshot> mergedFiles(const QList<engine::LogFileSnapshot> &files)
{
    QList<engine::LogFileSnapshot> merged;
    QSet<QString> paths;
    QSet<QString> processes;
    for (const engine::LogFileSnapshot &file : files) {
        if (engine::logName(file.name).kind != engine::LogName::Kind::Output || paths.contains(file.spoolPath))
            continue; // a file that is also followed from the list of files is there twice
        merged.append(file);
        paths.insert(file.spoolPath);
        processes.insert(processOf(file));
    }
    return processes.size() > 1 ? merged : QList<engine::LogFileSnapshot>();
}

QList<engine::LogMerge::Source> mergeSources(const QList<engine::LogFileSnapshot> &mergedFiles)
{
    QList<engine::LogMerge::Source> sources;
    QStringList processes;
    for (const engine::LogFileSnapshot &file : mergedFiles) {
        const QString process = processOf(file);
        if (!processes.contains(process))
            processes.append(process);
        sources.append({file.spoolPath, engine::logName(file.name).isError ? process + u" err"_s : process,
                        int(processes.indexOf(process)), file.clockOffsetMs});
    }
    return sources;
}

QStringList lastLines(const QString &spoolPath, int most)
{
    QFile file(spoolPath);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(qMax<qint64>(0, file.size() - tailBytes)))
        return {};
    QList<QByteArray> lines = file.read(tailBytes).split('\n');
    if (file.size() > tailBytes)
        lines.removeFirst(); // incomplete
    QStringList kept;
    for (auto line = lines.crbegin(); line != lines.crend() && kept.size() < most; ++line) {
        const QByteArray shown = line->endsWith('\r') ? line->chopped(1) : *line;
        const QString text = QString::fromUtf8(engine::withoutControlSequences(shown.mid(shown.lastIndexOf('\r') + 1)));
        if (!text.trimmed().isEmpty())
            kept.prepend(text);
    }
    return kept;
}

QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target, Saving saving)
{
    return QtConcurrent::run(&engine::workerPool(), [source, target, saving](QPromise<engine::Result<void>> &promise) {
        promise.addResult(copyWhole(source, target, saving, tellBy(promise, QFileInfo(source).size())));
    });
}

QFuture<engine::Result<QString>> saveCopies(const QList<engine::LogFileSnapshot> &files, const QString &place,
                                            const QString &wanted)
{
    return QtConcurrent::run(&engine::workerPool(), [files, place, wanted](QPromise<engine::Result<QString>> &promise) {
        qint64 total = 0;
        for (const engine::LogFileSnapshot &file : files)
            total += QFileInfo(file.spoolPath).size();
        promise.addResult(copyAll(files, place, wanted, tellBy(promise, total)));
    });
}

} // namespace ui
