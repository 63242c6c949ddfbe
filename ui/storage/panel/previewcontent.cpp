// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/previewcontent.h"

#include "models/words.h"
#include "ui/storage/panel/filepreview.h"

#include <QBuffer>
#include <QImageReader>
#include <QLocale>

namespace ui {

namespace {

constexpr qint64 textLength = 64 * 1024;
constexpr qint64 imageLength = 4 * 1024 * 1024;
constexpr qint64 mostPixels = 32'000'000; // 128 MB when decoded
constexpr int widestImage = 680; // twice the width of the panel
constexpr qsizetype mostRows = 100;
constexpr qsizetype mostColumns = 24;
constexpr qsizetype longestCell = 200;
constexpr qsizetype dumped = 1024;

PreviewContent nothing(const QString &why)
{
    PreviewContent content;
    content.note = why;
    return content;
}

QString endingOf(const QString &name)
{
    return name.section(u'.', -1).toLower();
}

bool isImageName(const QString &name)
{
    const QString ending = endingOf(name);
    return ending == u"png" || ending == u"jpg" || ending == u"jpeg";
}

bool isTableName(const QString &name)
{
    const QString ending = endingOf(name);
    return ending == u"csv" || ending == u"tsv";
}

QString shownLine(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    QStringList parts;
    for (const QString &part : engine::pathFromBytes(line).split(u'\t'))
        parts.append(engine::shownPath(part));
    return parts.join(u'\t');
}

QString textOf(const QByteArray &bytes)
{
    QStringList lines;
    for (const QByteArray &line : bytes.split('\n'))
        lines.append(shownLine(line));
    return lines.join(u'\n');
}

// Hex dump with sixteen bytes and their ASCII characters a line.
QString dumpOf(const QByteArray &bytes)
{
    QStringList lines;
    for (qsizetype at = 0; at < qMin(bytes.size(), dumped); at += 16) {
        const QByteArray line = bytes.mid(at, 16);
        QString letters;
        for (const char c : line)
            letters += c >= 0x20 && c < 0x7f ? QLatin1Char(c) : QLatin1Char('.');
        lines.append(QString::fromLatin1(line.toHex(' ')).leftJustified(48) + letters);
    }
    return lines.join(u'\n');
}

QStringList cellsOf(const QByteArray &line, char separator)
{
    QStringList cells;
    QByteArray cell;
    bool isQuoted = false;
    const auto take = [&] { cells.append(shownLine(cell.left(longestCell))); };
    for (qsizetype i = 0; i < line.size() && cells.size() < mostColumns; ++i) {
        const char c = line[i];
        if (c == '"' && isQuoted && i + 1 < line.size() && line[i + 1] == '"')
            cell += line[++i];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (c == separator && !isQuoted) {
            take();
            cell.clear();
        } else
            cell += c;
    }
    if (cells.size() < mostColumns)
        take();
    return cells;
}

PreviewContent tableOf(const QByteArray &bytes, bool isTabbed, bool isWhole)
{
    PreviewContent content;
    content.kind = PreviewContent::Kind::Table;
    QList<QByteArray> lines = bytes.split('\n');
    if (!isWhole || lines.constLast().isEmpty())
        lines.removeLast(); // incomplete or empty
    if (lines.isEmpty())
        return {};
    const QByteArray &first = lines.constFirst();
    const char separator = isTabbed ? '\t' : first.count(';') > first.count(',') ? ';' : ',';
    for (const QByteArray &line : lines.mid(0, mostRows))
        content.rows.append(cellsOf(line, separator));
    if (!isWhole || lines.size() > mostRows)
        content.note = FilePreview::tr("The first %1 lines").arg(QLocale().toString(content.rows.size()));
    return content;
}

PreviewContent imageOf(const QByteArray &bytes)
{
    const bool isPng = bytes.startsWith("\x89PNG");
    if (!isPng && !bytes.startsWith("\xff\xd8"))
        return nothing(FilePreview::tr("This is no PNG or JPEG."));
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, isPng ? "png" : "jpeg"); // limits decoding to these two formats
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (!size.isValid())
        return nothing(FilePreview::tr("This image is damaged."));
    const QString measures =
        FilePreview::tr("%1 × %2 pixels").arg(QLocale().toString(size.width()), QLocale().toString(size.height()));
    if (qint64(size.width()) * size.height() > mostPixels)
        return nothing(FilePreview::tr("%1: too large to be decoded here.").arg(measures));
    if (size.width() > widestImage || size.height() > widestImage)
        reader.setScaledSize(size.scaled(widestImage, widestImage, Qt::KeepAspectRatio).expandedTo({1, 1}));
    PreviewContent content;
    content.image = reader.read();
    if (content.image.isNull())
        return nothing(FilePreview::tr("This image is damaged."));
    content.kind = PreviewContent::Kind::Image;
    content.note = measures;
    return content;
}

} // namespace

qint64 previewLength(const engine::StorageEntry &entry)
{
    if (entry.isFolder || entry.kind == engine::EntryKind::Folder || entry.kind == engine::EntryKind::Other)
        return 0;
    return isImageName(entry.name) ? imageLength : textLength;
}

PreviewContent previewOf(const engine::StorageEntry &entry, const QByteArray &bytes)
{
    const bool isWhole = bytes.size() < previewLength(entry) || bytes.size() == entry.size;
    if (bytes.isEmpty())
        return nothing(FilePreview::tr("The file is empty."));
    if (isImageName(entry.name)) {
        return isWhole ? imageOf(bytes)
                       : nothing(FilePreview::tr("Images are shown up to %1.").arg(models::fileSize(imageLength)));
    }
    PreviewContent content;
    content.kind = PreviewContent::Kind::Text;
    if (bytes.contains('\0')) {
        content.text = dumpOf(bytes);
        content.note = FilePreview::tr("No text. The first bytes of it:");
        return content;
    }
    if (isTableName(entry.name)) {
        const PreviewContent table = tableOf(bytes, endingOf(entry.name) == u"tsv", isWhole);
        if (!table.rows.isEmpty())
            return table;
    }
    content.text = textOf(bytes);
    if (!isWhole)
        content.note = FilePreview::tr("The first %1").arg(models::fileSize(bytes.size()));
    return content;
}

} // namespace ui
