// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/enginefixture.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/hosts/uml/umlnode.h"
#include "tests/support/patience.h"
#include "tests/support/real/sshserver.h"

namespace testing {

/// How a machine is reached, and its host key.
struct Door
{
    QString destination;
    QString identityFile;
    QString fingerprint;
    QString home; ///< $BATCHDECK_HOME on the machine; empty: the default

    /// \a home: a folder on this computer, where \a server runs.
    static Door of(const SshServer &server, const QString &home)
    {
        return {server.destination(), server.identityFile(), server.fingerprint(), home};
    }

    static Door of(const Node &node) { return {node.destination(), NodeFleet::identityFile(), node.fingerprint(), {}}; }

    static Door of(const UmlNode &node) { return {node.destination(), node.identityFile(), node.fingerprint(), {}}; }

    /// The same machine through \a proxy.
    [[nodiscard]] Door behind(const ChaosProxy &proxy) const
    {
        Door door = *this;
        const QString user = destination.section(u'@', 0, 0);
        door.destination = QString(user + u'@' + proxy.address() + u':' + QString::number(proxy.port()));
        return door;
    }
};

/// An EngineFixture whose machines are reached by SSH. The user's ~/.ssh and agent are not used.
class SshFixture : public EngineFixture
{
public:
    /// Lines of ssh_config for all machines. Call it before the first addMachine().
    void setSshOptions(const QByteArray &lines) { m_options = lines; }

    /// Adds the machine, trusting its host key, and waits until it is ready. \a isTried: the machine must be ready for
    /// jobs.
    engine::Result<QJsonValue> addMachine(const QString &name, const Door &door, int milliseconds = testing::patience,
                                          bool isTried = true)
    {
        QFile configuration(root() + QStringLiteral("/ssh_config"));
        if (!configuration.exists() && configuration.open(QIODevice::WriteOnly))
            configuration.write("IdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile /dev/null\n" + m_options);
        configuration.close();
        QJsonObject parameters{{QStringLiteral("name"), name},
                               {QStringLiteral("ssh"),
                                QJsonObject{{QStringLiteral("destination"), door.destination},
                                            {QStringLiteral("identity"), door.identityFile},
                                            {QStringLiteral("config"), configuration.fileName()}}},
                               {QStringLiteral("test"), isTried},
                               {QStringLiteral("acceptHostKey"), door.fingerprint}};
        if (!door.home.isEmpty())
            parameters[QStringLiteral("home")] = door.home;
        return call(QStringLiteral("machine.add"), parameters, milliseconds);
    }

    /// Creates the cluster default/default/desk on \a machines, and the experiment of submit().
    engine::Result<QJsonValue> makeCluster(const QStringList &machines)
    {
        const auto cluster = call(QStringLiteral("cluster.create"),
                                  {{QStringLiteral("id"), QStringLiteral("default/default/clusters/desk")},
                                   {QStringLiteral("kind"), QStringLiteral("ssh")},
                                   {QStringLiteral("machines"), QJsonArray::fromStringList(machines)}});
        return cluster ? makeExperiment() : cluster;
    }

    /// The machine's current document.
    engine::Result<QJsonValue> machine(const QString &name)
    {
        return call(QStringLiteral("resource.get"),
                    {{QStringLiteral("id"), QString(QStringLiteral("machines/") + name)}});
    }

private:
    QByteArray m_options;
};

} // namespace testing
