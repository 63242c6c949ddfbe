// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/preflight/checkplan.h"

#include "engine/api/document/documents.h"
#include "engine/api/storage/placespec.h"
#include "engine/base/shellquote.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/plannedmounts.h"
#include "engine/launch/planpaths.h"
#include "engine/launch/toolkit/launchers.h"
#include "engine/preflight/checkwords.h"
#include "engine/remote/scripttext.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

using Kind = PlanPaths::Place::Kind;

constexpr auto commandLimit = 25s; // check.sh gives up after 15 s; its caller after 30 s

bool isToolkit(const PlannedCommand &command)
{
    return command.purpose == u"toolkit";
}

/// Program and script of a command line without shell syntax: "python3 train.py --epochs 3".
struct PlainCommand
{
    QString program;
    QString script; ///< a Python script; empty without one
};

PlainCommand plainCommand(const QString &line)
{
    if (!ShellWords::isPlainLine(line))
        return {};
    static const QRegularExpression python(u"(^|/)python[0-9.]*$"_s);
    const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
    PlainCommand command{words.constFirst(), {}};
    const QString second = words.value(1);
    if (second.endsWith(u".py") && python.match(command.program).hasMatch())
        command.script = second;
    return command;
}

/// Writes the checks of one node.
class CheckWriter
{
public:
    CheckWriter(const PlanView &view, const LaunchPlan &plan, qsizetype index)
        : m_view(view), m_plan(plan.nodes.at(index)), m_index(index), m_paths(m_plan, PlanPaths::Variables::All),
          m_folders(m_plan, PlanPaths::Variables::Ours), m_properties(view.document.value(u"properties"_s).toObject()),
          m_toolkit(toolkitOf(view.document)), m_settings(m_properties.value(m_toolkit).toObject()),
          m_ranks(launcherFor(m_toolkit).ranks(view, m_settings))
    {
        m_check.node = m_plan.node;
        m_check.isPrepared = !m_properties[u"jobPreparation"_s][u"commandLine"_s].toString().isEmpty()
            || !view.cluster[u"properties"_s][u"nodeSetup"_s][u"setupTask"_s][u"commandLine"_s].toString().isEmpty();
    }

    NodeCheck write(const QList<int> &sshPorts)
    {
        writeEnvironment();
        addCheck(u"home"_s, home(), "bd_writable", {home()});
        checkMounts();
        if (m_plan.container)
            checkContainer();
        if (runsProcesses())
            checkPrograms();
        checkDirectories();
        if (runsProcesses())
            addCheck(u"gpus"_s, u"nvidia-smi"_s, "bd_gpus", {});
        checkPorts();
        if (m_plan.gang)
            checkGang(sshPorts);
        return m_check;
    }

private:
    void addFinding(const QString &check, const QString &word, const QStringList &facts)
    {
        if (const auto finding = checkFinding(check, word, facts, m_check.isPrepared))
            m_check.known.append(*finding);
    }

    /// \a words may contain $NAME of variables that the node defines.
    void addCheck(const QString &check, const QString &subject, const char *function, const QStringList &words)
    {
        m_check.work += "bd_look " + check.toUtf8() + ' ' + shellExpandable(subject) + ' ' + function;
        for (const QString &word : words)
            m_check.work += ' ' + shellExpandable(word);
        m_check.work += '\n';
    }

    void writeEnvironment()
    {
        m_check.work = "bd_env() {\n:\n";
        for (const auto &[name, value] : m_plan.environment) {
            if (ShellWords::isName(name)
                && !isLongVariable(name, value)) // a longer variable cannot be passed to a program
                m_check.work += "export " + name.toUtf8() + '=' + shellExpandable(value) + '\n';
        }
        m_check.work += "}\n";
    }

    [[nodiscard]] QString home() const { return m_view.nodes.at(m_index).home; }

    /// All MPI ranks are one command of the master, but run on all nodes.
    [[nodiscard]] bool runsProcesses() const
    {
        return m_ranks > 0 || std::any_of(m_plan.commands.begin(), m_plan.commands.end(), isToolkit);
    }

    void checkMounts()
    {
        bool needsSshfs = false;
        for (const PlannedMount &mount : m_plan.mounts) {
            const QString folder = m_folders.expanded(folderOf(mount));
            const PlanPaths::Place place = m_folders.placeOf(mount.path);
            if (!place.standing.isEmpty())
                addCheck(u"mount"_s, place.path, "bd_mounted", {place.path, place.volume, u"bd_volume"_s, place.path});
            if (!folder.isEmpty()) {
                addCheck(u"mount"_s, folder, "bd_volume", {folder});
            } else if (isUnmapped(m_view, mount)) {
                m_check.known.append({u"mount"_s, DoctorFinding::State::Failed, unmappedWords(mount.volume), {}});
            } else if (isContainer(mount.mappedTo)) {
                addCheck(u"mount"_s, mount.mappedTo, "bd_driver", {});
            } else if (mount.commandLine.startsWith(u"sshfs ")) {
                needsSshfs = true;
                const auto server = PlaceSpec::parse(mount.mappedTo);
                if (server && !server->isHere() && !server->place.startsWith(u'-'))
                    addCheck(u"mount"_s, mount.mappedTo, "bd_place",
                             {mount.mappedTo.chopped(server->path.size() + 1), server->path});
            } else if (const QString program = plainCommand(mount.commandLine).program; !program.isEmpty()) {
                addCheck(u"mount"_s, program, "bd_program", {program});
            }
        }
        const bool sharesFolder = m_plan.gang && m_plan.gang->needsSharedFolder && !m_plan.gang->hasSharedHome;
        if (needsSshfs || (sharesFolder && m_index > 0))
            addCheck(u"mount"_s, u"/dev/fuse"_s, "bd_sshfs", {});
    }

    void checkContainer()
    {
        addCheck(u"container"_s, m_plan.container->tool, "bd_container",
                 {m_plan.container->tool, m_plan.container->image});
        addFinding(u"program"_s, u"program-ofimage"_s, {m_plan.container->image});
    }

    void checkPrograms()
    {
        const QString script = m_settings.value(u"pythonScriptFilePath"_s).toString();
        const QString configuration = m_settings.value(u"configFilePath"_s).toString();
        const PlainCommand line = plainCommand(m_settings.value(u"commandLine"_s).toString().trimmed());
        if (!script.isEmpty()) {
            const QString interpreter = m_settings.value(u"pythonInterpreterPath"_s).toString();
            checkPython(interpreter.isEmpty() ? u"python"_s : interpreter, script);
        } else if (!line.script.isEmpty()) {
            checkPython(line.program, line.script);
        } else if (!line.program.isEmpty()) {
            checkProgram(line.program);
        } else if (!configuration.isEmpty()) {
            checkFile(u"configuration"_s, configuration);
            checkProgram(m_toolkit == u"cntkSettings" ? u"cntk"_s : u"caffe"_s);
        }
        if (m_ranks > 0 && !m_plan.container) {
            const QString flavour = m_view.nodes.constFirst().mpi;
            addCheck(u"mpi"_s, u"mpirun"_s, "bd_mpi", {flavour.isEmpty() ? u"openmpi"_s : flavour});
        }
    }

    void checkProgram(const QString &name)
    {
        if (!m_plan.container)
            addCheck(u"program"_s, name, "bd_program", {m_paths.expanded(inHome(name))});
    }

    void checkPython(const QString &interpreter, const QString &script)
    {
        const bool canBeRead = checkFile(u"script"_s, script);
        if (m_plan.container)
            return;
        const PlanPaths::Place program = m_paths.placeOf(interpreter);
        if (program.kind == Kind::Mounted || program.kind == Kind::OfJob)
            return tellPlace(u"interpreter"_s, program);
        addCheck(u"interpreter"_s, program.path, "bd_python",
                 {program.path, canBeRead ? m_paths.placeOf(script).path : QString()});
    }

    /// Whether \a path can be checked now.
    bool checkFile(const QString &check, const QString &path)
    {
        const PlanPaths::Place place = m_paths.placeOf(path);
        if (place.kind != Kind::Now) {
            tellPlace(check, place);
            return false;
        }
        addCheck(check, place.path, "bd_file", {place.path});
        return true;
    }

    void tellPlace(const QString &check, const PlanPaths::Place &place)
    {
        const QString word = place.kind == Kind::Mounted ? u"file-mounted"_s
            : place.kind == Kind::OfJob                  ? u"file-ofjob"_s
                                                         : u"file-relative"_s;
        addFinding(check, word, {place.path, place.volume});
    }

    void checkDirectories()
    {
        for (const QJsonValue &input : m_properties.value(u"inputDirectories"_s).toArray()) {
            const PlanPaths::Place place = m_folders.placeOf(input[u"path"_s].toString());
            if (place.kind == Kind::Now)
                addCheck(u"input"_s, place.path, "bd_folder", {place.path});
            else if (place.kind == Kind::Mounted)
                tellPlace(u"input"_s, place);
        }
        checkOutput(m_properties.value(u"stdOutErrPathPrefix"_s).toString());
        for (const QJsonValue &output : m_properties.value(u"outputDirectories"_s).toArray())
            checkOutput(output[u"pathPrefix"_s].toString());
    }

    // Below the attempt's folder, the home is checked; behind a mount of the job nothing can be checked yet.
    void checkOutput(const QString &prefix)
    {
        const PlanPaths::Place place = m_folders.placeOf(prefix);
        if (m_outputs.contains(place.path))
            return;
        m_outputs.append(place.path);
        if (place.kind == Kind::Now)
            addCheck(u"output"_s, place.path, "bd_writable", {place.path});
        else if (!place.standing.isEmpty())
            addCheck(u"output"_s, place.path, "bd_mounted",
                     {place.standing, place.volume, u"bd_writable"_s, place.path});
        else if (place.kind == Kind::Mounted)
            tellPlace(u"output"_s, place);
    }

    void checkPorts()
    {
        QStringList ports;
        if (m_toolkit == u"tensorFlowSettings") {
            for (qsizetype i = 0; i < std::count_if(m_plan.commands.begin(), m_plan.commands.end(), isToolkit); ++i)
                ports.append(QString::number(m_view.firstPort + i));
        } else if (m_index == 0 && usesPort()) {
            ports.append(QString::number(m_view.firstPort));
        }
        if (!ports.isEmpty())
            addCheck(u"ports"_s, u"/proc/net/tcp"_s, "bd_ports", ports);
    }

    [[nodiscard]] bool usesPort() const
    {
        for (const PlannedCommand &command : m_plan.commands) {
            for (const auto &[name, value] : command.environment) {
                if (name == u"AZ_BATCHAI_PYTORCH_INIT_METHOD" && value.startsWith(u"tcp:"))
                    return true;
            }
        }
        return false;
    }

    void checkGang(const QList<int> &sshPorts)
    {
        const PlannedGang &gang = *m_plan.gang;
        if (gang.needsShell || (gang.needsSharedFolder && !gang.hasSharedHome))
            addCheck(u"ssh"_s, u"ssh"_s, "bd_ssh", {});
        for (qsizetype i = 0; i < m_index; ++i) {
            if (gang.addresses.at(i) == gang.addresses.at(m_index))
                addFinding(u"address"_s, u"address-twice"_s, {m_plan.node, gang.addresses.at(i), gang.nodes.at(i)});
        }
        if (m_index > 0 && sshPorts.value(0) > 0)
            addCheck(u"reach"_s, gang.addresses.constFirst(), "bd_reach",
                     {gang.nodes.constFirst(), gang.addresses.constFirst(), QString::number(sshPorts.constFirst())});
        if (m_index == 0 && sshPorts.value(1) > 0)
            addCheck(u"reach"_s, gang.addresses.at(1), "bd_reach",
                     {gang.nodes.at(1), gang.addresses.at(1), QString::number(sshPorts.at(1))});
    }

    const PlanView &m_view;
    const NodePlan &m_plan;
    const qsizetype m_index;
    const PlanPaths m_paths; // as programs see them
    const PlanPaths m_folders; // as they are when folders are created
    const QJsonObject m_properties;
    const QString m_toolkit;
    const QJsonObject m_settings;
    const int m_ranks;
    NodeCheck m_check;
    QStringList m_outputs; // folders that are checked
};

} // namespace

QList<NodeCheck> planChecks(const PlanView &view, const LaunchPlan &plan, const QList<int> &sshPorts)
{
    QList<NodeCheck> checks;
    for (qsizetype i = 0; i < plan.nodes.size(); ++i)
        checks.append(CheckWriter(view, plan, i).write(sshPorts));
    return checks;
}

RemoteCommand checkCommand(const NodeCheck &check)
{
    return {scriptToRun("check.sh"_L1), check.work, commandLimit};
}

} // namespace engine
