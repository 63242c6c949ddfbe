// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/bulksession.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/sshtransport.h"
#include "engine/storage/transfer/transferruns.h"
#include "tests/support/await.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QProcess>

namespace testing {

/// A folder of this computer as "here", and one as "there", in a folder that holds both.
class TransferFolders
{
    Q_DISABLE_COPY_MOVE(TransferFolders)

public:
    TransferFolders() = default;
    ~TransferFolders() { run("chmod -R u+rwx here there; rm -rf here there kept bin"); } // Qt cannot remove every name

    [[nodiscard]] bool make() const { return m_folder.isValid() && QDir().mkpath(here()) && QDir().mkpath(there()); }
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
        shell.waitForFinished(600'000);
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

private:
    QTemporaryDir m_folder;
};

/// A real sshd as the machine: "here" is on this computer, "there" on the machine. What stands in "bin"
/// beside them is found by the machine before its own tools.
class TransferFixture : public TransferFolders
{
public:
    /// \a configuration: further lines of its sshd.
    [[nodiscard]] bool start(const QByteArray &configuration = {})
    {
        m_server.setConfiguration("SetEnv SHLVL=1 PATH=" + path(QStringLiteral("bin")).toUtf8() + ":/usr/bin:/bin\n"
                                  + configuration);
        if (!make() || !m_server.start())
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
    [[nodiscard]] engine::SshHost &host() { return *m_host; }
    [[nodiscard]] SshServer &server() { return m_server; }

    [[nodiscard]] std::unique_ptr<engine::TransferRun> upload(const engine::TransferPlan &plan) const
    {
        return engine::makeTransferRun(plan, {{}, m_host});
    }
    [[nodiscard]] std::unique_ptr<engine::TransferRun> download(const engine::TransferPlan &plan) const
    {
        return engine::makeTransferRun(plan, {m_host, {}});
    }

    /// Puts a script before one of the machine's tools. REAL stands for that tool, TOP for the folder that holds both.
    void replaceTool(const QByteArray &name, QByteArray script) const
    {
        const QByteArray top = root().toUtf8();
        script.replace("REAL", QByteArray("/usr/bin/" + name)).replace("TOP", top);
        QDir().mkpath(path(QStringLiteral("bin")));
        QFile file(path(QStringLiteral("bin/") + QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(script);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

private:
    SshServer m_server;
    std::shared_ptr<engine::SshTransport> m_transport;
    std::shared_ptr<engine::SshHost> m_host;
};

} // namespace testing
