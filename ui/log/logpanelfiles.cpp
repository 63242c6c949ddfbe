// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/log/logfiles.h"
#include "ui/widgets/banner.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QMenu>
#include <QTemporaryDir>
#include <QUrl>

// What leaves LogPanel: files, and other places that show them.

namespace ui {

namespace {

constexpr qint64 mostForAnEditor = 256 * 1024 * 1024;

} // namespace

void LogPanel::setLayoutsOffered(bool areOffered)
{
    m_areLayoutsOffered = areOffered;
}

QMenu *LogPanel::newMoreMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QString &text, void (LogPanel::*act)(), const QString &whyNot) {
        QAction *action = menu->addAction(text, this, act);
        action->setEnabled(whyNot.isEmpty());
        action->setToolTip(whyNot);
    };
    const QString noFile = m_current < 0 ? tr("There is no log yet.") : QString();
    if (m_areLayoutsOffered) {
        add(tr("Another log beside it"), &LogPanel::besideRequested,
            m_isBesideOpen ? tr("There is one already.") : QString());
        add(tr("Open in a window"), &LogPanel::windowRequested, noFile);
        menu->addSeparator();
    }
    add(tr("Merge all processes by time"), &LogPanel::showMerged,
        m_titles.size() > m_files.size() ? QString() : tr("There is one process only."));
    QAction *arrivals = menu->addAction(tr("Show when lines arrived"), this, [this](bool areShown) {
        m_view->setArrivalsShown(areShown);
        remember([areShown](LogSettings &settings) { settings.areArrivalsShown = areShown; });
    });
    arrivals->setCheckable(true);
    arrivals->setChecked(m_view->areArrivalsShown());
    menu->addSeparator();
    add(tr("Save the selection…"), &LogPanel::askWhereToSaveSelection,
        m_view->hasSelection() ? QString() : tr("Nothing is selected."));
    add(tr("Save all logs…"), &LogPanel::askWhereToSaveAll, noFile);
    add(tr("Open in the editor"), &LogPanel::openInEditor, noFile);
    return menu;
}

void LogPanel::askWhereToSave()
{
    if (m_current < 0)
        return;
    QFileDialog *dialog = newSaveDialog(tr("Save the log"), m_shown.name);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path = m_shown.spoolPath, merge = m_merge](const QString &target) {
                tellOf(saveCopy(path, target), target, merge); // whatever is shown by then
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
            [this, files = m_files](const QString &place) { saveThese(files, place); });
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
    tellOf(saveCopy(m_shown.spoolPath, target), target, m_merge);
}

void LogPanel::saveSelection(const QString &target)
{
    tellOf(m_view->saveSelection(target), target, m_merge);
}

// Merged logs are there as long as someone has them.
void LogPanel::tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                      const std::shared_ptr<engine::LogMerge> &merge)
{
    engine::whenFinished(saving, this, [this, target, merge](const engine::Result<void> &outcome) {
        if (!outcome)
            return m_banner->showError(outcome.error());
        m_banner->dismiss();
        emit saved(target);
    });
}

void LogPanel::saveAll(const QString &place)
{
    saveThese(m_files, place);
}

void LogPanel::saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place)
{
    const QString wanted = m_jobName.isEmpty() ? tr("Logs") : tr("%1 logs").arg(m_jobName);
    engine::whenFinished(saveCopies(files, place, wanted), this, [this](const engine::Result<QString> &outcome) {
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
    if (QFileInfo(m_shown.spoolPath).size() > mostForAnEditor)
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
    engine::whenFinished(saveCopy(m_shown.spoolPath, target), this,
                         [this, target, merge = m_merge](const engine::Result<void> &outcome) {
                             if (!outcome)
                                 return m_banner->showError(outcome.error());
                             if (!QDesktopServices::openUrl(QUrl::fromLocalFile(target)))
                                 m_banner->showNotice(Mark::Failed, tr("No program of this desktop opens text files."),
                                                      tr("Save the log and open it yourself."));
                         });
}

} // namespace ui
