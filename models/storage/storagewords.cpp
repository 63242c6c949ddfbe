// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/storagewords.h"

#include "models/translated.h"
#include "models/words.h"

#include <QHash>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace models {

QString changedTime(qint64 modifiedMs, const QDateTime &now)
{
    if (modifiedMs <= 0)
        return {};
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(modifiedMs);
    const QDate today = now.toLocalTime().date();
    const QString clock = time.toString(u"HH:mm"_s);
    if (time.date() == today)
        return tr("today %1").arg(clock);
    if (time.date().year() == today.year())
        return QString(QLocale().toString(time.date(), u"d MMM"_s) + u' ' + clock);
    return QLocale().toString(time.date(), u"d MMM yyyy"_s);
}

QString modeText(int mode)
{
    if (mode < 0)
        return {};
    QString text(9, u'-');
    for (int bit = 0; bit < 9; ++bit) {
        if (mode & (0400 >> bit))
            text[bit] = QChar(u"rwx"[bit % 3]);
    }
    const auto special = [&](int flag, int at, QChar letter) {
        if (mode & flag)
            text[at] = text[at] == u'x' ? letter : letter.toUpper();
    };
    special(04000, 2, u's');
    special(02000, 5, u's');
    special(01000, 8, u't');
    return text;
}

QString kindText(const engine::StorageEntry &entry)
{
    if (entry.kind == engine::EntryKind::Link && entry.isFolder)
        return tr("Link to a folder");
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "File"), QT_TRANSLATE_NOOP("models", "Folder"),
                                      QT_TRANSLATE_NOOP("models", "Link"),
                                      QT_TRANSLATE_NOOP("models", "Device, socket or pipe")};
    return translated(words, entry.kind);
}

QString iconNameOf(const engine::StorageEntry &entry)
{
    if (entry.kind == engine::EntryKind::Link)
        return u"link"_s;
    if (entry.isFolder)
        return u"folder"_s;
    static const QHash<QString, QString> byEnding = [] {
        QHash<QString, QString> all;
        for (const char *ending : {"tar", "gz", "tgz", "zst", "xz", "bz2", "zip", "7z"})
            all.insert(QString::fromLatin1(ending), u"archive"_s);
        for (const char *ending : {"png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"})
            all.insert(QString::fromLatin1(ending), u"image"_s);
        for (const char *ending :
             {"txt", "md", "rst", "log", "json", "jsonl", "yaml", "yml", "toml", "ini", "cfg",  "xml", "html",
              "py",  "sh", "c",   "h",   "cpp",  "cu",    "js",   "ts",  "go",   "rs",  "java", "tex", "ipynb"})
            all.insert(QString::fromLatin1(ending), u"file-text"_s);
        return all;
    }();
    const qsizetype dot = entry.name.lastIndexOf(u'.');
    return dot < 1 ? u"file"_s : byEnding.value(entry.name.mid(dot + 1).toLower(), u"file"_s);
}

QString freeText(const engine::SpaceInfo &space)
{
    const QString free = fileSize(space.freeBytes);
    const QString total = fileSize(space.totalBytes);
    const QString unit = free.section(u' ', -1);
    const bool isSame = unit == total.section(u' ', -1);
    return tr("%1 of %2 free").arg(isSame ? free.section(u' ', 0, -2) : free, total);
}

QString placeName(const QString &place)
{
    const QString account = engine::accountOf(place);
    return place.isEmpty() ? tr("This computer") : account.isEmpty() ? place : account;
}

bool isContainerList(const engine::Location &folder)
{
    return folder.path == u"/"_s && !engine::accountOf(folder.place).isEmpty();
}

bool isContainer(const engine::Location &location)
{
    return location.path != u"/"_s && isContainerList(location.parent());
}

QString filesText(qint64 count)
{
    return counted(count, QT_TRANSLATE_NOOP("models", "1 file"), QT_TRANSLATE_NOOP("models", "%1 files"));
}

QString foldersText(qint64 count)
{
    return counted(count, QT_TRANSLATE_NOOP("models", "1 folder"), QT_TRANSLATE_NOOP("models", "%1 folders"));
}

QString entriesText(qint64 count)
{
    return counted(count, QT_TRANSLATE_NOOP("models", "1 entry"), QT_TRANSLATE_NOOP("models", "%1 entries"));
}

QString countText(const engine::FileCount &count)
{
    return tr("%1 and %2, %3").arg(filesText(count.files), foldersText(count.folders), fileSize(count.bytes));
}

} // namespace models
