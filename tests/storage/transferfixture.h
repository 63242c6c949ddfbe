// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/sshhost.h"
#include "engine/remote/bulksession.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/patience.h"
#include "tests/support/real/sshserver.h"

#include <QDir>
#include <QProcess>

namespace testing {

/// The folders "here" and "there" in a folder that holds both.
class TransferFolders
{
    Q_DISABLE_COPY_MOVE(TransferFolders)

public:
    TransferFolders() = default;
    ~TransferFolders() { removeAll(); }

    /// Makes both folders, empty. Each call uses a new parent folder, so that late processes of an earlier test do not
    /// disturb.
    [[nodiscard]] bool make()
    {
        if (QFile::exists(here())) {
            removeAll();
            m_folder = QTemporaryDir();
        }
        qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toUtf8()); // contains this computer's trash
        return m_folder.isValid() && QDir().mkpath(here()) && QDir().mkpath(there());
    }
    [[nodiscard]] QString here() const { return path(QStringLiteral("here")); }
    [[nodiscard]] QString there() const { return path(QStringLiteral("there")); }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString root() const { return m_folder.path(); }

    /// A plan from here to there if \a isUpload, else the reverse.
    [[nodiscard]] engine::TransferPlan plan(bool isUpload, const QByteArrayList &names,
                                            engine::ConflictRule rule = engine::ConflictRule::Skip) const
    {
        engine::TransferPlan plan;
        plan.folder = (isUpload ? here() : there()).toUtf8();
        plan.names = names;
        plan.target = (isUpload ? there() : here()).toUtf8();
        plan.stage = "." + names.constFirst() + ".part-0123";
        plan.conflicts = rule;
        plan.journalFile = path(QStringLiteral("journal"));
        return plan;
    }

    /// Runs \a script in the folder that contains both; returns its output.
    QByteArray run(const QByteArray &script) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), QString::fromLatin1(script)});
        shell.waitForFinished(10 * patience);
        const QByteArray errors = shell.readAllStandardError();
        if (!errors.isEmpty())
            qInfo().noquote() << errors;
        return shell.readAllStandardOutput();
    }

    /// Name, kind, permissions, time in seconds, link target and checksum of everything below a folder, one line each.
    /// Names are in octal.
    [[nodiscard]] QByteArray contents(const QByteArray &folder) const
    {
        return run(
            "cd '" + folder
            + "' && { find . -mindepth 1 -printf '%y %m %P %l ' \\( -type d -printf '\\n' -o -printf '%T@\\n' \\) | "
              "sed 's/\\.[0-9]*$//' | sort; find . -type f -print0 | sort -z | xargs -0r sha256sum -z | tr '\\0' "
              "'\\n'; } | LC_ALL=C od -An -c -v | tr -d ' \\n'");
    }
    /// True when \a name is equal in both folders.
    [[nodiscard]] bool isSame(const QByteArray &name) const
    {
        const QByteArray asHere = contents("here/" + name);
        return !asHere.isEmpty() && asHere == contents("there/" + name);
    }
    /// Partial files and the journal of the plans.
    [[nodiscard]] QByteArray leftOver() const
    {
        return run("find here there -name '*.part-*'; ls journal 2>/dev/null");
    }

private:
    void removeAll() const // by a shell, since Qt cannot remove every name
    {
        if (m_folder.isValid())
            run("shopt -s dotglob; { chmod -R u+rwx .; rm -rf -- *; } 2>/dev/null");
    }

    QTemporaryDir m_folder;
};

/// A real sshd as a machine. Scripts can replace its tools.
class TransferMachine
{
public:
    /// Starts with a connection without sessions, and without replaced tools. Keeps a running sshd with the same \a
    /// configuration: further lines of sshd_config, in which HOME stands for the machine's home folder.
    [[nodiscard]] bool start(const QByteArray &configuration = {})
    {
        QDir(toolFolder()).removeRecursively();
        if (m_host && configuration == m_configuration)
            return reconnect();
        m_configuration = configuration;
        m_server.stop();
        m_server.setConfiguration("SetEnv " + m_server.environment() + " PATH=" + toolFolder().toUtf8()
                                  + ":/usr/bin:/bin\n"
                                  + QByteArray(configuration).replace("HOME", m_server.home().toUtf8()));
        if (!m_server.start())
            return false;
        m_transport = std::make_shared<engine::SshTransport>(m_server.knownHostsFile());
        engine::SshSpec spec;
        spec.destination = m_server.destination();
        spec.identityFile = m_server.identityFile();
        spec.configFile = QStringLiteral("/dev/null");
        m_host = std::make_shared<engine::SshHost>(m_transport, spec);
        return bool(await(m_host->open()));
    }
    [[nodiscard]] bool reconnect() ///< ends idle sessions, too
    {
        m_host->close();
        return bool(await(m_host->open()));
    }
    [[nodiscard]] const std::shared_ptr<engine::SshHost> &host() const { return m_host; }
    [[nodiscard]] SshServer &server() { return m_server; }
    /// A folder at the beginning of the machine's PATH.
    [[nodiscard]] QString toolFolder() const { return m_server.folder() + QStringLiteral("/tools"); }

private:
    SshServer m_server;
    QByteArray m_configuration;
    std::shared_ptr<engine::SshTransport> m_transport;
    std::shared_ptr<engine::SshHost> m_host;
};

/// True when the counters of a completed run for done, kept and failed files add up to all files.
[[nodiscard]] inline bool countsEveryFile(const engine::TransferRun &run)
{
    const engine::TransferCounters &counters = run.counters();
    return counters.isCounted && counters.filesDone + counters.filesKept + run.failed().count() == counters.filesTotal;
}

/// The places of a transfer: from this computer to a machine (Up) or the reverse (Down), between two machines, or
/// within this computer or one machine. A plain machine offers SFTP only.
enum class TransferWay { Here, Within, Between, WithinPlain, FromPlain, ToPlain, Up, Down, UpPlain, DownPlain };

// ./check without --extended runs only ways that together have every kind of source and target.
inline void addWaysApart()
{
    if (!isShortSanitizedRun()) // a source and a target of the rows to and from here
        QTest::newRow("between machines") << TransferWay::Between;
    if (!isExtendedRun())
        return;
    QTest::newRow("within a machine without a shell") << TransferWay::WithinPlain;
    QTest::newRow("from a machine without a shell") << TransferWay::FromPlain;
    QTest::newRow("to a machine without a shell") << TransferWay::ToPlain;
}

inline void addWaysToAndFromHere()
{
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("from a machine") << TransferWay::Down;
    QTest::newRow("here to a machine without a shell") << TransferWay::UpPlain;
    QTest::newRow("here from a machine without a shell") << TransferWay::DownPlain;
}

inline void addAllWays()
{
    QTest::addColumn<TransferWay>("way");
    if (!isShortSanitizedRun()) // the same code as within a machine
        QTest::newRow("within this computer") << TransferWay::Here;
    if (!isRestRun())
        QTest::newRow("within a machine") << TransferWay::Within;
    addWaysApart();
    if (!isRestRun())
        addWaysToAndFromHere();
}

/// Adds the ways but those within one place, where files are copied as a whole and limits do not apply.
inline void addSendingWays()
{
    QTest::addColumn<TransferWay>("way");
    addWaysApart();
    if (!isRestRun())
        addWaysToAndFromHere();
}

/// "here" and "there", and three machines that see both folders: two usual ones and a plain one. The machines keep
/// running from one test to the next.
class TransferFixture : public TransferFolders
{
public:
    static constexpr char sftpOnly[] = "ForceCommand internal-sftp -d HOME\n";
    /// Configuration of a machine with SFTP only, whose server fails at the requests that HOME/strike names.
    static constexpr char struckSftp[] =
        "ForceCommand exec python3 '" BATCHDECK_SOURCE_DIR "/tests/storage/data/strucksftp.py' -d HOME ";

    /// Makes empty folders and starts the machine; \a configuration: further lines of its sshd_config.
    [[nodiscard]] bool start(const QByteArray &configuration = {}) { return make() && m_machine.start(configuration); }
    /// Starts the two other machines. Call it once. \a plain: further lines of the plain one's sshd_config.
    [[nodiscard]] bool startOthers(const QByteArray &plain = sftpOnly)
    {
        m_other = std::make_unique<TransferMachine>();
        m_plain = std::make_unique<TransferMachine>();
        return m_other->start() && m_plain->start(plain);
    }
    [[nodiscard]] TransferMachine &machine() { return m_machine; }
    [[nodiscard]] TransferMachine &plain() const { return *m_plain; }
    [[nodiscard]] engine::SshHost &host() const { return *m_machine.host(); }
    [[nodiscard]] SshServer &server() { return m_machine.server(); }
    [[nodiscard]] QString toolFolder() const { return m_machine.toolFolder(); }

    using TransferFolders::plan;
    /// A plan from here to there by the current way.
    [[nodiscard]] engine::TransferPlan plan(const QByteArrayList &names,
                                            engine::ConflictRule rule = engine::ConflictRule::Skip) const
    {
        return plan(true, names, rule);
    }
    [[nodiscard]] std::unique_ptr<engine::TransferRun> copy(TransferWay way, const engine::TransferPlan &plan) const
    {
        const auto first = m_machine.host();
        const auto second = m_other ? m_other->host() : nullptr;
        const auto plain = m_plain ? m_plain->host() : nullptr;
        switch (way) {
        case TransferWay::Here:
            return engine::makeTransferRun(plan, {});
        case TransferWay::Within:
            return engine::makeTransferRun(plan, {first, first});
        case TransferWay::Between:
            return engine::makeTransferRun(plan, {first, second});
        case TransferWay::WithinPlain:
            return engine::makeTransferRun(plan, {plain, plain});
        case TransferWay::FromPlain:
            return engine::makeTransferRun(plan, {plain, second});
        case TransferWay::ToPlain:
            return engine::makeTransferRun(plan, {first, plain});
        case TransferWay::Up:
            return engine::makeTransferRun(plan, {{}, first});
        case TransferWay::Down:
            return engine::makeTransferRun(plan, {first, {}});
        case TransferWay::UpPlain:
            return engine::makeTransferRun(plan, {{}, plain});
        case TransferWay::DownPlain:
            return engine::makeTransferRun(plan, {plain, {}});
        }
        return nullptr;
    }

    /// Replaces one of the machine's tools by \a script. REAL stands for the tool, TOP for the folder that contains
    /// both.
    void replaceTool(const QByteArray &name, QByteArray script) const
    {
        script.replace("REAL", QByteArray("/usr/bin/" + name)).replace("TOP", root().toUtf8());
        const QDir folder(m_machine.toolFolder());
        folder.mkpath(QStringLiteral("."));
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(script);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

private:
    TransferMachine m_machine;
    std::unique_ptr<TransferMachine> m_other, m_plain;
};

} // namespace testing
