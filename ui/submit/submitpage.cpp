// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/submitpage.h"

#include "engine/base/whenfinished.h"
#include "models/job/jobform.h"
#include "ui/document/checkelsewhere.h"
#include "ui/document/faultlist.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/planpanel.h"
#include "ui/submit/submitform.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/line.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/segments.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

const QStringList views{u"both"_s, u"form"_s, u"json"_s, u"plan"_s};
// What the engine adds to a job is not part of a document to submit again.
QJsonObject createDocument(const QJsonObject &job)
{
    QJsonObject properties = job.value(u"properties"_s).toObject();
    for (const auto &key : {u"executionState"_s, u"executionInfo"_s, u"executionStateTransitionTime"_s,
                            u"creationTime"_s, u"provisioningState"_s, u"provisioningStateTransitionTime"_s,
                            u"toolType"_s, u"jobOutputDirectoryPathSegment"_s, u"x-batchdeck"_s})
        properties.remove(key);
    return {{u"properties"_s, properties}};
}

QJsonObject emptyDocument(const QString &commandLine)
{
    return {{u"properties"_s,
             QJsonObject{{u"nodeCount"_s, 1},
                         {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, commandLine}}},
                         {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s}}}};
}

} // namespace

SubmitPage::SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment,
                       const engine::ResourceId &likeJob, const engine::ResourceId &cluster,
                       const models::OpenedDocument &document, QWidget *parent)
    : Page(parent), m_client(client), m_experiment(experiment), m_wanted(cluster), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_form(new SubmitForm), m_json(new JsonEditor), m_plan(new PlanPanel(client)),
      m_faultList(new FaultList), m_view(new Segments(tr("What is shown")))
{
    build();
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    connect(&m_delay, &QTimer::timeout, this, &SubmitPage::check);
    connect(m_form, &SubmitForm::edited, this, &SubmitPage::takeForm);
    connect(m_form, &SubmitForm::nameEdited, this, &SubmitPage::scheduleCheck);
    connect(m_form, &SubmitForm::focusMoved, m_json, &JsonEditor::light);
    connect(m_faultList, &FaultList::placeRequested, m_json, &JsonEditor::goTo);
    connect(m_plan, &PlanPanel::mapRequested, this, &SubmitPage::mapVolumeRequested);
    connect(m_json, &JsonEditor::edited, this, [this] {
        m_formIsAhead = false;
        m_textIsAhead = true;
        scheduleCheck();
    });
    connect(m_form, &SubmitForm::useThisComputerRequested, this, &SubmitPage::useThisComputer);
    if (experiment.isValid())
        begin(likeJob);
    else
        beginAnywhere();
    if (!document.isEmpty())
        openDocument(document);
}

void SubmitPage::begin(const engine::ResourceId &likeJob)
{
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    fetchNeighbours();
    setDocument(likeJob.isValid() ? models::freshName(likeJob.name(), {}) : u"job-1"_s,
                engine::writeDocument(engine::ResourceKind::Job, emptyDocument(u"echo hello"_s)));
    if (likeJob.isValid())
        copyFrom(likeJob);
}

void SubmitPage::build()
{
    m_header->setTitle(tr("New job"));
    m_view->setTexts({tr("Form and JSON"), tr("Form"), tr("JSON"), tr("What will run")});
    connect(m_view, &Segments::currentChanged, this, &SubmitPage::showParts);
    m_header->addControl(m_view);
    auto *open = m_header->addCommand(u"folder"_s, tr("Open job.json…"));
    open->setToolTip(tr("Read a job from a file; a file may also be dropped on the window"));
    connect(open, &QAbstractButton::clicked, this, &SubmitPage::openFileRequested);
    auto *text = new QWidget;
    auto *textColumn = new QVBoxLayout(text);
    textColumn->setContentsMargins(0, 0, 0, 0);
    textColumn->setSpacing(0);
    textColumn->addWidget(newJsonHead());
    textColumn->addWidget(m_json, 1);
    textColumn->addWidget(m_faultList);
    m_textHalf = text;
    auto *side = new QSplitter(Qt::Vertical);
    m_side = side;
    side->addWidget(text);
    side->addWidget(m_plan);
    side->setStretchFactor(0, 3);
    side->setStretchFactor(1, 2);
    auto *halves = new QSplitter(Qt::Horizontal);
    halves->addWidget(m_form);
    halves->addWidget(side);
    halves->setStretchFactor(0, 4);
    halves->setStretchFactor(1, 3);
    halves->setSizes({570, 430});
    halves->setChildrenCollapsible(false);
    auto *notice = new QVBoxLayout;
    notice->setContentsMargins(16, 0, 16, 0);
    notice->addWidget(m_banner);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(newLine());
    column->addLayout(notice);
    column->addWidget(halves, 1);
    column->addWidget(newLine());
    column->addWidget(newFoot());
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

QWidget *SubmitPage::newFoot()
{
    auto *foot = new QWidget;
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(10);
    m_verdict = new QLabel;
    m_verdict->setObjectName(u"verdict"_s);
    m_verdict->setMinimumWidth(40);
    m_verdict->setWordWrap(true);
    auto *copy = new QPushButton(tr("Copy as command"));
    copy->setObjectName(u"copyCommand"_s);
    auto *cancel = new QPushButton(tr("Cancel"));
    m_submit = new QPushButton(tr("Submit and open"));
    m_submit->setObjectName(u"submit"_s);
    m_submit->setProperty(filledProperty, true);
    m_submit->setShortcut(QKeySequence(u"Ctrl+Return"_s));
    row->addWidget(m_verdict, 1);
    row->addWidget(copy);
    row->addWidget(cancel);
    row->addWidget(m_submit);
    connect(copy, &QPushButton::clicked, this, &SubmitPage::copyCommand);
    connect(cancel, &QPushButton::clicked, this, [this] { emit openRequested(m_experiment); });
    connect(m_submit, &QPushButton::clicked, this, &SubmitPage::submit);
    return foot;
}

QWidget *SubmitPage::newJsonHead()
{
    auto *head = new QWidget;
    auto *title = new QLabel(u"job.json"_s);
    title->setFont(textFont(13, QFont::DemiBold));
    m_commentHint = new QLabel(tr("Changing the form drops the comments; undo brings them back."));
    m_commentHint->setObjectName(u"commentHint"_s);
    m_commentHint->setFont(textFont(12));
    m_commentHint->setMinimumWidth(40);
    m_commentHint->setToolTip(m_commentHint->text());
    m_commentHint->hide();
    auto *copy = new CommandButton(icon(u"copy"_s), tr("Copy"), head);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_json->toPlainText()); });
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(10);
    row->addWidget(title);
    row->addWidget(m_commentHint, 1);
    row->addStretch(0);
    row->addWidget(copy);
    return head;
}

void SubmitPage::beginAnywhere()
{
    m_isLoading = true;
    m_makesExperiment = true;
    engine::whenFinished(m_client.fetchStatus(), this, [this](const engine::Result<engine::EngineStatus> &status) {
        m_isLoading = bool(status);
        if (!status)
            return m_banner->showError(status.error());
        m_experiment = engine::ResourceId::group(status->profileId, u"default"_s)
                           .child(engine::ResourceKind::Workspace, u"default"_s)
                           .child(engine::ResourceKind::Experiment, m_sources > 0 ? u"default"_s : u"samples"_s);
        m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
        fetchNeighbours();
    });
}

void SubmitPage::fetchSample()
{
    const quint64 source = ++m_sources;
    engine::whenFinished(m_client.fetchSample(), this, [this, source](const engine::Result<engine::SampleJob> &sample) {
        m_isLoading = false;
        if (!sample)
            return m_banner->showError(sample.error());
        if (source != m_sources)
            return;
        m_header->setFacts({tr("from the sample")});
        setDocument(sample->name, sample->text);
    });
}

void SubmitPage::useThisComputer()
{
    engine::whenFinished(m_client.useThisComputer(), this, [this](const engine::Result<QJsonObject> &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        fetchNeighbours();
    });
}

void SubmitPage::openDocument(const models::OpenedDocument &document)
{
    ++m_sources;
    m_banner->dismiss();
    m_header->setFacts({tr("from %1").arg(document.name.toHtmlEscaped())});
    setDocument(m_form->name().isEmpty() ? u"job-1"_s : m_form->name(), document.text);
}

void SubmitPage::showTab(const QString &name)
{
    const qsizetype view = views.indexOf(name);
    if (view >= 0)
        m_view->setCurrent(int(view));
}

QString SubmitPage::currentTab() const
{
    return views.value(m_view->current());
}

void SubmitPage::refreshPlan()
{
    m_plan->askAgain();
}

void SubmitPage::showParts(int view)
{
    const QString name = views.value(view);
    m_form->setVisible(name == u"both" || name == u"form");
    m_textHalf->setVisible(name == u"both" || name == u"json");
    m_plan->setVisible(name != u"json");
    m_side->setVisible(true);
    tellPlan();
}

void SubmitPage::tellPlan()
{
    m_plan->setTold(m_textHalf->isVisibleTo(this) ? m_warnings : QList<engine::Fault>());
}

void SubmitPage::fetchNeighbours()
{
    engine::whenFinished(m_client.listResources(engine::ResourceKind::Cluster), this,
                         [this](const engine::Result<QList<engine::ResourceSnapshot>> &answer) {
                             if (!answer)
                                 return m_banner->showError(answer.error());
                             takeClusters(*answer);
                         });
    fetchTakenNames();
}

void SubmitPage::takeClusters(const QList<engine::ResourceSnapshot> &clusters)
{
    QList<engine::ResourceId> ids;
    for (const engine::ResourceSnapshot &cluster : clusters)
        ids.append(cluster.id);
    m_form->setClusters(ids, m_experiment.parent());
    m_form->chooseCluster(std::exchange(m_wanted, {}));
    scheduleCheck();
    if (!m_makesExperiment)
        return;
    if (m_sources > 0) { // it has a document
        m_isLoading = false;
        return;
    }
    const auto chosen = engine::ResourceId::parse(m_form->cluster());
    const auto place = std::find_if(clusters.cbegin(), clusters.cend(),
                                    [&chosen](const auto &cluster) { return chosen && cluster.id == *chosen; });
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    if (place == clusters.cend() || engine::ClusterSnapshot::fromDocument(place->document).kind == u"local"_s)
        return fetchSample();
    m_isLoading = false;
    ++m_sources;
    m_experiment = chosen->parent().child(engine::ResourceKind::Experiment, u"default"_s);
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    setDocument(
        u"hello-1"_s,
        engine::writeDocument(engine::ResourceKind::Job,
                              emptyDocument(u"hostname; for i in 1 2 3 4 5 6 7 8; do echo step $i; sleep 1; done"_s)));
    fetchTakenNames();
}

void SubmitPage::fetchTakenNames()
{
    engine::whenFinished(m_client.listJobs(m_experiment), this,
                         [this](const engine::Result<QList<engine::JobSnapshot>> &answer) {
                             if (!answer)
                                 return; // a name that is taken is refused at the field all the same
                             for (const engine::JobSnapshot &job : *answer)
                                 m_takenNames.append(job.id.name());
                             if (m_takenNames.contains(m_form->name(), Qt::CaseInsensitive))
                                 m_form->setName(models::freshName(m_form->name(), m_takenNames));
                         });
}

void SubmitPage::copyFrom(const engine::ResourceId &job)
{
    m_isLoading = true;
    const quint64 source = ++m_sources;
    engine::whenFinished(m_client.fetchResource(job), this,
                         [this, job, source](const engine::Result<QJsonObject> &answer) {
                             m_isLoading = false;
                             if (!answer)
                                 return m_banner->showError(answer.error());
                             if (source != m_sources)
                                 return;
                             m_header->setFacts({tr("from %1").arg(job.name().toHtmlEscaped())});
                             setDocument(models::freshName(job.name(), m_takenNames),
                                         engine::writeDocument(engine::ResourceKind::Job, createDocument(*answer)));
                         });
}

void SubmitPage::setDocument(const QString &name, const QByteArray &text)
{
    m_form->setName(name);
    m_formIsAhead = false;
    m_json->replaceText(text);
    check();
}

void SubmitPage::takeForm()
{
    models::JobForm form = m_form->form();
    if (m_textIsAhead) {
        const models::JobForm before = models::readJobForm(m_document);
        m_formIsAhead = true; // the field that is typed into keeps its cursor
        receive(engine::checkDocument(engine::ResourceKind::Job, m_json->toPlainText().toUtf8()));
        form = models::rebased(before, form, models::readJobForm(m_document));
        m_form->setForm(form);
    }
    const QJsonObject changed = models::withJobForm(m_document, form);
    if (changed == m_document)
        return scheduleCheck(); // the text stays as it is written
    m_formIsAhead = true;
    m_document = changed;
    m_json->replaceText(engine::writeDocument(engine::ResourceKind::Job, m_document));
    scheduleCheck();
}

void SubmitPage::scheduleCheck()
{
    m_delay.start();
}

void SubmitPage::check()
{
    const QByteArray text = m_json->toPlainText().toUtf8();
    m_commentHint->setVisible(models::hasComments(text));
    const quint64 asked = ++m_checked;
    whenChecked(engine::ResourceKind::Job, text, this, [this, asked](const engine::DocumentCheck &check) {
        if (asked == m_checked)
            receive(check);
    });
}

void SubmitPage::receive(const engine::DocumentCheck &check)
{
    m_textIsAhead = false;
    const bool isReadable = !check.document.isEmpty();
    m_form->setEnabled(isReadable); // the form must not write over a text that it does not show
    if (isReadable) {
        m_document = check.document;
        if (!m_formIsAhead)
            m_form->setForm(models::readJobForm(m_document));
    }
    m_warnings = check.warnings;
    tellPlan();
    showFaults(check.faults);
}

void SubmitPage::showFaults(QList<engine::Fault> faults)
{
    // The cluster may be named by the form alone, as batchctl's -c does.
    if (!m_form->cluster().isEmpty())
        faults.removeIf([](const engine::Fault &fault) {
            return fault.code == u"Required" && models::targetKeys(fault.target).value(0) == u"cluster";
        });
    else if (faults.isEmpty())
        faults.append({u"Required"_s, engine::Message(QT_TRANSLATE_NOOP("engine", "A job needs a cluster.")),
                       u"$.properties.cluster.id"_s, 0, 0});
    if (const auto name = engine::checkName(engine::ResourceKind::Job, m_form->name()); !name)
        faults.prepend({u"NameRule"_s, name.error().message, u"$.name"_s, 0, 0});
    m_json->setFaults(faults);
    m_faultList->setFaults(faults, m_warnings, engine::ResourceKind::Job);
    const QList<engine::Fault> homeless = m_form->setFaults(faults);
    m_submit->setEnabled(faults.isEmpty() && !refusesToRun());
    if (faults.isEmpty()) {
        if (m_submit->isEnabled())
            m_verdict->setText(tr("Valid"));
        m_verdict->setToolTip(m_submit->isEnabled() ? QString() : m_verdict->text());
        m_submit->setToolTip(m_verdict->toolTip());
        return m_plan->setRequest(request());
    }
    const engine::Fault &first = homeless.isEmpty() ? faults.constFirst() : homeless.constFirst();
    const QString place = first.line > 0 ? tr("Line %1: ").arg(first.line) : QString();
    const QString count = faults.size() == 1 ? tr("1 fault.") : tr("%1 faults.").arg(faults.size());
    m_verdict->setText(count + u' ' + place + first.message.text());
    m_verdict->setToolTip(m_verdict->text());
    if (faults.size() == 1 && models::targetKeys(first.target).value(0) == u"cluster")
        return m_plan->setRequest(request()); // which does not ask on what cluster
    m_plan->showHint(tr("Shown once the document is valid."));
}

// A valid job that this version plans and does not run says why, and cannot be submitted.
bool SubmitPage::refusesToRun()
{
    const QList<engine::Fault> reasons = engine::unsupportedByThisVersion(m_document);
    QStringList words;
    for (const engine::Fault &reason : reasons)
        words.append(reason.message.text());
    if (!words.isEmpty())
        m_verdict->setText(tr("Valid, and planned only. %1").arg(words.join(u' ')));
    return !words.isEmpty();
}

engine::JobRequest SubmitPage::request() const
{
    return {m_experiment.child(engine::ResourceKind::Job, m_form->name()),
            m_form->cluster(),
            m_json->toPlainText().toUtf8(),
            {},
            {}};
}

void SubmitPage::submit()
{
    m_submit->setEnabled(false);
    m_banner->dismiss();
    if (!m_makesExperiment)
        return create();
    engine::whenFinished(m_client.createResource(m_experiment), this, [this](const engine::Result<QJsonObject> &made) {
        if (made || made.error().code == engine::ErrorCode::AlreadyExists)
            return create();
        m_submit->setEnabled(true);
        m_banner->showError(made.error());
    });
}

void SubmitPage::create()
{
    engine::whenFinished(m_client.createJob(request()), this, [this](const engine::Result<QJsonObject> &answer) {
        m_submit->setEnabled(true);
        if (answer)
            return emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
        if (answer.error().code == engine::ErrorCode::InvalidDocument && !answer.error().details.isEmpty())
            showFaults(answer.error().details);
        else
            m_banner->showError(answer.error());
    });
}

void SubmitPage::copyCommand() const
{
    const auto cluster = engine::ResourceId::parse(m_form->cluster());
    QGuiApplication::clipboard()->setText(
        u"batchctl job create -g %1 -w %2 -e %3 -n %4 -c %5 -f /dev/stdin <<'JSON'\n"_s.arg(
            m_experiment.groupName(), m_experiment.workspaceName(), m_experiment.name(), m_form->name(),
            cluster ? cluster->name() : m_form->cluster())
        + m_json->toPlainText().trimmed() + u"\nJSON\n"_s);
}

} // namespace ui
