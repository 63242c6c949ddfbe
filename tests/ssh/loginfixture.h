// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/sshloop.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/measure/resources.h"
#include "tests/support/real/sshserver.h"

#include <QElapsedTimer>
#include <QMutex>
#include <QTemporaryDir>

namespace testing {

using LoginResult = engine::Result<std::shared_ptr<engine::SshLogin>>;

inline engine::Answer answerTo(engine::Question question, const QStringList &values)
{
    return {std::move(question), {values.begin(), values.end()}, false};
}

/// A connector with its own ssh_config and known_hosts, without the user's.
class LoginFixture
{
public:
    LoginFixture()
        : m_loop(std::make_unique<engine::SshLoop>()), m_connector(std::make_unique<engine::SshConnector>(*m_loop))
    {
        setConfiguration({});
    }

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString knownHosts() const { return path(QStringLiteral("known_hosts")); }
    [[nodiscard]] QString userKnownHosts() const { return path(QStringLiteral("user_known_hosts")); }

    /// \a lines come first, so they have precedence; without IdentityFile there is no key.
    void setConfiguration(const QByteArray &lines)
    {
        QByteArray text = lines + "\nHost *\nUserKnownHostsFile \"" + userKnownHosts().toLocal8Bit()
            + "\"\nGlobalKnownHostsFile /dev/null\n";
        if (!lines.contains("IdentityFile"))
            text += "IdentityFile \"" + path(QStringLiteral("none")).toLocal8Bit() + "\"\n";
        QVERIFY(writeFile(path(QStringLiteral("ssh_config")), text));
    }
    void trust(const SshServer &server, const QString &type = QStringLiteral("ed25519"))
    {
        QVERIFY(writeFile(knownHosts(), server.knownHostsLine(type), QIODevice::WriteOnly | QIODevice::Append));
    }

    [[nodiscard]] engine::SshAttempt attempt(const QString &destination, const QString &identity = {}) const
    {
        engine::SshAttempt attempt;
        attempt.spec.destination = destination;
        attempt.spec.configFile = path(QStringLiteral("ssh_config"));
        attempt.spec.identityFile = identity;
        attempt.knownHostsFile = knownHosts();
        return attempt;
    }

    [[nodiscard]] QFuture<LoginResult> start(const engine::SshAttempt &attempt) { return m_connector->login(attempt); }
    [[nodiscard]] LoginResult logIn(const engine::SshAttempt &attempt) { return await(start(attempt)); }
    void close()
    {
        m_connector.reset();
        m_loop.reset();
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<engine::SshLoop> m_loop;
    std::unique_ptr<engine::SshConnector> m_connector;
};

inline QString words(const LoginResult &result)
{
    return result
        ? QStringLiteral("in")
        : QString(engine::toString(result.error().code) + QStringLiteral(": ") + result.error().message.englishText());
}

} // namespace testing

/// Fails the test unless \a result is an error with the code \a expected.
#define VERIFY_CODE(result, expected)                                                                                  \
    do {                                                                                                               \
        const auto &verified = (result);                                                                               \
        QVERIFY2(!verified, "it succeeded");                                                                           \
        QCOMPARE(engine::toString(verified.error().code), engine::toString(expected));                                 \
    } while (false)
