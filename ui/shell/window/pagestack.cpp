// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/pagestack.h"

#include "models/resourcestore.h"
#include "models/storage/filework.h"
#include "ui/storage/storagepage.h"
#include "ui/transfer/transferspage.h"

namespace ui {

PageStack::PageStack(const PageContext &context) : m_context(context)
{
    connect(&m_context.store, &models::ResourceStore::changed, this, &PageStack::takeAccount);
}

Page *PageStack::page() const
{
    return qobject_cast<Page *>(currentWidget());
}

void PageStack::go(const Place &place)
{
    if (place == m_navigation.current() && count() > 0)
        return;
    m_navigation.go(place);
    showPlace();
}

void PageStack::open(const engine::ResourceId &id)
{
    if (id.isValid() && id.kind() == engine::ResourceKind::StorageAccount) // the store may not have it yet
        return go({id, Place::Kind::Storage, {}, {}, {}, {}, {engine::blobPlace(id.name()), QStringLiteral("/")}});
    go({id, Place::Kind::Resource, {}, {}, {}});
}

void PageStack::browse(const engine::Location &folder)
{
    go({models::storageAccountAt(m_context.store, folder.place), Place::Kind::Storage, {}, {}, {}, {}, folder});
}

void PageStack::follow(const engine::Location &folder)
{
    const engine::ResourceId account = models::storageAccountAt(m_context.store, folder.place);
    const bool isOther = account != place().id;
    m_navigation.setLocation(folder, account);
    if (isOther)
        emit shown(nameOf(place()));
}

// The store may learn of a storage account after its files were shown.
void PageStack::takeAccount()
{
    if (place().kind != Place::Kind::Storage || place().id.isValid())
        return;
    follow(place().location);
    if (place().id.isValid())
        page()->setAccessibleName(place().id.name());
}

void PageStack::showPlace()
{
    emit leaving();
    Page *page = createPage(m_context, place(), this);
    if (auto *storage = qobject_cast<StoragePage *>(page))
        connect(storage, &StoragePage::locationChanged, this, &PageStack::follow);
    if (auto *transfers = qobject_cast<TransfersPage *>(page))
        connect(transfers, &TransfersPage::undoRequested, &m_context.work, &models::FileWork::undo);
    emit made(page);
    // Deletes the old page later, as it may have emitted the signal that leads here.
    bool hadFocus = false;
    if (QWidget *old = currentWidget()) {
        old->disconnect(this); // its folder is no place of the history any more
        const QWidget *focused = window()->focusWidget();
        hadFocus = old == focused || (focused && old->isAncestorOf(focused));
        removeWidget(old);
        old->deleteLater();
    }
    addWidget(page);
    setCurrentWidget(page);
    const QString name = nameOf(place());
    emit shown(name);
    // Otherwise the tree's filter would get the focus and the keys.
    page->setAccessibleName(place().id.isValid() ? place().id.name() : name);
    page->setFocusPolicy(Qt::ClickFocus);
    if (hadFocus)
        page->setFocus(Qt::OtherFocusReason);
}

QString PageStack::nameOf(const Place &place)
{
    switch (place.kind) {
    case Place::Kind::Submit:
        return tr("New job");
    case Place::Kind::Connect:
        return tr("Connect a machine");
    case Place::Kind::NewCluster:
        return tr("New cluster");
    case Place::Kind::NewFileServer:
        return tr("New file server");
    case Place::Kind::NewStorageAccount:
        return tr("Add a storage account");
    case Place::Kind::Storage:
        return tr("Files");
    case Place::Kind::Transfers:
        return tr("Transfers");
    case Place::Kind::Document:
        return place.document.name;
    case Place::Kind::Resource:
        break;
    }
    return {};
}

bool PageStack::forget(const QList<engine::ResourceId> &removed)
{
    const Place before = place();
    m_navigation.forget(removed);
    if (place() == before)
        return false;
    showPlace();
    return true;
}

bool PageStack::canStep(Page::Step step) const
{
    if (page()->canStep(step))
        return true;
    if (step == Page::Step::Up)
        return place().id.isValid();
    return step == Page::Step::Back ? m_navigation.canGoBack() : m_navigation.canGoForward();
}

void PageStack::step(Page::Step step)
{
    if (page()->canStep(step))
        return page()->step(step);
    if (step == Page::Step::Up)
        return go({place().id.parent(), Place::Kind::Resource, {}, {}, {}});
    step == Page::Step::Back ? m_navigation.back() : m_navigation.forward();
    showPlace();
}

} // namespace ui
