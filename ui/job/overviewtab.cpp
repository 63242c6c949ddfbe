// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/overviewtab.h"

#include "engine/api/extension.h"
#include "engine/api/job/joblogs.h"
#include "engine/log/reader/failurewords.h"
#include "models/job/jobnodewords.h"
#include "models/job/jobtables.h"
#include "models/words.h"
#include "ui/job/chart/timeline.h"
#include "ui/job/jobheader.h"
#include "ui/log/logfiles.h"
#include "ui/theme/icons.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QDir>
#include <QGridLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include <chrono>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int sideBySideWidth = 860;
constexpr int mostLastLines = 8;
constexpr int mostNamesInARow = 4;

void clear(QGridLayout *grid)
{
    while (QLayoutItem *item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
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
    grid->addWidget(new ToneLabel(ToneLabel::Tone::Text, value, grid->parentWidget(), font), row, 1);
}

void addCommand(QGridLayout *grid, const QString &line)
{
    addRow(grid, OverviewTab::tr("Command"), line, monoFont());
    auto *copy = newToolButton(u"copy"_s, OverviewTab::tr("Copy the command"));
    QObject::connect(copy, &QAbstractButton::clicked, copy, [line] { copyText(line); });
    grid->addWidget(copy, grid->rowCount() - 1, 2, Qt::AlignTop);
}

void addQuietLine(QGridLayout *grid, const QString &text)
{
    auto *label = nameLabel(text, grid->parentWidget());
    label->setWordWrap(true);
    grid->addWidget(label, 0, 0, 1, 2);
}

QString shortList(const QStringList &names)
{
    const QString listed = names.mid(0, mostNamesInARow).join(u", "_s);
    return names.size() <= mostNamesInARow + 1
        ? names.join(u", "_s)
        : OverviewTab::tr("%1 and %2 more").arg(listed, QLocale().toString(names.size() - mostNamesInARow));
}

// The facts below the banner: without the fields that change up to ten times a second.
QJsonObject lastingFacts(const engine::JobSnapshot &job)
{
    QJsonObject extension = engine::extensionOf(job.document);
    for (const QString &passing : {u"asOf"_s, u"link"_s, u"nodes"_s, u"logs"_s})
        extension.remove(passing);
    return engine::withExtension(job.document, extension);
}

// The command in the settings of any toolkit: a command line, or the script and its arguments.
QString commandOf(const QJsonObject &properties)
{
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const QJsonObject settings = it->toObject();
        if (!it.key().endsWith(u"Settings"))
            continue;
        if (const QString line = settings[u"commandLine"_s].toString(); !line.isEmpty())
            return line;
        const QString script = settings[u"pythonScriptFilePath"_s].toString();
        if (!script.isEmpty())
            return QString(script + u' ' + settings[u"commandLineArgs"_s].toString()).trimmed();
    }
    return {};
}

QStringList silentNodes(const engine::JobSnapshot &job)
{
    QStringList names;
    for (const engine::JobNode &node : job.nodeRuns) {
        if (models::isOutOfReach(node))
            names.append(node.name);
    }
    return names.isEmpty() ? job.nodes : names;
}

} // namespace

OverviewTab::OverviewTab(QWidget *parent)
    : QScrollArea(parent), m_banner(new Banner), m_lastWords(new QWidget), m_lastWordsOf(new QLabel(m_lastWords)),
      m_lastWordsText(new ToneLabel(ToneLabel::Tone::Text, {}, m_lastWords, monoFont()))
{
    setAccessibleName(tr("Overview"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    setBackgroundRole(QPalette::Base);
    m_banner->setObjectName(u"cause"_s);
    m_lastWords->setObjectName(u"lastWords"_s);
    m_lastWordsOf->setFont(textFont(13, QFont::DemiBold));
    m_lastWordsOf->setTextFormat(Qt::PlainText);
    m_lastWordsOf->setWordWrap(true);
    m_lastWords->setLayout(newColumn({}, 6, {m_lastWordsOf, m_lastWordsText}));
    auto *left = newColumn({}, 20);
    auto *right = newColumn({}, 20);
    m_columns = newRow({}, 32, {{left, 1}, {right, 1}});
    content->setLayout(newColumn({16, 12, 16, 16}, 16, {m_banner, m_lastWords, m_columns, Stretch{}}));
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
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    auto *body = new QWidget;
    auto *grid = newGrid({}, 16, 6, body);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    section->setLayout(newColumn({}, 8, {heading, body}));
    column->addWidget(section);
    return grid;
}

void OverviewTab::setJob(const engine::JobSnapshot &job)
{
    m_job = job;
    showBanner();
    showLastWords();
    if (const QJsonObject facts = lastingFacts(job); facts != m_facts) {
        m_facts = facts;
        showTimeline();
        showFacts();
    }
    arrange();
}

void OverviewTab::setCause(const std::optional<engine::LogFailure> &cause)
{
    m_cause = cause;
    showBanner();
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

// Columns side by side if they fit; a long path cannot be wrapped.
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
        const engine::Message said = !m_job.reason.isEmpty() ? m_job.reason : first.message;
        const QString firstFailed = models::firstFailureText(m_job);
        const QString ofLogs = m_cause ? engine::failureText(*m_cause).text() : QString();
        const bool isOfCommand = first.code == u"JobFailed" || first.code == u"JobPreparationFailed";
        QStringList causes{isOfCommand ? ofLogs : QString(), firstFailed};
        if (!m_cause || firstFailed.isEmpty()) // with a cause and a failed node, the job's error has nothing to add
            causes.append(said.text());
        if (firstFailed.isEmpty() && m_job.exitCode && !said.arguments.contains(QString::number(*m_job.exitCode)))
            causes.append(tr("The command ended with exit code %1.").arg(*m_job.exitCode));
        causes.append(models::remedyText(first.code));
        if (m_cause)
            causes += {ofLogs, engine::failureRemedy(m_cause->kind).text()};
        causes.removeAll(QString());
        causes.removeDuplicates(); // causes may be equal, and the reason of a single process is its exit code
        const QString cause = causes.isEmpty() ? tr("The job failed.") : causes.takeFirst();
        m_banner->showNotice(Mark::Failed, cause, causes.join(m_cause ? u'\n' : u' '));
        const bool hasLog = m_job.started.isValid() && !m_job.logs.isEmpty();
        m_banner->setRemedy(hasLog ? tr("Open log") : tr("Rerun"));
        connect(m_banner, &Banner::remedyRequested, this,
                hasLog ? &OverviewTab::logRequested : &OverviewTab::rerunRequested);
    } else if (const QString failure = models::firstFailureText(m_job); !failure.isEmpty()) {
        m_banner->showNotice(Mark::Terminating, failure, tr("The other nodes are being ended."));
        m_banner->setRemedy(tr("Open log"));
        connect(m_banner, &Banner::remedyRequested, this, &OverviewTab::logRequested);
    } else if (mark == Mark::Offline) {
        const QString silent = shortList(silentNodes(m_job));
        m_banner->showNotice(
            Mark::Offline,
            m_job.asOf.isValid()
                ? tr("No news from %1 since %2.").arg(silent, m_job.asOf.toLocalTime().toString(u"HH:mm:ss"_s))
                : tr("No news from %1.").arg(silent),
            tr("The job was %1 then and goes on without us.").arg(models::word(m_job.state)));
    } else if (m_job.state == engine::JobState::Queued && !m_job.reason.isEmpty()) {
        m_banner->showNotice(Mark::Queued, m_job.reason.text());
    } else {
        m_banner->dismiss();
    }
}

void OverviewTab::showLastWords()
{
    const qsizetype log = m_job.state == engine::JobState::Failed ? logOfFailure(m_job, m_job.logs) : -1;
    const QStringList lines = log < 0 ? QStringList() : lastLines(m_job.logs.at(log).spoolPath, mostLastLines);
    m_lastWords->setVisible(!lines.isEmpty());
    if (lines.isEmpty())
        return;
    const engine::LogFileSnapshot &file = m_job.logs.at(log);
    m_lastWordsOf->setText(m_job.nodes.size() > 1 ? tr("Last words of %1 on %2").arg(logTitle(file.name), file.node)
                                                  : tr("Last words of %1").arg(logTitle(file.name)));
    m_lastWordsText->setText(lines.join(u'\n'));
}

// One row a step: begin, state, reason and length.
void OverviewTab::showTimeline()
{
    clear(m_timeline);
    const QList<TimelineStep> steps = timelineOf(m_job, m_events);
    if (steps.isEmpty()) {
        addQuietLine(m_timeline, tr("Nothing has happened yet."));
        return;
    }
    QWidget *parent = m_timeline->parentWidget();
    m_timeline->addWidget(new TimelineBar(steps, m_job.started.isValid() && !engine::isFinal(m_job.state), parent), 0,
                          0, 1, 2);
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const TimelineStep &step = steps.at(i);
        const int row = int(i) + 1;
        m_timeline->addWidget(nameLabel(step.begin.toLocalTime().toString(u"HH:mm:ss"_s), parent), row, 0);
        auto *line = new QWidget(parent);
        auto *mark = new Picture(markIcon(markOfStep(step.state)), 14, line);
        auto *word =
            new ToneLabel(ToneLabel::Tone::Text, models::stateWord(step.state), line, textFont(13, QFont::Medium));
        word->setWordWrap(false);
        auto *text = new ToneLabel(ToneLabel::Tone::Text, step.text, line, textFont());
        auto *cells = newRow({}, 8, {{mark, 0, Qt::AlignTop}, {word, 0, Qt::AlignTop}, {text, 1, Qt::AlignTop}});
        line->setLayout(cells);
        if (step.length >= std::chrono::milliseconds(50)) // not "0.0 s"
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
    const QStringList lines = m_job.commandLines.isEmpty() ? QStringList{commandOf(properties)} : m_job.commandLines;
    for (const QString &line : lines)
        addCommand(m_commands, line);

    addRow(m_placement, tr("Cluster"), m_job.cluster.isValid() ? m_job.cluster.shortText() : QString());
    addRow(m_placement, tr("Machines"), m_job.nodes.isEmpty() ? tr("not placed yet") : shortList(m_job.nodes));
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

    // The output of a job is in a folder of its own below the directories of the document.
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
