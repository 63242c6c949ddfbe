// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/draggedfiles.h"

#include "models/transfer/dropjudge.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QLocale>
#include <QPainter>
#include <QUrl>

#include <algorithm>

namespace ui {

namespace {

constexpr int mostWords = 240; // pixels

} // namespace

DraggedFiles::DraggedFiles(const QList<engine::Location> &files, const QList<engine::Location> &copies) : m_files(files)
{
    setData(filesFormat, "1"); // a drag needs data; the files are in m_files
    const auto isHere = [](const engine::Location &file) { return file.place.isEmpty(); };
    const QList<engine::Location> &offered = copies.isEmpty() ? files : copies;
    if (!std::all_of(offered.cbegin(), offered.cend(), isHere))
        return;
    QList<QUrl> urls;
    for (const engine::Location &file : offered)
        urls.append(urlOfFile(file.path));
    setUrls(urls);
}

QList<engine::Location> DraggedFiles::filesOf(const QMimeData &data)
{
    if (const auto *ours = qobject_cast<const DraggedFiles *>(&data))
        return ours->m_files;
    return models::filesIn(data.urls());
}

QPixmap chipOf(const QList<engine::Location> &files, qreal devicePixelRatio)
{
    const QString words = files.size() == 1 ? engine::shownPath(files.constFirst().name())
                                            : DraggedFiles::tr("%1 entries").arg(QLocale().toString(files.size()));
    const QFont font = textFont(13);
    const QFontMetrics metrics(font);
    const QString shown = metrics.elidedText(words, Qt::ElideMiddle, mostWords);
    const QSize size(metrics.horizontalAdvance(shown) + 44, metrics.height() + 14);
    QPixmap chip(size * devicePixelRatio);
    chip.setDevicePixelRatio(devicePixelRatio);
    chip.fill(Qt::transparent);
    QPainter painter(&chip);
    drawBox(painter, QRectF(QPointF(), size), 4, tokens().accent, tokens().raised);
    paintIcon(painter, QRectF(10, (size.height() - 16) / 2.0, 16, 16), QStringLiteral("copy"), tokens().accent);
    painter.setFont(font);
    painter.setPen(tokens().text);
    painter.drawText(QRect(QPoint(34, 0), size), Qt::AlignVCenter | Qt::TextSingleLine, shown);
    return chip;
}

QUrl urlOfFile(const QString &path)
{
    return QUrl::fromEncoded(QByteArray("file://" + engine::pathToBytes(path).toPercentEncoding("/")));
}

} // namespace ui
