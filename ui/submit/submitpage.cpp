// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/submitpage.h"

#include "models/document/wantedsecrets.h"
#include "models/job/form/jobform.h"
#include "ui/connect/terminal.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/checkpanel.h"
#include "ui/submit/form/clusterpicker.h"
#include "ui/submit/form/submitform.h"
#include "ui/submit/job/jobdocument.h"
#include "ui/submit/job/jobplace.h"
#include "ui/submit/job/jobsubmission.h"
#include "ui/submit/jobstart.h"
#include "ui/submit/jobtext.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/submit/samplemenu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

const QStringList views{u"both"_s, u"form"_s, u"json"_s, u"plan"_s};

} // namespace

SubmitPage::SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment,
                       const engine::ResourceId &likeJob, const engine::ResourceId &cluster,
                       const models::OpenedDocument &document, QWidget *parent)
    : FormPage(parent), m_header(new PageHeader(this)), m_banner(new Banner(this)),
      m_secrets(new SecretPanel(client, this)), m_start(new JobStart(client, this)), m_form(new SubmitForm),
      m_text(new JobText), m_plan(new PlanPanel(client)), m_check(new CheckPanel(client)),
      m_view(new Segments(tr("What is shown"))), m_foot(new PageFoot(tr("Submit and open"), u"submit"_s)),
      m_copy(m_foot->addButton(tr("Copy as command"))), m_place(new JobPlace(client, experiment, *m_start, this)),
      m_document(new JobDocument(*m_form, *m_text, this)), m_submission(new JobSubmission(client, this))
{
    build(client);
    connectParts();
    m_form->clusters().choose(cluster);
    m_place->look();
    if (experiment.isValid())
        begin(likeJob);
    if (!document.isEmpty())
        openDocument(document);
}

void SubmitPage::build(engine::EngineClient &client)
{
    m_header->setTitle(tr("New job"));
    m_view->setTexts({tr("Form and JSON"), tr("Form"), tr("JSON"), tr("What will run")});
    m_header->addControl(m_view);
    auto *open = m_header->addCommand(u"folder"_s, tr("Open job.json…"),
                                      tr("Read a job from a file; a file may also be dropped on the window"));
    connect(open, &QAbstractButton::clicked, this, &SubmitPage::openFileRequested);
    auto *sample = m_header->addCommand(u"flask"_s, tr("Open a sample"));
    auto *samples = new SampleMenu(client, this);
    connect(sample, &QAbstractButton::clicked, samples,
            [sample, samples] { samples->popup(sample->mapToGlobal(QPoint(0, sample->height() + 2))); });
    connect(samples, &SampleMenu::chosen, this, [this](const QString &name) {
        const auto cluster = engine::ResourceId::parse(m_form->cluster());
        m_banner->dismiss();
        m_start->takeSample(name, cluster ? *cluster : engine::ResourceId());
    });
    m_foot->verdict()->setTone(ToneLabel::Tone::Text);
    m_copy->setObjectName(u"copyCommand"_s);
    const auto *cancel = m_foot->addButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, [this] { emit openRequested(resource()); });
    auto *notice = newColumn({16, 8, 16, 0}, 8, {m_banner, m_secrets});
    setLayout(newColumn({}, 0, {m_header, newLine(), notice, {newHalves(), 1}, newLine(), m_foot}));
}

QWidget *SubmitPage::newHalves()
{
    auto *side = new QSplitter(Qt::Vertical);
    side->addWidget(m_text);
    side->addWidget(m_plan);
    side->setStretchFactor(0, 3);
    side->setStretchFactor(1, 2);
    auto *own = new QWidget;
    own->setLayout(newColumn({}, 0, {{m_form, 3}, m_check}));
    auto *halves = newSplitter(Qt::Horizontal, {own, side}, {570, 430});
    halves->setStretchFactor(0, 4);
    halves->setStretchFactor(1, 3);
    return halves;
}

void SubmitPage::connectParts()
{
    connect(m_view, &Segments::currentChanged, this, &SubmitPage::showParts);
    connect(m_document, &JobDocument::checked, this, &SubmitPage::receive);
    connect(m_document, &JobDocument::touched, this, &SubmitPage::draftChanged);
    connect(m_document, &JobDocument::textChanged, m_secrets, &SecretPanel::withdraw); // it may need other secrets now
    connect(m_plan, &PlanPanel::mapRequested, this, &SubmitPage::mapVolumeRequested);
    connect(m_plan, &PlanPanel::planned, this, &SubmitPage::takePlan);
    connect(m_check, &CheckPanel::begun, m_banner, &Banner::dismiss);
    connect(m_check, &CheckPanel::failed, m_banner, &Banner::showError);
    connect(m_start, &JobStart::begun, this, &SubmitPage::takeStart);
    connect(m_start, &JobStart::failed, m_banner, &Banner::showError);
    connect(m_place, &JobPlace::moved, this, &SubmitPage::showPlace);
    connect(m_place, &JobPlace::clustersListed, this, &SubmitPage::takeClusters);
    connect(m_place, &JobPlace::namesListed, this, &SubmitPage::takeNames);
    connect(m_place, &JobPlace::failed, m_banner, &Banner::showError);
    connect(&m_form->clusters(), &ClusterPicker::useThisComputerRequested, m_banner, &Banner::dismiss);
    connect(&m_form->clusters(), &ClusterPicker::useThisComputerRequested, m_place, &JobPlace::useThisComputer);
    connect(m_secrets, &SecretPanel::complete, this, &SubmitPage::submitWith);
    connect(m_secrets, &SecretPanel::asked, m_secrets, &SecretPanel::takeFocus);
    m_secrets->reportTo(m_banner);
    connect(m_submission, &JobSubmission::underWayChanged, this, &SubmitPage::enableSubmit);
    connect(m_submission, &JobSubmission::created, this, &SubmitPage::leave);
    connect(m_submission, &JobSubmission::refused, this, &SubmitPage::showFaults);
    connect(m_submission, &JobSubmission::failed, m_banner, &Banner::showError);
    connect(m_copy, &QPushButton::clicked, this, &SubmitPage::copyCommand);
    connect(m_foot->command(), &QPushButton::clicked, this, &SubmitPage::submit);
}

engine::ResourceId SubmitPage::resource() const
{
    return m_place->experiment();
}

void SubmitPage::begin(const engine::ResourceId &likeJob)
{
    showPlace();
    setDocument(likeJob.isValid() ? models::freshName(likeJob.name(), {}) : u"job-1"_s, JobStart::greeting());
    if (likeJob.isValid())
        m_start->copyJob(likeJob);
}

void SubmitPage::showPlace()
{
    m_header->setTitle(tr("New job in %1").arg(m_place->experiment().name()));
}

void SubmitPage::takeStart(const QString &name, const QByteArray &text, const QString &from)
{
    m_header->setFacts({from});
    setDocument(m_place->freeName(name), text);
}

void SubmitPage::openDocument(const models::OpenedDocument &document)
{
    m_start->takeText();
    m_banner->dismiss();
    m_header->setFacts({tr("from %1").arg(document.name)});
    setDocument(m_form->name().isEmpty() ? u"job-1"_s : m_form->name(), document.text);
}

// Without a given experiment and initial document, the cluster determines both.
void SubmitPage::takeClusters(const QList<engine::ResourceSnapshot> &clusters)
{
    QList<engine::ResourceId> ids;
    for (const engine::ResourceSnapshot &cluster : clusters)
        ids.append(cluster.id);
    m_form->clusters().setClusters(ids, m_place->experiment().parent());
    m_document->checkSoon();
    if (!m_place->isMadeWithJob() || m_start->isTaken())
        return;
    const auto chosen = engine::ResourceId::parse(m_form->cluster());
    const auto cluster = std::find_if(clusters.cbegin(), clusters.cend(),
                                      [&chosen](const auto &each) { return chosen && each.id == *chosen; });
    if (cluster == clusters.cend() || engine::ClusterSnapshot::fromDocument(cluster->document).kind == u"local"_s)
        return m_start->takeSample();
    m_start->takeText();
    m_place->moveTo(chosen->parent().child(engine::ResourceKind::Experiment, u"default"_s));
    setDocument(u"hello-1"_s, JobStart::greetingOfMachine());
}

void SubmitPage::takeNames()
{
    const QString name = m_form->name();
    if (const QString free = m_place->freeName(name); free != name)
        m_form->setName(free);
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

void SubmitPage::takeFocus()
{
    if (m_form->parentWidget()->isHidden())
        return FormPage::takeFocus();
    m_form->takeFocus();
}

bool SubmitPage::isSettled() const
{
    return m_place->isSettled() && !m_start->isUnderWay() && m_document->isSettled() && m_plan->isSettled()
        && m_check->isSettled();
}

void SubmitPage::volumesChanged()
{
    m_plan->askAgain();
}

// Warnings about the cluster's size are valid until the cluster changes.
void SubmitPage::takeChange(const engine::ResourceDelta &delta)
{
    const auto cluster = engine::ResourceId::parse(m_form->cluster());
    const auto isIt = [&cluster](const engine::ResourceSnapshot &resource) { return resource.id == *cluster; };
    if (cluster && std::any_of(delta.upserted.cbegin(), delta.upserted.cend(), isIt))
        m_plan->askAgain();
}

void SubmitPage::showParts(int view)
{
    const QString name = views.value(view);
    m_form->parentWidget()->setVisible(name == u"both" || name == u"form");
    m_text->setVisible(name == u"both" || name == u"json");
    m_plan->setVisible(name != u"json");
    showVerdict();
}

void SubmitPage::setDocument(const QString &name, const QByteArray &text)
{
    m_secrets->withdraw();
    m_form->setName(name);
    m_document->setText(text);
    if (m_document->isTouched())
        emit draftChanged();
}

QJsonObject SubmitPage::draft() const
{
    if (!m_document->isTouched())
        return {};
    return {{u"kind"_s, engine::toString(engine::ResourceKind::Job)},
            {u"name"_s, m_form->name()},
            {u"cluster"_s, m_form->cluster()},
            {u"text"_s, QString::fromUtf8(m_text->text())}};
}

void SubmitPage::takeDraft(const QJsonObject &fields)
{
    m_start->takeText();
    if (const auto cluster = engine::ResourceId::parse(fields[u"cluster"_s].toString()))
        m_form->clusters().choose(*cluster);
    setDocument(fields[u"name"_s].toString(), fields[u"text"_s].toString().toUtf8());
    m_document->setTouched(true);
}

void SubmitPage::receive(const engine::DocumentCheck &check)
{
    const QJsonObject &job = m_document->json();
    m_verdict.setWarnings(check.warnings);
    m_verdict.setPlaced(models::readJobForm(job).nodeCount, m_form->cluster());
    showFaults(models::faultsWithForm(check.faults, job, m_form->name(), m_form->cluster()));
}

bool SubmitPage::readNow()
{
    m_document->checkNow();
    return m_verdict.isValid();
}

void SubmitPage::showFaults(const QList<engine::Fault> &faults)
{
    m_verdict.setFaults(faults);
    showVerdict();
    if (faults.isEmpty()) {
        const engine::JobRequest job = requestToCheck();
        m_check->setRequest(job);
        return m_plan->setRequest(job);
    }
    m_check->refuse(tr("Possible once the document is valid."));
    if (faults.size() == 1 && models::targetKeys(faults.constFirst().target).value(0) == u"cluster")
        return m_plan->setRequest(requestToCheck()); // the plan does not need a cluster
    m_plan->showHint(tr("Shown once the document is valid."));
}

void SubmitPage::takePlan(const QList<engine::Fault> &warnings)
{
    if (m_verdict.setPlanned(warnings))
        showVerdict();
}

void SubmitPage::showVerdict()
{
    const QList<engine::Fault> faults = m_verdict.faults();
    m_text->setFaults(faults, m_verdict.warnings());
    // The plan does not repeat warnings that are shown beside the text.
    m_plan->setTold(m_text->isHidden() ? QList<engine::Fault>() : m_verdict.told());
    const QList<engine::Fault> homeless = m_form->setFaults(m_verdict.ofForm());
    enableSubmit();
    m_copy->setEnabled(faults.isEmpty());
    m_copy->setToolTip(faults.isEmpty() ? QString() : tr("Possible once the document is valid."));
    ToneLabel *words = m_foot->verdict();
    const QList<engine::Fault> &waits = m_verdict.ofCluster();
    words->setTone(faults.isEmpty() && !waits.isEmpty() ? ToneLabel::Tone::Warning : ToneLabel::Tone::Text);
    if (faults.isEmpty()) {
        words->setText(waits.isEmpty() ? tr("Valid") : waits.constFirst().message.text());
        return words->setToolTip(waits.isEmpty() ? QString() : words->text());
    }
    const engine::Fault &first = homeless.isEmpty() ? faults.constFirst() : homeless.constFirst();
    const bool isInForm = homeless.isEmpty() && !m_form->parentWidget()->isHidden();
    const QString place = first.line > 0 ? tr("Line %1: ").arg(first.line) : QString();
    const QString count = faults.size() == 1 ? tr("1 fault.") : tr("%1 faults.").arg(faults.size());
    words->setText(count + u' ' + (isInForm ? models::formWords(first) : place + first.message.text()));
    words->setToolTip(words->text());
}

void SubmitPage::enableSubmit()
{
    m_foot->command()->setEnabled(m_verdict.isValid() && !m_submission->isUnderWay());
}

engine::JobRequest SubmitPage::request(const QByteArray &text) const
{
    return {resource().child(engine::ResourceKind::Job, m_form->name()), m_form->cluster(), text, {}, {}};
}

// The request with stand-ins for values that are asked for at the submission, on which plan and check do not depend.
// Without such values the text is unchanged, as faults refer to its lines.
engine::JobRequest SubmitPage::requestToCheck() const
{
    const QJsonObject complete = models::withStandIns(engine::ResourceKind::Job, m_document->json());
    return request(complete == m_document->json() ? m_text->text()
                                                  : engine::writeDocument(engine::ResourceKind::Job, complete));
}

void SubmitPage::submit()
{
    if (m_submission->isUnderWay() || m_secrets->goOn())
        return;
    m_banner->dismiss();
    if (!readNow())
        return;
    m_secrets->askMissing(models::wantedSecrets(engine::ResourceKind::Job, m_document->json()), tr("Set and submit"));
}

void SubmitPage::submitWith(const QHash<QString, QString> &secrets)
{
    if (m_submission->isUnderWay() || !readNow())
        return;
    const auto complete = [&] {
        return engine::withSecretValues(engine::ResourceKind::Job, m_document->json(), secrets);
    };
    m_submission->send(
        request(secrets.isEmpty() ? m_text->text() : engine::writeDocument(engine::ResourceKind::Job, complete())),
        m_place->isMadeWithJob());
}

void SubmitPage::leave(const engine::ResourceId &job)
{
    m_document->setTouched(false);
    emit draftChanged();
    emit openRequested(job);
}

void SubmitPage::copyCommand()
{
    if (!readNow())
        return;
    const auto cluster = engine::ResourceId::parse(m_form->cluster());
    const auto workspace = engine::ResourceKind::Workspace;
    const bool isNear = cluster && cluster->ancestor(workspace) == resource().ancestor(workspace);
    const QString text = QString::fromUtf8(m_text->text().trimmed());
    QString mark = u"JSON"_s;
    for (int i = 1; text.contains(mark); ++i)
        mark = u"JSON_%1"_s.arg(i);
    QStringList words{u"batchctl"_s, u"job"_s, u"create"_s, u"-g"_s, resource().groupName()};
    words += {u"-w"_s, resource().workspaceName(), u"-e"_s, resource().name(), u"-n"_s, m_form->name()};
    words += {u"-c"_s, isNear ? cluster->name() : m_form->cluster(), u"-f"_s, u"-"_s};
    copyText(QString(shellLine(words) + u" <<'"_s + mark + u"'\n"_s + text + u'\n' + mark + u'\n'));
}

} // namespace ui
