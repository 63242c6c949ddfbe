// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/transferrow.h"

#include "models/transfer/transferwords.h"
#include "ui/theme/icons.h"
#include "ui/transfer/progresstrack.h"
#include "ui/transfer/transfercommands.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::TransferState;

namespace {

QLabel *newLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setFont(textFont(12.5));
    label->setTextFormat(Qt::PlainText);
    return label;
}

QToolButton *newButton(QWidget *parent, const QString &name)
{
    auto *button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setObjectName(name);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void dress(QToolButton *button, const QString &picture, const QString &words)
{
    button->setIcon(icon(picture));
    button->setToolTip(words);
    button->setAccessibleName(words);
}

} // namespace

TransferRow::TransferRow(const engine::TransferSnapshot &transfer, QWidget *parent)
    : QWidget(parent), m_commands(new TransferCommands(this)), m_mark(new Picture({}, 14, this)),
      m_what(newLabel(this)), m_track(new ProgressTrack(this)), m_percent(newLabel(this)), m_done(newLabel(this)),
      m_speed(newLabel(this)), m_status(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(12.5))),
      m_open(newButton(this, u"openTarget"_s)), m_details(newButton(this, u"details"_s)),
      m_go(newButton(this, u"go"_s)), m_more(newButton(this, u"more"_s)), m_cancel(newButton(this, u"cancel"_s))
{
    const auto figures = [this](const QString &widest) { return fontMetrics().horizontalAdvance(widest) + 6; };
    m_what->setFixedWidth(figures(u"imagenet-mini to gpu-a:/scratch/x"_s));
    m_percent->setFixedWidth(figures(u"100 %"_s));
    m_percent->setFont(textFont(12.5, QFont::Medium));
    m_percent->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_done->setFixedWidth(figures(u"888.8 of 888.8 GB"_s));
    m_speed->setFixedWidth(figures(u"888.8 MB/s"_s));
    m_speed->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_status->setForegroundRole(QPalette::WindowText); // not the role of the parent
    m_status->setWordWrap(false);
    m_status->setTextInteractionFlags(Qt::NoTextInteraction); // so that the row shows its context menu
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QLabel *quiet : {m_done, m_speed})
        quiet->setForegroundRole(QPalette::PlaceholderText);
    dress(m_open, u"folder"_s, tr("Open the folder"));
    dress(m_details, u"file-text"_s, tr("Show all that failed"));
    dress(m_more, u"dots"_s, tr("More of this transfer"));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy place = m_track->sizePolicy();
    place.setRetainSizeWhenHidden(true);
    m_track->setSizePolicy(place);
    auto *buttons = newRow({}, 10, {m_details, m_open, m_go, m_more, m_cancel});
    setLayout(newRow({}, 10, {m_mark, m_what, m_track, m_percent, m_done, m_speed, Gap{4}, {m_status, 1}, buttons}));
    setFixedHeight(qMax(31, fontMetrics().height() + 12));
    connect(m_open, &QToolButton::clicked, m_commands->open(), &QAction::trigger);
    connect(m_cancel, &QToolButton::clicked, m_commands->cancel(), &QAction::trigger);
    connect(m_go, &QToolButton::clicked, m_commands->go(), &QAction::trigger);
    connect(m_details, &QToolButton::clicked, m_commands->details(), &QAction::trigger);
    connect(m_more, &QToolButton::clicked, this,
            [this] { m_commands->showMenu(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    show(transfer);
}

void TransferRow::dressButtons()
{
    for (const auto &[button, action] : {std::pair{m_go, m_commands->go()}, {m_cancel, m_commands->cancel()}}) {
        button->setIcon(action->icon());
        button->setToolTip(action->text());
        button->setAccessibleName(action->text());
    }
    // After a failure the button also shows its text.
    const bool isFailed = transfer().state == TransferState::Failed;
    m_go->setText(isFailed ? m_commands->go()->text() : QString());
    m_go->setToolButtonStyle(isFailed ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

const engine::TransferSnapshot &TransferRow::transfer() const
{
    return m_commands->transfer();
}

void TransferRow::contextMenuEvent(QContextMenuEvent *event)
{
    m_commands->showMenu(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center())
                                                                        : event->globalPos());
}

void TransferRow::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(tokens().focus, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void TransferRow::show(const engine::TransferSnapshot &transfer)
{
    m_commands->setTransfer(transfer);
    const TransferState state = transfer.state;
    const int percent = models::transferPercent(transfer);
    m_mark->setIcon(markIcon(markOf(state)));
    m_mark->setToolTip(models::transferStatus(transfer));
    m_track->setValue(percent, trackMarkOf(state));
    // A transfer that ended without starting has no progress.
    m_track->setVisible(percent >= 0 || !engine::isEnded(state));
    m_percent->setText(percent < 0 ? QString() : tr("%1 %").arg(percent));
    m_done->setText(models::transferDone(transfer));
    m_speed->setText(models::transferSpeed(transfer));
    m_status->setTone(state == TransferState::Failed ? ToneLabel::Tone::Failed : ToneLabel::Tone::Text);
    dressButtons();
    m_details->setVisible(state == TransferState::Failed && !transfer.failedFiles.isEmpty());
    m_go->setVisible(state == TransferState::Failed || !engine::isEnded(state));
    m_open->setVisible(state == TransferState::Done || state == TransferState::Failed);
    setAccessibleName(
        tr("Transfer of %1 to %2: %3")
            .arg(models::transferWhat(transfer), models::transferTarget(transfer), models::transferStatus(transfer)));
    fit();
}

// Hides cells from right to left until the row fits, and elides names in the middle.
void TransferRow::fit()
{
    const QString what = tr("%1 to %2").arg(models::transferWhat(transfer()), models::transferTarget(transfer()));
    m_what->setText(m_what->fontMetrics().elidedText(what, Qt::ElideMiddle, m_what->width()));
    m_what->setToolTip(what);
    m_speed->setVisible(width() > 720);
    m_done->setVisible(width() > 560);
    const QString status = models::transferStatus(transfer());
    m_status->setText(status);
    const QString route = transfer().route.text();
    m_status->setToolTip(route.isEmpty() ? status : QString(status + u'\n' + route));
}

void TransferRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ui
