// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/filesside.h"

#include "models/storage/filework.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <utility>

namespace ui {

FilesSide::FilesSide(engine::EngineClient &client, models::FileWork &work, QWidget *parent)
    : QWidget(parent), m_work(work), m_properties(new PropertiesPanel(client, this)),
      m_upload(new UploadPanel(client, this))
{
    QHBoxLayout *row = newRow({}, 0);
    for (QWidget *panel : {static_cast<QWidget *>(m_properties), static_cast<QWidget *>(m_upload)}) {
        auto *side = new QWidget(this);
        fillSide(side, panel);
        side->hide();
        row->addWidget(side);
    }
    setLayout(row);
    connect(m_properties, &PropertiesPanel::closeRequested, this, [this] { setPropertiesShown(false); });
    connect(m_upload, &UploadPanel::asked, this, [this] {
        setPropertiesShown(false);
        m_upload->parentWidget()->show();
    });
    connect(m_upload, &UploadPanel::closed, this, &FilesSide::endUpload);
    connect(&m_work, &models::FileWork::questioned, this, &FilesSide::askNext);
}

FilesSide::~FilesSide()
{
    m_upload->end();
}

bool FilesSide::showsProperties() const
{
    return !m_properties->parentWidget()->isHidden();
}

void FilesSide::setPropertiesShown(bool isShown)
{
    const bool hadFocus = m_properties->parentWidget()->isAncestorOf(parentWidget()->focusWidget());
    m_properties->parentWidget()->setVisible(isShown);
    m_shown = {};
    if (!isShown && hadFocus)
        emit left();
}

void FilesSide::hideProperties()
{
    m_properties->parentWidget()->hide();
}

void FilesSide::showSelected(const QList<engine::Location> &files, const QList<engine::StorageEntry> &entry)
{
    if (files.size() > 1)
        return m_properties->showSeveral(files);
    if (entry.isEmpty())
        return m_properties->showNone();
    const engine::StorageEntry before = std::exchange(m_shown, entry.constFirst());
    if (before.toJson() != m_shown.toJson())
        m_properties->showEntry(files.constFirst());
}

void FilesSide::ask(const models::DropFacts &facts)
{
    m_upload->ask(facts);
    m_upload->takeFocus();
}

void FilesSide::askNext()
{
    if (!m_work.hasQuestion() || !isVisible() || !m_upload->parentWidget()->isHidden())
        return;
    m_upload->askNext(m_work);
    m_upload->takeFocus();
}

void FilesSide::endUpload()
{
    m_upload->end();
    m_upload->parentWidget()->hide();
    emit left();
    askNext();
}

bool FilesSide::isSettled() const
{
    return m_properties->isSettled() && m_upload->isSettled();
}

} // namespace ui
