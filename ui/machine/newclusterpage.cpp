// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/newclusterpage.h"

#include "engine/base/whenfinished.h"
#include "models/document/clusterwords.h"
#include "models/document/wantedsecrets.h"
#include "models/resourcestore.h"
#include "ui/document/documentpane.h"
#include "ui/machine/clusterdocument.h"
#include "ui/machine/machinechoice.h"
#include "ui/resource/fileserver/placefields.h"
#include "ui/secret/secretpanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/tonelabel.h"

#include <QJsonArray>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

NewClusterPage::NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                               const ResourceId &workspace, const QList<ResourceId> &machines,
                               const models::OpenedDocument &document, QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_workspace(workspace), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_secrets(new SecretPanel(client, this)),
      m_place(new PlaceFields(client, store, ResourceKind::Cluster, workspace, this)),
      m_machines(new MachineChoice(
          store, document.isEmpty() ? MachineChoice::Cluster::New : MachineChoice::Cluster::OfDocument, this)),
      m_facts(new FactList(this)), m_map(new QPushButton(tr("Map volumes…"), this))
{
    if (!document.isEmpty())
        m_document = new ClusterDocument(client, document, this);
    build();
    QStringList names;
    for (const ResourceId &machine : machines)
        names.append(machine.name());
    m_machines->model().setChecked(names);
    m_place->setName(names.size() == 1 ? names.constFirst() : u"cluster-1"_s);
    connect(&m_machines->model(), &models::CheckListModel::checkedChanged, this, &NewClusterPage::check);
    connect(m_place, &PlaceFields::changed, this, &NewClusterPage::check);
    connect(m_place, &PlaceFields::changed, this, &NewClusterPage::plan);
    connect(m_place, &PlaceFields::submitted, m_foot->command(), &QPushButton::click);
    connect(m_map, &QPushButton::clicked, this, [this] {
        const QStringList sources = models::clusterSources(m_document->pane().check().document);
        emit mapVolumeRequested(sources.value(0));
    });
    connect(m_secrets, &SecretPanel::complete, this, &NewClusterPage::createWith);
    connect(m_secrets, &SecretPanel::asked, m_secrets, &SecretPanel::takeFocus);
    m_secrets->reportTo(m_banner);
    if (m_document) {
        connect(m_document, &ClusterDocument::mapRequested, this, &NewClusterPage::mapVolumeRequested);
        const DocumentPane *pane = &m_document->pane();
        connect(pane, &DocumentPane::checked, this, &NewClusterPage::takeDocument);
        connect(pane, &DocumentPane::edited, m_secrets, &SecretPanel::withdraw); // it may need other secrets now
        connect(pane, &DocumentPane::edited, this, &FormPage::draftChanged);
        takeDocument();
    }
    check();
    m_opened = fields();
}

QJsonObject NewClusterPage::fields() const
{
    QJsonObject fields = m_place->fields();
    fields[u"kind"_s] = engine::toString(ResourceKind::Cluster);
    fields[u"machines"_s] = QJsonArray::fromStringList(m_machines->model().checked());
    if (m_document)
        fields[u"text"_s] = QString::fromUtf8(m_document->pane().text());
    return fields;
}

void NewClusterPage::takeDraft(const QJsonObject &fields)
{
    m_opened = {}; // the page may have been opened with the draft's text
    m_place->setFields(fields);
    QStringList machines;
    for (const QJsonValue &machine : fields[u"machines"_s].toArray())
        machines.append(machine.toString());
    m_machines->model().setChecked(machines);
    if (m_document)
        m_document->pane().setText(fields[u"text"_s].toString().toUtf8());
}

bool NewClusterPage::isSettled() const
{
    return !m_document || m_document->isSettled();
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
    auto *notice = newColumn({16, 4, 16, 0}, 8, {m_banner, m_secrets});
    auto *column = newColumn({}, 0, {m_header, newLine(), notice, {newMiddle(), 1}, newLine()});
    setLayout(column);
    // Created last, so that its buttons are last in the tab order.
    m_foot = new PageFoot(tr("Create and open"), u"create"_s, this);
    column->addWidget(m_foot);
    m_foot->command()->setAutoDefault(true);
    connect(m_foot->command(), &QPushButton::clicked, this, &NewClusterPage::create);
}

// Fields and machines; with a document, its settings below the fields and its text beside them.
QWidget *NewClusterPage::newMiddle()
{
    auto *left = new QWidget(this); // with a parent, so that its fields precede the button in the tab order
    m_facts->setObjectName(u"documentSays"_s);
    auto *says = newRow({16, 0, 16, 12}, 12, {{m_facts, 1}, {m_map, 0, Qt::AlignTop}});
    left->setLayout(newColumn({}, 0, {m_place, says, newLine(), {m_machines, 1}}));
    m_facts->setVisible(m_document);
    m_map->setVisible(m_document);
    if (!m_document) {
        says->setContentsMargins(0, 0, 0, 0);
        return left;
    }
    return newSplitter(Qt::Horizontal, {left, m_document}, {500, 500});
}

void NewClusterPage::takeDocument()
{
    const QJsonObject &document = m_document->pane().check().document;
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
    m_document->setJob(job);
    plan();
}

void NewClusterPage::plan()
{
    const ResourceId id = m_place->id();
    if (m_document)
        m_document->plan(m_store.contains(id) ? ResourceId() : id);
}

QString NewClusterPage::verdict() const
{
    const QLocale locale;
    const int count = m_machines->model().checkedCount();
    if (m_document && !m_document->pane().check().isValid())
        return tr("The document has faults: mend them first.");
    if (const QString what = m_place->fault(); !what.isEmpty())
        return what;
    if (count == 0)
        return tr("Choose at least one machine.");
    const int wanted = m_document ? models::nodesWanted(m_document->pane().check().document) : 0;
    if (wanted > count)
        return tr("The document wants %1 nodes, %2 machines are chosen: the cluster stays below its target.")
            .arg(locale.toString(wanted), locale.toString(count));
    return count == 1 ? tr("1 machine: jobs of 1 node.")
                      : tr("%1 machines: jobs of up to %1 nodes.").arg(locale.toString(count));
}

void NewClusterPage::check()
{
    QPushButton *create = m_foot->command();
    const bool isValid = !m_document || m_document->pane().check().isValid();
    const engine::ResourceId id = m_place->id();
    const bool isFree = id.isValid() && !m_store.contains(id);
    create->setEnabled(m_machines->model().checkedCount() > 0 && isFree && isValid && !m_isCreating);
    m_foot->verdict()->setText(verdict());
    create->setToolTip(create->isEnabled() ? QString() : m_foot->verdict()->text());
    emit draftChanged();
}

bool NewClusterPage::readNow()
{
    if (m_document)
        m_document->pane().readNow();
    check();
    return m_foot->command()->isEnabled();
}

void NewClusterPage::create()
{
    if (m_secrets->goOn())
        return;
    m_banner->dismiss();
    if (!readNow())
        return;
    m_secrets->askMissing(m_document ? models::wantedSecrets(ResourceKind::Cluster, m_document->pane().check().document)
                                     : QList<engine::DocumentSecret>(),
                          tr("Set and create"));
}

void NewClusterPage::createWith(const QHash<QString, QString> &secrets)
{
    if (!readNow())
        return;
    engine::NewResource request;
    request.id = m_place->id().toString();
    request.machines = m_machines->model().checked();
    if (m_document) {
        request.text.text = QString::fromUtf8(
            secrets.isEmpty()
                ? m_document->pane().text()
                : engine::writeDocument(
                    ResourceKind::Cluster,
                    engine::withSecretValues(ResourceKind::Cluster, m_document->pane().check().document, secrets)));
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
            return m_document->pane().showFaults(error.details);
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
