// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/volume/folderpicker.h"

#include "engine/api/storage/placespec.h"
#include "models/resourcestore.h"
#include "models/storage/storagewords.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/panecommands.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QMenu>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

FolderPicker::FolderPicker(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent)
    : QWidget(parent), m_client(client), m_store(store), m_places(client), m_machines(store),
      m_question(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13, QFont::DemiBold))),
      m_room(newColumn({}, 0))
{
    auto *cancel = new QPushButton(tr("Cancel"), this);
    m_use = new QPushButton(tr("Use this folder"), this);
    m_use->setObjectName(u"useFolder"_s);
    m_use->setProperty(filledProperty, true);
    connect(cancel, &QPushButton::clicked, this, &FolderPicker::canceled);
    connect(m_use, &QPushButton::clicked, this, &FolderPicker::choose);
    auto *head = newRow({16, 10, 16, 6}, 10, {{m_question, 1}, cancel, m_use});
    setLayout(newColumn({}, 0, {head, {m_room, 1}}));
    m_places.refresh();
}

void FolderPicker::browse(const QString &place, const QString &folder)
{
    leave();
    const bool isOfNodes = place == u"path";
    engine::Location root{isOfNodes ? QString() : place, u"/"_s};
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::FileServer)) {
        const auto server = engine::FileServerSnapshot::fromDocument(resource.document);
        if (resource.id.name() != place || !server.machine.isValid() || m_machines.named(place).isValid())
            continue;
        root = {server.machine.name(), server.path};
        m_root = server.path.endsWith(u'/') ? server.path : QString(server.path + u'/');
    }
    if (engine::MachineSnapshot::fromDocument(m_store.document(m_machines.named(root.place))).isLocal)
        root.place.clear();
    const engine::PlaceSpec typed{place, folder};
    const auto path = typed.pathFrom(m_root.isEmpty() ? m_places.homeOf(root.place) : root.path);
    m_question->setText(isOfNodes ? tr("The folder, as it is on each node") : tr("The folder on %1").arg(place));
    m_pane = newPane();
    m_pane->setRoot(root, isOfNodes ? models::placeName({}) : place);
    m_pane->open({root.place, path ? *path : root.path});
}

void FolderPicker::leave()
{
    m_root.clear();
    if (FilePane *pane = std::exchange(m_pane, nullptr)) {
        pane->disconnect(this);
        pane->deleteLater();
    }
}

void FolderPicker::takeFocus()
{
    m_pane->focusList();
}

FilePane *FolderPicker::newPane()
{
    auto *pane = new FilePane(m_client, m_places, this);
    connect(pane, &FilePane::changed, this, [this, pane] {
        const bool isRead = pane->model().state() != models::FolderModel::State::Failed;
        m_use->setEnabled(isRead);
        m_use->setToolTip(isRead ? QString() : tr("This folder could not be read."));
    });
    const auto machine = [this, pane] { return m_machines.named(pane->location().place); };
    connect(pane, &FilePane::connectRequested, this, [this, pane, machine] {
        connectMachineOf(m_client, pane, machine(), [this, id = machine()] { emit machineRequested(id); });
    });
    connect(pane, &FilePane::terminalRequested, this,
            [this, pane, machine] { openTerminalIn(m_client, pane, machine()); });
    connect(pane, &FilePane::copyRequested, this, [pane] { putFiles(pane->selectedLocations(), FileIntent::Copy); });
    connect(pane, &FilePane::menuRequested, this, [pane](const QPoint &where) {
        auto *menu = new QMenu(pane);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        pane->fillMenu(*menu);
        menu->popup(where);
    });
    connect(&m_machines, &StorageMachines::cameBack, pane, [pane](const QString &place) {
        if (pane->location().place == place && pane->model().state() == models::FolderModel::State::Failed)
            pane->refresh();
    });
    m_room->addWidget(pane);
    return pane;
}

void FolderPicker::choose()
{
    QString folder = m_pane->location().path;
    if (!m_root.isEmpty() && QString(folder + u'/').startsWith(m_root)) {
        const QString inside = folder.mid(m_root.size());
        folder = inside.isEmpty() ? u"."_s : inside;
    }
    emit chosen(folder);
}

} // namespace ui
