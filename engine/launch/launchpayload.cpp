// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"

#include "engine/base/shellquote.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QByteArray quoted(const QString &text)
{
    return shellQuote(text.toUtf8());
}

// Functions, and positional parameters for what they are given: a variable of ours would be in the way of the user's.
constexpr char prologue[] = R"sh(set +eu
bd_fail() { printf '%s\n' "$1" >&2; exit 1; }
bd_link() { { [ -L "$2" ] && [ "$(readlink "$2")" = "$1" ]; } || { rm -f "$2" && ln -s "$1" "$2"; }; }
)sh";

/// Writes the payload of one node, in the order in which it runs.
class PayloadWriter
{
public:
    PayloadWriter(const NodePlan &plan, const QList<std::pair<QString, QString>> &secrets)
        : m_plan(plan), m_secrets(secrets), m_folder(plan.directory)
    {
    }

    QByteArray write()
    {
        m_text = prologue;
        exportVariables(m_plan.environment.first(m_plan.ownVariables));
        makeFolders();
        writeFiles();
        exportVariables(m_plan.environment.sliced(m_plan.ownVariables));
        for (const auto &[name, value] : m_secrets)
            line("export " + name.toUtf8() + '=' + quoted(value));
        note("started on " + m_plan.node.toUtf8());
        for (const PlannedCommand &command : m_plan.commands) {
            if (command.purpose == u"job preparation")
                prepare(command);
            else
                launch(command);
        }
        if (!m_launches)
            launchNothing();
        return m_text + "#end\n";
    }

private:
    void line(const QByteArray &text) { m_text += text + '\n'; }
    [[nodiscard]] QByteArray inFolder(const QString &name) const { return quoted(m_folder + u'/' + name); }
    [[nodiscard]] QByteArray log(const QString &name) const { return inFolder(u"stdouterr/"_s + name); }

    void exportVariables(const QList<std::pair<QString, QString>> &variables)
    {
        for (const auto &[name, value] : variables)
            line("export " + name.toUtf8() + '=' + shellExpandable(value));
    }

    // One line of execution.log. It may lie on a share that has just gone: no reason to stop.
    void note(const QByteArray &words)
    {
        line("{ printf '%s %s\\n' \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\" " + shellQuote(words) + " >> "
             + log(m_plan.logFiles.constFirst()) + "; } 2>/dev/null");
    }

    void orFail(const QByteArray &command, const QByteArray &message) { line(command + " || bd_fail " + message); }

    void makeFolder(const QByteArray &word) { orFail("mkdir -p -- " + word, "\"cannot make the folder \"" + word); }

    void makeFolders()
    {
        for (const char *name : {"temp/wd", "temp/mounts", "outputs", "../shared"})
            makeFolder(inFolder(QString::fromLatin1(name)));
        link(m_plan.standardOutputDirectory, u"stdouterr"_s);
        for (const auto &[id, path] : m_plan.outputDirectories)
            link(path, u"outputs/"_s + id);
    }

    // A relative path means one below the folder in which the job will run.
    void link(const QString &path, const QString &name)
    {
        const QByteArray word = shellExpandable(path);
        line("set -- " + word);
        line("case $1 in /*) ;; *) set -- " + inFolder(u"temp/wd"_s) + "/\"$1\" ;; esac");
        makeFolder("\"$1\"");
        orFail("bd_link \"$1\" " + inFolder(name), "\"cannot make the link \"" + inFolder(name));
    }

    void writeFiles()
    {
        for (const PlannedFile &file : m_plan.files)
            orFail("printf '%s' " + shellQuote(file.content) + " > " + inFolder(file.path),
                   "\"cannot write \"" + inFolder(file.path));
    }

    void openLog(const QString &name)
    {
        // Tried before exec does it, whose failing redirection ends a POSIX shell in words of its own; ":" would, too.
        orFail("{ true >> " + log(name) + "; } 2>/dev/null", "\"cannot write \"" + log(name));
    }

    void prepare(const PlannedCommand &command)
    {
        openLog(command.standardOutput);
        openLog(command.standardError);
        note("job preparation began");
        line("true > " + inFolder(u"preparing"_s));
        line("( cd " + inFolder(u"temp/wd"_s)
             + " || exit 1; set -- sh; ! command -v bash >/dev/null 2>&1 || set -- bash");
        line("exec \"$1\" -c " + quoted(command.commandLine) + " </dev/null >> " + log(command.standardOutput) + " 2>> "
             + log(command.standardError) + " )");
        line("set -- \"$?\"");
        line("rm -f " + inFolder(u"preparing"_s));
        line("if [ \"$1\" -ne 0 ]; then");
        line("true > " + inFolder(u"prep-failed"_s));
        note("job preparation failed");
        line("exit \"$1\"; fi");
        note("job preparation ended");
    }

    void launch(const PlannedCommand &command)
    {
        m_launches = true;
        openLog(command.standardOutput);
        openLog(command.standardError);
        note("the command starts");
        orFail("cd " + inFolder(u"temp/wd"_s), "\"cannot enter \"" + inFolder(u"temp/wd"_s));
        line("set -- sh; ! command -v bash >/dev/null 2>&1 || set -- bash");
        line("set -- \"$1\" -c " + quoted(command.commandLine));
        // The attempt's own stderr stays at hand until the mark is set: after that, what fails is the program.
        line("exec 9>&2 >> " + log(command.standardOutput) + " 2>> " + log(command.standardError));
        line("true > " + inFolder(u"launched"_s) + " || { printf '%s\\n' \"cannot write \"" + inFolder(u"launched"_s)
             + " >&9; exit 1; }");
        line("exec 9>&-");
        line("exec \"$@\"");
    }

    // The node is prepared; the master's command uses it.
    void launchNothing()
    {
        note("ready; the command runs on the first node");
        orFail("true > " + inFolder(u"launched"_s), "\"cannot write \"" + inFolder(u"launched"_s));
        line("exit 0");
    }

    const NodePlan &m_plan;
    const QList<std::pair<QString, QString>> &m_secrets;
    const QString m_folder;
    QByteArray m_text;
    bool m_launches = false;
};

} // namespace

QByteArray wrapperPayload(const NodePlan &plan, const QList<std::pair<QString, QString>> &secrets)
{
    return PayloadWriter(plan, secrets).write();
}

} // namespace engine
