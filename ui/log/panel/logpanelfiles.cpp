// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logpanel.h"

#include "engine/base/whenfinished.h"
#include "models/words.h"
#include "ui/log/logfiles.h"
#include "ui/log/panel/logsavingbar.h"
#include "ui/widgets/page/banner.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

// What leaves LogPanel: files, and other places that show them.

namespace ui {

namespace {

const QKeySequence tilesKey(Qt::CTRL | Qt::ALT | Qt::Key_Backslash);
const QKeySequence windowKey(Qt::CTRL | Qt::SHIFT | Qt::Key_N);
constexpr auto gapLooks = std::chrono::seconds(5);
constexpr qint64 mostForAnEditor = 256 * 1024 * 1024;

} // namespace

void LogPanel::offerLayouts()
{
    m_areLayoutsOffered = true;
    addKey(besideKey, &LogPanel::besideRequested);
    addKey(tilesKey, &LogPanel::requestTiles);
    addKey(windowKey, &LogPanel::windowRequested);
}

void LogPanel::requestTiles()
{
    if (hasProcesses())
        emit tilesRequested();
}

QList<QAction *> LogPanel::commands()
{
    m_commands.reset(newMoreMenu());
    const auto add = [this](const QString &text, const QKeySequence &key, const auto &act) {
        m_commands->addAction(text, this, act)->setShortcut(key);
    };
    for (QToolButton *tool : std::as_const(m_tools)) {
        if (!tool->isHidden())
            add(tr("Log: %1").arg(tool->accessibleName()), tool->property(keyProperty).value<QKeySequence>(),
                [tool] { tool->click(); });
    }
    add(tr("Log: Next error"), nextErrorKey, &LogPanel::goToNextError);
    add(tr("Log: Previous error"), previousErrorKey, &LogPanel::goToPreviousError);
    if (m_titles.size() > 1) {
        add(tr("Log: Next file"), nextFileKey, &LogPanel::showNextFile);
        add(tr("Log: Previous file"), previousFileKey, &LogPanel::showPreviousFile);
    }
    QList<QAction *> commands = m_commands->actions();
    commands.removeIf([](const QAction *action) { return action->isSeparator(); });
    return commands;
}

void LogPanel::copyAll()
{
    m_view->caret().selectAll();
    m_view->copy();
}

void LogPanel::tellOfCopy(bool isWhole)
{
    if (isWhole)
        return m_copied->dismiss();
    constexpr qsizetype mega = 1024 * 1024;
    m_copied->showNotice(Mark::Terminating,
                         tr("Only the first %1 MB of the selection were copied.").arg(LogView::longestCopy / mega),
                         tr("A file can have all of it."));
}

QMenu *LogPanel::newMoreMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QString &text, void (LogPanel::*act)(), const QString &whyNot,
                                  const QKeySequence &key = {}) {
        QAction *action = menu->addAction(text, this, act);
        action->setShortcut(key);
        action->setEnabled(whyNot.isEmpty());
        action->setToolTip(whyNot);
    };
    const QString noFile = m_current < 0 ? tr("There is no log yet.") : QString();
    const QString oneProcess = hasProcesses() ? QString() : tr("There is one process only.");
    if (m_areLayoutsOffered) {
        add(m_isBesideOpen ? tr("Close the log beside it") : tr("Another log beside it"), &LogPanel::besideRequested,
            {}, besideKey);
        add(tr("All processes side by side"), &LogPanel::requestTiles, oneProcess, tilesKey);
        add(tr("Open in a window"), &LogPanel::windowRequested, noFile, windowKey);
        menu->addSeparator();
    }
    add(tr("Merge all processes by time"), &LogPanel::showMerged, oneProcess);
    const std::optional<engine::LogGap> gap = engine::logGap(m_shown.spoolPath);
    add(tr("Read the missing middle"), &LogPanel::requestMiddle,
        !gap                        ? tr("Nothing of this log is missing.")
            : gap->source.isEmpty() ? tr("The file on %1 that had it is not known any more.").arg(m_shown.node)
                                    : QString());
    QAction *arrivals = menu->addAction(tr("Show when lines arrived"), this, [this](bool areShown) {
        m_view->look().setArrivalsShown(areShown);
        remember([areShown](LogSettings &settings) { settings.areArrivalsShown = areShown; });
    });
    arrivals->setCheckable(true);
    arrivals->setChecked(m_view->look().areArrivalsShown());
    menu->addSeparator();
    add(tr("Save the selection…"), &LogPanel::askWhereToSaveSelection,
        m_view->caret().selection().isEmpty() ? tr("Nothing is selected.") : QString());
    add(tr("Save all logs…"), &LogPanel::askWhereToSaveAll, noFile);
    add(tr("Open in the editor"), &LogPanel::openInEditor, noFile);
    return menu;
}

// The middle of a log that is read may go at any time.
void LogPanel::showGap()
{
    m_gapLook.setRemainingTime(gapLooks);
    const std::optional<engine::LogGap> gap = engine::logGap(m_shown.spoolPath);
    const bool hasLoss = engine::mayMissBytes(m_shown.spoolPath);
    if (!gap && !hasLoss)
        m_gap->dismiss();
    const bool isKnown = gap == m_toldGap && hasLoss == m_toldLoss;
    m_isGapClosed = m_isGapClosed && hasLoss == m_toldLoss; // a loss is another matter than a gap that grows
    m_toldGap = gap;
    m_toldLoss = hasLoss;
    if (isKnown || m_isGapClosed)
        return;
    QStringList words;
    if (gap)
        words.append(tr("%1 in the middle of this log are not kept on this computer, to save room.")
                         .arg(models::fileSize(gap->bytes())));
    if (gap && gap->source.isEmpty())
        words.append(tr("The file on %1 that had them is not known any more.").arg(m_shown.node));
    if (hasLoss)
        words.append(tr("Some of this log may be lost: its file on %1 was cut or replaced before all of it was copied.")
                         .arg(m_shown.node));
    if (words.isEmpty())
        return;
    const QString first = words.takeFirst();
    m_gap->showNotice(Mark::Terminating, first, words.join(u' '));
    m_gap->setRemedy(gap && !gap->source.isEmpty() ? tr("Read them from %1").arg(m_shown.node) : QString());
}

void LogPanel::requestMiddle()
{
    const std::optional<engine::LogGap> gap = engine::logGap(m_shown.spoolPath);
    if (gap && !gap->source.isEmpty())
        emit middleRequested(m_shown, *gap);
    else
        showGap(); // says why not
}

void LogPanel::askWhereToSave()
{
    if (m_current < 0)
        return;
    QFileDialog *dialog = newSaveDialog(tr("Save the log"), m_shown.name);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path = m_shown.spoolPath, how = saving(), keeper = keeper()](const QString &target) {
                tellOf(saveCopy(path, target, how), target, keeper); // whatever is shown by then
            });
    dialog->open();
}

void LogPanel::askWhereToSaveSelection()
{
    QFileDialog *dialog = newSaveDialog(tr("Save the selection"), m_shown.name);
    connect(dialog, &QFileDialog::fileSelected, this, &LogPanel::saveSelection);
    dialog->open();
}

void LogPanel::askWhereToSaveAll()
{
    auto *dialog = new QFileDialog(this, tr("Save all logs in"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, files = filesOfAll()](const QString &place) { saveThese(files, place); });
    dialog->open();
}

QFileDialog *LogPanel::newSaveDialog(const QString &title, const QString &name)
{
    auto *dialog = new QFileDialog(this, title, {}, {});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QFileInfo(name).fileName());
    return dialog;
}

void LogPanel::saveAs(const QString &target)
{
    tellOf(saveCopy(m_shown.spoolPath, target, saving()), target, keeper());
}

// The colours of ranks are ours, and no part of what was written.
Saving LogPanel::saving() const
{
    return isMergedShown() ? Saving::Plain : Saving::AsItIs;
}

void LogPanel::tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                      const std::shared_ptr<const void> &keeper)
{
    m_saving->add(QFuture<void>(saving), QFileInfo(target).fileName());
    engine::whenFinished(saving, this, [this, target, keeper](const auto &outcome) {
        if (!outcome)
            return m_banner->showError(outcome.error());
        m_banner->dismiss();
        emit saved(target);
    });
}

void LogPanel::saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place)
{
    const QString wanted = m_jobName.isEmpty() ? tr("Logs") : tr("%1 logs").arg(m_jobName);
    const QFuture<engine::Result<QString>> saving = saveCopies(files, place, wanted);
    m_saving->add(QFuture<void>(saving), wanted);
    engine::whenFinished(saving, this, [this](const auto &outcome) {
        if (!outcome)
            return m_banner->showError(outcome.error());
        m_banner->showNotice(Mark::Succeeded, tr("Saved in %1.").arg(QDir::toNativeSeparators(*outcome)));
        emit saved(*outcome);
    });
}

// A copy: what somebody changes in an editor is no log of the job any more.
void LogPanel::openInEditor()
{
    if (m_current < 0)
        return;
    const std::optional<engine::LogGap> gap = engine::logGap(m_shown.spoolPath);
    if (QFileInfo(m_shown.spoolPath).size() - (gap ? gap->bytes() : 0) > mostForAnEditor)
        return m_banner->showNotice(Mark::Terminating, tr("This log is too large for an editor."),
                                    tr("Save it, or select what you need and save the selection."));
    static std::unique_ptr<QTemporaryDir> copies; // an editor may be slow, and this panel gone
    if (!copies || !copies->isValid())
        copies = std::make_unique<QTemporaryDir>();
    if (!copies->isValid())
        return m_banner->showNotice(Mark::Failed, tr("There is no room for a copy: %1").arg(copies->errorString()),
                                    tr("Free some of it, or save the log elsewhere."));
    QStringList words{m_jobName, m_shown.node, QFileInfo(m_shown.name).fileName()};
    words.removeAll(QString());
    const QString target = copies->filePath(words.join(QLatin1Char('-')));
    engine::whenFinished(saveCopy(m_shown.spoolPath, target, saving()), this,
                         [this, target, keeper = keeper()](const auto &outcome) {
                             if (!outcome)
                                 return m_banner->showError(outcome.error());
                             if (!QDesktopServices::openUrl(QUrl::fromLocalFile(target)))
                                 m_banner->showNotice(Mark::Failed, tr("No program of this desktop opens text files."),
                                                      tr("Save the log and open it yourself."));
                         });
}

} // namespace ui
