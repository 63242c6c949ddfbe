// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qint64 piece = 1 << 20;

// Names are those of the service, each with "-NODE" before its suffix when several nodes write one.
int rank(const QString &fileName)
{
    const QStringList beginnings{u"stdout-job_prep"_s, u"stderr-job_prep"_s, u"execution"_s};
    if (fileName == u"stdout.txt")
        return 0;
    if (fileName == u"stderr.txt")
        return 1;
    for (int i = 0; i < beginnings.size(); ++i) {
        if (fileName.startsWith(beginnings.at(i)))
            return 2 + i;
    }
    return 5;
}

engine::Error failure(const char *text, const QString &path, const QString &why)
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

} // namespace

QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files)
{
    std::stable_sort(files.begin(), files.end(),
                     [](const auto &a, const auto &b) { return rank(a.name) < rank(b.name); });
    return files;
}

QString logTitle(const QString &fileName)
{
    switch (rank(fileName)) {
    case 0:
        return QCoreApplication::translate("ui::LogPanel", "stdout");
    case 1:
        return QCoreApplication::translate("ui::LogPanel", "stderr");
    case 2:
        return QCoreApplication::translate("ui::LogPanel", "Job preparation");
    case 3:
        return QCoreApplication::translate("ui::LogPanel", "Job preparation, stderr");
    case 4:
        return QCoreApplication::translate("ui::LogPanel", "Execution log");
    default:
        return fileName;
    }
}

QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target)
{
    return QtConcurrent::run(copyWhole, source, target);
}

} // namespace ui
