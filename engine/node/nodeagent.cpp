// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/nodeagent.h"

#include "engine/api/paths.h"
#include "engine/base/shellquote.h"
#include "engine/base/whenfinished.h"
#include "engine/node/inventory.h"
#include "engine/node/wrapperprotocol.h"
#include "engine/remote/scripttext.h"

#include <QCryptographicHash>
#include <QDir>
#include <QHash>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr std::chrono::seconds longestLimit{1'000'000'000}; // 31 years, within a shell's 32-bit arithmetic
constexpr int refusedPath = 64; // exit codes of remove.sh
constexpr int refusedMount = 65;
constexpr qsizetype mostOutputs = 1000;

struct Script
{
    QByteArray name;
    QByteArray content;
};

const QList<Script> &scripts()
{
    static const QList<Script> all = [] {
        QList<Script> list;
        for (const QByteArray name : {"authorizedkeys.sh", "container.sh", "gang.sh", "gangsession.sh", "inventory.sh",
                                      "mounts.sh", "runtime.sh", "sampler.sh", "undo.sh", "wrapper.sh"})
            list.append({name, scriptText(QLatin1StringView(name))});
        return list;
    }();
    return all;
}

QByteArray contentOf(const QByteArray &name)
{
    const auto found = std::find_if(scripts().cbegin(), scripts().cend(),
                                    [&name](const Script &script) { return script.name == name; });
    return found->content;
}

// The folder's name is a hash of the scripts, so that a running job keeps the version it began with.
QByteArray agentFolder(const QByteArray &home)
{
    static const QByteArray version = [] {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        for (const Script &script : scripts())
            hash.addData(QByteArray(script.name + '\n' + script.content));
        return hash.result().toHex().left(16);
    }();
    return home + "/agent/" + version;
}

// A compound command, so that a shell whose input was cut runs nothing. Each file is written in full, then renamed.
QByteArray installScript(const QByteArray &home)
{
    const QByteArray agent = agentFolder(home);
    // Machines that share the home folder may install at the same time, with equal pids: the pid is no unique name.
    QByteArray text = "{\nset -e; umask 077; export LC_ALL=C; agent=" + agent
        + "\nread -r unique < /proc/sys/kernel/random/uuid; temp=$agent.$unique\n"
          "mkdir -p \"$agent\"; trap 'rm -rf \"$temp\"' EXIT; mkdir \"$temp\"\n";
    for (const Script &script : scripts()) {
        text += "cat > \"$temp/" + script.name + "\" <<'END-OF-BATCHDECK-SCRIPT'\n" + script.content
            + "END-OF-BATCHDECK-SCRIPT\n";
    }
    text += "for file in \"$temp\"/*.sh; do mv -f \"$file\" \"$agent/${file##*/}\"; done\n"
            "echo '@bd end'; exit 0\n}\n";
    return text;
}

// True on the node when every script is there with its full size. Nothing is written then, so a full disk does not
// prevent polls of its jobs.
QByteArray installedTest(const QByteArray &home)
{
    QByteArray text = "agent=" + agentFolder(home) + "; { true";
    for (const Script &script : scripts())
        text += " && [ \"$(wc -c < \"$agent/" + script.name + "\")\" -eq " + QByteArray::number(script.content.size())
            + " ]";
    return text + "; } 2>/dev/null";
}

bool isPath(const QString &path)
{
    return path.startsWith(u'/') && !path.contains(u'\n');
}

Error pathError(const QString &path)
{
    return {ErrorCode::InvalidArgument, {QT_TRANSLATE_NOOP("engine", "“%1” is not a job's folder."), {path}}, path};
}

template <typename T> QFuture<Result<T>> answered(Error error)
{
    return QtFuture::makeReadyFuture(Result<T>(std::move(error)));
}

Result<AttemptStatus> onlyStatus(const Result<CommandResult> &result)
{
    if (!result)
        return result.error();
    const auto states = parseStatus(*result, 1);
    return states ? Result<AttemptStatus>(states->constFirst()) : states.error();
}

Result<void> onlyEnd(const Result<CommandResult> &result)
{
    if (!result)
        return result.error();
    return result->exitCode == 0 ? Result<void>() : unexpectedAnswer(*result);
}

QList<NodeAgent::Output> parseOutputs(const QByteArray &output)
{
    QList<NodeAgent::Output> outputs;
    const QByteArrayList fields = output.split('\0');
    for (qsizetype i = 0; i + 2 < fields.size() && outputs.size() < mostOutputs; i += 2)
        outputs.append({pathFromBytes(fields.at(i)), fields.at(i + 1)});
    return outputs;
}

// Adds the sizes in \a told, the output of du for the outputs and their direct subfolders. The total of an output comes
// last; it is missing when du ran out of time.
QList<NodeAgent::Output> withSizes(QList<NodeAgent::Output> outputs, const QByteArray &told)
{
    QHash<QByteArray, qsizetype> indices;
    for (qsizetype i = 0; i < outputs.size(); ++i)
        indices.insert(pathToBytes(outputs.at(i).path), i);
    QHash<qsizetype, qint64> parts;
    for (const QByteArray &line : told.split('\n')) {
        const qsizetype tab = line.indexOf('\t');
        bool isNumber = false;
        const qint64 bytes = 1024 * line.left(qMax<qsizetype>(tab, 0)).toLongLong(&isNumber);
        const QByteArray path = line.sliced(tab + 1);
        if (!isNumber)
            continue;
        if (const auto whole = indices.constFind(path); whole != indices.constEnd())
            outputs[*whole].bytes = bytes;
        else if (const auto in = indices.constFind(path.left(path.lastIndexOf('/'))); in != indices.constEnd())
            parts[*in] += bytes;
    }
    for (auto part = parts.cbegin(); part != parts.cend(); ++part) {
        NodeAgent::Output &output = outputs[part.key()];
        output.isAtLeast = output.bytes < 0;
        output.bytes = qMax(output.bytes, part.value());
    }
    return outputs;
}

} // namespace

NodeAgent::NodeAgent(RemoteHost &host, QString home)
    : m_host(host), m_home(home.isEmpty() ? "\"$HOME\"/.batchdeck" : shellWord(QDir::cleanPath(home)))
{
}

QFuture<Result<Inventory>> NodeAgent::fetchInventory()
{
    const qint64 sent = QDateTime::currentMSecsSinceEpoch();
    return transformed(m_host.run({"exec sh -s -- " + m_home, contentOf("inventory.sh"), std::chrono::seconds(60)}),
                       &m_host, [sent](const Result<CommandResult> &result) -> Result<Inventory> {
                           if (!result)
                               return result.error();
                           return parseInventory(*result, sent, QDateTime::currentMSecsSinceEpoch());
                       });
}

QFuture<Result<void>> NodeAgent::install()
{
    const QByteArray script = "if " + installedTest(m_home) + "; then cat > /dev/null; else exec sh -s; fi";
    return transformed(m_host.run({script, installScript(m_home)}), &m_host, onlyEnd);
}

QFuture<Result<AttemptStatus>> NodeAgent::start(const QString &directory, std::chrono::seconds limit,
                                                std::chrono::seconds grace, const QByteArray &payload,
                                                std::chrono::milliseconds patience)
{
    if (!payload.endsWith("\n#end\n"))
        return answered<AttemptStatus>(
            {ErrorCode::InvalidArgument, QT_TRANSLATE_NOOP("engine", "The job's script is not whole."), directory});
    const QByteArray mark = payloadMark();
    const auto seconds = [](std::chrono::seconds s) -> QByteArray {
        return ' ' + QByteArray::number(qint64(std::clamp(s, std::chrono::seconds(0), longestLimit).count()));
    };
    QByteArray words = seconds(limit) + seconds(grace) + ' ' + mark;
    if (patience.count() > 0)
        words += ' ' + QByteArray::number(qint64(patience.count() / 10));
    return askWrapper("start", directory, words, payload + '#' + mark + '\n');
}

QFuture<Result<QList<AttemptStatus>>> NodeAgent::fetchStatus(const QStringList &directories)
{
    // By stdin: a thousand paths exceed the limit for one argument.
    QByteArray words;
    for (const QString &directory : directories)
        words += shellWord(directory) + ' ';
    const QByteArray script = "eval \"set -- $(cat)\"; exec sh " + agentFolder(m_home) + "/wrapper.sh status \"$@\"";
    return transformed(
        m_host.run({script, words + '\n'}), &m_host,
        [count = directories.size()](const Result<CommandResult> &result) -> Result<QList<AttemptStatus>> {
            if (!result)
                return result.error();
            return parseStatus(*result, count);
        });
}

QFuture<Result<void>> NodeAgent::terminate(const QString &directory, std::chrono::seconds grace, const QString &why)
{
    return transformed(
        askWrapper("kill", directory, ' ' + QByteArray::number(qint64(grace.count())) + ' ' + shellWord(why)), &m_host,
        [](const Result<AttemptStatus> &status) { return status ? Result<void>() : status.error(); });
}

QFuture<Result<AttemptStatus>> NodeAgent::release(const QString &directory, const QList<QByteArray> &offers)
{
    return askWrapper("release", directory, {}, offers.join('\n') + '\n');
}

QFuture<Result<AttemptStatus>> NodeAgent::end(const QString &directory, const QString &why)
{
    return askWrapper("end", directory, ' ' + shellWord(why));
}

QFuture<Result<void>> NodeAgent::tidy(const QString &directory)
{
    return transformed(askWrapper("tidy", directory, {}), &m_host,
                       [](const Result<AttemptStatus> &status) { return status ? Result<void>() : status.error(); });
}

QFuture<Result<QList<NodeAgent::Output>>> NodeAgent::listOutputs(const QString &directory,
                                                                 std::chrono::milliseconds deadline)
{
    const QString path = QDir::cleanPath(directory);
    if (!isPath(path))
        return answered<QList<Output>>(pathError(directory));
    const QByteArray script = scriptToRun("remove.sh"_L1) + "tell_outputs " + m_home + ' ' + shellWord(path) + '\n';
    return transformed(m_host.run({script, {}, deadline}), &m_host,
                       [directory](const Result<CommandResult> &result) -> Result<QList<Output>> {
                           if (result && result->exitCode == refusedPath)
                               return pathError(directory);
                           if (const auto ended = onlyEnd(result); !ended)
                               return ended.error();
                           return parseOutputs(result->output);
                       });
}

QFuture<Result<QList<NodeAgent::Output>>> NodeAgent::measureOutputs(const QList<Output> &outputs,
                                                                    std::chrono::milliseconds deadline)
{
    const qint64 seconds = qMax<qint64>(1, std::chrono::floor<std::chrono::seconds>(deadline).count());
    QByteArray script = "timeout -k 1 " + QByteArray::number(seconds) + " du -kx -d 1 --";
    for (const Output &output : outputs)
        script += ' ' + shellQuote(pathToBytes(output.path));
    return transformed(m_host.run({script + " 2>/dev/null\nexit 0\n", {}, deadline}), &m_host,
                       [outputs](const Result<CommandResult> &result) -> Result<QList<Output>> {
                           return result ? Result<QList<Output>>(withSizes(outputs, result->output)) : result.error();
                       });
}

QFuture<Result<void>> NodeAgent::removeJobFolder(const QString &directory, const QStringList &outputs)
{
    const QString path = QDir::cleanPath(directory);
    if (!isPath(path))
        return answered<void>(pathError(directory));
    QByteArray script = "remove " + m_home + ' ' + shellWord(path) + " jobs";
    for (const QString &output : outputs)
        script += ' ' + shellQuote(pathToBytes(output));
    return remove(script + '\n', directory);
}

QFuture<Result<void>> NodeAgent::removeSetup(const QString &directory, const QString &mountRoot)
{
    const QString folder = QDir::cleanPath(directory);
    const QString root = QDir::cleanPath(mountRoot);
    if (!isPath(folder) || !isPath(root))
        return answered<void>(pathError(isPath(folder) ? mountRoot : directory));
    const QByteArray script = "set -- " + m_home + ' ' + shellWord(folder) + ' ' + shellWord(root)
        + "\nremove \"$1\" \"$2\" jobs || exit\nremove \"$1\" \"$3\" nodes || exit\n"
          // Other machines may use the folders above; rmdir leaves those that are not empty.
          "for empty in \"${2%/*}/shared\" \"${2%/*}\" \"${2%/*/*}\" \"${3%/*}\" \"${3%/*/*}\"; do\n"
          "rmdir \"$empty\" 2>/dev/null; done; exit 0\n";
    return remove(script, directory);
}

QFuture<Result<void>> NodeAgent::remove(const QByteArray &script, const QString &directory)
{
    return transformed(m_host.run({scriptToRun("remove.sh"_L1) + script, {}, std::chrono::minutes(10)}), &m_host,
                       [directory](const Result<CommandResult> &result) -> Result<void> {
                           if (result && result->exitCode == refusedPath)
                               return pathError(directory);
                           if (result && result->exitCode == refusedMount)
                               return Error{
                                   ErrorCode::Conflict,
                                   {QT_TRANSLATE_NOOP("engine", "Something is still mounted in “%1”."), {directory}},
                                   directory};
                           return onlyEnd(result);
                       });
}

QFuture<Result<AttemptStatus>> NodeAgent::askWrapper(const QByteArray &verb, const QString &directory,
                                                     const QByteArray &words, const QByteArray &input)
{
    if (!directory.startsWith(u'/'))
        return answered<AttemptStatus>(pathError(directory));
    const QByteArray script =
        "exec sh " + agentFolder(m_home) + "/wrapper.sh " + verb + ' ' + shellWord(directory) + words;
    return transformed(m_host.run({script, input, std::chrono::seconds(60)}), &m_host, onlyStatus);
}

} // namespace engine
