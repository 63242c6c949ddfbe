// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QColor iconColour(QIcon::Mode mode, QIcon::State state)
{
    const Tokens &t = tokens();
    if (mode == QIcon::Disabled)
        return t.text3;
    if (state == QIcon::On)
        return t.link;
    return mode == QIcon::Selected ? t.text : t.text2;
}

QPixmap rendered(const QString &name, const QSize &pixels, const QColor &colour)
{
    const QString key =
        u"icon/%1/%2x%3/%4"_s.arg(name).arg(pixels.width()).arg(pixels.height()).arg(colour.name(QColor::HexArgb));
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QFile file(u":/icons/"_s + name + u".svg"_s);
    QByteArray svg;
    if (file.open(QIODevice::ReadOnly))
        svg = file.readAll().replace("currentColor", colour.name().toLatin1());
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(svg).render(&painter, QRectF(QPointF(), QSizeF(pixels)));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

/// Paints with the current tokens(), so a change of look needs no new icons.
class LineIconEngine final : public QIconEngine
{
public:
    explicit LineIconEngine(QString name) : m_name(std::move(name)) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const int side = qMin(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap image = pixmap(square.size() * ratio, mode, state);
        painter->drawPixmap(square, image);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return rendered(m_name, size, iconColour(mode, state));
    }

    [[nodiscard]] QIconEngine *clone() const override { return new LineIconEngine(m_name); }

private:
    QString m_name;
};

class MarkIconEngine final : public QIconEngine
{
public:
    explicit MarkIconEngine(Mark mark) : m_mark(mark) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode, QIcon::State) override
    {
        paintMark(*painter, rect, m_mark);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode, QIcon::State) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintMark(painter, QRectF(QPointF(), QSizeF(size)), m_mark);
        return image;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new MarkIconEngine(m_mark); }

private:
    Mark m_mark;
};

} // namespace

QIcon icon(const QString &name)
{
    return QIcon(new LineIconEngine(name));
}

QIcon markIcon(Mark mark)
{
    return QIcon(new MarkIconEngine(mark));
}

void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour)
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    painter.drawPixmap(rect, rendered(name, (rect.size() * ratio).toSize(), colour),
                       QRectF(QPointF(), rect.size() * ratio));
}

} // namespace ui
