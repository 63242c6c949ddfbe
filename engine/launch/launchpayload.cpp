// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"

#include "engine/base/shellquote.h"
#include "engine/launch/plannedcontainer.h"
#include "engine/launch/plannedmounts.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QByteArray quoted(const QString &text)
{
    return shellQuote(text.toUtf8());
}

QByteArray mountKind(const PlannedMount &mount)
{
    if (!folderOf(mount).isEmpty())
        return "link";
    if (isContainer(mount.mappedTo))
        return "blob";
    // The command of a custom toolkit may use any launcher.
    if (mount.volume.kind == VolumeKind::Unmanaged && mount.mappedTo.isEmpty())
        return "any";
    return mount.volume.kind == VolumeKind::AzureBlob || !mount.mappedTo.isEmpty() ? "fuse" : "plain";
}

// An unmanaged volume is named by its path: its source is a command that may contain a password.
QByteArray mountName(const PlannedMount &mount)
{
    if (!mount.mappedTo.isEmpty())
        return quoted(mount.mappedTo);
    return quoted(mount.volume.kind == VolumeKind::Unmanaged ? mount.volume.relativeMountPath : mount.volume.source);
}

// Splits \a content into words below 128 KiB, the limit of an argument where printf is a program.
QByteArray inPieces(const QByteArray &content)
{
    constexpr qsizetype piece = 64 * 1024;
    QByteArrayList words;
    for (qsizetype begin = 0; begin < content.size(); begin += piece)
        words.append(shellQuote(content.sliced(begin, qMin(piece, content.size() - begin))));
    return words.join(' ');
}

// Name of a process in failures: "worker-1", "rank-2".
QByteArray processWord(const PlannedCommand &command)
{
    const bool isRank = std::any_of(command.environment.cbegin(), command.environment.cend(),
                                    [](const auto &variable) { return variable.first == u"AZ_BATCHAI_TASK_INDEX"; });
    const QString task = command.task.isEmpty() && isRank ? u"rank"_s : command.task;
    const QByteArray index = QByteArray::number(command.index);
    return task.isEmpty() ? index : QByteArray(task.toUtf8() + '-' + index);
}

/// Writes the payload of one node in the order of execution: calls of functions in runtime.sh.
class PayloadWriter
{
public:
    PayloadWriter(const NodePlan &plan, const LaunchSecrets &secrets) : m_plan(plan), m_secrets(secrets) { }

    QByteArray write()
    {
        line("set +eu; . \"${self%/*}/runtime.sh\"");
        call("bd_begin", {quoted(m_plan.directory), quoted(m_plan.logFiles.constFirst()), quoted(m_plan.node)});
        exportVariables(m_plan.environment.first(m_plan.ownVariables));
        defineUsersVariables();
        call("bd_note", {shellQuote("started on " + m_plan.node.toUtf8())});
        line("bd_folders");
        if (m_plan.gang)
            joinGang();
        for (const PlannedFile &file : m_plan.files)
            call("bd_file", {quoted(file.path), inPieces(file.content)});
        if (m_plan.isSetup)
            call("bd_folder", {shellExpandable(u"$AZ_BATCHAI_MOUNT_ROOT"_s)});
        mount();
        makeDirectories();
        if (m_plan.container)
            m_text += containerPayload(*m_plan.container, variableNames(), m_secrets.registryPassword);
        for (const PlannedCommand &command : m_plan.commands) {
            if (m_plan.isSetup || command.purpose == u"job preparation")
                prepare(command);
            else
                m_processes.append(command);
        }
        if (m_plan.gang && m_plan.gang->needsShell && m_plan.container)
            line("bd_container_has bash mpirun ssh");
        if (m_plan.gang)
            line("bd_offer; bd_gate; bd_join");
        if (m_plan.isSetup)
            line("bd_stay");
        else
            run();
        return m_text + "#end\n";
    }

private:
    void line(const QByteArray &text) { m_text += text + '\n'; }
    void call(const QByteArray &function, const QByteArrayList &words) { line(function + ' ' + words.join(' ')); }

    void exportVariables(const QList<std::pair<QString, QString>> &variables)
    {
        for (const auto &[name, value] : variables)
            line("export " + name.toUtf8() + '=' + shellExpandable(value));
    }

    void defineUsersVariables()
    {
        line("bd_variables() { :");
        for (const auto &[name, value] : m_plan.environment.sliced(m_plan.ownVariables))
            call("bd_variable", {name.toUtf8(), shellExpandable(value)});
        for (const auto &[name, value] : m_secrets.variables)
            call("bd_variable", {name.toUtf8(), quoted(value)});
        line("}");
    }

    void mount()
    {
        for (const PlannedMount &mount : m_plan.mounts) {
            if (mount.isOfCluster != m_plan.isSetup) {
                if (mount.isOfCluster) // the cluster's mounts are there already
                    call("bd_answers", {shellExpandable(mount.path)});
                continue;
            }
            const QString folder = folderOf(mount);
            const bool isBlob = isContainer(mount.mappedTo);
            if (isBlob) {
                line(". \"$bd_agent/mounts.sh\"");
                line("bd_url=" + quoted(m_secrets.containers.value(mount.mappedTo)));
            }
            call("bd_mount",
                 {mountKind(mount), shellExpandable(mount.path), mountName(mount),
                  isBlob                 ? quoted(mount.volume.settings.value(u"mountOptions"_s).toString())
                      : folder.isEmpty() ? quoted(mount.commandLine)
                                         : shellExpandable(folder)});
            if (isBlob)
                line("unset bd_url");
        }
    }

    // After the mounts, as the directories often are on them.
    void makeDirectories()
    {
        call("bd_directory", {shellExpandable(m_plan.standardOutputDirectory), "stdouterr"});
        line("bd_use_log");
        for (const auto &[id, path] : m_plan.outputDirectories)
            call("bd_directory", {shellExpandable(path), quoted(u"outputs/"_s + id)});
    }

    // Names of all variables from the document that a process of this node may see.
    [[nodiscard]] QStringList variableNames() const
    {
        QStringList names;
        for (const auto &[name, value] : m_plan.environment + m_secrets.variables)
            names.append(name);
        for (const PlannedCommand &command : m_plan.commands) {
            for (const auto &[name, value] : command.environment)
                names.append(name);
        }
        names.removeDuplicates();
        return names;
    }

    void prepare(const PlannedCommand &command)
    {
        call("bd_prepare",
             {quoted(command.purpose), quoted(command.standardOutput), quoted(command.standardError),
              quoted(command.commandLine)});
    }

    // First, so that a node can report any later failure to the others.
    void joinGang()
    {
        const PlannedGang &gang = *m_plan.gang;
        const auto yes = [](bool is) -> QByteArray { return is ? "yes" : "no"; };
        QByteArrayList words{QByteArray::number(gang.index),
                             QByteArray::number(gang.nodes.size()),
                             quoted(gang.masterDirectory),
                             yes(gang.hasSharedHome),
                             gang.offersShell ? QByteArrayLiteral("offer") : yes(gang.needsShell),
                             yes(gang.needsSharedFolder)};
        for (qsizetype i = 0; i < gang.nodes.size(); ++i)
            words += {quoted(gang.nodes.at(i)), quoted(gang.addresses.at(i))};
        line(". \"$bd_agent/gang.sh\"");
        // Values of these are never written to a file.
        if (!m_plan.secretNames.isEmpty())
            line("bd_secrets=" + quoted(m_plan.secretNames.join(u' ')));
        call("bd_gang", words);
    }

    void run()
    {
        const auto services = std::count_if(m_processes.begin(), m_processes.end(),
                                            [](const PlannedCommand &command) { return command.isService; });
        if (!m_plan.gang && services == 0 && m_processes.size() == 1)
            return call("bd_only", processWords(m_processes.constFirst()));
        for (const PlannedCommand &command : std::as_const(m_processes)) {
            call("bd_open", {quoted(command.standardOutput)});
            call("bd_open", {quoted(command.standardError)});
        }
        line("bd_processes() { :");
        for (const PlannedCommand &command : std::as_const(m_processes))
            call("bd_process " + QByteArray(command.isService ? "service " : "process ") + processWord(command),
                 processWords(command));
        line("}");
        call("bd_run", {QByteArray::number(m_processes.size() - services), QByteArray::number(services)});
    }

    static QByteArrayList processWords(const PlannedCommand &command)
    {
        QByteArrayList words{quoted(command.standardOutput), quoted(command.standardError),
                             quoted(command.commandLine)};
        for (const auto &[name, value] : command.environment)
            words += {quoted(name), shellExpandable(value)};
        return words;
    }

    const NodePlan &m_plan;
    const LaunchSecrets &m_secrets;
    QByteArray m_text;
    QList<PlannedCommand> m_processes;
};

} // namespace

QByteArray wrapperPayload(const NodePlan &plan, const LaunchSecrets &secrets)
{
    return PayloadWriter(plan, secrets).write();
}

} // namespace engine
