// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/fileserver/fileserverpage.h"

#include "engine/api/resource/snapshots.h"
#include "models/document/clusterwords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/document/documentview.h"
#include "ui/resource/itemrows.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>

using namespace Qt::StringLiterals;

namespace ui {

FileServerPage::FileServerPage(const models::ResourceStore &store, const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_store(store), m_id(id), m_header(new PageHeader(this)), m_banner(new Banner(this)),
      m_facts(new FactList(this)), m_document(new DocumentView(tr("The document of %1").arg(id.name()), this))
{
    m_header->setTitle(id.name());
    m_files = m_header->addCommand(u"folder"_s, tr("Files"));
    connect(m_files, &QAbstractButton::clicked, this, [this] { emit filesRequested(m_folder); });
    auto *map = m_header->addCommand(u"link"_s, tr("Map volume…"),
                                     tr("Say where this file server is now, for documents that mount it"));
    connect(map, &QAbstractButton::clicked, this, [this] { emit mapVolumeRequested(m_id.toString()); });
    auto *remove = m_header->addCommand(u"trash"_s, tr("Delete…"));
    connect(remove, &QAbstractButton::clicked, this, &FileServerPage::removeRequested);
    connect(m_facts, &FactList::openRequested, this, &FileServerPage::openRequested);

    auto *upper = newColumn({16, 4, 16, 12}, 10, {m_banner, m_facts});
    setLayout(newColumn({}, 0, {m_header, upper, newLine(), sectionTitle(tr("Document"), this), {m_document, 1}}));
    connect(&store, &models::ResourceStore::changed, this, &FileServerPage::refresh);
    refresh();
}

void FileServerPage::refresh()
{
    const QJsonObject document = m_store.document(m_id);
    const auto server = engine::FileServerSnapshot::fromDocument(document);
    const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(server.machine));
    m_folder = {machine.isLocal ? QString() : server.machine.name(), server.path};
    m_files->setEnabled(server.machine.isValid());
    m_files->setToolTip(server.machine.isValid() ? QString() : tr("Nothing says where they are"));
    if (server.machine.isValid()) {
        m_header->setState(markOf(machine.link), models::word(machine.link));
        m_header->setFacts({tr("%1 on %2").arg(server.path, server.machine.name())});
        m_banner->dismiss();
    } else {
        m_header->clearState();
        m_banner->showNotice(Mark::Unusable, tr("Nothing says where the files of %1 are now.").arg(m_id.name()),
                             tr("Map it, so that jobs and clusters that mount it find them."));
    }
    QList<Fact> facts{
        {tr("Machine"), server.machine.isValid() ? server.machine.name() : QString(), false, server.machine},
        {tr("Folder"), server.path, true, {}},
        {tr("Made"),
         server.created.isValid() ? QLocale().toString(server.created.toLocalTime(), QLocale::ShortFormat) : QString(),
         false,
         {}}};
    for (const auto &[label, value, isCode] : models::fileServerFacts(document))
        facts.append({label, value, isCode, {}});
    facts.append({tr("Id"), m_id.toString(), true, {}});
    m_facts->setFacts(facts);
    m_document->setDocumentOf(engine::ResourceKind::FileServer, document);
}

} // namespace ui
