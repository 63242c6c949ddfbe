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

    /// Both of them, empty; from the second time on in another folder than before, where nobody is late.
    [[nodiscard]] bool make()
    {
        if (QFile::exists(here())) {
            removeAll();
            m_folder = QTemporaryDir();
        }
        qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toUtf8()); // with this computer's trash
        return m_folder.isValid() && QDir().mkpath(here()) && QDir().mkpath(there());
    }
    [[nodiscard]] QString here() const { return path(QStringLiteral("here")); }
    [[nodiscard]] QString there() const { return path(QStringLiteral("there")); }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString root() const { return m_folder.path(); }

    /// From here to there, or the other way.
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

    /// In the folder that holds both; its output.
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

    /// Names, kinds, permissions, seconds, targets and sums of everything below a folder, one line each. Names are
    /// written in octal.
    [[nodiscard]] QByteArray contents(const QByteArray &folder) const
    {
        return run(
            "cd '" + folder
            + "' && { find . -mindepth 1 -printf '%y %m %P %l ' \\( -type d -printf '\\n' -o -printf '%T@\\n' \\) | "
              "sed 's/\\.[0-9]*$//' | sort; find . -type f -print0 | sort -z | xargs -0r sha256sum -z | tr '\\0' "
              "'\\n'; } | LC_ALL=C od -An -c -v | tr -d ' \\n'");
    }
    /// What is \a name here is the same there.
    [[nodiscard]] bool isSame(const QByteArray &name) const
    {
        const QByteArray asHere = contents("here/" + name);
        return !asHere.isEmpty() && asHere == contents("there/" + name);
    }
    /// What is half-made, and the journal of the plans.
    [[nodiscard]] QByteArray leftOver() const
    {
        return run("find here there -name '*.part-*'; ls journal 2>/dev/null");
    }

private:
    void removeAll() const // Qt cannot remove every name
    {
        if (m_folder.isValid())
            run("shopt -s dotglob; { chmod -R u+rwx .; rm -rf -- *; } 2>/dev/null");
    }

    QTemporaryDir m_folder;
};

/// A real sshd as a machine. Scripts can be put before its tools.
class TransferMachine
{
public:
    /// With a connection that has no session, and its own tools. It goes on from the last time with the same
    /// \a configuration, which are further lines of its sshd. HOME stands there for its home folder.
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
    [[nodiscard]] bool reconnect() ///< with no session kept
    {
        m_host->close();
        return bool(await(m_host->open()));
    }
    [[nodiscard]] const std::shared_ptr<engine::SshHost> &host() const { return m_host; }
    [[nodiscard]] SshServer &server() { return m_server; }
    /// What stands in it is found by the machine before its own tools.
    [[nodiscard]] QString toolFolder() const { return m_server.folder() + QStringLiteral("/tools"); }

private:
    SshServer m_server;
    QByteArray m_configuration;
    std::shared_ptr<engine::SshTransport> m_transport;
    std::shared_ptr<engine::SshHost> m_host;
};

/// Of one that ended well: what is done, kept and failed is all that there is.
[[nodiscard]] inline bool countsEveryFile(const engine::TransferRun &run)
{
    const engine::TransferCounters &counters = run.counters();
    return counters.isCounted && counters.filesDone + counters.filesKept + run.failed().count() == counters.filesTotal;
}

/// How a transfer gets from here to there: "to" and "from" a machine from and to this computer, "between" two of them,
/// or "within" this computer or one of them. A plain one gives SFTP and nothing else.
enum class TransferWay { Here, Within, Between, WithinPlain, FromPlain, ToPlain, Up, Down, UpPlain, DownPlain };

// The gate goes by those ways that have between them every kind of giving and of receiving side.
inline void addWaysApart()
{
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
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
    addWaysApart();
    addWaysToAndFromHere();
}

/// Not those within one place, where a file is copied as a whole and no limit holds.
inline void addSendingWays()
{
    QTest::addColumn<TransferWay>("way");
    addWaysApart();
    addWaysToAndFromHere();
}

/// "here" and "there", a machine that sees both, and two more that see them, too: one of its kind and a plain one. They
/// go on from one test to the next.
class TransferFixture : public TransferFolders
{
public:
    static constexpr char sftpOnly[] = "ForceCommand internal-sftp -d HOME\n";
    /// SFTP alone, too, which is struck at what HOME/strike says.
    static constexpr char struckSftp[] =
        "ForceCommand exec python3 '" BATCHDECK_SOURCE_DIR "/tests/storage/data/strucksftp.py' -d HOME ";

    /// Empty folders and the machine; \a configuration: further lines of its sshd.
    [[nodiscard]] bool start(const QByteArray &configuration = {}) { return make() && m_machine.start(configuration); }
    /// The two more; once. \a plain: further lines of the plain one's sshd.
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
    /// From here to there, whatever the way.
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

    /// Puts a script before one of the machine's tools. REAL stands for that tool, TOP for the folder that holds both.
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
