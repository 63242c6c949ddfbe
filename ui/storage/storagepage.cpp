// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/storagepage.h"

#include "models/resourcestore.h"
#include "models/storage/filework.h"
#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/filedrop.h"
#include "ui/storage/filepane.h"
#include "ui/storage/filetable.h"
#include "ui/storage/placespanel.h"
#include "ui/storage/propertiespanel.h"
#include "ui/storage/removalpanel.h"
#include "ui/storage/restorepanel.h"
#include "ui/storage/uploadpanel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/statemarks.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using engine::Location;

namespace {

constexpr int smallestPane = 300;

} // namespace

StoragePage::StoragePage(engine::EngineClient &client, const models::ResourceStore &store, models::FileWork &work,
                         QSettings &settings, const Location &folder, QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_work(work), m_settings(settings), m_placesModel(client),
      m_header(new PageHeader(this)), m_places(new PlacesPanel(m_placesModel, this)), m_splitter(new QSplitter(this)),
      m_side(new QWidget(this)), m_properties(new PropertiesPanel(client, this)), m_uploadSide(new QWidget(this)),
      m_upload(new UploadPanel(client, this)), m_removalSide(new QWidget(this)),
      m_removal(new RemovalPanel(client, work, this)), m_restoreSide(new QWidget(this)),
      m_restore(new RestorePanel(work, this)), m_restoreAction(new QAction(icon(u"undo"_s), tr("Put &back…"), this))
{
    addCommands();
    arrange();
    m_panes.append(newPane());
    activate(m_panes.constFirst());
    m_selectionPause.setSingleShot(true);
    m_selectionPause.setInterval(80ms);
    connect(&m_selectionPause, &QTimer::timeout, this, &StoragePage::showSelected);
    connect(m_places, &PlacesPanel::openRequested, this, [this](const Location &place) {
        m_active->open(place);
        m_active->focusList();
    });
    auto *drop = new FileDrop(m_places, [this](const QPoint &where) { return m_places->spotAt(where); });
    drop->setMayMove(true);
    connect(drop, &FileDrop::dropped, this, &StoragePage::askTransfer);
    connect(m_places, &PlacesPanel::connectRequested, this, &StoragePage::connectRequested);
    connect(&m_placesModel, &models::PlacesModel::refreshed, this, [this] {
        if (!std::exchange(m_hasPlaces, true) && m_isWaiting)
            openFirst();
        if (m_waiting)
            std::exchange(m_waiting, {})();
        showHeader();
    });
    connect(&m_placesModel, &models::PlacesModel::failed, this, [this](const engine::Error &error) {
        m_hasPlaces = true;
        m_active->fail(error);
    });
    m_restoreAction->setShortcut(QKeySequence(u"Ctrl+Shift+Z"_s));
    m_restoreAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_restoreAction->setToolTip(tr("Choose what comes out of the trash again (Ctrl+Shift+Z)"));
    addAction(m_restoreAction);
    connect(m_restoreAction, &QAction::triggered, this, &StoragePage::askRestore);
    connect(m_restore, &RestorePanel::closed, this, &StoragePage::closeRestore);
    connect(m_removal, &RemovalPanel::closed, this, &StoragePage::closeRemoval);
    connect(m_removal, &RemovalPanel::failed, this, &StoragePage::fail);
    connect(&work, &models::FileWork::changedIn, this, &StoragePage::refreshPanesAt);
    connect(&work, &models::FileWork::questioned, this, &StoragePage::askNext);
    connect(m_properties, &PropertiesPanel::closeRequested, this, [this] { setPropertiesShown(false); });
    connect(m_properties, &PropertiesPanel::modeChanged, this, [this](const Location &file) {
        for (FilePane *pane : std::as_const(m_panes)) {
            if (pane->location() == file.parent())
                pane->model().refreshEntry(file.name());
        }
    });
    connect(&store, &models::ResourceStore::changed, this, &StoragePage::followMachines);
    connect(&client, &engine::EngineClient::transferChanged, this, &StoragePage::followTransfer);
    // Not F6 alone, which moves files in every program with two panes.
    for (const auto &[keys, direction] : {std::pair(u"Ctrl+F6"_s, 1), {u"Ctrl+Shift+F6"_s, -1}}) {
        auto *shortcut = new QShortcut(QKeySequence(keys), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, way = direction] { focusNextArea(way); });
    }
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, const QWidget *now) {
        for (FilePane *pane : std::as_const(m_panes)) {
            if (now && pane->isAncestorOf(now))
                return activate(pane);
        }
    });
    setPropertiesShown(m_settings.value(u"storage/properties"_s).toBool());
    followMachines();
    m_firstPlace = folder.place;
    m_isWaiting = folder.path.isEmpty();
    if (!m_isWaiting)
        m_active->open(folder);
    m_placesModel.refresh();
    QMetaObject::invokeMethod(this, &StoragePage::askNext, Qt::QueuedConnection); // what waits since another page
}

// Its parts go after its members, and the focus moves while they do.
StoragePage::~StoragePage()
{
    qApp->disconnect(this);
    m_upload->end();
}

void StoragePage::addCommands()
{
    m_uploadButton = m_header->addCommand(u"upload"_s, tr("Upload…"));
    connect(m_uploadButton, &QAbstractButton::clicked, this,
            [this] { showUploadMenu(m_uploadButton->mapToGlobal(QPoint(0, m_uploadButton->height()))); });
    connect(m_upload, &UploadPanel::asked, this, &StoragePage::showUpload);
    connect(m_upload, &UploadPanel::closed, this, &StoragePage::closeUpload);
    auto *make = m_header->addCommand(u"folder"_s, tr("New folder"), tr("Make a folder here (Ctrl+Shift+N)"));
    connect(make, &QAbstractButton::clicked, this, [this] { m_active->makeFolder(); });
    m_second = m_header->addCommand(u"columns"_s, tr("Second pane"), tr("Another folder beside this one"));
    m_second->setCheckable(true);
    connect(m_second, &QAbstractButton::clicked, this, &StoragePage::setSecondPane);
    m_propertiesButton =
        m_header->addCommand(u"info"_s, tr("Properties"), tr("What the selected entry is, and how it begins (Space)"));
    m_propertiesButton->setCheckable(true);
    connect(m_propertiesButton, &QAbstractButton::clicked, this, &StoragePage::setPropertiesShown);
    auto *more = m_header->addCommand(u"dots"_s, tr("More"));
    connect(more, &QAbstractButton::clicked, this,
            [this, more] { showMenu(more->mapToGlobal(QPoint(0, more->height()))); });
}

void StoragePage::arrange()
{
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    fillSide(m_side, m_properties);
    fillSide(m_uploadSide, m_upload);
    fillSide(m_removalSide, m_removal);
    fillSide(m_restoreSide, m_restore);
    m_restoreSide->hide();
    m_uploadSide->hide();
    m_removalSide->hide();
    auto *row = newRow(
        {}, 0, {m_places, newLine(Qt::Vertical), {m_splitter, 1}, m_side, m_uploadSide, m_removalSide, m_restoreSide});
    setLayout(newColumn({}, 0, {m_header, newLine(), {row, 1}}));
}

void StoragePage::takeFocus()
{
    m_active->focusList();
}

bool StoragePage::isSettled() const
{
    return m_hasPlaces && !m_work.isLooking() && m_properties->isSettled() && m_upload->isSettled()
        && m_removal->isSettled() && !m_selectionPause.isActive()
        && std::all_of(m_panes.cbegin(), m_panes.cend(), [](const FilePane *pane) { return pane->isSettled(); });
}

bool StoragePage::canStep(Step step) const
{
    return m_active->canStep(step);
}

void StoragePage::step(Step step)
{
    m_active->step(step);
}

bool StoragePage::reload()
{
    m_placesModel.refresh();
    m_active->refresh();
    return true;
}

QList<QAction *> StoragePage::commands() const
{
    return m_active->actions() + QList<QAction *>{m_restoreAction};
}

void StoragePage::setPropertiesShown(bool isShown)
{
    const bool hadFocus = m_side->isAncestorOf(focusWidget());
    m_propertiesButton->setChecked(isShown);
    m_settings.setValue(u"storage/properties"_s, isShown);
    fitPlaces();
    if (!isShown && hadFocus)
        m_active->focusList();
}

void StoragePage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitPlaces();
}

// The list wins: places are in the path's menu as well.
void StoragePage::fitPlaces()
{
    const bool isAsked = !m_uploadSide->isHidden() || !m_removalSide->isHidden() || !m_restoreSide->isHidden();
    const bool showsSide = m_propertiesButton->isChecked() && !isAsked;
    if (m_side->isHidden() == showsSide) {
        m_side->setVisible(showsSide);
        showSelected();
    }
    int side = m_side->isHidden() ? 0 : m_properties->maximumWidth();
    side += m_uploadSide->isHidden() ? 0 : m_upload->maximumWidth();
    side += m_removalSide->isHidden() ? 0 : m_removal->maximumWidth();
    side += m_restoreSide->isHidden() ? 0 : m_restore->maximumWidth();
    m_places->setVisible(width() - side - m_places->width() >= int(m_panes.size()) * smallestPane);
}

void StoragePage::showHeader()
{
    const Location &folder = m_active->location();
    m_header->setTitle(models::placeName(folder.place));
    m_uploadButton->setEnabled(!folder.place.isEmpty());
    m_uploadButton->setToolTip(
        folder.place.isEmpty() ? tr("This folder is on this computer: open one of a machine to upload into it")
                               : tr("Bring files of this computer into this folder; they may also be dropped on it"));
    QList<LinkText> facts;
    if (const QString free = m_placesModel.freeText(folder); !free.isEmpty())
        facts.append(free);
    m_header->setFacts(facts);
    const auto id = machineNamed(folder.place);
    if (folder.place.isEmpty() || !id.isValid())
        return m_header->clearState();
    const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(id));
    m_header->setState(markOf(machine.link), models::word(machine.link));
}

void StoragePage::showSelected()
{
    m_selectionPause.stop();
    if (m_side->isHidden())
        return;
    const qsizetype count = m_active->selectionCount();
    if (count == 0)
        m_properties->showNone();
    else if (count == 1)
        m_properties->showEntry(m_active->selectedLocations().constFirst());
    else
        m_properties->showSeveral(m_active->selectedLocations());
}

void StoragePage::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_active->fillMenu(*menu);
    menu->addSeparator();
    addTransferActions(*menu);
    menu->addSeparator();
    menu->addAction(m_restoreAction);
    menu->popup(where);
}

} // namespace ui
