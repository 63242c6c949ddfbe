// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/transferrow.h"

#include "models/transfer/transferwords.h"
#include "ui/theme/icons.h"
#include "ui/transfer/failedfilesdialog.h"
#include "ui/transfer/progresstrack.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

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
    : QWidget(parent), m_mark(new Picture({}, 14, this)), m_what(newLabel(this)), m_track(new ProgressTrack(this)),
      m_percent(newLabel(this)), m_done(newLabel(this)), m_speed(newLabel(this)),
      m_status(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(12.5))),
      m_open(newButton(this, u"openTarget"_s)), m_details(newButton(this, u"details"_s)),
      m_go(newButton(this, u"go"_s)), m_more(newButton(this, u"more"_s)), m_cancel(newButton(this, u"cancel"_s)),
      m_limitsAction(new QAction(icon(u"layers"_s), tr("Transfers at once…"), this))
{
    const auto figures = [this](const QString &widest) { return fontMetrics().horizontalAdvance(widest) + 6; };
    m_what->setFixedWidth(figures(u"imagenet-mini to gpu-a:/scratch/x"_s));
    m_percent->setFixedWidth(figures(u"100 %"_s));
    m_percent->setFont(textFont(12.5, QFont::Medium));
    m_percent->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_done->setFixedWidth(figures(u"888.8 of 888.8 GB"_s));
    m_speed->setFixedWidth(figures(u"888.8 MB/s"_s));
    m_speed->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_status->setForegroundRole(QPalette::WindowText); // not the one of whatever it stands on
    m_status->setWordWrap(false);
    m_status->setTextInteractionFlags(Qt::NoTextInteraction); // the menu is the row's
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
    connect(m_open, &QToolButton::clicked, this, [this] { m_openAction->trigger(); });
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_cancelAction->trigger(); });
    connect(m_go, &QToolButton::clicked, this, &TransferRow::go);
    connect(m_details, &QToolButton::clicked, this, &TransferRow::showFailed);
    connect(m_more, &QToolButton::clicked, this,
            [this] { showMenu(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    connect(m_limitsAction, &QAction::triggered, this, &TransferRow::limitsRequested);
    addCommands();
    show(transfer);
}

QAction *TransferRow::addCommand(const QString &picture, const QString &words, const QKeySequence &keys,
                                 const std::function<void()> &act)
{
    auto *action = new QAction(icon(picture), words, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void TransferRow::addCommands()
{
    m_goAction = addCommand({}, {}, QKeySequence(u"Ctrl+Space"_s), [this] { go(); });
    m_firstAction = addCommand(u"up"_s, tr("Move to the front"), QKeySequence(u"Ctrl+Shift+Up"_s), [this] {
        emit changeRequested({{}, {}, true});
    });
    m_detailsAction = addCommand(u"file-text"_s, tr("Show all that failed…"), QKeySequence(u"Alt+Return"_s),
                                 [this] { showFailed(); });
    m_openAction = addCommand(u"folder"_s, tr("Open the folder"), QKeySequence(u"Ctrl+Return"_s),
                              [this] { emit openRequested(m_transfer.request.target); });
    m_undoAction = addCommand(u"undo"_s, tr("Bring back what it replaced"), QKeySequence(u"Ctrl+Z"_s),
                              [this] { emit undoRequested(); });
    m_copyAction = addCommand(u"copy"_s, tr("Copy as command"), QKeySequence(u"Ctrl+C"_s),
                              [this] { copyText(models::transferCommand(m_transfer)); });
    m_cancelAction = addCommand(u"x"_s, {}, QKeySequence(Qt::Key_Delete), [this] { emit cancelRequested(); });
}

void TransferRow::go()
{
    const bool isUnderWay = !engine::isEnded(m_transfer.state) && m_transfer.state != TransferState::Paused
        && m_transfer.state != TransferState::Retrying;
    isUnderWay ? emit pauseRequested() : emit resumeRequested();
}

void TransferRow::dressCommands()
{
    const TransferState state = m_transfer.state;
    const bool rests = state == TransferState::Paused || state == TransferState::Retrying;
    const bool isFailed = state == TransferState::Failed;
    m_goAction->setText(isFailed ? tr("Retry failed") : rests ? tr("Go on") : tr("Pause"));
    m_goAction->setIcon(icon(isFailed ? u"rerun"_s : rests ? u"play"_s : u"pause"_s));
    m_goAction->setEnabled(isFailed || !engine::isEnded(state));
    m_firstAction->setEnabled(state == TransferState::Waiting || rests);
    m_firstAction->setToolTip(m_firstAction->isEnabled() ? tr("It starts before all others that wait.")
                                                         : tr("Only what waits can be moved to the front."));
    m_detailsAction->setEnabled(!m_transfer.failedFiles.isEmpty());
    m_detailsAction->setToolTip(m_detailsAction->isEnabled() ? tr("Every file that did not arrive, with its cause.")
                                                             : tr("Nothing of this transfer has failed."));
    m_undoAction->setEnabled(engine::isEnded(state) && !m_transfer.replaced.isEmpty());
    m_undoAction->setToolTip(m_undoAction->isEnabled()
                                 ? tr("Out of the trash; what it brought goes there in its place.")
                                 : tr("Nothing was replaced."));
    m_cancelAction->setText(engine::isEnded(state) ? tr("Clear") : tr("Cancel, and take away what arrived"));
    for (const auto &[button, action] : {std::pair{m_go, m_goAction}, {m_cancel, m_cancelAction}}) {
        button->setIcon(action->icon());
        button->setToolTip(action->text());
        button->setAccessibleName(action->text());
    }
    // What helps is a word, not a picture alone.
    m_go->setText(isFailed ? m_goAction->text() : QString());
    m_go->setToolButtonStyle(isFailed ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

QMenu *TransferRow::newLimitMenu(QWidget *parent)
{
    auto *menu = new QMenu(tr("Limit"), parent);
    menu->setIcon(icon(u"sliders"_s));
    menu->setEnabled(!engine::isEnded(m_transfer.state));
    const qint64 now = m_transfer.request.bytesPerSecond;
    QList<qint64> rates{0, 1'000'000, 5'000'000, 10'000'000, 50'000'000, 100'000'000};
    if (!rates.contains(now))
        rates.append(now); // as somebody else said it
    std::sort(rates.begin(), rates.end());
    for (const qint64 rate : std::as_const(rates)) {
        QAction *action = menu->addAction(models::limitText(rate), this, [this, rate] {
            emit changeRequested({rate, {}, false});
        });
        action->setCheckable(true);
        action->setChecked(rate == now);
    }
    return menu;
}

void TransferRow::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions({m_goAction, m_firstAction});
    menu->addMenu(newLimitMenu(menu));
    menu->addAction(m_limitsAction); // of the window as well, so it is none of the row's
    menu->addSeparator();
    menu->addActions({m_detailsAction, m_openAction, m_undoAction, m_copyAction});
    menu->addSeparator();
    menu->addAction(m_cancelAction);
    menu->popup(where);
}

void TransferRow::showFailed()
{
    auto *dialog = new FailedFilesDialog(m_transfer, window());
    connect(dialog, &FailedFilesDialog::retryRequested, this, &TransferRow::resumeRequested);
    dialog->open();
}

void TransferRow::contextMenuEvent(QContextMenuEvent *event)
{
    showMenu(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center()) : event->globalPos());
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
    m_transfer = transfer;
    const TransferState state = transfer.state;
    const int percent = models::transferPercent(transfer);
    m_mark->setIcon(markIcon(markOf(state)));
    m_mark->setToolTip(models::transferStatus(transfer));
    m_track->setValue(percent, trackMarkOf(state));
    m_track->setVisible(percent >= 0 || !engine::isEnded(state)); // one that never began has no share
    m_percent->setText(percent < 0 ? QString() : tr("%1 %").arg(percent));
    m_done->setText(models::transferDone(transfer));
    m_speed->setText(models::transferSpeed(transfer));
    m_status->setTone(state == TransferState::Failed ? ToneLabel::Tone::Failed : ToneLabel::Tone::Text);
    dressCommands();
    m_details->setVisible(state == TransferState::Failed && !transfer.failedFiles.isEmpty());
    m_go->setVisible(state == TransferState::Failed || !engine::isEnded(state));
    m_open->setVisible(state == TransferState::Done || state == TransferState::Failed);
    setAccessibleName(
        tr("Transfer of %1 to %2: %3")
            .arg(models::transferWhat(transfer), models::transferTarget(transfer), models::transferStatus(transfer)));
    fit();
}

// From the right to the left what there is no room for goes, and names lose their middle.
void TransferRow::fit()
{
    const QString what = tr("%1 to %2").arg(models::transferWhat(m_transfer), models::transferTarget(m_transfer));
    m_what->setText(m_what->fontMetrics().elidedText(what, Qt::ElideMiddle, m_what->width()));
    m_what->setToolTip(what);
    m_speed->setVisible(width() > 720);
    m_done->setVisible(width() > 560);
    const QString status = models::transferStatus(m_transfer);
    m_status->setText(status);
    const QString way = m_transfer.way.text();
    m_status->setToolTip(way.isEmpty() ? status : QString(status + u'\n' + way));
}

void TransferRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ui
