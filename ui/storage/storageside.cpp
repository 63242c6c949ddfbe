// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/storageside.h"

#include "models/storage/filework.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/panel/containerpanel.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/storage/panel/removalpanel.h"
#include "ui/storage/panel/restorepanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <algorithm>
#include <utility>

namespace ui {

StorageSide::StorageSide(engine::EngineClient &client, models::FileWork &work, QWidget *parent)
    : QWidget(parent), m_work(work), m_properties(new PropertiesPanel(client, this)),
      m_upload(new UploadPanel(client, this)), m_removal(new RemovalPanel(client, work, this)),
      m_restore(new RestorePanel(work, this)), m_container(new ContainerPanel(client, this))
{
    m_panels = {m_properties, m_upload, m_removal, m_restore, m_container};
    QHBoxLayout *row = newRow({}, 0);
    for (QWidget *panel : std::as_const(m_panels)) {
        auto *side = new QWidget(this);
        fillSide(side, panel);
        side->hide();
        row->addWidget(side);
    }
    setLayout(row);
    connect(m_upload, &UploadPanel::asked, this, [this] {
        ask(m_upload);
        m_upload->takeFocus();
    });
    connect(m_upload, &UploadPanel::closed, this, [this] {
        m_upload->end();
        close(m_upload);
        askNext();
    });
    connect(m_removal, &RemovalPanel::closed, this, [this] {
        close(m_removal);
        askNext();
    });
    connect(m_removal, &RemovalPanel::failed, this, &StorageSide::failed);
    connect(m_restore, &RestorePanel::closed, this, [this] { close(m_restore); });
    connect(m_container, &ContainerPanel::closed, this, [this] { close(m_container); });
    connect(m_container, &ContainerPanel::made, this, [this](const engine::Location &container) {
        close(m_container);
        emit containerMade(container);
    });
    connect(&work, &models::FileWork::questioned, this, &StorageSide::askNext);
}

bool StorageSide::isSettled() const
{
    return m_properties->isSettled() && m_upload->isSettled() && m_removal->isSettled() && m_container->isSettled();
}

bool StorageSide::showsProperties() const
{
    return isShown(m_properties);
}

bool StorageSide::isShown(const QWidget *panel)
{
    return !panel->parentWidget()->isHidden();
}

bool StorageSide::asksFirst() const
{
    return isShown(m_upload) || isShown(m_removal);
}

void StorageSide::setPropertiesWanted(bool isWanted)
{
    m_wantsProperties = isWanted;
    showProperties();
}

void StorageSide::showProperties()
{
    m_properties->parentWidget()->setVisible(m_wantsProperties && !asksFirst() && !isShown(m_restore)
                                             && !isShown(m_container));
    const auto shown = std::find_if(m_panels.cbegin(), m_panels.cend(), isShown);
    const QWidget *panel = shown == m_panels.cend() ? nullptr : *shown;
    if (std::exchange(m_shown, panel) != panel)
        emit changed();
}

int StorageSide::neededWidth() const
{
    return m_shown ? m_shown->maximumWidth() : 0;
}

void StorageSide::askUpload(const models::DropFacts &facts)
{
    m_upload->ask(facts);
}

void StorageSide::askRemoval(const QList<engine::Location> &files)
{
    m_removal->ask(files);
    if (isShown(m_upload))
        m_upload->end();
    ask(m_removal);
    m_removal->takeFocus();
}

void StorageSide::askRestore()
{
    if (asksFirst())
        return;
    ask(m_restore);
    m_restore->takeFocus();
}

void StorageSide::askContainer(const engine::Location &account)
{
    if (asksFirst())
        return;
    m_container->ask(account);
    ask(m_container);
    m_container->takeFocus();
}

bool StorageSide::cancel()
{
    for (QWidget *panel : std::initializer_list<QWidget *>{m_container, m_restore}) {
        if (isShown(panel)) {
            close(panel);
            return true;
        }
    }
    return false;
}

void StorageSide::askNext()
{
    if (m_work.hasQuestion() && !asksFirst())
        m_upload->askNext(m_work);
}

void StorageSide::end()
{
    m_upload->end();
}

void StorageSide::ask(QWidget *panel)
{
    for (QWidget *one : std::as_const(m_panels))
        one->parentWidget()->setVisible(one == panel);
    showProperties();
}

void StorageSide::close(QWidget *panel)
{
    if (!isShown(panel))
        return;
    panel->parentWidget()->hide();
    showProperties();
    emit answered();
}

} // namespace ui
