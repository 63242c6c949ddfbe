// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// TransfersPage: commands for the selection.

#include "engine/base/whenfinished.h"
#include "models/transfer/transfertable.h"
#include "models/transfer/transferwords.h"
#include "ui/theme/icons.h"
#include "ui/transfer/failedfilesdialog.h"
#include "ui/transfer/transferspage.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/text/copying.h"

#include <QAction>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::TransferSnapshot;
using engine::TransferState;

namespace {

bool mayPause(TransferState state)
{
    return state == TransferState::Waiting || state == TransferState::Running || state == TransferState::Verifying
        || state == TransferState::Retrying;
}

bool mayGoOn(TransferState state)
{
    return state == TransferState::Paused || state == TransferState::Retrying || state == TransferState::Failed;
}

bool mayBeFirst(TransferState state)
{
    return state == TransferState::Waiting || state == TransferState::Paused || state == TransferState::Retrying;
}

bool isUnderWay(TransferState state)
{
    return !engine::isEnded(state);
}

bool isOver(TransferState state)
{
    return state == TransferState::Done || state == TransferState::Canceled;
}

bool mayBeUndone(const TransferSnapshot &transfer)
{
    return engine::isEnded(transfer.state) && !transfer.replaced.isEmpty();
}

QString counted(const QString &words, qsizetype count)
{
    return words.arg(QLocale().toString(qint64(count)));
}

} // namespace

QAction *TransfersPage::addCommand(const QString &picture, const QKeySequence &keys, const std::function<void()> &act)
{
    auto *action = new QAction(icon(picture), {}, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    m_table->addAction(action);
    return action;
}

void TransfersPage::addCommands()
{
    m_pause = addCommand(u"pause"_s, QKeySequence(u"Ctrl+P"_s),
                         [this] { call(&engine::TransferClient::pause, selectedWhere(mayPause)); });
    m_goOn = addCommand(u"play"_s, QKeySequence(u"Ctrl+G"_s),
                        [this] { call(&engine::TransferClient::resume, selectedWhere(mayGoOn)); });
    m_cancel = addCommand(u"x"_s, QKeySequence(u"Shift+Del"_s),
                          [this] { call(&engine::TransferClient::cancel, selectedWhere(isUnderWay)); });
    m_clear = addCommand(u"check"_s, QKeySequence(Qt::Key_Delete),
                         [this] { call(&engine::TransferClient::cancel, selectedWhere(engine::isEnded)); });
    m_first = addCommand(u"up"_s, QKeySequence(u"Ctrl+Shift+Up"_s), [this] { moveToFront(); });
    m_details = addCommand(u"file-text"_s, QKeySequence(u"Alt+Return"_s), [this] { showFailed(); });
    m_open = addCommand(u"folder"_s, QKeySequence(u"Ctrl+Return"_s), [this] { openFolder(); });
    m_undo = addCommand(u"undo"_s, QKeySequence(u"Ctrl+Shift+Z"_s), [this] { undo(); });
    m_copy = addCommand(u"copy"_s, QKeySequence(u"Ctrl+C"_s), [this] { copyRows(); });
    m_copyCommand = addCommand(u"terminal"_s, QKeySequence(u"Ctrl+Shift+L"_s), [this] { copyCommands(); });
    m_first->setText(tr("Move to the front"));
    m_details->setText(tr("Show all that failed…"));
    m_open->setText(tr("Open the folder"));
    m_undo->setText(tr("Bring back what it replaced"));
    m_copy->setText(tr("Copy"));
    m_copyCommand->setText(tr("Copy as command"));
    new QShortcut(QKeySequence(Qt::Key_Escape), m_table, m_table, &QTableView::clearSelection, Qt::WidgetShortcut);
}

void TransfersPage::addBar(QWidget *bar)
{
    bar->setObjectName(u"selectionBar"_s);
    bar->setAutoFillBackground(true);
    bar->setBackgroundRole(QPalette::AlternateBase);
    bar->setMinimumHeight(44);
    auto *row = newRow({16, 6, 16, 6}, 8, {m_selected, Stretch{}});
    bar->setLayout(row);
    for (QAction *action : {m_pause, m_goOn, m_cancel, m_clear}) {
        auto *button = new QPushButton(bar);
        const auto adopt = [button, action] {
            button->setText(action->text());
            button->setIcon(action->icon());
            button->setToolTip(action->toolTip());
            button->setVisible(action->isEnabled());
        };
        connect(action, &QAction::changed, button, adopt);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        row->addWidget(button);
        adopt();
    }
}

TransfersPage::Transfers TransfersPage::selected() const
{
    Transfers transfers;
    for (const int row : selectedRows(*m_table))
        transfers.append(m_model->transfer(m_order->mapToSource(m_order->index(row, 0)).row()));
    return transfers;
}

TransfersPage::Transfers TransfersPage::selectedWhere(bool (*isMeant)(TransferState)) const
{
    Transfers transfers = selected();
    transfers.removeIf([isMeant](const TransferSnapshot &transfer) { return !isMeant(transfer.state); });
    return transfers;
}

// Each button shows the number of selected transfers that it applies to.
void TransfersPage::showSelection()
{
    const Transfers all = selected();
    const auto countOf = [&all](bool (*isMeant)(TransferState)) {
        return std::count_if(all.cbegin(), all.cend(), [&](const auto &transfer) { return isMeant(transfer.state); });
    };
    const auto show = [](QAction *action, qsizetype count, const QString &words, const QString &why) {
        action->setText(counted(words, count));
        action->setEnabled(count > 0);
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(count > 0 ? QString(action->text() + u" ("_s + keys + u')') : why);
    };
    const qsizetype failed = countOf([](TransferState state) { return state == TransferState::Failed; });
    const qsizetype goOn = countOf(mayGoOn);
    show(m_pause, countOf(mayPause), tr("Pause %1"), tr("Nothing that could be paused is selected."));
    show(m_goOn, goOn, failed > 0 && failed == goOn ? tr("Retry %1 failed") : tr("Go on with %1"),
         tr("Nothing that is paused or failed is selected."));
    show(m_cancel, countOf(isUnderWay), tr("Cancel %1"), tr("Nothing that is under way is selected."));
    show(m_clear, countOf(engine::isEnded), tr("Clear %1 ended"), tr("Nothing that has ended is selected."));
    m_cancel->setToolTip(m_cancel->isEnabled() ? tr("Cancel, and take away what arrived (Shift+Del)")
                                               : m_cancel->toolTip());
    m_first->setEnabled(countOf(mayBeFirst) > 0);
    m_details->setEnabled(all.size() == 1 && !all.constFirst().failedFiles.isEmpty());
    m_open->setEnabled(all.size() == 1);
    m_undo->setEnabled(std::any_of(all.cbegin(), all.cend(), mayBeUndone));
    m_copy->setEnabled(!all.isEmpty());
    m_copyCommand->setEnabled(!all.isEmpty());
    m_selected->setText(
        tr("%1 of %2 selected").arg(QLocale().toString(all.size()), QLocale().toString(m_model->rowCount())));
    m_bar->setVisible(!all.isEmpty());
}

QList<QAction *> TransfersPage::commands() const
{
    return m_table->actions();
}

void TransfersPage::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions({m_pause, m_goOn, m_first});
    menu->addSeparator();
    menu->addActions({m_details, m_open, m_undo, m_copy, m_copyCommand});
    menu->addSeparator();
    menu->addActions({m_cancel, m_clear});
    menu->popup(where);
}

void TransfersPage::call(Call what, const Transfers &transfers)
{
    for (const TransferSnapshot &transfer : transfers) {
        engine::whenFinished((m_client.transfers.*what)(transfer.id), this, [this](const auto &done) {
            if (!done)
                tell(done.error());
        });
    }
}

// Moves the last one first, so that they keep their order.
void TransfersPage::moveToFront()
{
    Transfers transfers = selectedWhere(mayBeFirst);
    std::sort(transfers.begin(), transfers.end(),
              [](const auto &a, const auto &b) { return a.createdMs > b.createdMs; });
    for (const TransferSnapshot &transfer : std::as_const(transfers)) {
        engine::whenFinished(m_client.transfers.change(transfer.id, {{}, {}, true}), this, [this](const auto &done) {
            if (!done)
                tell(done.error());
        });
    }
}

void TransfersPage::clearDone()
{
    Transfers over;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (isOver(m_model->transfer(row).state))
            over.append(m_model->transfer(row));
    }
    call(&engine::TransferClient::cancel, over);
}

// Copies the rows as shown, to paste into a spreadsheet.
void TransfersPage::copyRows() const
{
    QStringList lines;
    for (const int row : selectedRows(*m_table)) {
        QStringList cells;
        for (int column = 0; column < m_order->columnCount(); ++column) {
            if (!m_table->isColumnHidden(column))
                cells.append(m_order->index(row, column).data().toString());
        }
        lines.append(cells.join(u'\t'));
    }
    copyText(lines.join(u'\n'));
}

void TransfersPage::copyCommands() const
{
    QStringList lines;
    for (const TransferSnapshot &transfer : selected())
        lines.append(models::transferCommand(transfer));
    copyText(lines.join(u'\n'));
}

void TransfersPage::showFailed()
{
    const Transfers transfers = selected();
    if (transfers.size() != 1 || transfers.constFirst().failedFiles.isEmpty())
        return;
    auto *dialog = new FailedFilesDialog(transfers.constFirst(), window());
    connect(dialog, &FailedFilesDialog::retryRequested, this,
            [this, transfers] { call(&engine::TransferClient::resume, transfers); });
    dialog->open();
}

// Each undo is a new transfer.
void TransfersPage::undo()
{
    for (const TransferSnapshot &transfer : selected()) {
        if (mayBeUndone(transfer))
            emit undoRequested(transfer);
    }
}

void TransfersPage::openFolder()
{
    if (const Transfers transfers = selected(); transfers.size() == 1)
        emit filesRequested(transfers.constFirst().request.target);
}

} // namespace ui
