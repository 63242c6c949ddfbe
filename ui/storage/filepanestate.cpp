// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// FilePane: what it says about the folder.

#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/fileactions.h"
#include "ui/storage/filepane.h"
#include "ui/storage/filetable.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using models::FolderModel;

namespace {

constexpr qsizetype mostSummed = 20'000; // selected entries whose sizes are added up

bool needsConnection(engine::ErrorCode code)
{
    using engine::ErrorCode;
    return code == ErrorCode::Unreachable || code == ErrorCode::AuthenticationFailed
        || code == ErrorCode::HostKeyUnknown || code == ErrorCode::HostKeyChanged;
}

} // namespace

void FilePane::showState()
{
    const bool isListing = m_model.state() == FolderModel::State::Listing;
    m_refresh->setIcon(icon(isListing ? u"x"_s : u"rerun"_s));
    m_refresh->setToolTip(isListing ? tr("Stop listing (Esc)") : tr("List the folder anew (F5)"));
    m_refresh->setAccessibleName(isListing ? tr("Stop listing") : tr("Refresh"));
    if (m_model.state() == FolderModel::State::Failed && !std::exchange(m_saidFailure, true)) {
        const engine::Error &error = *m_model.error();
        showError(error,
                  needsConnection(error.code) && !location().place.isEmpty()   ? Remedy::Connect
                      : error.code == engine::ErrorCode::NotFound && canGoUp() ? Remedy::GoUp
                                                                               : Remedy::Retry);
    }
    showEmptyState();
    showCounts();
    m_actions->update();
    emit changed();
}

void FilePane::showEmptyState()
{
    const bool hasRows = m_model.rowCount() > 0;
    const QWidget *shown = m_stack->currentWidget();
    const bool hadFocus = shown && shown->isAncestorOf(focusWidget());
    if (hasRows || m_model.state() == FolderModel::State::Failed || !m_model.isSettled()) {
        const bool wasButton = m_remedyOfNothing && window()->focusWidget() == m_remedyOfNothing;
        m_stack->setCurrentWidget(m_table);
        if (wasButton)
            focusList();
        return;
    }
    const QString filter = m_model.filter().text.trimmed();
    const auto kind = !filter.isEmpty() ? Nothing::Matches : m_model.entryCount() > 0 ? Nothing::Shown : Nothing::There;
    if (kind == Nothing::Matches)
        m_empty->setTexts(tr("No name matches %1").arg(filter),
                          tr("Hidden by the filter: %1.").arg(models::entriesText(m_model.entryCount())));
    else if (kind == Nothing::Shown)
        m_empty->setTexts(tr("Only hidden entries"),
                          tr("Names that begin with a dot: %1.").arg(models::entriesText(m_model.hiddenCount())));
    else
        m_empty->setTexts(tr("This folder is empty"), {});
    if (std::exchange(m_nothing, kind) != kind || !m_remedyOfNothing)
        offerRemedyOfNothing();
    m_stack->setCurrentWidget(m_empty);
    if (hadFocus && shown != m_empty)
        m_remedyOfNothing->setFocus(Qt::OtherFocusReason);
}

void FilePane::offerRemedyOfNothing()
{
    switch (m_nothing) {
    case Nothing::Matches:
        m_remedyOfNothing = m_empty->setButton(tr("Clear filter"));
        connect(m_remedyOfNothing, &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
        break;
    case Nothing::Shown:
        m_remedyOfNothing = m_empty->setButton(tr("Show them"));
        connect(m_remedyOfNothing, &QAbstractButton::clicked, this, &FilePane::toggleHidden);
        break;
    case Nothing::There:
        m_remedyOfNothing = m_empty->setButton(tr("New folder"));
        connect(m_remedyOfNothing, &QAbstractButton::clicked, this, &FilePane::makeFolder);
        break;
    }
}

void FilePane::showCounts()
{
    const QLocale locale;
    const qint64 shown = m_model.rowCount();
    const qint64 hidden = showsHidden() ? 0 : m_model.hiddenCount();
    const qint64 all = m_model.entryCount() - hidden;
    switch (m_model.state()) {
    case FolderModel::State::Listing:
        m_count->setText(m_model.entryCount() == 0 ? tr("Waiting for %1").arg(models::placeName(location().place))
                                                   : tr("%1 so far").arg(models::entriesText(m_model.entryCount())));
        break;
    case FolderModel::State::Stopped:
        m_count->setText(tr("The first %1").arg(models::entriesText(m_model.entryCount())));
        break;
    case FolderModel::State::Failed:
        m_count->setText(shown > 0 ? tr("%1 as last seen").arg(models::entriesText(all)) : QString());
        break;
    default:
        m_count->setText(m_filter->text().isEmpty()
                             ? models::entriesText(all)
                             : tr("%1 of %2").arg(locale.toString(shown), models::entriesText(all)));
    }
    m_hiddenCount->setText(hidden > 0 ? tr("%1 hidden").arg(locale.toString(hidden)) : QString());

    const qsizetype selected = selectionCount();
    QString facts;
    if (selected > 0 && selected <= mostSummed) {
        qint64 bytes = 0;
        bool hasFolder = false;
        for (const engine::StorageEntry &entry : selectedEntries()) {
            bytes += entry.size;
            hasFolder = hasFolder || entry.isFolder;
        }
        facts = hasFolder ? QString() : models::fileSize(bytes);
    }
    if (selected > 1 || (selected == 1 && !facts.isEmpty())) {
        const QString count = tr("%1 selected").arg(locale.toString(qint64(selected)));
        facts = facts.isEmpty() ? count : QString(count + u", "_s + facts);
    }
    m_facts->setText(facts);
}

void FilePane::fail(const engine::Error &error)
{
    showError(error, needsConnection(error.code) && !location().place.isEmpty() ? Remedy::Connect : Remedy::None);
}

void FilePane::offerRemoval(const engine::Error &error, const QList<engine::Location> &files)
{
    if (error.code != engine::ErrorCode::IoError || files.isEmpty())
        return fail(error);
    m_untrashed = files;
    showError(error, Remedy::Remove);
}

void FilePane::showError(const engine::Error &error, Remedy remedy)
{
    m_remedy = remedy;
    m_banner->showError(error);
    m_banner->setRemedy(remedy == Remedy::Retry         ? tr("Try again")
                            : remedy == Remedy::GoUp    ? tr("Go up")
                            : remedy == Remedy::Connect ? tr("Connect")
                            : remedy == Remedy::Remove  ? tr("Delete…")
                                                        : QString());
}

void FilePane::takeRemedy()
{
    switch (m_remedy) {
    case Remedy::Retry:
        return refresh();
    case Remedy::GoUp:
        return goUp();
    case Remedy::Connect:
        emit connectRequested();
        return;
    case Remedy::Remove:
        emit removeRequested(m_untrashed);
        return;
    case Remedy::None:
        return;
    }
}

} // namespace ui
