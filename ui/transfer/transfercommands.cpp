// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/transfercommands.h"

#include "models/transfer/transferwords.h"
#include "ui/theme/icons.h"
#include "ui/transfer/failedfilesdialog.h"
#include "ui/widgets/text/copying.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::TransferState;

TransferCommands::TransferCommands(QWidget *row)
    : QObject(row), m_row(row), m_go(add({}, {}, QKeySequence(u"Ctrl+Space"_s), [this] { pauseOrResume(); })),
      m_first(add(u"up"_s, tr("Move to the front"), QKeySequence(u"Ctrl+Shift+Up"_s),
                  [this] {
                      emit changeRequested({{}, {}, true});
                  })),
      m_details(
          add(u"file-text"_s, tr("Show all that failed…"), QKeySequence(u"Alt+Return"_s), [this] { showFailed(); })),
      m_open(add(u"folder"_s, tr("Open the folder"), QKeySequence(u"Ctrl+Return"_s),
                 [this] { emit openRequested(m_transfer.request.target); })),
      m_undo(add(u"undo"_s, tr("Bring back what it replaced"), QKeySequence(u"Ctrl+Shift+Z"_s),
                 [this] { emit undoRequested(); })),
      m_copy(add(u"copy"_s, tr("Copy as command"), QKeySequence(u"Ctrl+C"_s),
                 [this] { copyText(models::transferCommand(m_transfer)); })),
      m_cancel(add(u"x"_s, {}, QKeySequence(Qt::Key_Delete), [this] { emit cancelRequested(); })),
      m_limits(new QAction(icon(u"layers"_s), tr("Transfers at once…"), row))
{
    connect(m_limits, &QAction::triggered, this, &TransferCommands::limitsRequested);
}

QAction *TransferCommands::add(const QString &picture, const QString &words, const QKeySequence &keys,
                               const std::function<void()> &act)
{
    auto *action = new QAction(icon(picture), words, m_row);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    m_row->addAction(action);
    return action;
}

void TransferCommands::pauseOrResume()
{
    const bool isUnderWay = !engine::isEnded(m_transfer.state) && m_transfer.state != TransferState::Paused
        && m_transfer.state != TransferState::Retrying;
    isUnderWay ? emit pauseRequested() : emit resumeRequested();
}

void TransferCommands::setTransfer(const engine::TransferSnapshot &transfer)
{
    m_transfer = transfer;
    const TransferState state = m_transfer.state;
    const bool rests = state == TransferState::Paused || state == TransferState::Retrying;
    const bool isFailed = state == TransferState::Failed;
    m_go->setText(isFailed ? tr("Retry failed") : rests ? tr("Go on") : tr("Pause"));
    m_go->setIcon(icon(isFailed ? u"rerun"_s : rests ? u"play"_s : u"pause"_s));
    m_go->setEnabled(isFailed || !engine::isEnded(state));
    m_first->setEnabled(state == TransferState::Waiting || rests);
    m_first->setToolTip(m_first->isEnabled() ? tr("It starts before all others that wait.")
                                             : tr("Only what waits can be moved to the front."));
    m_details->setEnabled(!m_transfer.failedFiles.isEmpty());
    m_details->setToolTip(m_details->isEnabled() ? tr("Every file that did not arrive, with its cause.")
                                                 : tr("Nothing of this transfer has failed."));
    m_undo->setEnabled(engine::isEnded(state) && !m_transfer.replaced.isEmpty());
    m_undo->setToolTip(m_undo->isEnabled() ? tr("Out of the trash; what it brought goes there in its place.")
                                           : tr("Nothing was replaced."));
    m_cancel->setText(engine::isEnded(state) ? tr("Clear") : tr("Cancel, and take away what arrived"));
}

QMenu *TransferCommands::newLimitMenu(QWidget *parent)
{
    auto *menu = new QMenu(tr("Limit"), parent);
    menu->setIcon(icon(u"sliders"_s));
    menu->setEnabled(!engine::isEnded(m_transfer.state));
    const qint64 now = m_transfer.request.bytesPerSecond;
    QList<qint64> rates{0, 1'000'000, 5'000'000, 10'000'000, 50'000'000, 100'000'000};
    if (!rates.contains(now))
        rates.append(now); // set by another client
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

void TransferCommands::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(m_row);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions({m_go, m_first});
    menu->addMenu(newLimitMenu(menu));
    menu->addAction(m_limits);
    menu->addSeparator();
    menu->addActions({m_details, m_open, m_undo, m_copy});
    menu->addSeparator();
    menu->addAction(m_cancel);
    menu->popup(where);
}

void TransferCommands::showFailed()
{
    auto *dialog = new FailedFilesDialog(m_transfer, m_row->window());
    connect(dialog, &FailedFilesDialog::retryRequested, this, &TransferCommands::resumeRequested);
    dialog->open();
}

} // namespace ui
