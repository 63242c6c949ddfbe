// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/planwarnings.h"

#include "engine/api/document/documents.h"
#include "engine/base/shellquote.h"
#include "engine/batchai/faultnotes.h"
#include "engine/batchai/placeholders.h"
#include "engine/batchai/rules/variablerules.h"
#include "engine/launch/plannedcontainer.h"
#include "engine/launch/plannedmounts.h"
#include "engine/launch/planpaths.h"
#include "engine/launch/toolkit/launchers.h"

#include <QJsonArray>
#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// Length in bytes, including quotes, of the longest word into which a shell splits \a text.
qsizetype longestWordOf(const QByteArray &text)
{
    qsizetype longest = 0;
    qsizetype word = 0;
    char quote = 0;
    for (const char c : text) {
        const bool isEnd = quote == 0 && (c == ' ' || c == '\t' || c == '\n');
        if (quote != 0 ? c == quote : c == '"' || c == '\'')
            quote = quote != 0 ? '\0' : c;
        word = isEnd ? 0 : word + 1;
        longest = qMax(longest, word);
    }
    return longest;
}

/// Checks the texts of a plan in the order in which a node defines their variables.
class WarningReader
{
public:
    WarningReader(const PlanView &view, const LaunchPlan &plan)
        : m_view(view), m_node(plan.nodes.constFirst()), m_paths(m_node, PlanPaths::Variables::All),
          m_folders(m_node, PlanPaths::Variables::Ours), m_properties(view.document.value(u"properties"_s).toObject()),
          m_defined(definedEverywhere())
    {
        for (const NodePlan &node : plan.nodes) {
            for (const PlannedCommand &command : node.commands) {
                for (const auto &[name, value] : command.environment)
                    m_ofProcesses.insert(name);
            }
        }
        for (const auto &[name, value] : m_node.environment.sliced(m_node.ownVariables))
            m_ofUser.insert(name);
    }

    QList<Fault> read()
    {
        readMounts();
        for (const auto &[name, value] : m_node.environment) {
            if (name == u"AZ_BATCHAI_STDOUTERR_DIR")
                break;
            m_defined.insert(name);
        }
        readStandardOutput();
        readDirectories();
        readVolumes();
        readEnvironment();
        readLine(m_properties[u"jobPreparation"_s][u"commandLine"_s].toString(),
                 u"$.properties.jobPreparation.commandLine"_s);
        readToolkit();
        return m_warnings;
    }

private:
    void warn(const char *code, const Message &message, const QString &target)
    {
        if (m_warnings.size() < maximumFaults)
            m_warnings.append({QString::fromLatin1(code), message, target});
    }

    void readMounts()
    {
        for (const PlannedMount &mount : m_node.mounts) {
            m_mounts.insert(withoutEnd(mount.path), &mount);
            if (!isUnmapped(m_view, mount))
                continue;
            warn("Unmapped", unmappedWords(mount.volume), mount.volume.target);
            readEntry(mount.volume.settings, mount.volume.target);
        }
    }

    // Of a mapped volume only the mount path is used. Volumes of nodes are reported with the cluster's document.
    void readVolumes()
    {
        for (const PlannedMount &mount : m_node.mounts) {
            const QJsonObject &settings = mount.volume.settings;
            for (auto it = settings.begin(); it != settings.end(); ++it) {
                if (!mount.isOfCluster && (mount.mappedTo.isEmpty() || it.key() == u"relativeMountPath"))
                    readVariables(it.value().toString(), mount.volume.target + u'.' + it.key(),
                                  it.key() == u"mountCommand");
            }
        }
    }

    void readEntry(const QJsonObject &entry, const QString &target)
    {
        for (auto it = entry.begin(); it != entry.end(); ++it) {
            const QString place = target + u'.' + it.key();
            if (it.value().isObject())
                readEntry(it.value().toObject(), place);
            else
                warnOfPlaceholder(azPlaceholder(it.value().toString()), place);
        }
    }

    // With the wording of checkDocument(), which has seen the job's document but not the cluster's.
    void warnOfPlaceholder(const QString &placeholder, const QString &target)
    {
        if (!placeholder.isEmpty())
            warn("Placeholder", placeholderWords(placeholder), target);
    }

    void readStandardOutput()
    {
        const QString prefix = m_properties.value(u"stdOutErrPathPrefix"_s).toString();
        const QString target = u"$.properties.stdOutErrPathPrefix"_s;
        readPath(prefix, target);
        m_defined.insert(u"AZ_BATCHAI_STDOUTERR_DIR"_s);
        // Logs in the job's own folder, named explicitly.
        if (prefix != u"$AZ_BATCHAI_JOB_TEMP" && prefix != u"${AZ_BATCHAI_JOB_TEMP}")
            readPlace(prefix, target);
        const PlannedMount *mount = mountOf(prefix);
        if (mount
            && (isContainer(mount->mappedTo)
                || (mount->volume.kind == VolumeKind::AzureBlob && mount->mappedTo.isEmpty())))
            warn("LogsOnBlob",
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "“%1” is a Blob container: a log can be read there only after its program "
                                           "has closed it. A file share shows it while it grows."),
                         {shortened(prefix)}),
                 target);
    }

    void readDirectories()
    {
        const QJsonArray inputs = m_properties.value(u"inputDirectories"_s).toArray();
        for (qsizetype i = 0; i < inputs.size(); ++i) {
            const QString target = u"$.properties.inputDirectories[%1].path"_s.arg(i);
            readPath(inputs.at(i)[u"path"_s].toString(), target);
            warnOfRelativePath(m_folders, inputs.at(i)[u"path"_s].toString(), target);
            m_defined.insert(u"AZ_BATCHAI_INPUT_"_s + inputs.at(i)[u"id"_s].toString());
        }
        const QJsonArray outputs = m_properties.value(u"outputDirectories"_s).toArray();
        for (qsizetype i = 0; i < outputs.size(); ++i) {
            const QString target = u"$.properties.outputDirectories[%1]."_s.arg(i);
            readPath(outputs.at(i)[u"pathPrefix"_s].toString(), target + u"pathPrefix"_s);
            readPlace(outputs.at(i)[u"pathPrefix"_s].toString(), target + u"pathPrefix"_s);
            readText(outputs.at(i)[u"pathSuffix"_s].toString(), target + u"pathSuffix"_s);
            m_defined.insert(u"AZ_BATCHAI_OUTPUT_"_s + outputs.at(i)[u"id"_s].toString());
        }
    }

    // Variables of a process are defined before the user's, and after the job preparation.
    void readEnvironment()
    {
        m_isInProcess = true;
        const QJsonArray variables = m_properties.value(u"environmentVariables"_s).toArray();
        for (qsizetype i = 0; i < variables.size(); ++i) {
            const QString target = u"$.properties.environmentVariables[%1].value"_s.arg(i);
            const QString value = variables.at(i)[u"value"_s].toString();
            readText(value, target);
            if (isLongVariable(variables.at(i)[u"name"_s].toString(), value))
                warn(
                    "LongValue",
                    Message(QT_TRANSLATE_NOOP("engine",
                                              "“%1” is too long to be given to a program, for which Linux has a limit "
                                              "of 128 KiB: only the command line itself sees it. Let it come in a file "
                                              "(x-batchdeck.files)."),
                            {shortened(variables.at(i)[u"name"_s].toString())}),
                    target);
            m_defined.insert(variables.at(i)[u"name"_s].toString());
        }
        m_defined += QSet<QString>(m_node.secretNames.begin(), m_node.secretNames.end());
        m_isInProcess = false;
    }

    void readToolkit()
    {
        m_isInProcess = true;
        const QString toolkit = toolkitOf(m_view.document);
        const QString target = u"$.properties."_s + toolkit;
        const QJsonObject settings = m_properties.value(toolkit).toObject();
        for (auto it = settings.begin(); it != settings.end(); ++it) {
            const QString place = target + u'.' + it.key();
            if (it.key() == u"commandLine")
                readLine(it.value().toString(), place);
            else if (it.key().endsWith(u"Path"))
                readProgram(it.value().toString(), place);
            else
                readArguments(it.value().toString(), place);
        }
        readContainer(launcherFor(toolkit).ranks(m_view, settings));
        readCounts(settings, launcherFor(toolkit).ranks(m_view, settings), target);
    }

    void readContainer(int ranks)
    {
        const QString target = u"$.properties.containerSettings"_s;
        if (ignoresContainer(m_view.document) && m_properties.value(u"containerSettings"_s).isObject())
            warn("ContainerIgnored",
                 QT_TRANSLATE_NOOP("engine",
                                   "It runs on the machine itself and not in its container: the document says so "
                                   "(x-batchdeck.container)."),
                 target);
        if (m_node.container && ranks > 0 && m_view.nodes.size() > 1)
            warn("ContainerMpi",
                 QT_TRANSLATE_NOOP("engine",
                                   "MPI starts its processes by SSH from one node's container to the others': the "
                                   "image, or what job preparation installs, needs mpirun, ssh and bash, in one "
                                   "version for all."),
                 target);
    }

    void readCounts(const QJsonObject &settings, int ranks, const QString &target)
    {
        if (ranks > 0 && m_view.nodes.size() > 1)
            warn(
                "NodeToNodeSsh",
                QT_TRANSLATE_NOOP("engine",
                                  "MPI starts its processes by SSH from the first node to the others. The job has keys "
                                  "and an SSH server of its own on each node, on a port from 20000 to 31999, by which "
                                  "the nodes have to reach each other; both go with the job. Where that server cannot "
                                  "start, the keys stand in ~/.ssh/authorized_keys while the job runs."),
                target);
        for (const QString &key : {u"processCount"_s, u"workerCount"_s, u"parameterServerCount"_s}) {
            if (ranks == 0 && settings.value(key).toInt() > maximumProcesses)
                warn("TooManyProcesses",
                     Message(QT_TRANSLATE_NOOP("engine", "“%1” is more than %2; only so many are planned."),
                             {key, QString::number(maximumProcesses)}),
                     target + u'.' + key);
        }
    }

    void readPath(const QString &path, const QString &target)
    {
        warnOfPlaceholder(anyPlaceholder(path), target);
        readVariables(path, target, false);
        readMountRoot(path, target);
    }

    // Checks a path that the job writes to and that is read after the job.
    void readPlace(const QString &path, const QString &target)
    {
        warnOfRelativePath(m_folders, path, target);
        if (m_folders.placeOf(path).kind == PlanPaths::Place::Kind::OfJob)
            warn("OfJob",
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "“%1” lies in the job's own folder, where nobody looks once the job is "
                                           "deleted. Begin it with / or ~/ for a place of its own."),
                         {shortened(path)}),
                 target);
    }

    void warnOfRelativePath(const PlanPaths &paths, const QString &path, const QString &target)
    {
        if (!path.isEmpty() && paths.placeOf(path).kind == PlanPaths::Place::Kind::Relative)
            warn("RelativePath",
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "“%1” is no full path: it is taken below the folder in which the job runs, "
                                           "on each node its own. Begin it with / or ~/ for another place."),
                         {shortened(path)}),
                 target);
    }

    // Checks a path of a program. A script of the job's own files or of its preparation need not exist yet; an
    // interpreter may be a bare name.
    void readProgram(const QString &path, const QString &target)
    {
        readPath(path, target);
        const QJsonArray files = m_properties[u"x-batchdeck"_s][u"files"_s].toArray();
        const bool isBrought = m_properties.contains(u"jobPreparation"_s)
            || std::any_of(files.begin(), files.end(),
                           [&path](const QJsonValue &file) { return file[u"path"_s] == path; });
        if (!isBrought && (path.contains(u'/') || !target.endsWith(u"InterpreterPath")))
            warnOfRelativePath(m_paths, path, target);
    }

    void readText(const QString &text, const QString &target)
    {
        warnOfPlaceholder(azPlaceholder(text), target);
        readVariables(text, target, false);
    }

    void readArguments(const QString &text, const QString &target)
    {
        readText(text, target);
        if (longestWordOf(text.toUtf8()) > longestWord)
            warn("LongWord",
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "“%1” holds a word that is longer than Linux lets an argument be, 128 KiB: "
                                           "its program cannot be started. Let it come in a file (x-batchdeck.files)."),
                         {shortened(text)}),
                 target);
    }

    // A command line may define variables itself, but not Batchdeck's.
    void readLine(const QString &line, const QString &target)
    {
        warnOfPlaceholder(azPlaceholder(line), target);
        readVariables(line, target, true);
    }

    void readVariables(const QString &text, const QString &target, bool onlyOurs)
    {
        for (const QString &name : variablesIn(text)) {
            if (name == u"AZ_BATCHAI_SHARED_JOB_TEMP" && m_view.nodes.size() > 1 && !m_view.hasSharedHome)
                warn("NotShared",
                     QT_TRANSLATE_NOOP(
                         "engine",
                         "The nodes share no home: $AZ_BATCHAI_SHARED_JOB_TEMP is the first node's folder, "
                         "which the others mount by sshfs while the job runs. A folder on a volume that "
                         "all of them mount is faster."),
                     target);
            if (m_defined.contains(name) || (m_isInProcess && m_ofProcesses.contains(name))
                || (onlyOurs && !name.startsWith(u"AZ_BATCH")))
                continue;
            warn("UndefinedVariable",
                 m_ofUser.contains(name) && !m_isInProcess
                     ? Message(QT_TRANSLATE_NOOP("engine",
                                                 "$%1 is a variable of the job's own, which only its programs see: "
                                                 "nothing stands in its place here."),
                               {shortened(name)})
                     : undefinedVariableWords(name),
                 target);
        }
    }

    // A path below a mount root without a mount is a folder on the node's own disk.
    void readMountRoot(const QString &path, const QString &target)
    {
        const QString plain = withoutBraces(path);
        const bool isOfJob = isBelow(plain, u"$AZ_BATCHAI_JOB_MOUNT_ROOT"_s);
        const bool isOfCluster = isBelow(plain, u"$AZ_BATCHAI_MOUNT_ROOT"_s) && !m_view.cluster.isEmpty();
        if ((isOfJob || isOfCluster) && !mountOf(path))
            warn("NotMounted",
                 Message(QT_TRANSLATE_NOOP("engine", "Nothing is mounted at “%1”: it is a folder of the node itself."),
                         {shortened(path)}),
                 target);
    }

    static QString withoutBraces(QString path)
    {
        return path.replace(u"${AZ_BATCHAI_MOUNT_ROOT}"_s, u"$AZ_BATCHAI_MOUNT_ROOT"_s)
            .replace(u"${AZ_BATCHAI_JOB_MOUNT_ROOT}"_s, u"$AZ_BATCHAI_JOB_MOUNT_ROOT"_s);
    }

    static QString withoutEnd(QString path)
    {
        while (path.endsWith(u'/'))
            path.chop(1);
        return path;
    }

    static bool isBelow(const QString &path, const QString &folder)
    {
        return path.startsWith(folder) && (path.size() == folder.size() || path.at(folder.size()) == u'/');
    }

    // The deepest mount that contains \a path. Overlong paths are not checked.
    [[nodiscard]] const PlannedMount *mountOf(const QString &path) const
    {
        QString folder = path.size() > 4096 ? QString() : withoutEnd(withoutBraces(path));
        while (!folder.isEmpty() && !m_mounts.contains(folder))
            folder.truncate(qMax<qsizetype>(folder.lastIndexOf(u'/'), 0));
        return m_mounts.value(folder);
    }

    const PlanView &m_view;
    const NodePlan &m_node;
    const PlanPaths m_paths; // as programs see them
    const PlanPaths m_folders; // as they are when folders are created
    const QJsonObject m_properties;
    QHash<QString, const PlannedMount *> m_mounts; // by path
    QSet<QString> m_defined;
    QSet<QString> m_ofProcesses;
    QSet<QString> m_ofUser;
    bool m_isInProcess = false; // variables of a process are visible as well
    QList<Fault> m_warnings;
};

} // namespace

QList<Fault> warningsOf(const PlanView &view, const LaunchPlan &plan)
{
    return plan.nodes.isEmpty() ? QList<Fault>() : WarningReader(view, plan).read();
}

} // namespace engine
