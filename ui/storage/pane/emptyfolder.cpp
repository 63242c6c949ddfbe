// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/emptyfolder.h"

#include "models/storage/foldermodel.h"
#include "models/storage/storagewords.h"
#include "ui/widgets/page/emptystate.h"

#include <QAbstractButton>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

EmptyFolder::EmptyFolder(QWidget *parent) : QObject(parent), m_state(new EmptyState(u"folder"_s, {}, {}, parent)) { }

QWidget *EmptyFolder::widget() const
{
    return m_state;
}

void EmptyFolder::show(const models::FolderModel &model)
{
    const QString filter = model.filter().text.trimmed();
    const bool areContainers = models::isContainerList(model.folder());
    const Cause cause = !filter.isEmpty() ? Cause::NothingMatches
        : model.entryCount() > 0          ? Cause::NothingShown
        : areContainers                   ? Cause::NoContainers
                                          : Cause::NothingThere;
    if (cause == Cause::NothingMatches)
        m_state->setTexts(tr("No name matches %1").arg(filter),
                          tr("Hidden by the filter: %1.").arg(models::entriesText(model.entryCount())));
    else if (cause == Cause::NothingShown)
        m_state->setTexts(tr("Only hidden entries"),
                          tr("Names that begin with a dot: %1.").arg(models::entriesText(model.hiddenCount())));
    else if (cause == Cause::NoContainers)
        m_state->setTexts(tr("No containers yet"), tr("Files of a storage account are in containers."));
    else
        m_state->setTexts(tr("This folder is empty"), {});
    if (std::exchange(m_cause, cause) != cause || !m_button)
        offer(cause);
}

void EmptyFolder::offer(Cause cause)
{
    switch (cause) {
    case Cause::NothingMatches:
        m_button = m_state->setButton(tr("Clear filter"));
        connect(m_button, &QAbstractButton::clicked, this, &EmptyFolder::filterUnwanted);
        break;
    case Cause::NothingShown:
        m_button = m_state->setButton(tr("Show them"));
        connect(m_button, &QAbstractButton::clicked, this, &EmptyFolder::hiddenWanted);
        break;
    case Cause::NothingThere:
    case Cause::NoContainers:
        m_button = m_state->setButton(cause == Cause::NoContainers ? tr("New container…") : tr("New folder"));
        connect(m_button, &QAbstractButton::clicked, this, &EmptyFolder::folderWanted);
        break;
    }
}

} // namespace ui
