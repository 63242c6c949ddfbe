// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/segments.h"

#include "ui/theme/stylecontrols.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tabstop.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPainter>

namespace ui {

namespace {

enum class Place { Only, First, Middle, Last };

class Segment final : public QAbstractButton
{
public:
    Segment(const QString &text, Place place, QWidget *parent) : QAbstractButton(parent), m_place(place)
    {
        setText(text);
        setAccessibleName(text);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(textFont(12.5, QFont::Medium));
        return {metrics.horizontalAdvance(text()) + 22, qMax(26, metrics.height() + 8)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Tokens &look = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        // The outline surrounds the whole row: it is extended at sides with neighbours, where it is clipped.
        QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (m_place == Place::First || m_place == Place::Middle)
            outline.setRight(outline.right() + 10);
        if (m_place == Place::Last || m_place == Place::Middle)
            outline.setLeft(outline.left() - 10);
        const QColor ground = isChecked() ? look.selection : underMouse() ? look.hover : look.raised;
        painter.setPen(look.line2);
        painter.setBrush(ground);
        painter.drawRoundedRect(outline, 5, 5);
        if (m_place == Place::Last || m_place == Place::Middle)
            painter.drawLine(QPointF(0.5, 0), QPointF(0.5, height()));
        if (hasFocus())
            drawFocusRing(painter, rect().adjusted(1, 1, -1, -1), 4);
        painter.setFont(textFont(12.5, isChecked() ? QFont::Medium : QFont::Normal));
        painter.setPen(isChecked() ? look.text : look.text2);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }

private:
    Place m_place;
};

Place placeOf(qsizetype index, qsizetype count)
{
    if (count == 1)
        return Place::Only;
    return index == 0 ? Place::First : index + 1 == count ? Place::Last : Place::Middle;
}

} // namespace

Segments::Segments(const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_row(newRow({}, 0))
{
    setAccessibleName(accessibleName);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setLayout(m_row);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        keepOneTabStop(*m_group);
        if (checked)
            emit currentChanged(id);
    });
}

void Segments::setTexts(const QStringList &texts)
{
    if (texts == m_texts)
        return;
    const QString chosen = m_texts.value(current());
    m_texts = texts;
    const QSignalBlocker quiet(m_group);
    const auto old = m_group->buttons();
    qDeleteAll(old);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        auto *segment = new Segment(texts.at(i), placeOf(i, texts.size()), this);
        m_group->addButton(segment, int(i));
        m_row->addWidget(segment);
    }
    setCurrent(qMax(0, int(texts.indexOf(chosen))));
    keepOneTabStop(*m_group);
}

int Segments::current() const
{
    return m_group->checkedId();
}

void Segments::setCurrent(int index)
{
    if (auto *button = m_group->button(index))
        button->setChecked(true);
}

} // namespace ui
