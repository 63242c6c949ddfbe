// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/localhost.h"
#include "engine/node/wrapperprotocol.h"
#include "tests/support/await.h"
#include "tests/support/patience.h"
#include "tests/support/processes.h"

#include <QDir>
#include <QTemporaryDir>

namespace testing {

using Kind = engine::AttemptStatus::Kind;

inline const QList<QByteArray> shells{"dash", "bash --posix", "busybox ash", "mksh"};

/// This computer as a host. Each command opens a file that its child processes inherit, so that running ones are found
/// whatever their parent and session are. A process that closes inherited files is not found.
class HeldHost final : public engine::RemoteHost
{
public:
    QFuture<engine::Result<void>> open(const QList<engine::Answer> &answers) override { return m_host.open(answers); }
    void close() override { m_host.close(); }
    bool isOpen() const override { return m_host.isOpen(); }
    QFuture<engine::Result<engine::CommandResult>> run(const engine::RemoteCommand &command) override
    {
        return m_host.run(holding(command));
    }
    std::unique_ptr<engine::RemoteProcess> stream(const engine::RemoteCommand &command) override
    {
        return m_host.stream(holding(command));
    }
    engine::RemoteFiles &files() override { return m_host.files(); }
    QFuture<engine::Result<std::shared_ptr<engine::BulkSession>>> openBulk() override { return m_host.openBulk(); }

    [[nodiscard]] bool isAnyLeft() const { return testing::isOpen(m_file); }

private:
    // Descriptor 5 is free: the node's scripts use it only within blocks that restore it.
    [[nodiscard]] engine::RemoteCommand holding(engine::RemoteCommand command) const
    {
        command.script.prepend("exec 5>> " + engine::shellWord(m_file) + "; ");
        return command;
    }

    QTemporaryDir m_folder;
    const QString m_file = m_folder.filePath(QStringLiteral("held"));
    engine::LocalHost m_host;
};

/// A folder of attempts on this computer, with wrapper.sh run by one shell. Finds processes that attempts leave
/// running.
class Bench
{
public:
    explicit Bench(QByteArray shell = "dash") : m_shell(std::move(shell)) { }

    QString home() const { return m_folder.path(); }
    QString attempt(const QString &name) const { return home() + QLatin1StringView("/jobs/p/u/a1/") + name; }
    QFuture<engine::Result<engine::CommandResult>> begin(const QByteArray &arguments, const QByteArray &input = {})
    {
        const QByteArray script = m_prefix + "BATCHDECK_SH='" + m_shell + "' exec " + m_shell + " '" + m_scripts
            + "/wrapper.sh' " + arguments;
        return m_host.run({script, input, std::chrono::minutes(1)});
    }
    engine::Result<engine::AttemptStatus> ask(const QByteArray &arguments, const QByteArray &input = {})
    {
        const auto result = await(begin(arguments, input));
        if (!result)
            return result.error();
        const auto states = engine::parseStatus(*result, 1);
        return states ? engine::Result(states->constFirst()) : states.error();
    }
    QFuture<engine::Result<engine::CommandResult>> beginStart(const QString &directory, const QByteArray &payload,
                                                              int limit = 0)
    {
        const QByteArray whole = payload + "\n#end\n";
        const QByteArray mark = engine::payloadMark();
        m_attempts.append(directory);
        return begin("start " + engine::shellWord(directory) + ' ' + QByteArray::number(limit) + " 1 " + mark,
                     whole + '#' + mark + '\n');
    }
    engine::Result<engine::AttemptStatus> start(const QString &directory, const QByteArray &payload, int limit = 0)
    {
        const auto result = await(beginStart(directory, payload, limit));
        remember();
        if (!result)
            return result.error();
        const auto states = engine::parseStatus(*result, 1);
        return states ? engine::Result(states->constFirst()) : states.error();
    }
    engine::AttemptStatus status(const QString &directory)
    {
        const auto state = ask("status " + engine::shellWord(directory));
        return state ? *state : engine::AttemptStatus{};
    }
    /// Waits until an attempt has the status \a kind; returns its last status.
    engine::AttemptStatus waitFor(const QString &directory, Kind kind, int timeoutMs = testing::patience)
    {
        engine::AttemptStatus state;
        QDeadlineTimer deadline(timeoutMs);
        do
            state = status(directory);
        while (state.kind != kind && !deadline.hasExpired());
        return state;
    }
    engine::Result<engine::CommandResult> sh(const QByteArray &script) { return await(m_host.run({script})); }
    /// Keeps the tokens of the attempts so far: leftOver() finds their processes after the folders are gone.
    void remember()
    {
        for (const QString &directory : m_attempts) {
            if (const QByteArray token = read(directory, "token").trimmed(); !token.isEmpty())
                m_tokens.insert(token);
        }
    }
    /// True when a process that commands of host() started still runs.
    bool isAnyLeft() const { return m_host.isAnyLeft(); }
    /// The host of the bench's commands; also for commands of a test whose processes are to be found.
    engine::RemoteHost &host() { return m_host; }
    /// Command lines of the processes that belong to any of the attempts. Slow, since it reads every process of this
    /// computer; isAnyLeft() is faster.
    QByteArrayList leftOver()
    {
        remember();
        QByteArrayList found;
        for (const QString &pid : QDir(QLatin1StringView("/proc")).entryList(QDir::Dirs)) {
            const QString folder = QLatin1StringView("/proc/") + pid;
            const QByteArray line = read(folder, "cmdline").replace('\0', ' ');
            const QByteArray environment = read(folder, "environ");
            const bool ours = line.contains(home().toLocal8Bit())
                || std::any_of(m_tokens.cbegin(), m_tokens.cend(),
                               [&](const auto &t) { return environment.contains(t); });
            if (ours)
                found.append(line);
        }
        return found;
    }
    static QByteArray read(const QString &directory, const char *name)
    {
        QFile file(directory + u'/' + QLatin1StringView(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString &directory, const char *name, const QByteArray &content)
    {
        QFile file(directory + u'/' + QLatin1StringView(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    /// Sets the folder of the scripts; default: those of the program.
    void setScripts(const QByteArray &folder) { m_scripts = folder; }
    /// Sets the beginning of every command of the bench, e.g. a PATH.
    void setPrefix(const QByteArray &prefix) { m_prefix = prefix; }

private:
    QTemporaryDir m_folder;
    QByteArray m_shell;
    QByteArray m_prefix;
    QByteArray m_scripts = BATCHDECK_SOURCE_DIR "/resources/scripts";
    QStringList m_attempts;
    QSet<QByteArray> m_tokens;
    HeldHost m_host;
};

} // namespace testing
