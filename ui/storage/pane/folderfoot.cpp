// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/folderfoot.h"

#include "models/storage/foldermodel.h"
#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/pane/filetable.h"
#include "ui/widgets/layouts.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace ui {

using models::FolderModel;

namespace {

constexpr qsizetype mostSummed = 20'000; // with more selected entries, no total size is shown

} // namespace

FolderFoot::FolderFoot(const FolderModel &model, const FileTable &table, QWidget *parent)
    : QWidget(parent), m_model(model), m_table(table), m_entries(new QLabel(this)), m_hidden(new QLabel(this)),
      m_selection(new QLabel(this))
{
    m_hidden->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *label : {m_entries, m_hidden, m_selection}) {
        label->setTextFormat(Qt::PlainText);
        label->setFixedHeight(qMax(28, fontMetrics().height() + 12));
    }
    setLayout(newRow({16, 0, 16, 0}, 12, {m_entries, m_hidden, Stretch{}, m_selection}));
}

void FolderFoot::showCounts()
{
    const qint64 hidden = m_model.filter().showsHidden ? 0 : m_model.hiddenCount();
    m_entries->setText(entriesText(hidden));
    m_hidden->setText(hidden > 0 ? tr("%1 hidden").arg(QLocale().toString(hidden)) : QString());
    m_selection->setText(selectionText());
}

QString FolderFoot::entriesText(qint64 hidden) const
{
    const qint64 shown = m_model.rowCount();
    const QString all = models::entriesText(m_model.entryCount() - hidden);
    switch (m_model.state()) {
    case FolderModel::State::Listing:
        return m_model.entryCount() == 0 ? tr("Waiting for %1").arg(models::placeName(m_model.folder().place))
                                         : tr("%1 so far").arg(models::entriesText(m_model.entryCount()));
    case FolderModel::State::Stopped:
        return tr("The first %1").arg(models::entriesText(m_model.entryCount()));
    case FolderModel::State::Failed:
        return shown > 0 ? tr("%1 as last seen").arg(all) : QString();
    default:
        return m_model.filter().text.isEmpty() ? all : tr("%1 of %2").arg(QLocale().toString(shown), all);
    }
}

QString FolderFoot::selectionText() const
{
    const qsizetype selected = m_table.selectionCount();
    QString size;
    if (selected > 0 && selected <= mostSummed) {
        qint64 bytes = 0;
        bool hasFolder = false;
        for (const engine::StorageEntry &entry : m_table.selectedEntries()) {
            bytes += entry.size;
            hasFolder = hasFolder || entry.isFolder;
        }
        size = hasFolder ? QString() : models::fileSize(bytes);
    }
    if (selected == 0 || (selected == 1 && size.isEmpty()))
        return {};
    const QString count = tr("%1 selected").arg(QLocale().toString(qint64(selected)));
    return size.isEmpty() ? count : QString(count + u", "_s + size);
}

} // namespace ui
