// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/overviewtab.h"

#include "models/job/jobtables.h"
#include "models/words.h"
#include "ui/job/jobheader.h"
#include "ui/job/timeline.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"

#include <QDir>
#include <QGridLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLocale>

#include <chrono>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int sideBySideWidth = 860;

void clear(QGridLayout *grid)
{
    while (QLayoutItem *item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QLabel *textLabel(const QString &text, QWidget *parent, const QFont &font)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(font);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel *nameLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

void addRow(QGridLayout *grid, const QString &name, const QString &value, const QFont &font = textFont())
{
    const int row = grid->rowCount();
    grid->addWidget(nameLabel(name, grid->parentWidget()), row, 0, Qt::AlignTop);
    grid->addWidget(textLabel(value, grid->parentWidget(), font), row, 1);
}

void addQuietLine(QGridLayout *grid, const QString &text)
{
    auto *label = nameLabel(text, grid->parentWidget());
    label->setWordWrap(true);
    grid->addWidget(label, 0, 0, 1, 2);
}

} // namespace

OverviewTab::OverviewTab(QWidget *parent) : QScrollArea(parent), m_banner(new Banner)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    setBackgroundRole(QPalette::Base);
    auto *page = new QVBoxLayout(content);
    page->setContentsMargins(16, 12, 16, 16);
    page->setSpacing(16);
    m_banner->setObjectName(u"cause"_s);
    page->addWidget(m_banner);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(32);
    auto *left = new QVBoxLayout;
    auto *right = new QVBoxLayout;
    for (QVBoxLayout *column : {left, right}) {
        column->setSpacing(20);
        m_columns->addLayout(column, 1);
    }
    page->addLayout(m_columns);
    page->addStretch(1);
    m_timeline = addSection(left, tr("Timeline"));
    m_commands = addSection(left, tr("Commands"));
    m_environment = addSection(left, tr("Environment"));
    m_placement = addSection(right, tr("Run"));
    m_directories = addSection(right, tr("Directories"));
    left->addStretch(1);
    right->addStretch(1);
    setWidget(content);
}

QGridLayout *OverviewTab::addSection(QBoxLayout *column, const QString &title)
{
    auto *section = new QWidget;
    auto *rows = new QVBoxLayout(section);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    rows->addWidget(heading);
    auto *body = new QWidget;
    auto *grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    rows->addWidget(body);
    column->addWidget(section);
    return grid;
}

void OverviewTab::setJob(const engine::JobSnapshot &job)
{
    m_job = job;
    showBanner();
    showTimeline();
    showFacts();
    arrange();
}

void OverviewTab::setEvents(const QList<engine::JobEvent> &events)
{
    m_events = events;
    showTimeline();
}

void OverviewTab::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

// Side by side where that fits: a long path has nowhere to break.
void OverviewTab::arrange()
{
    m_columns->setDirection(QBoxLayout::LeftToRight);
    if (width() < sideBySideWidth || widget()->minimumSizeHint().width() > viewport()->width())
        m_columns->setDirection(QBoxLayout::TopToBottom);
}

void OverviewTab::showBanner()
{
    m_banner->setRemedy({});
    m_banner->disconnect(this);
    const Mark mark = ui::markOf(m_job);
    if (m_job.state == engine::JobState::Failed) {
        const auto first = m_job.errors.value(0);
        const QString cause = !m_job.reason.isEmpty() ? m_job.reason.text() : first.message.text();
        const QString code =
            m_job.exitCode ? tr("The command ended with exit code %1.").arg(*m_job.exitCode) : first.code;
        m_banner->showNotice(Mark::Failed, cause.isEmpty() ? tr("The job failed.") : cause, code);
        const bool hasLog = m_job.started.isValid() && !m_job.logs.isEmpty();
        m_banner->setRemedy(hasLog ? tr("Open log") : tr("Rerun"));
        connect(m_banner, &Banner::remedyRequested, this,
                hasLog ? &OverviewTab::logRequested : &OverviewTab::rerunRequested);
    } else if (mark == Mark::Offline) {
        m_banner->showNotice(Mark::Offline,
                             m_job.asOf.isValid()
                                 ? tr("No news from %1 since %2.")
                                       .arg(m_job.nodes.join(u", "_s), m_job.asOf.toLocalTime().toString(u"HH:mm:ss"_s))
                                 : tr("No news from %1.").arg(m_job.nodes.join(u", "_s)),
                             tr("The job was %1 then and goes on without us.").arg(models::word(m_job.state)));
    } else if (m_job.state == engine::JobState::Queued && !m_job.reason.isEmpty()) {
        m_banner->showNotice(Mark::Queued, m_job.reason.text());
    } else {
        m_banner->dismiss();
    }
}

// One row a step: when it began, what, why, and for how long.
void OverviewTab::showTimeline()
{
    clear(m_timeline);
    const QList<TimelineStep> steps = timelineOf(m_job, m_events);
    if (steps.isEmpty()) {
        addQuietLine(m_timeline, tr("Nothing has happened yet."));
        return;
    }
    QWidget *parent = m_timeline->parentWidget();
    m_timeline->addWidget(new TimelineBar(steps, parent), 0, 0, 1, 2);
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const TimelineStep &step = steps.at(i);
        const int row = int(i) + 1;
        m_timeline->addWidget(nameLabel(step.begin.toLocalTime().toString(u"HH:mm:ss"_s), parent), row, 0);
        auto *line = new QWidget(parent);
        auto *cells = new QHBoxLayout(line);
        cells->setContentsMargins(0, 0, 0, 0);
        cells->setSpacing(8);
        auto *mark = new QLabel(line);
        mark->setPixmap(markIcon(markOfStep(step.state)).pixmap(QSize(14, 14), devicePixelRatioF()));
        cells->addWidget(mark, 0, Qt::AlignTop);
        auto *word = textLabel(models::stateWord(step.state), line, textFont(13, QFont::Medium));
        word->setWordWrap(false);
        cells->addWidget(word, 0, Qt::AlignTop);
        cells->addWidget(textLabel(step.text, line, textFont()), 1, Qt::AlignTop);
        if (step.length.count() >= 0)
            cells->addWidget(nameLabel(stepLength(step.length), line), 0, Qt::AlignTop);
        m_timeline->addWidget(line, row, 1);
    }
}

void OverviewTab::showFacts()
{
    for (QGridLayout *grid : {m_commands, m_placement, m_environment, m_directories})
        clear(grid);
    const QJsonObject properties = m_job.document.value(u"properties"_s).toObject();
    const QString preparation = properties[u"jobPreparation"_s][u"commandLine"_s].toString();
    if (!preparation.isEmpty())
        addRow(m_commands, tr("Preparation"), preparation, monoFont());
    addRow(m_commands, tr("Command"), properties[u"customToolkitSettings"_s][u"commandLine"_s].toString(), monoFont());

    addRow(m_placement, tr("Cluster"), m_job.cluster.isValid() ? m_job.cluster.shortText() : QString());
    addRow(m_placement, tr("Machines"), m_job.nodes.isEmpty() ? tr("not placed yet") : m_job.nodes.join(u", "_s));
    if (m_job.created.isValid())
        addRow(m_placement, tr("Submitted"), QLocale().toString(m_job.created.toLocalTime(), QLocale::ShortFormat));
    if (m_job.started.isValid())
        addRow(m_placement, tr("Started"), QLocale().toString(m_job.started.toLocalTime(), QLocale::ShortFormat));
    if (m_job.started.isValid() && m_job.ended.isValid())
        addRow(m_placement, tr("Took"), stepLength(std::chrono::milliseconds(m_job.started.msecsTo(m_job.ended))));
    if (m_job.exitCode)
        addRow(m_placement, tr("Exit code"), QString::number(*m_job.exitCode));
    if (m_job.attempt > 1)
        addRow(m_placement, tr("Attempt"), QString::number(m_job.attempt));

    // A job writes into its own folder below what the document names.
    const QString segment = properties[u"jobOutputDirectoryPathSegment"_s].toString();
    const auto below = [&segment](const QString &prefix, const QString &suffix) {
        return QDir::cleanPath(prefix + u'/' + (segment.isEmpty() ? u"…"_s : segment) + u'/' + suffix);
    };
    const QString output = properties[u"x-batchdeck"_s][u"stdOutErrPath"_s].toString();
    addRow(m_directories, tr("Standard output"),
           output.isEmpty() ? below(properties[u"stdOutErrPathPrefix"_s].toString(), u"stdouterr"_s) : output,
           monoFont());
    for (const QJsonValue &input : properties[u"inputDirectories"_s].toArray())
        addRow(m_directories, u"$AZ_BATCHAI_INPUT_"_s + input[u"id"_s].toString(), input[u"path"_s].toString(),
               monoFont());
    for (const QJsonValue &directory : properties[u"outputDirectories"_s].toArray()) {
        addRow(m_directories, u"$AZ_BATCHAI_OUTPUT_"_s + directory[u"id"_s].toString(),
               below(directory[u"pathPrefix"_s].toString(), directory[u"pathSuffix"_s].toString()), monoFont());
    }
    const QString folder = properties[u"x-batchdeck"_s][u"directory"_s].toString();
    if (!folder.isEmpty())
        addRow(m_directories, u"$AZ_BATCHAI_JOB_TEMP"_s, folder + u"/temp"_s, monoFont());
    const QJsonArray variables = properties[u"environmentVariables"_s].toArray();
    for (const QJsonValue &variable : variables)
        addRow(m_environment, variable[u"name"_s].toString(), variable[u"value"_s].toString(), monoFont());
    if (variables.isEmpty())
        addQuietLine(m_environment, tr("The document sets no variable of its own."));
}

} // namespace ui
