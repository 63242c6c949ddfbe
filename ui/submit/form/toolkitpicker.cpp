// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/toolkitpicker.h"

#include "models/job/form/toolkitform.h"
#include "ui/theme/stylecontrols.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/tabstop.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int gap = 8;
constexpr int narrowest = 112;
constexpr auto keyProperty = "toolkit";

/// As many cards of equal width in a row as fit.
int columnsIn(int width)
{
    return qBound(1, (width + gap) / (narrowest + gap), int(models::usualToolkits));
}

/// A radio button as a card: name, and below it what the toolkit starts.
class CardButton final : public QAbstractButton
{
public:
    CardButton(const models::ToolkitCard &card, QWidget *parent) : QAbstractButton(parent), m_what(card.what)
    {
        setText(card.name);
        setAccessibleName(card.name);
        setAccessibleDescription(card.what);
        setProperty(keyProperty, card.key);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {narrowest, QFontMetrics(textFont()).height() + QFontMetrics(textFont(11)).height() + 20};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Tokens &look = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(isChecked() ? look.accent : look.line2, isChecked() ? 2 : 1));
        painter.setBrush(isChecked() ? look.selection : underMouse() ? look.hover : look.raised);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        if (hasFocus())
            drawFocusRing(painter, rect().adjusted(2, 2, -2, -2), 4);
        const QFont name = textFont(13, QFont::Medium);
        const QFont what = textFont(11);
        const QRect upper(10, 8, width() - 18, QFontMetrics(name).height() + 2);
        paintDot(painter, QRectF(upper.left(), upper.center().y() - 6.5, 14, 14));
        const QRect words = upper.adjusted(21, 0, 0, 0);
        painter.setFont(name);
        painter.setPen(look.text);
        painter.drawText(words, Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetrics(name).elidedText(text(), Qt::ElideRight, words.width()));
        painter.setFont(what);
        painter.setPen(isChecked() ? look.text2 : look.text3);
        const QRect lower(10, upper.bottom() + 2, width() - 18, QFontMetrics(what).height() + 2);
        painter.drawText(lower, Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetrics(what).elidedText(m_what, Qt::ElideRight, lower.width()));
    }

private:
    void paintDot(QPainter &painter, const QRectF &place) const
    {
        painter.setPen(QPen(isChecked() ? tokens().accent : tokens().field, 1.25));
        painter.setBrush(isChecked() ? tokens().accent : tokens().surface);
        painter.drawEllipse(place);
        if (!isChecked())
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().onAccent);
        painter.drawEllipse(place.center(), 3, 3);
    }

    QString m_what;
};

} // namespace

ToolkitPicker::ToolkitPicker(QWidget *parent)
    : QWidget(parent), m_cards(new QButtonGroup(this)), m_more(new QPushButton(this))
{
    setObjectName(u"toolkit"_s);
    setAccessibleName(tr("Toolkit"));
    m_more->setObjectName(u"moreToolkits"_s);
    QStringList rare;
    for (const models::ToolkitCard &card : models::toolkitCards()) {
        auto *button = new CardButton(card, this);
        m_cards->addButton(button, int(m_cards->buttons().size()));
        if (m_cards->id(button) >= models::usualToolkits) {
            rare.append(card.name);
            button->hide();
        }
        connect(button, &QAbstractButton::clicked, this, [this] { emit chosen(current()); });
    }
    connect(m_cards, &QButtonGroup::idToggled, this, [this] { keepOneTabStop(*m_cards); });
    m_more->setText(tr("%1 more: %2").arg(QString::number(rare.size()), rare.join(u", "_s)));
    connect(m_more, &QAbstractButton::clicked, this, [this] { unfold(true); });
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QString ToolkitPicker::current() const
{
    const QAbstractButton *button = m_cards->checkedButton();
    return button ? button->property(keyProperty).toString() : QString();
}

void ToolkitPicker::setCurrent(const QString &toolkit)
{
    if (toolkit == current())
        return;
    if (QAbstractButton *old = m_cards->checkedButton()) {
        m_cards->setExclusive(false);
        old->setChecked(false);
        m_cards->setExclusive(true);
    }
    const auto buttons = m_cards->buttons();
    for (QAbstractButton *button : buttons) {
        if (button->property(keyProperty).toString() != toolkit)
            continue;
        button->setChecked(true);
        if (m_cards->id(button) >= models::usualToolkits)
            unfold(true);
    }
}

void ToolkitPicker::unfold(bool all)
{
    if (m_isUnfolded == all)
        return;
    m_isUnfolded = all;
    const auto buttons = m_cards->buttons();
    for (QAbstractButton *button : buttons)
        button->setVisible(all || m_cards->id(button) < models::usualToolkits);
    const bool hadFocus = m_more->hasFocus();
    m_more->setVisible(!all);
    if (hadFocus)
        m_cards->button(int(models::usualToolkits))->setFocus(Qt::OtherFocusReason);
    updateGeometry();
    arrange();
}

void ToolkitPicker::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

int ToolkitPicker::cardHeight() const
{
    return m_cards->buttons().constFirst()->sizeHint().height();
}

int ToolkitPicker::shownCards() const
{
    return m_isUnfolded ? int(m_cards->buttons().size()) : int(models::usualToolkits);
}

int ToolkitPicker::heightForWidth(int width) const
{
    const int columns = columnsIn(width);
    return (shownCards() + columns - 1) / columns * (cardHeight() + gap) - gap;
}

QSize ToolkitPicker::sizeHint() const
{
    constexpr int width = int(models::usualToolkits) * (narrowest + gap) - gap;
    return {width, heightForWidth(width)};
}

QSize ToolkitPicker::minimumSizeHint() const
{
    return {narrowest, cardHeight()};
}

void ToolkitPicker::arrange()
{
    const auto buttons = m_cards->buttons();
    const int columns = columnsIn(width());
    const int height = cardHeight();
    const auto left = [&](int column) { return column * (width() + gap) / columns; };
    for (int i = 0; i < shownCards(); ++i) {
        const int column = i % columns;
        buttons.at(i)->setGeometry(left(column), (i / columns) * (height + gap), left(column + 1) - gap - left(column),
                                   height);
    }
}

} // namespace ui
