// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshauthentication.h"

#include "engine/ssh/login/hostkeycheck.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostRestarts = 5;

} // namespace

SshAuthentication::SshAuthentication(const SshSession &session, const SshHop &hop, const SshAttempt &attempt,
                                     const LoginLimits &limits)
    : m_hop(hop), m_attempt(attempt), m_limits(limits), m_server(session, limits), m_question(hop.identity()),
      m_keys(m_server, hop, attempt, m_question), m_prompts(m_server, attempt, m_question)
{
}

Result<void> SshAuthentication::run()
{
    AuthOutcome outcome = begin();
    m_wasPartial = outcome == AuthOutcome::Partial;
    bool isDone = outcome != AuthOutcome::Denied && outcome != AuthOutcome::Partial;
    for (int i = 0; i < mostRestarts && !isDone; ++i) {
        outcome = tryAll();
        isDone = outcome != AuthOutcome::Partial;
        m_wasPartial = m_wasPartial || !isDone;
    }
    m_keys.leaveAgent();
    if (outcome == AuthOutcome::In && !m_limits.isOver())
        return {};
    return failure(outcome);
}

std::shared_ptr<const AcceptedKey> SshAuthentication::acceptedKey() const
{
    if (!m_keys.lastOffer() || m_wasPartial)
        return {};
    return std::make_shared<AcceptedKey>(AcceptedKey{m_hop.identity(), *m_keys.lastOffer()});
}

// Learns the server's methods, which it lists in each denial: of the known key, else of "none".
AuthOutcome SshAuthentication::begin()
{
    const AuthOutcome outcome = m_keys.tryKnownKey();
    const bool isToldWhatHelps = !m_server.methods().isEmpty();
    return outcome != AuthOutcome::Denied || isToldWhatHelps
        ? outcome
        : m_server.outcomeOf(m_server.request(ssh_userauth_none, nullptr));
}

AuthOutcome SshAuthentication::tryAll()
{
    const QStringList usual{u"publickey"_s, u"keyboard-interactive"_s, u"password"_s};
    for (const QString &method : m_hop.authentications.isEmpty() ? usual : m_hop.authentications) {
        if (!usual.contains(method) || !m_server.takes(method))
            continue;
        if (const AuthOutcome outcome = tryMethod(method); outcome != AuthOutcome::Denied)
            return outcome;
    }
    return AuthOutcome::Denied;
}

AuthOutcome SshAuthentication::tryMethod(const QString &method)
{
    if (method == u"publickey"_s)
        return m_keys.tryKeys();
    m_keys.forgetLastOffer();
    // With a question open, a method without an answer would only add a second one.
    if (m_question.isThere() && !hasAnswerHere())
        return AuthOutcome::Denied;
    return method == u"password"_s ? tryPassword() : m_prompts.run();
}

AuthOutcome SshAuthentication::tryPassword()
{
    const Question passwordOf = m_question.about(Question::Kind::Password);
    const Answer *answer = findAnswer(m_attempt.answers, passwordOf);
    if (!answer) {
        m_question.ask(passwordOf, false);
        return AuthOutcome::Denied;
    }
    const AuthOutcome outcome =
        m_server.outcomeOf(m_server.request(ssh_userauth_password, nullptr, answer->values.first().data()));
    if (outcome != AuthOutcome::Denied)
        return outcome;
    m_question.replaceBy(passwordOf, true);
    return AuthOutcome::Unanswered;
}

bool SshAuthentication::hasAnswerHere() const
{
    return std::any_of(m_attempt.answers.cbegin(), m_attempt.answers.cend(), [this](const Answer &answer) {
        return answer.question.host == m_hop.identity()
            && (answer.question.kind == Question::Kind::Password || answer.question.kind == Question::Kind::Prompts);
    });
}

Error SshAuthentication::failure(AuthOutcome outcome) const
{
    if (m_limits.isOver() || outcome == AuthOutcome::Broken)
        return broken();
    return m_question.isThere() ? m_question.error() : nothingHelps();
}

Error SshAuthentication::broken() const
{
    if (m_limits.isOver())
        return m_limits.error({QT_TRANSLATE_NOOP("engine", "%1 did not let us in in time."), {m_hop.identity()}});
    const QString words = m_server.session().errorText();
    const bool isRefusal = words.contains(u"authentication failures"_s);
    return {isRefusal ? ErrorCode::AuthenticationFailed : ErrorCode::Unreachable,
            isRefusal ? Message(QT_TRANSLATE_NOOP("engine",
                                                  "%1 ended the connection after too many wrong keys. Name the right "
                                                  "one (IdentityFile, IdentitiesOnly)."),
                                {m_hop.identity()})
                      : Message(QT_TRANSLATE_NOOP("engine", "%1 ended the connection while we logged in."),
                                {m_hop.identity()}),
            m_hop.identity(),
            {},
            words};
}

Error SshAuthentication::nothingHelps() const
{
    const QStringList tried = m_keys.tried();
    const QStringList taken = m_server.methods();
    if (taken.isEmpty()) {
        return Error::of(
            ErrorCode::AuthenticationFailed,
            {QT_TRANSLATE_NOOP("engine", "%1 offers no way to log in that can be used here."), {m_hop.identity()}},
            m_hop.identity(), m_server.session().errorText());
    }
    if (m_wasPartial) {
        return {ErrorCode::AuthenticationFailed,
                {QT_TRANSLATE_NOOP("engine", "%1 wants %2 besides what it took already; tried: %3."),
                 {m_hop.identity(), taken.join(u", "_s), tried.join(u", "_s)}},
                m_hop.identity()};
    }
    return {ErrorCode::AuthenticationFailed,
            tried.isEmpty()
                ? Message(QT_TRANSLATE_NOOP("engine", "%1 takes %2; there was no key to try."),
                          {m_hop.identity(), taken.join(u", "_s)})
                : Message(QT_TRANSLATE_NOOP("engine", "%1 takes %2; tried: %3. Its authorized_keys has none of them."),
                          {m_hop.identity(), taken.join(u", "_s), tried.join(u", "_s)}),
            m_hop.identity()};
}

} // namespace engine
