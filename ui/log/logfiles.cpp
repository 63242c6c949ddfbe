// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfiles.h"

#include "engine/api/logsearch.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qint64 piece = 1 << 20;

constexpr qint64 tailBytes = 4096;

const QStringList errorsBeforeTheCommand{
    u"MountFailed"_s,         u"FailedStartingContainer"_s, u"SharedDirectoryUnavailable"_s,
    u"NodeToNodeSshFailed"_s, u"SecretMissing"_s,           u"LaunchFailed"_s};

auto rank(const QString &fileName)
{
    const LogName name = logName(fileName);
    return std::tuple(name.kind, name.task == u"ps", name.index, name.isError);
}

bool isOfProcess(const LogName &log, const std::optional<engine::FirstFailure> &failure)
{
    if (log.kind != LogName::Kind::Output)
        return false;
    if (!failure || failure->process < 0 || log.index < 0)
        return true;
    return failure->process == log.index && (failure->task.isEmpty() || failure->task == log.task);
}

engine::Error failure(const char *text, const QString &path, const QString &why = {})
{
    return {engine::ErrorCode::IoError, {text, {path, why}}, {}, {}, {}};
}

engine::Result<void> copyWhole(const QString &source, const QString &target)
{
    QFile from(source);
    if (!from.open(QIODevice::ReadOnly))
        return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2"), source, from.errorString());
    QSaveFile to(target);
    bool isGood = to.open(QIODevice::WriteOnly);
    while (isGood && !from.atEnd()) {
        const QByteArray bytes = from.read(piece);
        if (bytes.isEmpty() && from.error() != QFile::NoError)
            return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2"), source, from.errorString());
        isGood = to.write(bytes) == bytes.size();
    }
    if (!isGood || !to.commit())
        return failure(QT_TRANSLATE_NOOP("engine", "%1 was not saved: %2"), target, to.errorString());
    return {};
}

/// What its lines are called when they are merged with others': "rank 3"; the node of the only process there.
QString processOf(const engine::LogFileSnapshot &file)
{
    const LogName name = logName(file.name);
    return name.index < 0 ? file.node : name.task + u' ' + QString::number(name.index);
}

/// \a stem and \a ending, with a number between them where the folder has that already.
QString freeName(const QDir &folder, const QString &stem, const QString &ending = {})
{
    QString name = stem + ending;
    for (int i = 2; folder.exists(name); ++i)
        name = u"%1 %2%3"_s.arg(stem).arg(i).arg(ending);
    return name;
}

/// A file of a job may lie deeper there, and have any name.
QString freeNameOf(const engine::LogFileSnapshot &file, const QDir &folder)
{
    const QFileInfo wanted(file.name);
    const QString stem = wanted.completeBaseName();
    const QString suffix = wanted.suffix();
    return freeName(folder, stem.isEmpty() || stem == u"." ? u"log"_s : stem,
                    suffix.isEmpty() ? suffix : u'.' + suffix);
}

engine::Result<QString> copyAll(const QList<engine::LogFileSnapshot> &files, const QString &place,
                                const QString &wanted)
{
    QString name = freeName(QDir(place), wanted);
    while (!QDir(place).mkdir(name)) {
        if (!QDir(place).exists(name))
            return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be made. Choose another folder."),
                           QDir(place).filePath(name));
        name = freeName(QDir(place), wanted); // somebody made it just now
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
        if (!QFileInfo::exists(file.spoolPath)) // it has not written yet
            continue;
        const auto copied = copyWhole(file.spoolPath, target.filePath(freeNameOf(file, target)));
        if (!copied)
            return fail(copied.error());
    }
    return folder;
}

} // namespace

// Each but stdout.txt and stderr.txt may have "-NODE" before its suffix when several nodes write one.
LogName logName(const QString &fileName)
{
    static const QRegularExpression output(u"^std(out|err)(?:-(wk|ps))?(?:-(\\d+))?\\.txt$"_s);
    LogName name;
    name.isError = fileName.startsWith(u"stderr");
    if (fileName.startsWith(u"stdout-job_prep") || fileName.startsWith(u"stderr-job_prep")) {
        name.kind = LogName::Kind::Preparation;
    } else if (fileName.startsWith(u"execution")) {
        name.kind = LogName::Kind::Execution;
    } else if (const auto match = output.match(fileName); match.hasMatch()) {
        name.kind = LogName::Kind::Output;
        name.index = match.hasCaptured(3) ? match.captured(3).toInt() : -1;
        if (match.hasCaptured(2))
            name.task = match.captured(2) == u"wk" ? u"worker"_s : u"ps"_s;
        else if (name.index >= 0)
            name.task = u"rank"_s;
    }
    return name;
}

QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files)
{
    std::stable_sort(files.begin(), files.end(),
                     [](const auto &a, const auto &b) { return rank(a.name) < rank(b.name); });
    return files;
}

QString logTitle(const QString &fileName)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("ui::LogPanel", text); };
    const LogName name = logName(fileName);
    switch (name.kind) {
    case LogName::Kind::Output: {
        const QString stream = name.isError ? translated("stderr") : translated("stdout");
        if (name.index < 0)
            return stream;
        return translated("%1, %2").arg(stream, engine::processName(name.task, name.index).text());
    }
    case LogName::Kind::Preparation:
        return name.isError ? translated("Job preparation, stderr") : translated("Job preparation");
    case LogName::Kind::Execution:
        return translated("Execution log");
    case LogName::Kind::Other:
        break;
    }
    return fileName;
}

qsizetype logOfFailure(const engine::JobSnapshot &job, const QList<engine::LogFileSnapshot> &files)
{
    const QString code = job.errors.isEmpty() ? QString() : job.errors.constFirst().code;
    const QString node = job.firstFailure ? job.firstFailure->node : QString();
    qsizetype best = -1;
    bool hasText = false;
    for (qsizetype i = 0; i < files.size(); ++i) {
        const engine::LogFileSnapshot &file = files.at(i);
        const LogName name = logName(file.name);
        const bool isIt = code == u"JobPreparationFailed" ? name.kind == LogName::Kind::Preparation
            : errorsBeforeTheCommand.contains(code)       ? name.kind == LogName::Kind::Execution
                                                          : isOfProcess(name, job.firstFailure);
        if (!isIt || (!node.isEmpty() && file.node != node))
            continue;
        const bool holdsText = QFileInfo(file.spoolPath).size() > 0;
        const bool isBetterStream = name.isError && best >= 0 && !logName(files.at(best).name).isError;
        if (best < 0 || (holdsText && !hasText) || (holdsText == hasText && isBetterStream)) {
            best = i;
            hasText = holdsText;
        }
    }
    return best;
}

QList<engine::LogFileSnapshot> logsByFailure(const engine::JobSnapshot &job, QList<engine::LogFileSnapshot> files)
{
    const qsizetype first = logOfFailure(job, files);
    if (first < 0)
        return {};
    const engine::LogFileSnapshot best = files.at(first);
    const LogName::Kind kind = logName(best.name).kind;
    using Order = std::tuple<bool, bool, bool>;
    std::vector<std::pair<Order, engine::LogFileSnapshot>> sorted; // each name is read once
    for (const engine::LogFileSnapshot &file : std::as_const(files)) {
        const LogName name = logName(file.name);
        const bool isOfFirst = file.node == best.node && isOfProcess(name, job.firstFailure);
        if (name.kind == kind)
            sorted.emplace_back(Order(!isOfFirst, file != best, !name.isError), file);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &one, const auto &other) { return one.first < other.first; });
    files.clear();
    for (auto &[order, file] : sorted)
        files.append(std::move(file));
    return files;
}

QList<engine::LogFileSnapshot> mergedFiles(const QList<engine::LogFileSnapshot> &files)
{
    QList<engine::LogFileSnapshot> merged;
    QSet<QString> paths;
    QSet<QString> processes;
    for (const engine::LogFileSnapshot &file : files) {
        if (logName(file.name).kind != LogName::Kind::Output || paths.contains(file.spoolPath))
            continue; // the same is there again when somebody follows it from the list of files
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
        sources.append({file.spoolPath, logName(file.name).isError ? process + u" err"_s : process,
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
        lines.removeFirst(); // a part of one
    QStringList kept;
    for (auto line = lines.crbegin(); line != lines.crend() && kept.size() < most; ++line) {
        const QByteArray shown = line->endsWith('\r') ? line->chopped(1) : *line;
        const QString text = QString::fromUtf8(engine::withoutControlSequences(shown.mid(shown.lastIndexOf('\r') + 1)));
        if (!text.trimmed().isEmpty())
            kept.prepend(text);
    }
    return kept;
}

QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target)
{
    return QtConcurrent::run(copyWhole, source, target);
}

QFuture<engine::Result<QString>> saveCopies(const QList<engine::LogFileSnapshot> &files, const QString &place,
                                            const QString &wanted)
{
    return QtConcurrent::run(copyAll, files, place, wanted);
}

} // namespace ui
