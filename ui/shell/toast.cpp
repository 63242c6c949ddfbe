// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/toast.h"

#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include <utility>

using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr int mostWidth = 320;
constexpr int toastMargin = 16;

} // namespace

Toast::Toast(QWidget *parent)
    : QFrame(parent), m_words(new QLabel(this)), m_action(new QPushButton(this)), m_timer(new QTimer(this))
{
    setFrameShape(QFrame::StyledPanel);
    setProperty(floatingProperty, true);
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setMinimumHeight(28);
    m_timer->setSingleShot(true);
    m_timer->setInterval(10s);
    setLayout(newRow({12, 8, 8, 8}, usualSpacing, {{m_words, 1}, m_action}));
    connect(m_timer, &QTimer::timeout, this, [this] { end(); });
    connect(m_action, &QAbstractButton::clicked, this, [this] {
        if (const auto act = end())
            act();
    });
    hide();
}

void Toast::say(const QString &sentence, const QString &undoText, std::function<void()> act)
{
    appear(sentence, undoText, std::move(act), true);
}

void Toast::offer(const QString &sentence, const QString &actionText, std::function<void()> act)
{
    appear(sentence, actionText, std::move(act), false);
}

void Toast::undo()
{
    if (offersUndo())
        m_action->click();
}

std::function<void()> Toast::end()
{
    m_timer->stop();
    hide();
    auto act = std::exchange(m_act, {});
    emit offerChanged();
    return act;
}

void Toast::appear(const QString &sentence, const QString &actionText, std::function<void()> act, bool isUndo)
{
    m_words->setText(sentence);
    setAccessibleName(sentence);
    m_action->setText(actionText);
    m_action->setVisible(!actionText.isEmpty());
    m_act = std::move(act);
    m_isUndo = isUndo;
    show();
    place();
    raise();
    m_timer->start();
    emit offerChanged();
}

// Width of the message in one line, as a wrapping label has no preferred width.
int Toast::neededWidth() const
{
    const QMargins margins = layout()->contentsMargins();
    const int action = m_action->isHidden() ? 0 : layout()->spacing() + m_action->sizeHint().width();
    const int words = m_words->fontMetrics().size(0, m_words->text()).width();
    return 2 * frameWidth() + margins.left() + words + action + margins.right();
}

void Toast::place()
{
    const int width = qMin(mostWidth, neededWidth());
    setFixedWidth(width);
    const int height =
        qMax(48, layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height());
    setGeometry(parentWidget()->width() - width - toastMargin, parentWidget()->height() - height - toastMargin, width,
                height);
}

void Toast::enterEvent(QEnterEvent *event)
{
    QFrame::enterEvent(event);
    m_timer->stop();
}

void Toast::leaveEvent(QEvent *event)
{
    QFrame::leaveEvent(event);
    m_timer->start();
}

} // namespace ui
