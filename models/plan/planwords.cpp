// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/plan/planwords.h"

#include "models/document/faultwords.h"
#include "models/translated.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::JobPlanCommand;
using engine::JobPlanMount;
using engine::JobPlanNode;

namespace {

// $NAME is not quoted: the node's shell expands it, as with the service.
QString exported(const std::pair<QString, QString> &variable)
{
    QString value = variable.second;
    for (const QChar special : {u'\\', u'"', u'`'})
        value.replace(special, QString(u'\\') + special);
    return u"export %1=\"%2\"\n"_s.arg(variable.first, value);
}

// Only Azure volumes need a mapping; paths and mount commands are used as they are.
bool wantsMapping(const JobPlanMount &mount)
{
    return mount.mappedTo.isEmpty()
        && (mount.kind == u"azureFileShare" || mount.kind == u"azureBlob" || mount.kind == u"fileServer");
}

// Whether the process gets a number.
bool isRank(const JobPlanCommand &command)
{
    return std::any_of(command.environment.cbegin(), command.environment.cend(),
                       [](const auto &variable) { return variable.first == u"AZ_BATCHAI_TASK_INDEX"; });
}

QString who(const JobPlanCommand &command)
{
    if (!command.task.isEmpty())
        return QString(command.task + u' ' + QString::number(command.index));
    if (command.purpose == u"job preparation")
        return tr("job preparation");
    if (command.processes > 1)
        return tr("%1 processes").arg(number(command.processes));
    return isRank(command) ? tr("rank %1").arg(command.index) : tr("1 process");
}

QString unplaced(const QString &source)
{
    return tr("Nothing says where %1 is now.").arg(source);
}

QString mountsText(const JobPlanNode &node)
{
    QString text;
    for (const JobPlanMount &mount : node.mounts) {
        const QString whose = mount.isOfCluster ? tr("of the cluster") : tr("of the job");
        const QString now = wantsMapping(mount) ? tr("nothing says where it is now")
            : mount.mappedTo.isEmpty()          ? mount.source
                                                : tr("now %1").arg(mount.mappedTo);
        text += u"# %1, %2\n#   %3\n"_s.arg(mount.source, whose, u"-> "_s + mount.path + u": "_s + now);
        if (!mount.commandLine.isEmpty())
            text += mount.commandLine + u'\n';
    }
    return text;
}

QString containerText(const engine::JobPlanContainer &container)
{
    QString text = u"# %1, %2\n"_s.arg(container.image, container.tool);
    for (const QString &command : container.commands)
        text += command + u'\n';
    if (!container.prefix.isEmpty())
        text += tr("# each command: %1").arg(container.prefix) + u'\n';
    if (!container.stop.isEmpty())
        text += tr("# at the end: %1").arg(container.stop) + u'\n';
    return text;
}

QString commandsText(const JobPlanNode &node)
{
    if (node.commands.isEmpty())
        return u"# "_s + tr("nothing: this node is held and prepared only") + u'\n';
    QString text;
    for (const JobPlanCommand &command : node.commands) {
        const QStringList logs{command.standardOutput, command.standardError};
        text += u"# %1: %2\n"_s.arg(who(command), logs.join(u", "_s));
        text += command.commandLine + u'\n';
        if (!command.environment.isEmpty())
            text += u"# "_s + tr("with its own variables:") + u'\n';
        for (const auto &variable : command.environment)
            text += exported(variable);
        text += u'\n';
    }
    text.chop(1);
    return text;
}

QString filesText(const JobPlanNode &node)
{
    QString text;
    if (!node.directory.isEmpty())
        text += tr("# folder: %1").arg(node.directory) + u'\n';
    for (const QString &file : node.files)
        text += tr("# written before: %1").arg(file) + u'\n';
    for (const QString &file : node.logFiles)
        text += tr("# log: %1").arg(file) + u'\n';
    return text;
}

QString sectionText(const JobPlanNode &node, PlanSection section)
{
    switch (section) {
    case PlanSection::Mounts:
        return mountsText(node);
    case PlanSection::Container:
        return node.container ? containerText(*node.container) : QString();
    case PlanSection::Environment: {
        QString text;
        for (const auto &variable : node.environment)
            text += exported(variable);
        return text;
    }
    case PlanSection::Commands:
        return commandsText(node);
    case PlanSection::Files:
        return filesText(node);
    case PlanSection::All:
        break;
    }
    return {};
}

// An engine of an older version sends the text only.
bool isPlain(const JobPlanNode &node)
{
    return node.commands.isEmpty() && node.environment.isEmpty() && node.mounts.isEmpty() && !node.text.isEmpty();
}

} // namespace

QList<PlanSection> sectionsOf(const JobPlanNode &node)
{
    QList<PlanSection> sections{PlanSection::All};
    if (isPlain(node))
        return sections;
    for (const auto section : {PlanSection::Commands, PlanSection::Mounts, PlanSection::Container,
                               PlanSection::Environment, PlanSection::Files}) {
        if (!sectionText(node, section).isEmpty())
            sections.append(section);
    }
    return sections;
}

QString sectionName(PlanSection section)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "All"),         QT_TRANSLATE_NOOP("models", "Commands"),
        QT_TRANSLATE_NOOP("models", "Mounts"),      QT_TRANSLATE_NOOP("models", "Container"),
        QT_TRANSLATE_NOOP("models", "Environment"), QT_TRANSLATE_NOOP("models", "Files")};
    return translated(words, section);
}

QString planText(const JobPlanNode &node, PlanSection section)
{
    if (isPlain(node))
        return node.text;
    const QString fact = nodeFact(node);
    QString text = u"# "_s + node.node + (fact.isEmpty() ? QString() : QString(u": "_s + fact)) + u'\n';
    for (const PlanSection one : sectionsOf(node)) {
        if (one == PlanSection::All || (section != PlanSection::All && section != one))
            continue;
        text += u"\n## "_s + sectionName(one) + u'\n' + sectionText(node, one);
    }
    return text;
}

QString planText(const engine::JobPlanSnapshot &plan)
{
    QStringList texts;
    for (const JobPlanNode &node : plan.nodes)
        texts.append(planText(node));
    return texts.join(u'\n');
}

QString nodeFact(const JobPlanNode &node)
{
    QStringList facts;
    QList<int> ranks;
    for (const JobPlanCommand &command : node.commands) {
        if (command.purpose == u"job preparation")
            continue;
        if (command.task.isEmpty() && command.processes == 1 && isRank(command))
            ranks.append(command.index);
        else
            facts.append(who(command));
    }
    std::sort(ranks.begin(), ranks.end());
    if (ranks.size() == 1)
        facts.append(tr("rank %1").arg(ranks.constFirst()));
    else if (!ranks.isEmpty())
        facts.append(tr("ranks %1 to %2").arg(ranks.constFirst()).arg(ranks.constLast()));
    if (facts.isEmpty() && !isPlain(node))
        return node.commands.isEmpty() ? tr("held only") : tr("prepared only");
    return facts.join(u", "_s);
}

QList<PlanNotice> noticesOf(const QList<engine::Fault> &warnings)
{
    QList<PlanNotice> notices;
    for (const engine::Fault &warning : warnings) {
        PlanNotice notice{warning.message.text(), remedyFor(warning, engine::ResourceKind::Job), {}};
        if (warning.code == u"Unmapped") { // The engine's sentence names a command; the window has a button.
            notice.source = warning.message.arguments.value(0);
            notice.words = unplaced(notice.source);
        }
        const bool isSaid = std::any_of(notices.cbegin(), notices.cend(),
                                        [&notice](const PlanNotice &other) { return other.words == notice.words; });
        if (!isSaid)
            notices.append(notice);
    }
    // Warnings with a button first.
    std::stable_partition(notices.begin(), notices.end(),
                          [](const PlanNotice &notice) { return !notice.source.isEmpty(); });
    return notices;
}

QString refusalText(const engine::Error &error)
{
    QStringList lines{error.message.text()};
    for (const engine::Fault &fault : error.details) {
        const QString place = placeWords(fault);
        lines.append(place.isEmpty() ? fault.message.text() : QString(place + u": "_s + fault.message.text()));
    }
    return lines.join(u'\n');
}

} // namespace models
