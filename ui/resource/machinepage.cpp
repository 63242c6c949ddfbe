// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/machinepage.h"

#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/resource/itemrows.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/statemarks.h"
#include "ui/widgets/tablelinks.h"
#include "ui/widgets/tables.h"

#include <QLocale>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

MachinePage::MachinePage(const models::ResourceStore &store, const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_store(store), m_id(id), m_header(new PageHeader(this)), m_banner(new Banner(this)),
      m_facts(new QStandardItemModel(this))
{
    m_header->setTitle(id.name());
    m_facts->setHorizontalHeaderLabels({tr("Property"), tr("Value")});
    QTableView *table = makeTable(this);
    table->setModel(m_facts);
    table->setAccessibleName(tr("Hardware of %1").arg(id.name()));
    setWidths(*table, {200});
    connect(new TableLinks(table), &TableLinks::openRequested, this, &MachinePage::openRequested);
    auto *bannerRow = new QHBoxLayout;
    bannerRow->setContentsMargins(16, 4, 16, 4);
    bannerRow->addWidget(m_banner);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(bannerRow);
    column->addWidget(table, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&store, &models::ResourceStore::changed, this, &MachinePage::refresh);
    refresh();
}

bool MachinePage::isSettled() const
{
    return isKnown(engine::MachineSnapshot::fromDocument(m_store.document(m_id)));
}

bool MachinePage::isKnown(const engine::MachineSnapshot &machine)
{
    return (machine.link == engine::LinkState::Online && machine.cores > 0) || !machine.linkReason.isEmpty();
}

void MachinePage::refresh()
{
    const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(m_id));
    m_header->setState(markOf(machine.link), models::word(machine.link));
    QStringList facts;
    if (machine.isLocal)
        facts.append(tr("this computer"));
    if (machine.asOf.isValid())
        facts.append(tr("as of %1").arg(machine.asOf.toLocalTime().toString(u"HH:mm:ss"_s)));
    m_header->setFacts(facts);
    if (machine.linkReason.isEmpty())
        m_banner->dismiss();
    else
        m_banner->showNotice(markOf(machine.link), machine.linkReason.text());

    QList<QList<QStandardItem *>> rows;
    const auto row = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            rows.append(QList<QStandardItem *>{textItem(name, {}, u"text2"_s), textItem(value, {})});
    };
    const auto link = [&](const QString &name, const engine::ResourceId &target) {
        rows.append(QList<QStandardItem *>{textItem(name, target, u"text2"_s),
                                           textItem(target.shortText(), target, u"link"_s)});
    };
    row(tr("Link"), models::word(machine.link));
    row(tr("Last news"),
        machine.asOf.isValid() ? QLocale().toString(machine.asOf.toLocalTime(), u"yyyy-MM-dd HH:mm:ss"_s)
                               : tr("none yet"));
    row(tr("Host name"), machine.hostName);
    row(tr("System"), machine.os);
    row(tr("Cores"), machine.cores > 0 ? QLocale().toString(machine.cores) : QString());
    row(tr("Memory"), machine.memoryBytes > 0 ? models::memory(machine.memoryBytes) : QString());
    for (qsizetype i = 0; i < machine.gpus.size(); ++i)
        row(tr("GPU %1").arg(i),
            QString(machine.gpus[i].model + u", "_s + models::memory(machine.gpus[i].memoryBytes)));
    if (machine.cores > 0 && machine.gpus.isEmpty())
        row(tr("GPUs"), tr("none"));
    for (const auto &resource : m_store.all(engine::ResourceKind::Cluster)) {
        for (const auto &node : engine::ClusterSnapshot::fromDocument(resource.document).nodes) {
            if (node.machine != m_id)
                continue;
            link(tr("In cluster"), resource.id);
            if (node.job.isValid())
                link(tr("Runs"), node.job);
        }
    }
    setRows(*m_facts, rows);
}

} // namespace ui
