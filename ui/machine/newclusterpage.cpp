// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/newclusterpage.h"

#include "engine/base/whenfinished.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/checklist.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tonelabel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr int labelWidth = 84;
constexpr int widestField = 360;

QFrame *newLine()
{
    auto *line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFixedHeight(1);
    return line;
}

QComboBox *newPlaceField(const QString &name, QWidget *parent)
{
    auto *field = new QComboBox(parent);
    field->setEditable(true);
    field->setInsertPolicy(QComboBox::NoInsert);
    field->setMaximumWidth(widestField);
    field->setAccessibleName(name);
    field->lineEdit()->setAccessibleName(name);
    return field;
}

} // namespace

NewClusterPage::NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                               const ResourceId &workspace, const QList<ResourceId> &machines, QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_workspace(workspace),
      m_machines({tr("Machine"), tr("Destination"), tr("Has")}), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_group(newPlaceField(tr("Group"), this)),
      m_place(newPlaceField(tr("Workspace"), this)), m_name(new QLineEdit(this)),
      m_nameFault(new ToneLabel(ToneLabel::Tone::Failed, {}, this)),
      m_list(new CheckList(m_machines, tr("Machines"), this))
{
    m_header->setTitle(tr("New cluster"));
    m_header->setFacts({tr("of machines reached by SSH; a job takes whole machines of it")});
    m_list->setEmpty(tr("No machines yet"), tr("A cluster is made of machines. Connect one first."));
    m_list->setWidths({240, 260});
    auto *grid = new QGridLayout;
    addFields(grid);
    auto *notice = new QHBoxLayout;
    notice->setContentsMargins(16, 4, 16, 0);
    notice->addWidget(m_banner);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(newLine());
    column->addLayout(notice);
    column->addLayout(grid);
    column->addWidget(newLine());
    column->addWidget(m_list, 1);
    column->addWidget(newLine());
    column->addWidget(newFoot());
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    takePlaces();
    takeMachines();
    QStringList names;
    for (const ResourceId &machine : machines)
        names.append(machine.name());
    m_machines.setChecked(names);
    m_name->setText(names.size() == 1 ? names.constFirst() : u"cluster-1"_s);
    connect(&m_machines, &models::CheckListModel::checkedChanged, this, &NewClusterPage::check);
    connect(&store, &models::ResourceStore::changed, this, &NewClusterPage::takeMachines);
    engine::whenFinished(client.fetchStatus(), this, [this](const engine::Result<engine::EngineStatus> &status) {
        m_profile = status ? status->profileId : QString();
        check();
    });
    check();
}

void NewClusterPage::takeFocus()
{
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
}

void NewClusterPage::addFields(QGridLayout *grid)
{
    grid->setContentsMargins(16, 12, 16, 12);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, labelWidth);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1); // fields stay by their labels
    m_name->setObjectName(u"clusterName"_s);
    m_name->setMaximumWidth(widestField);
    m_name->setAccessibleName(tr("Name"));
    m_nameFault->setFont(textFont(12));
    m_nameFault->hide();
    m_group->setObjectName(u"group"_s);
    m_place->setObjectName(u"workspace"_s);
    const auto add = [&](int row, const QString &label, QWidget *field) {
        auto *words = new ToneLabel(ToneLabel::Tone::Text, label, this);
        words->setWordWrap(false);
        words->setBuddy(field);
        grid->addWidget(words, row, 0);
        field->setMinimumWidth(widestField);
        grid->addWidget(field, row, 1);
    };
    add(0, tr("Name"), m_name);
    grid->addWidget(m_nameFault, 1, 1, 1, 2);
    add(2, tr("Group"), m_group);
    add(3, tr("Workspace"), m_place);
    connect(m_name, &QLineEdit::textEdited, this, [this] {
        m_nameIsTouched = true;
        check();
    });
    connect(m_name, &QLineEdit::returnPressed, this, [this] { m_create->click(); });
    connect(m_group, &QComboBox::currentTextChanged, this, &NewClusterPage::takePlaces);
    connect(m_place, &QComboBox::currentTextChanged, this, &NewClusterPage::check);
}

QWidget *NewClusterPage::newFoot()
{
    auto *foot = new QWidget(this);
    m_verdict = new ToneLabel(ToneLabel::Tone::Quiet, {}, foot);
    m_verdict->setObjectName(u"verdict"_s);
    m_create = new QPushButton(tr("Create and open"), foot);
    m_create->setObjectName(u"create"_s);
    m_create->setProperty(filledProperty, true);
    m_create->setAutoDefault(true);
    m_create->setShortcut(QKeySequence(u"Ctrl+Return"_s));
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(10);
    row->addWidget(m_verdict, 1);
    row->addWidget(m_create);
    connect(m_create, &QPushButton::clicked, this, &NewClusterPage::create);
    return foot;
}

void NewClusterPage::takeMachines()
{
    QList<models::CheckRow> rows;
    for (const auto &resource : m_store.all(ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (machine.isLocal || machine.isProvisional)
            continue;
        rows.append(
            {machine.id.name(), machine.destination,
             machine.link == engine::LinkState::Online ? models::hardwareText(machine) : models::word(machine.link)});
    }
    std::sort(rows.begin(), rows.end(),
              [](const auto &a, const auto &b) { return a.name.compare(b.name, Qt::CaseInsensitive) < 0; });
    m_machines.setRows(rows);
}

// The groups there are and the workspaces of the one that is chosen; others can be typed and are made on the way.
void NewClusterPage::takePlaces()
{
    const auto fill = [](QComboBox *field, QStringList names, const QString &wanted) {
        const QSignalBlocker quiet(field);
        names.append(wanted);
        names.removeDuplicates();
        names.removeAll(QString());
        names.sort(Qt::CaseInsensitive);
        field->clear();
        field->addItems(names);
        field->setCurrentText(wanted);
    };
    const bool isFirst = m_group->count() == 0;
    QStringList groups;
    QStringList workspaces;
    for (const auto &group : m_store.all(ResourceKind::Group))
        groups.append(group.id.name());
    groups.sort(Qt::CaseInsensitive);
    if (isFirst)
        fill(m_group, groups, m_workspace.isValid() ? m_workspace.groupName() : groups.value(0, u"default"_s));
    for (const auto &workspace : m_store.all(ResourceKind::Workspace)) {
        if (workspace.id.groupName().compare(m_group->currentText(), Qt::CaseInsensitive) == 0)
            workspaces.append(workspace.id.name());
    }
    workspaces.sort(Qt::CaseInsensitive);
    fill(m_place, workspaces,
         isFirst && m_workspace.isValid() ? m_workspace.name() : workspaces.value(0, u"default"_s));
    check();
}

engine::ResourceId NewClusterPage::id() const
{
    if (m_profile.isEmpty() || !fault().isEmpty())
        return {};
    return ResourceId::group(m_profile, m_group->currentText().trimmed())
        .child(ResourceKind::Workspace, m_place->currentText().trimmed())
        .child(ResourceKind::Cluster, m_name->text().trimmed());
}

QString NewClusterPage::fault() const
{
    for (const auto &[kind, name] : {std::pair(ResourceKind::Cluster, m_name->text().trimmed()),
                                     {ResourceKind::Group, m_group->currentText().trimmed()},
                                     {ResourceKind::Workspace, m_place->currentText().trimmed()}}) {
        if (const auto fits = engine::checkName(kind, name); !fits)
            return fits.error().message.text();
    }
    return {};
}

void NewClusterPage::check()
{
    if (!m_create)
        return;
    const int count = m_machines.checkedCount();
    const auto name = engine::checkName(ResourceKind::Cluster, m_name->text().trimmed());
    m_nameFault->setText(name ? QString() : name.error().message.text());
    m_nameFault->setVisible(!name && m_nameIsTouched);
    m_create->setEnabled(count > 0 && id().isValid() && !m_isCreating);
    const QString what = fault();
    m_verdict->setText(!what.isEmpty()  ? what
                           : count == 0 ? tr("Choose at least one machine.")
                           : count == 1 ? tr("1 machine: jobs of 1 node.")
                                        : tr("%1 machines: jobs of up to %1 nodes.").arg(QLocale().toString(count)));
    m_create->setToolTip(m_create->isEnabled() ? QString() : m_verdict->text());
}

void NewClusterPage::create()
{
    const QStringList machines = m_machines.checked();
    const ResourceId wanted = id();
    m_isCreating = true;
    m_banner->dismiss();
    check();
    const auto finished = [this](const engine::Result<QJsonObject> &made) {
        m_isCreating = false;
        check();
        if (made)
            return emit openRequested(engine::ResourceSnapshot::fromDocument(*made).id);
        m_banner->showError(made.error());
    };
    // Group and workspace come first where they are new; parents of that name are no error.
    const auto make = [this, wanted, machines, finished] {
        engine::whenFinished(m_client.createCluster({wanted, u"ssh"_s, machines, {}, {}, {}, {}}), this, finished);
    };
    if (m_store.contains(wanted.parent()))
        return make();
    const auto isThere = [](const engine::Result<QJsonObject> &made) {
        return made || made.error().code == engine::ErrorCode::AlreadyExists;
    };
    engine::whenFinished(m_client.createResource(wanted.parent().parent()), this,
                         [this, wanted, make, finished, isThere](const engine::Result<QJsonObject> &group) {
                             if (!isThere(group))
                                 return finished(group);
                             engine::whenFinished(m_client.createResource(wanted.parent()), this,
                                                  [make, finished, isThere](const engine::Result<QJsonObject> &place) {
                                                      isThere(place) ? make() : finished(place);
                                                  });
                         });
}

} // namespace ui
