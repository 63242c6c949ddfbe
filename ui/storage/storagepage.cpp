// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/storagepage.h"

#include "models/storage/filework.h"
#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/drop/filedrop.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/storage/storageside.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using engine::Location;

namespace {

constexpr int smallestPane = 300;

} // namespace

StoragePage::StoragePage(engine::EngineClient &client, const models::ResourceStore &store, models::FileWork &work,
                         QSettings &settings, const Location &folder, QWidget *parent)
    : Page(parent), m_client(client), m_work(work), m_settings(settings), m_placesModel(client), m_machines(store),
      m_header(new PageHeader(this)), m_places(new PlacesPanel(m_placesModel, this)), m_splitter(new QSplitter(this)),
      m_side(new StorageSide(client, work, this))
{
    addCommands();
    arrange();
    m_panes.append(newPane());
    activate(m_panes.constFirst());
    m_selectionPause.setSingleShot(true);
    m_selectionPause.setInterval(80ms);
    connect(&m_selectionPause, &QTimer::timeout, this, &StoragePage::showSelected);
    connect(&work, &models::FileWork::changedIn, this, &StoragePage::refreshPanesAt);
    connect(&client, &engine::EngineClient::transferChanged, this, &StoragePage::followTransfer);
    // Not F6 alone, which moves files in other programs with two panes.
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
    followPlaces();
    followMachines();
    followSide();
    setPropertiesShown(m_settings.value(u"storage/properties"_s).toBool());
    showHeader();
    if (folder.path.isEmpty())
        whenPlacesAreKnown([this, place = folder.place] { m_active->open({place, m_placesModel.homeOf(place)}); });
    else
        m_active->open(folder);
    m_placesModel.refresh();
    // Shows questions that arrived while another page was shown.
    QMetaObject::invokeMethod(m_side, &StorageSide::askNext, Qt::QueuedConnection);
}

// Children are deleted after the members, and the focus changes meanwhile.
StoragePage::~StoragePage()
{
    qApp->disconnect(this);
    m_side->end();
}

void StoragePage::addCommands()
{
    m_commands.upload = m_header->addCommand(u"upload"_s, tr("Upload…"));
    connect(m_commands.upload, &QAbstractButton::clicked, this,
            [this] { showUploadMenu(m_commands.upload->mapToGlobal(QPoint(0, m_commands.upload->height()))); });
    m_commands.make = m_header->addCommand(u"folder"_s, tr("New folder"));
    connect(m_commands.make, &QAbstractButton::clicked, this, [this] { m_active->makeFolder(); });
    m_commands.secondPane = m_header->addCommand(u"columns"_s, tr("Second pane"), tr("Another folder beside this one"));
    m_commands.secondPane->setCheckable(true);
    connect(m_commands.secondPane, &QAbstractButton::clicked, this, &StoragePage::setSecondPane);
    m_commands.properties =
        m_header->addCommand(u"info"_s, tr("Properties"), tr("What the selected entry is, and how it begins (Space)"));
    m_commands.properties->setCheckable(true);
    connect(m_commands.properties, &QAbstractButton::clicked, this, &StoragePage::setPropertiesShown);
    auto *more = m_header->addCommand(u"dots"_s, tr("More"));
    connect(more, &QAbstractButton::clicked, this,
            [this, more] { showMenu(more->mapToGlobal(QPoint(0, more->height()))); });
    m_commands.restore = new QAction(icon(u"undo"_s), tr("Put &back…"), this);
    m_commands.restore->setShortcut(QKeySequence(u"Ctrl+Shift+Z"_s));
    m_commands.restore->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_commands.restore->setToolTip(tr("Choose what comes out of the trash again (Ctrl+Shift+Z)"));
    addAction(m_commands.restore);
    connect(m_commands.restore, &QAction::triggered, m_side, &StorageSide::askRestore);
}

void StoragePage::arrange()
{
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto *row = newRow({}, 0, {m_places, newLine(Qt::Vertical), {m_splitter, 1}, m_side});
    setLayout(newColumn({}, 0, {m_header, newLine(), {row, 1}}));
}

void StoragePage::followSide()
{
    connect(m_side, &StorageSide::changed, this, [this] {
        fitPlaces();
        showSelected();
    });
    connect(m_side, &StorageSide::answered, this, &StoragePage::takeFocus);
    connect(m_side, &StorageSide::failed, this, &StoragePage::fail);
    connect(m_side, &StorageSide::containerMade, this, [this](const Location &container) {
        refreshPanesAt(container.parent());
        if (m_active->location() != container.parent())
            return;
        m_active->table()->clearSelection();
        m_active->table()->select({container.name()});
    });
    PropertiesPanel &properties = m_side->properties();
    connect(&properties, &PropertiesPanel::closeRequested, this, [this] { setPropertiesShown(false); });
    connect(&properties, &PropertiesPanel::modeChanged, this, [this](const Location &file) {
        for (FilePane *pane : std::as_const(m_panes)) {
            if (pane->location() == file.parent())
                pane->model().refreshEntry(file.name());
        }
    });
}

void StoragePage::followPlaces()
{
    connect(m_places, &PlacesPanel::openRequested, this, [this](const Location &place) {
        m_active->open(place);
        m_active->focusList();
    });
    connect(m_places, &PlacesPanel::connectRequested, this, &StoragePage::connectRequested);
    connect(m_places, &PlacesPanel::accountRequested, this, &StoragePage::accountRequested);
    auto *drop = new FileDrop(m_places, [this](const QPoint &where) { return m_places->spotAt(where); });
    drop->setMayMove(true);
    connect(drop, &FileDrop::dropped, this, &StoragePage::askTransfer);
    connect(&m_placesModel, &models::PlacesModel::refreshed, this, [this] {
        m_hasPlaces = true;
        for (const auto &act : std::exchange(m_waiting, {}))
            act();
        showHeader();
    });
    connect(&m_placesModel, &models::PlacesModel::failed, this, [this](const engine::Error &error) {
        m_hasPlaces = true;
        m_waiting.clear(); // a drop must not ask minutes later
        m_active->fail(error);
    });
}

// Home folders are known once the places are listed.
void StoragePage::whenPlacesAreKnown(std::function<void()> act)
{
    m_hasPlaces ? act() : m_waiting.append(std::move(act));
}

void StoragePage::takeFocus()
{
    m_active->focusList();
}

bool StoragePage::isSettled() const
{
    return m_hasPlaces && !m_work.isLooking() && m_side->isSettled() && !m_selectionPause.isActive()
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
    return m_active->actions() + QList<QAction *>{m_commands.restore};
}

void StoragePage::setPropertiesShown(bool isShown)
{
    const bool hadFocus = m_side->properties().isAncestorOf(focusWidget());
    m_commands.properties->setChecked(isShown);
    m_settings.setValue(u"storage/properties"_s, isShown);
    m_side->setPropertiesWanted(isShown);
    if (!isShown && hadFocus)
        m_active->focusList();
}

// Escape with the focus beside the question, where the pane had no use for it.
void StoragePage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !m_side->cancel())
        Page::keyPressEvent(event);
}

void StoragePage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitPlaces();
}

// Panes take precedence, as places are also in the path's menu.
void StoragePage::fitPlaces()
{
    const int left = width() - m_side->neededWidth() - m_places->width();
    m_places->setVisible(left >= int(m_panes.size()) * smallestPane);
}

void StoragePage::showHeader()
{
    const Location &folder = m_active->location();
    m_header->setTitle(models::placeName(folder.place));
    const bool areContainers = models::isContainerList(folder);
    m_commands.upload->setEnabled(!folder.place.isEmpty() && !areContainers);
    m_commands.upload->setToolTip(
        folder.place.isEmpty() ? tr("This folder is on this computer: open one of a machine to upload into it")
            : areContainers    ? tr("Files go into a container: open one to upload into it")
                               : tr("Bring files of this computer into this folder; they may also be dropped on it"));
    m_commands.make->setText(areContainers ? tr("New container…") : tr("New folder"));
    m_commands.make->setToolTip(areContainers ? tr("Make a container in this account (Ctrl+Shift+N)")
                                              : tr("Make a folder here (Ctrl+Shift+N)"));
    QList<LinkText> facts;
    if (const QString free = m_placesModel.freeText(folder); !free.isEmpty())
        facts.append(free);
    if (const QString account = m_machines.accountText(folder.place); !account.isEmpty())
        facts.append(account);
    m_header->setFacts(facts);
    const auto link = m_machines.linkOf(folder.place);
    if (!link)
        return m_header->clearState();
    m_header->setState(markOf(*link), models::word(*link));
}

void StoragePage::showSelected()
{
    m_selectionPause.stop();
    if (!m_side->showsProperties())
        return;
    PropertiesPanel &properties = m_side->properties();
    const qsizetype count = m_active->selectionCount();
    if (count == 0)
        properties.showNone();
    else if (count == 1)
        properties.showEntry(m_active->selectedLocations().constFirst());
    else
        properties.showSeveral(m_active->selectedLocations());
}

void StoragePage::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_active->fillMenu(*menu);
    menu->addSeparator();
    addTransferActions(*menu);
    menu->addSeparator();
    menu->addAction(m_commands.restore);
    addAccountActions(*menu);
    menu->popup(where);
}

} // namespace ui
