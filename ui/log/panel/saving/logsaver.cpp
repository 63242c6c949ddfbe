// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/saving/logsaver.h"

#include "engine/base/whenfinished.h"
#include "engine/log/reader/loggap.h"
#include "ui/log/logfiles.h"
#include "ui/log/mergedlog.h"
#include "ui/log/panel/saving/logsavingbar.h"
#include "ui/log/view/logview.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QUrl>

namespace ui {

namespace {

constexpr qint64 mostForAnEditor = 256 * 1024 * 1024;

} // namespace

LogSaver::LogSaver(LogView &view, const MergedLog &merged, Banner &outcome)
    : m_view(view), m_merged(merged), m_outcome(outcome), m_copied(new Banner), m_progress(new LogSavingBar)
{
    m_copied->setObjectName(QStringLiteral("copiedPart"));
    m_copied->setRemedy(tr("Save the selection…"));
    setLayout(newColumn({}, 0, {m_copied, m_progress}));
    connect(&m_view, &LogView::copied, this, &LogSaver::tellOfCopy);
    connect(m_copied, &Banner::remedyRequested, this, &LogSaver::askWhereToSaveSelection);
    connect(this, &LogSaver::saved, m_copied, &Banner::dismiss);
}

void LogSaver::begin()
{
    m_copied->dismiss();
}

void LogSaver::tellOfCopy(bool isWhole)
{
    if (isWhole)
        return m_copied->dismiss();
    constexpr qsizetype mega = 1024 * 1024;
    m_copied->showNotice(Mark::Terminating,
                         tr("Only the first %1 MB of the selection were copied.").arg(LogView::longestCopy / mega),
                         tr("A file can have all of it."));
}

void LogSaver::askWhereToSave()
{
    if (m_log.spoolPath.isEmpty())
        return;
    QFileDialog *dialog = newSaveDialog(tr("Save the log"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path = m_log.spoolPath, how = saving(), keeper = keeper()](const QString &target) {
                tellOf(saveCopy(path, target, how), target, keeper); // the log may no longer be shown
            });
    dialog->open();
}

void LogSaver::askWhereToSaveSelection()
{
    QFileDialog *dialog = newSaveDialog(tr("Save the selection"));
    connect(dialog, &QFileDialog::fileSelected, this, &LogSaver::saveSelection);
    dialog->open();
}

void LogSaver::askWhereToSaveAll()
{
    auto *dialog = new QFileDialog(this, tr("Save all logs in"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, files = all()](const QString &place) { saveThese(files, place); });
    dialog->open();
}

QFileDialog *LogSaver::newSaveDialog(const QString &title)
{
    auto *dialog = new QFileDialog(this, title, {}, {});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QFileInfo(m_log.name).fileName());
    return dialog;
}

void LogSaver::saveAs(const QString &target)
{
    tellOf(saveCopy(m_log.spoolPath, target, saving()), target, keeper());
}

void LogSaver::saveSelection(const QString &target)
{
    tellOf(m_view.excerpt().save(target), target, keeper());
}

void LogSaver::saveAll(const QString &place)
{
    saveThese(all(), place);
}

void LogSaver::tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                      const std::shared_ptr<const void> &keeper)
{
    m_progress->add(QFuture<void>(saving), QFileInfo(target).fileName());
    engine::whenFinished(saving, this, [this, target, keeper](const auto &outcome) {
        if (!outcome)
            return m_outcome.showError(outcome.error());
        m_outcome.dismiss();
        emit saved(target);
    });
}

void LogSaver::saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place)
{
    const QString wanted = m_jobName.isEmpty() ? tr("Logs") : tr("%1 logs").arg(m_jobName);
    const QFuture<engine::Result<QString>> saving = saveCopies(files, place, wanted);
    m_progress->add(QFuture<void>(saving), wanted);
    engine::whenFinished(saving, this, [this](const auto &outcome) {
        if (!outcome)
            return m_outcome.showError(outcome.error());
        m_outcome.showNotice(Mark::Succeeded, tr("Saved in %1.").arg(QDir::toNativeSeparators(*outcome)));
        emit saved(*outcome);
    });
}

// Opens a copy, so that the editor cannot change the log.
void LogSaver::openInEditor()
{
    if (m_log.spoolPath.isEmpty())
        return;
    const std::optional<engine::LogGap> gap = engine::logGap(m_log.spoolPath);
    if (QFileInfo(m_log.spoolPath).size() - (gap ? gap->bytes() : 0) > mostForAnEditor)
        return m_outcome.showNotice(Mark::Terminating, tr("This log is too large for an editor."),
                                    tr("Save it, or select what you need and save the selection."));
    static std::unique_ptr<QTemporaryDir> copies; // outlives the panel, as an editor may be slow
    if (!copies || !copies->isValid())
        copies = std::make_unique<QTemporaryDir>();
    if (!copies->isValid())
        return m_outcome.showNotice(Mark::Failed, tr("There is no room for a copy: %1").arg(copies->errorString()),
                                    tr("Free some of it, or save the log elsewhere."));
    QStringList words{m_jobName, m_log.node, QFileInfo(m_log.name).fileName()};
    words.removeAll(QString());
    const QString target = copies->filePath(words.join(QLatin1Char('-')));
    engine::whenFinished(saveCopy(m_log.spoolPath, target, saving()), this,
                         [this, target, keeper = keeper()](const auto &outcome) {
                             if (!outcome)
                                 return m_outcome.showError(outcome.error());
                             if (!QDesktopServices::openUrl(QUrl::fromLocalFile(target)))
                                 m_outcome.showNotice(Mark::Failed, tr("No program of this desktop opens text files."),
                                                      tr("Save the log and open it yourself."));
                         });
}

std::shared_ptr<const void> LogSaver::keeper() const
{
    return m_merged.isOpen() ? m_merged.keeper() : m_keeper;
}

// The colours of ranks are added by the merge; the processes did not write them.
Saving LogSaver::saving() const
{
    return m_merged.isOpen() ? Saving::Plain : Saving::AsItIs;
}

const QList<engine::LogFileSnapshot> &LogSaver::all() const
{
    return m_allFiles.isEmpty() ? m_files : m_allFiles;
}

} // namespace ui
