// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/login/sshcredentials.h"

#include "engine/ssh/connect/sshtransport.h"

namespace engine {

QList<Answer> SshCredentials::with(const QList<Answer> &newer) const
{
    const QMutexLocker lock(&m_mutex);
    return merged(newer);
}

void SshCredentials::keep(const QList<Answer> &answers, const SshLogin &login)
{
    const QMutexLocker lock(&m_mutex);
    m_answers = answers;
    m_answers.removeIf([](const Answer &answer) { return answer.question.kind == Question::Kind::Prompts; });
    m_hostKey = login.hostKey;
    m_route = login.route;
    m_key = login.key;
    m_isOpen = true;
}

void SshCredentials::close()
{
    const QMutexLocker lock(&m_mutex);
    m_isOpen = false;
}

void SshCredentials::forget()
{
    const QMutexLocker lock(&m_mutex);
    m_answers.clear();
    m_isOpen = false;
}

SshAttempt SshCredentials::attempt(const QList<Answer> &answers) const
{
    SshAttempt attempt;
    attempt.spec = m_spec;
    attempt.answers = answers;
    attempt.agentSocket = m_transport->agentSocket();
    attempt.knownHostsFile = m_transport->knownHostsFile();
    return attempt;
}

QFuture<Result<std::shared_ptr<SshLogin>>> SshCredentials::login() const
{
    const QMutexLocker lock(&m_mutex);
    if (m_isOpen) {
        SshAttempt further = attempt(merged({}));
        further.hostKey = m_hostKey;
        further.route = m_route;
        further.key = m_key;
        return m_transport->connector().login(further);
    }
    return QtFuture::makeReadyFuture(Result<std::shared_ptr<SshLogin>>(
        Error{ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "There is no connection to the machine.")}));
}

QList<Answer> SshCredentials::merged(const QList<Answer> &newer) const
{
    QList<Answer> all = newer;
    for (const Answer &answer : m_answers) {
        const auto same = [&](const Answer &other) { return other.question.matches(answer.question); };
        if (std::none_of(newer.begin(), newer.end(), same))
            all.append(answer);
    }
    return all;
}

} // namespace engine
