// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/newclusterpage.h"

#include "engine/base/whenfinished.h"
#include "models/document/clusterwords.h"
#include "models/document/wantedsecrets.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/document/documentpane.h"
#include "ui/resource/fileserver/placefields.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/checklist.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/tonelabel.h"

#include <QJsonArray>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

NewClusterPage::NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                               const ResourceId &workspace, const QList<ResourceId> &machines,
                               const models::OpenedDocument &document, QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_workspace(workspace),
      m_machines({tr("Machine"), tr("Destination"), tr("Has")}), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_secrets(new SecretPanel(client, this)),
      m_place(new PlaceFields(client, store, ResourceKind::Cluster, workspace, this)),
      m_list(new CheckList(m_machines, tr("Machines"), this)), m_facts(new FactList(this)),
      m_map(new QPushButton(tr("Map volumes…"), this))
{
    if (!document.isEmpty())
        m_document = new DocumentPane(document, this);
    build();
    takeMachines();
    QStringList names;
    for (const ResourceId &machine : machines)
        names.append(machine.name());
    m_machines.setChecked(names);
    m_place->setName(names.size() == 1 ? names.constFirst() : u"cluster-1"_s);
    connect(&m_machines, &models::CheckListModel::checkedChanged, this, &NewClusterPage::check);
    connect(m_place, &PlaceFields::changed, this, &NewClusterPage::check);
    connect(m_place, &PlaceFields::changed, this, &NewClusterPage::plan);
    connect(m_place, &PlaceFields::submitted, m_create, &QPushButton::click);
    connect(m_map, &QPushButton::clicked, this, [this] {
        const QStringList sources = models::clusterSources(m_document->check().document);
        emit mapVolumeRequested(sources.value(0));
    });
    connect(m_secrets, &SecretPanel::complete, this, &NewClusterPage::createWith);
    connect(m_secrets, &SecretPanel::asked, m_secrets, &SecretPanel::takeFocus);
    m_secrets->reportTo(m_banner);
    connect(&store, &models::ResourceStore::changed, this, &NewClusterPage::takeMachines);
    if (m_document) {
        connect(m_document, &DocumentPane::checked, this, &NewClusterPage::takeDocument);
        connect(m_document, &DocumentPane::edited, m_secrets, &SecretPanel::withdraw); // it may want others now
        connect(m_document, &DocumentPane::edited, this, &FormPage::draftChanged);
        takeDocument();
    }
    check();
    m_opened = fields();
}

QJsonObject NewClusterPage::fields() const
{
    QJsonObject fields = m_place->fields();
    fields[u"kind"_s] = engine::toString(ResourceKind::Cluster);
    fields[u"machines"_s] = QJsonArray::fromStringList(m_machines.checked());
    if (m_document)
        fields[u"text"_s] = QString::fromUtf8(m_document->text());
    return fields;
}

void NewClusterPage::takeDraft(const QJsonObject &fields)
{
    m_opened = {}; // the page may have been opened with the text of the draft
    m_place->setFields(fields);
    QStringList machines;
    for (const QJsonValue &machine : fields[u"machines"_s].toArray())
        machines.append(machine.toString());
    m_machines.setChecked(machines);
    if (m_document)
        m_document->setText(fields[u"text"_s].toString().toUtf8());
}

bool NewClusterPage::isSettled() const
{
    return !m_document || (m_document->isSettled() && m_plan->isSettled());
}

void NewClusterPage::takeFocus()
{
    m_place->takeFocus();
}

void NewClusterPage::build()
{
    m_header->setTitle(tr("New cluster"));
    m_header->setFacts({m_document ? tr("a job takes whole machines of it")
                                   : tr("of machines reached by SSH; a job takes whole machines of it")});
    auto *open = m_header->addCommand(u"folder"_s, tr("Open cluster.json…"),
                                      tr("Read a cluster from a file; a file may also be dropped on the window"));
    connect(open, &QAbstractButton::clicked, this, &NewClusterPage::openFileRequested);
    if (m_document) {
        auto *plan =
            m_header->addCommand(u"play"_s, tr("Plan a job…"),
                                 tr("Show what a job.json would run here; one may also be dropped on the page"));
        connect(plan, &QAbstractButton::clicked, this, &NewClusterPage::openFileRequested);
    }
    m_list->setEmpty(tr("No machines by SSH yet"),
                     tr("A cluster is made of machines that are reached by SSH. Connect one first."));
    m_list->setWidths({m_document ? 160 : 240, m_document ? 180 : 260});
    auto *notice = newColumn({16, 4, 16, 0}, 8, {m_banner, m_secrets});
    auto *column = newColumn({}, 0, {m_header, newLine(), notice, {newMiddle(), 1}, newLine()});
    setLayout(column);
    auto *foot = new PageFoot(tr("Create and open"), u"create"_s, this); // its buttons are the last that Tab comes to
    column->addWidget(foot);
    m_verdict = foot->verdict();
    m_create = foot->command();
    m_create->setAutoDefault(true);
    connect(m_create, &QPushButton::clicked, this, &NewClusterPage::create);
}

// The fields and the machines; with a document, what it says below the fields and its text beside them.
QWidget *NewClusterPage::newMiddle()
{
    auto *left = new QWidget(this); // a window of its own would put its fields behind the button
    m_facts->setObjectName(u"documentSays"_s);
    auto *says = newRow({16, 0, 16, 12}, 12, {{m_facts, 1}, {m_map, 0, Qt::AlignTop}});
    left->setLayout(newColumn({}, 0, {m_place, says, newLine(), {m_list, 1}}));
    m_facts->setVisible(m_document);
    m_map->setVisible(m_document);
    if (!m_document) {
        says->setContentsMargins(0, 0, 0, 0);
        return left;
    }
    return newSplitter(Qt::Horizontal, {left, newDocumentHalf()}, {500, 500});
}

QWidget *NewClusterPage::newDocumentHalf()
{
    m_plan = new PlanPanel(m_client);
    connect(m_plan, &PlanPanel::mapRequested, this, &NewClusterPage::mapVolumeRequested);
    m_documentHalf = newSplitter(Qt::Vertical, {m_document, m_plan}, {800, 200});
    return m_documentHalf;
}

void NewClusterPage::takeMachines()
{
    QList<models::CheckRow> rows;
    for (const auto &resource : m_store.all(ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (machine.isLocal && !m_document)
            continue;
        rows.append(
            {machine.id.name(), machine.isLocal ? tr("this computer") : machine.destination,
             machine.link == engine::LinkState::Online ? models::hardwareText(machine) : models::word(machine.link)});
    }
    std::sort(rows.begin(), rows.end(),
              [](const auto &a, const auto &b) { return a.name.compare(b.name, Qt::CaseInsensitive) < 0; });
    m_machines.setRows(rows);
}

void NewClusterPage::takeDocument()
{
    const QJsonObject &document = m_document->check().document;
    QList<Fact> facts;
    for (const auto &[label, value, isCode] : models::clusterFacts(document))
        facts.append({label, value, isCode, {}});
    m_facts->setFacts(facts);
    m_map->setVisible(!models::clusterSources(document).isEmpty());
    check();
    plan();
}

void NewClusterPage::planJob(const models::OpenedDocument &job)
{
    if (m_job.isEmpty())
        m_documentHalf->setSizes({400, 600});
    m_job = job;
    m_plan->setTitle(tr("What %1 will run").arg(job.name));
    plan();
}

// Of its name and the document alone: the cluster is not there yet, and its nodes are node0, node1…
void NewClusterPage::plan()
{
    if (!m_plan)
        return;
    const ResourceId id = m_place->id();
    if (m_job.isEmpty())
        return m_plan->showHint(tr("Open or drop a job.json to see what it would run on this cluster."));
    if (!m_document->check().isValid() || !id.isValid() || m_store.contains(id))
        return m_plan->showHint(tr("Shown once the cluster has a valid document and a free name."));
    const ResourceId job =
        id.parent().child(ResourceKind::Experiment, u"default"_s).child(ResourceKind::Job, u"job-1"_s);
    const QJsonObject &written = m_document->check().document;
    const QJsonObject complete = models::withStandIns(ResourceKind::Cluster, written);
    m_plan->setRequest(
        {job,
         id.toString(),
         m_job.text,
         {},
         complete == written ? m_document->text() : engine::writeDocument(ResourceKind::Cluster, complete)});
}

QString NewClusterPage::verdict() const
{
    const QLocale locale;
    const int count = m_machines.checkedCount();
    if (m_document && !m_document->check().isValid())
        return tr("The document has faults: mend them first.");
    if (const QString what = m_place->fault(); !what.isEmpty())
        return what;
    if (count == 0)
        return tr("Choose at least one machine.");
    const int wanted = m_document ? models::nodesWanted(m_document->check().document) : 0;
    if (wanted > count)
        return tr("The document wants %1 nodes, %2 machines are chosen: the cluster stays below its target.")
            .arg(locale.toString(wanted), locale.toString(count));
    return count == 1 ? tr("1 machine: jobs of 1 node.")
                      : tr("%1 machines: jobs of up to %1 nodes.").arg(locale.toString(count));
}

void NewClusterPage::check()
{
    if (!m_create)
        return;
    const bool isValid = !m_document || m_document->check().isValid();
    const engine::ResourceId id = m_place->id();
    const bool isFree = id.isValid() && !m_store.contains(id);
    m_create->setEnabled(m_machines.checkedCount() > 0 && isFree && isValid && !m_isCreating);
    m_verdict->setText(verdict());
    m_create->setToolTip(m_create->isEnabled() ? QString() : m_verdict->text());
    emit draftChanged();
}

bool NewClusterPage::readNow()
{
    if (m_document)
        m_document->readNow();
    check();
    return m_create->isEnabled();
}

void NewClusterPage::create()
{
    if (m_secrets->goOn())
        return;
    m_banner->dismiss();
    if (!readNow())
        return;
    m_secrets->askMissing(m_document ? models::wantedSecrets(ResourceKind::Cluster, m_document->check().document)
                                     : QList<engine::DocumentSecret>(),
                          tr("Set and create"));
}

void NewClusterPage::createWith(const QHash<QString, QString> &secrets)
{
    if (!readNow())
        return;
    engine::NewResource request;
    request.id = m_place->id().toString();
    request.machines = m_machines.checked();
    if (m_document) {
        request.text.text = QString::fromUtf8(
            secrets.isEmpty() ? m_document->text()
                              : engine::writeDocument(ResourceKind::Cluster,
                                                      engine::withSecretValues(ResourceKind::Cluster,
                                                                               m_document->check().document, secrets)));
    } else {
        request.kind = u"ssh"_s;
        request.target = int(request.machines.size());
    }
    m_isCreating = true;
    check();
    const auto refused = [this](const engine::Error &error) {
        m_isCreating = false;
        check();
        if (m_document && error.code == engine::ErrorCode::InvalidDocument && !error.details.isEmpty())
            return m_document->showFaults(error.details);
        m_banner->showError(error);
    };
    m_place->makeParents([this, request, refused](const engine::Result<void> &made) {
        if (!made)
            return refused(made.error());
        engine::whenFinished(m_client.resources.createCluster(request), this, [this, refused](const auto &cluster) {
            if (!cluster)
                return refused(cluster.error());
            m_opened = fields();
            emit draftChanged();
            emit openRequested(engine::ResourceSnapshot::fromDocument(*cluster).id);
        });
    });
}

} // namespace ui
