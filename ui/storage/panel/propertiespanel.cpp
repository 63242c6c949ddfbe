// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/propertiespanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/panel/filepreview.h"
#include "ui/storage/panel/properties/contentcount.h"
#include "ui/storage/panel/properties/entryhead.h"
#include "ui/storage/panel/properties/filechecksum.h"
#include "ui/storage/panel/properties/permissionboxes.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"

#include <QLocale>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::StorageEntry;

namespace {

constexpr int smallestPreview = 130;

QString sizeText(const StorageEntry &entry)
{
    if (entry.isFolder || entry.kind == engine::EntryKind::Other)
        return {};
    const QString exact = PropertiesPanel::tr("%1 bytes").arg(QLocale().toString(entry.size));
    return entry.size < 1000 ? exact : QString(models::fileSize(entry.size) + u" ("_s + exact + u')');
}

} // namespace

PropertiesPanel::PropertiesPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_head(new EntryHead(this)), m_banner(new Banner(this)),
      m_facts(new FactList(this)), m_contents(new ContentCount(client, m_banner, this)),
      m_preview(new FilePreview(client, this)), m_permissions(new PermissionBoxes(this))
{
    setAccessibleName(tr("Properties and preview"));
    makeSidePanel(*this);
    arrange();
    connect(m_permissions, &PermissionBoxes::modeChosen, this, &PropertiesPanel::setMode);
    showNone();
}

void PropertiesPanel::arrange()
{
    auto *close = new QToolButton(this);
    close->setIcon(icon(u"x"_s));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close (Space)"));
    close->setAccessibleName(tr("Close properties"));
    connect(close, &QToolButton::clicked, this, &PropertiesPanel::closeRequested);
    auto *head = newRow({}, 10, {{m_head, 1}, {close, 0, Qt::AlignTop}});
    auto *content = new QWidget(this);
    QScrollArea *scroll = newSideScroll(content, this);
    setLayout(newColumn({}, 0, {scroll}));
    // Added late: an earlier child of the content would be first in the tab order.
    m_checksum = new FileChecksum(m_client, m_banner, this);
    content->setLayout(
        newColumn({16, 12, 12, 12}, 10,
                  {head, m_banner, m_facts, m_contents, m_permissions, m_checksum, newLine(), {m_preview, 1}}));
    m_preview->setMinimumHeight(smallestPreview);
    setMinimumWidth(
        qMax(minimumWidth(), content->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width()));
}

bool PropertiesPanel::isSettled() const
{
    return !m_isAsking && m_checksum->isSettled() && m_contents->isSettled() && m_preview->isSettled();
}

void PropertiesPanel::clear()
{
    ++m_request;
    m_isAsking = false;
    m_location = {};
    m_checksum->clear();
    m_contents->hide();
    m_banner->dismiss();
    m_facts->setFacts({});
    m_permissions->hide();
    m_preview->clear();
}

void PropertiesPanel::showNone()
{
    clear();
    m_contents->setFiles({});
    m_head->setWords(tr("Nothing is selected"), tr("Choose an entry to see what it is and how it begins."));
}

void PropertiesPanel::showSeveral(const QList<engine::Location> &files)
{
    clear();
    m_head->setWords(tr("%1 entries are selected").arg(QLocale().toString(files.size())), {});
    m_contents->setFiles(files);
    m_contents->show();
}

void PropertiesPanel::setRoot(const engine::Location &root, const QString &name)
{
    m_head->setRoot(root, name);
}

void PropertiesPanel::showEntry(const engine::Location &location)
{
    if (location != m_location)
        clear();
    m_location = location;
    m_contents->setFiles({location});
    m_head->setEntry(location);
    m_isAsking = true;
    const auto take = [this, request = ++m_request](const engine::Result<StorageEntry> &entry) {
        if (request != m_request)
            return;
        m_isAsking = false;
        if (entry)
            return this->take(*entry);
        m_banner->showError(entry.error());
        m_preview->clear();
    };
    engine::whenFinished(m_client.storage.stat(location), this, take);
}

void PropertiesPanel::take(const StorageEntry &entry)
{
    m_entry = entry;
    m_head->setIcon(models::iconNameOf(entry));
    m_checksum->setFile(m_location, entry.size);
    m_checksum->setVisible(entry.kind == engine::EntryKind::File && engine::accountOf(m_location.place).isEmpty());
    m_contents->setVisible(entry.kind == engine::EntryKind::Folder);
    const QDateTime changed = QDateTime::fromMSecsSinceEpoch(entry.modifiedMs);
    const bool isLink = entry.kind == engine::EntryKind::Link;
    m_facts->setFacts(
        {{tr("Kind"), models::isContainer(m_location) ? tr("Container") : models::kindText(entry)},
         {tr("Leads to"), isLink ? engine::shownPath(entry.target) : QString(), true},
         {tr("Size"), sizeText(entry)},
         {tr("Changed"), entry.modifiedMs > 0 ? QLocale().toString(changed, QLocale::LongFormat) : QString()},
         {tr("Owner"), engine::shownPath(entry.owner)},
         {tr("Group"), engine::shownPath(entry.group)}});
    m_permissions->setEntry(entry);
    m_preview->showFile(m_location, entry);
}

void PropertiesPanel::setMode(int mode)
{
    m_banner->dismiss();
    engine::whenFinished(m_client.storage.setMode(m_location, mode), this,
                         [this, location = m_location, mode](const auto &answer) {
                             emit modeChanged(location);
                             if (location != m_location)
                                 return;
                             if (answer)
                                 m_entry.mode = mode;
                             else
                                 m_banner->showError(answer.error());
                             m_permissions->setEntry(m_entry);
                         });
}

} // namespace ui
