// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/submitpage.h"

#include "engine/base/whenfinished.h"
#include "models/document/wantedsecrets.h"
#include "models/job/form/jobform.h"
#include "ui/connect/terminal.h"
#include "ui/document/checkelsewhere.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/checkpanel.h"
#include "ui/submit/form/clusterpicker.h"
#include "ui/submit/form/submitform.h"
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
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

const QStringList views{u"both"_s, u"form"_s, u"json"_s, u"plan"_s};

} // namespace

SubmitPage::SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment,
                       const engine::ResourceId &likeJob, const engine::ResourceId &cluster,
                       const models::OpenedDocument &document, QWidget *parent)
    : FormPage(parent), m_client(client), m_experiment(experiment), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_secrets(new SecretPanel(client, this)), m_start(new JobStart(client, this)),
      m_form(new SubmitForm), m_text(new JobText), m_plan(new PlanPanel(client)), m_check(new CheckPanel(client)),
      m_view(new Segments(tr("What is shown")))
{
    build();
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    connect(&m_delay, &QTimer::timeout, this, &SubmitPage::check);
    connect(m_form, &SubmitForm::edited, this, &SubmitPage::takeForm);
    connect(m_form, &SubmitForm::nameEdited, this, [this] {
        touch();
        scheduleCheck();
    });
    connect(m_form, &SubmitForm::focusMoved, m_text, &JobText::light);
    connect(m_plan, &PlanPanel::mapRequested, this, &SubmitPage::mapVolumeRequested);
    connect(m_plan, &PlanPanel::planned, this, &SubmitPage::takePlan);
    connect(m_check, &CheckPanel::begun, m_banner, &Banner::dismiss);
    connect(m_check, &CheckPanel::failed, m_banner, &Banner::showError);
    connect(m_start, &JobStart::begun, this, &SubmitPage::takeStart);
    connect(m_start, &JobStart::failed, m_banner, &Banner::showError);
    connect(m_secrets, &SecretPanel::complete, this, &SubmitPage::submitWith);
    connect(m_secrets, &SecretPanel::asked, m_secrets, &SecretPanel::takeFocus);
    m_secrets->reportTo(m_banner);
    connect(m_text, &JobText::edited, this, [this] {
        m_secrets->withdraw(); // it may want others now
        m_formIsAhead = false;
        m_textIsAhead = true;
        touch();
        scheduleCheck();
    });
    connect(&m_form->clusters(), &ClusterPicker::useThisComputerRequested, this, &SubmitPage::useThisComputer);
    m_form->clusters().choose(cluster);
    if (experiment.isValid())
        begin(likeJob);
    else
        beginAnywhere();
    if (!document.isEmpty())
        openDocument(document);
}

void SubmitPage::build()
{
    m_header->setTitle(tr("New job"));
    m_view->setTexts({tr("Form and JSON"), tr("Form"), tr("JSON"), tr("What will run")});
    connect(m_view, &Segments::currentChanged, this, &SubmitPage::showParts);
    m_header->addControl(m_view);
    auto *open = m_header->addCommand(u"folder"_s, tr("Open job.json…"),
                                      tr("Read a job from a file; a file may also be dropped on the window"));
    connect(open, &QAbstractButton::clicked, this, &SubmitPage::openFileRequested);
    auto *sample = m_header->addCommand(u"flask"_s, tr("Open a sample"));
    auto *samples = new SampleMenu(m_client, this);
    connect(sample, &QAbstractButton::clicked, samples,
            [sample, samples] { samples->popup(sample->mapToGlobal(QPoint(0, sample->height() + 2))); });
    connect(samples, &SampleMenu::chosen, this, [this](const QString &name) {
        const auto cluster = engine::ResourceId::parse(m_form->cluster());
        m_banner->dismiss();
        m_start->takeSample(name, cluster ? *cluster : engine::ResourceId());
    });
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
    auto *notice = newColumn({16, 8, 16, 0}, 8, {m_banner, m_secrets});
    setLayout(newColumn({}, 0, {m_header, newLine(), notice, {halves, 1}, newLine(), newFoot()}));
}

QWidget *SubmitPage::newFoot()
{
    auto *foot = new PageFoot(tr("Submit and open"), u"submit"_s);
    m_verdict = foot->verdict();
    m_verdict->setTone(ToneLabel::Tone::Text);
    m_submit = foot->command();
    m_copy = foot->addButton(tr("Copy as command"));
    m_copy->setObjectName(u"copyCommand"_s);
    const auto *cancel = foot->addButton(tr("Cancel"));
    connect(m_copy, &QPushButton::clicked, this, &SubmitPage::copyCommand);
    connect(cancel, &QPushButton::clicked, this, [this] { emit openRequested(m_experiment); });
    connect(m_submit, &QPushButton::clicked, this, &SubmitPage::submit);
    return foot;
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

bool SubmitPage::isSettled() const
{
    return !m_isLoading && !m_start->isUnderWay() && !m_delay.isActive() && m_plan->isSettled() && m_check->isSettled();
}

void SubmitPage::volumesChanged()
{
    m_plan->askAgain();
}

// What the plan says of the cluster's size holds until the cluster changes.
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
    m_formIsAhead = false;
    m_text->setText(text);
    if (m_isTouched)
        emit draftChanged();
    check();
}

void SubmitPage::touch()
{
    m_isTouched = true;
    emit draftChanged();
}

QJsonObject SubmitPage::draft() const
{
    if (!m_isTouched)
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
    m_isTouched = true;
}

void SubmitPage::takeForm()
{
    models::JobForm form = m_form->form();
    if (m_textIsAhead) {
        const models::JobForm before = models::readJobForm(m_document);
        m_formIsAhead = true; // the field that is typed into keeps its cursor
        receive(engine::checkDocument(engine::ResourceKind::Job, m_text->text()));
        form = models::rebased(before, form, models::readJobForm(m_document));
        m_form->setForm(form);
    }
    const QJsonObject changed = models::withJobForm(m_document, form);
    if (changed != m_document) { // else the text stays as it is written
        m_secrets->withdraw();
        m_formIsAhead = true;
        m_document = changed;
        m_text->setText(engine::writeDocument(engine::ResourceKind::Job, m_document));
    }
    touch();
    scheduleCheck();
}

void SubmitPage::check()
{
    const quint64 asked = ++m_checked;
    whenChecked(engine::ResourceKind::Job, m_text->text(), this, [this, asked](const engine::DocumentCheck &check) {
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
    const std::pair placed(models::readJobForm(m_document).nodeCount, m_form->cluster());
    if (std::exchange(m_placed, placed) != placed)
        m_ofCluster.clear();
    showFaults(models::faultsWithForm(check.faults, m_document, m_form->name(), m_form->cluster()));
}

bool SubmitPage::readNow()
{
    m_delay.stop();
    ++m_checked;
    receive(engine::checkDocument(engine::ResourceKind::Job, m_text->text()));
    return m_isValid;
}

void SubmitPage::showFaults(const QList<engine::Fault> &faults)
{
    m_faults = faults;
    showVerdict();
    if (faults.isEmpty()) {
        const engine::JobRequest job = requestToCheck();
        m_check->setRequest(job);
        return m_plan->setRequest(job);
    }
    m_check->refuse(tr("Possible once the document is valid."));
    if (faults.size() == 1 && models::targetKeys(faults.constFirst().target).value(0) == u"cluster")
        return m_plan->setRequest(requestToCheck()); // which does not ask on what cluster
    m_plan->showHint(tr("Shown once the document is valid."));
}

void SubmitPage::takePlan(QList<engine::Fault> warnings)
{
    warnings.removeIf(
        [](const engine::Fault &warning) { return warning.code != u"TooFewNodes" && warning.code != u"TooManyNodes"; });
    if (std::exchange(m_ofCluster, warnings) != warnings)
        showVerdict();
}

// What waits for a cluster to grow may be submitted; what its automatic scale never gives is refused.
void SubmitPage::showVerdict()
{
    QList<engine::Fault> faults = m_faults;
    QList<engine::Fault> warnings = m_warnings;
    for (const engine::Fault &fault : std::as_const(m_ofCluster))
        (fault.code == u"TooManyNodes" ? faults : warnings).append(fault);
    m_text->setFaults(faults, warnings);
    tellPlan();
    const QList<engine::Fault> homeless = m_form->setFaults(m_faults + m_ofCluster);
    m_isValid = faults.isEmpty();
    m_submit->setEnabled(m_isValid && !m_isSending);
    m_copy->setEnabled(m_isValid);
    m_copy->setToolTip(m_isValid ? QString() : tr("Possible once the document is valid."));
    m_verdict->setTone(m_isValid && !m_ofCluster.isEmpty() ? ToneLabel::Tone::Warning : ToneLabel::Tone::Text);
    if (m_isValid) {
        m_verdict->setText(m_ofCluster.isEmpty() ? tr("Valid") : m_ofCluster.constFirst().message.text());
        return m_verdict->setToolTip(m_ofCluster.isEmpty() ? QString() : m_verdict->text());
    }
    const engine::Fault &first = homeless.isEmpty() ? faults.constFirst() : homeless.constFirst();
    const bool isInForm = homeless.isEmpty() && !m_form->parentWidget()->isHidden();
    const QString place = first.line > 0 ? tr("Line %1: ").arg(first.line) : QString();
    const QString count = faults.size() == 1 ? tr("1 fault.") : tr("%1 faults.").arg(faults.size());
    m_verdict->setText(count + u' ' + (isInForm ? models::formWords(first) : place + first.message.text()));
    m_verdict->setToolTip(m_verdict->text());
}

// What stands beside the text is not said again above the plan.
void SubmitPage::tellPlan()
{
    m_plan->setTold(m_text->isHidden() ? QList<engine::Fault>() : m_warnings + m_ofCluster);
}

engine::JobRequest SubmitPage::request(const QByteArray &text) const
{
    return {m_experiment.child(engine::ResourceKind::Job, m_form->name()), m_form->cluster(), text, {}, {}};
}

// What will run, and whether it could, does not depend on values that are asked for at the submit. The text stays as it
// is written otherwise: faults name its lines.
engine::JobRequest SubmitPage::requestToCheck() const
{
    const QJsonObject complete = models::withStandIns(engine::ResourceKind::Job, m_document);
    return request(complete == m_document ? m_text->text()
                                          : engine::writeDocument(engine::ResourceKind::Job, complete));
}

void SubmitPage::submit()
{
    if (m_isSending || m_secrets->goOn())
        return;
    m_banner->dismiss();
    if (!readNow())
        return;
    m_secrets->askMissing(models::wantedSecrets(engine::ResourceKind::Job, m_document), tr("Set and submit"));
}

void SubmitPage::submitWith(const QHash<QString, QString> &secrets)
{
    if (m_isSending || !readNow())
        return;
    const engine::JobRequest job =
        request(secrets.isEmpty()
                    ? m_text->text()
                    : engine::writeDocument(engine::ResourceKind::Job,
                                            engine::withSecretValues(engine::ResourceKind::Job, m_document, secrets)));
    setSending(true);
    if (!m_makesExperiment)
        return create(job);
    engine::whenFinished(m_client.resources.create(m_experiment), this, [this, job](const auto &made) {
        if (made || made.error().code == engine::ErrorCode::AlreadyExists)
            return create(job);
        setSending(false);
        m_banner->showError(made.error());
    });
}

void SubmitPage::setSending(bool isSending)
{
    m_isSending = isSending;
    m_submit->setEnabled(m_isValid && !m_isSending);
}

void SubmitPage::create(const engine::JobRequest &job)
{
    engine::whenFinished(m_client.jobs.create(job), this, [this](const auto &answer) {
        setSending(false);
        if (answer) {
            m_isTouched = false;
            emit draftChanged();
            return emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
        }
        if (answer.error().code == engine::ErrorCode::InvalidDocument && !answer.error().details.isEmpty())
            showFaults(answer.error().details);
        else
            m_banner->showError(answer.error());
    });
}

void SubmitPage::copyCommand()
{
    if (!readNow())
        return;
    const auto cluster = engine::ResourceId::parse(m_form->cluster());
    const auto workspace = engine::ResourceKind::Workspace;
    const bool isNear = cluster && cluster->ancestor(workspace) == m_experiment.ancestor(workspace);
    const QString text = QString::fromUtf8(m_text->text().trimmed());
    QString mark = u"JSON"_s;
    for (int i = 1; text.contains(mark); ++i)
        mark = u"JSON_%1"_s.arg(i);
    QStringList words{u"batchctl"_s, u"job"_s, u"create"_s, u"-g"_s, m_experiment.groupName()};
    words += {u"-w"_s, m_experiment.workspaceName(), u"-e"_s, m_experiment.name(), u"-n"_s, m_form->name()};
    words += {u"-c"_s, isNear ? cluster->name() : m_form->cluster(), u"-f"_s, u"-"_s};
    copyText(QString(shellLine(words) + u" <<'"_s + mark + u"'\n"_s + text + u'\n' + mark + u'\n'));
}

} // namespace ui
