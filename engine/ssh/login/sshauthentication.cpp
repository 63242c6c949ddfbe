// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshauthentication.h"

#include "engine/ssh/login/hostkeycheck.h"
#include "engine/ssh/servertext.h"

#include <array>
#include <poll.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype mostOffers = 5; // sshd cuts off at 6 (MaxAuthTries)
constexpr int mostRestarts = 5;
constexpr int mostRounds = 20;
constexpr int mostPrompts = 16;

constexpr std::array methods{
    std::pair{SSH_AUTH_METHOD_PUBLICKEY, "publickey"},
    std::pair{SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive"},
    std::pair{SSH_AUTH_METHOD_PASSWORD, "password"},
    std::pair{SSH_AUTH_METHOD_HOSTBASED, "hostbased"},
    std::pair{SSH_AUTH_METHOD_GSSAPI_MIC, "gssapi-with-mic"},
};

QStringList methodNames(int bits)
{
    QStringList names;
    for (const auto &[bit, name] : methods) {
        if (unsigned(bits) & unsigned(bit))
            names.append(QString::fromLatin1(name));
    }
    return names;
}

/// A single hidden prompt for the account's password, as PAM asks for it, is the password: one question that can be
/// remembered. A one-time password is not.
bool isPasswordPrompt(const QList<Question::Prompt> &prompts)
{
    if (prompts.size() != 1 || !prompts.first().isHidden)
        return false;
    const QString text = prompts.first().text;
    return text.contains(u"password"_s, Qt::CaseInsensitive) && !text.contains(u"one-time"_s, Qt::CaseInsensitive)
        && !text.contains(u"one time"_s, Qt::CaseInsensitive) && !text.contains(u"otp"_s, Qt::CaseInsensitive)
        && !text.contains(u"new password"_s, Qt::CaseInsensitive);
}

} // namespace

SshAuthentication::SshAuthentication(const SshSession &session, const SshHop &hop, const SshAttempt &attempt,
                                     const LoginLimits &limits)
    : m_session(session), m_hop(hop), m_attempt(attempt), m_limits(limits)
{
}

Result<void> SshAuthentication::run()
{
    Outcome outcome = begin();
    m_wasPartial = outcome == Outcome::Partial;
    bool isDone = outcome != Outcome::Denied && outcome != Outcome::Partial;
    for (int i = 0; i < mostRestarts && !isDone; ++i) {
        outcome = tryAll();
        isDone = outcome != Outcome::Partial;
        m_wasPartial = m_wasPartial || !isDone;
    }
    m_agent.reset();
    if (outcome == Outcome::In && !m_limits.isOver())
        return {};
    return failure(outcome);
}

std::shared_ptr<const AcceptedKey> SshAuthentication::acceptedKey() const
{
    if (!m_lastOffer || m_wasPartial)
        return {};
    return std::make_shared<AcceptedKey>(AcceptedKey{m_hop.identity(), *m_lastOffer});
}

// What it takes the server says whenever it denies something.
SshAuthentication::Outcome SshAuthentication::begin()
{
    const Outcome outcome = tryKnownKey();
    const bool isToldWhatHelps = ssh_userauth_list(m_session.handle(), nullptr) != 0;
    return outcome != Outcome::Denied || isToldWhatHelps ? outcome : outcomeOf(request(ssh_userauth_none, nullptr));
}

SshAuthentication::Outcome SshAuthentication::tryKnownKey()
{
    const AcceptedKey *known = m_attempt.key.get();
    if (!known || known->identity != m_hop.identity())
        return Outcome::Denied;
    const bool isInAFile = known->offer.agentKey.blob.isEmpty();
    if (!isInAFile && m_hop.agentSocket.isEmpty())
        return Outcome::Denied;
    m_knownOffer = known->offer;
    if (isInAFile)
        return tryFile(known->offer, Asks::No);
    m_agent = std::make_unique<AgentFilter>(m_session, m_hop.agentSocket, m_limits);
    m_agentOffers = {known->offer};
    const Outcome outcome = tryAgentKeys();
    m_agent.reset();
    m_agentOffers.clear();
    return outcome;
}

// Not left to the library to wait: when the server says goodbye, that waits on until its time is over.
template <class Call, class... Arguments> int SshAuthentication::request(const Call &call, Arguments... arguments) const
{
    constexpr int moment = 1000; // who ends the attempt wakes us, too
    ssh_session session = m_session.handle();
    ssh_set_blocking(session, 0);
    int result = 0;
    while ((result = call(session, arguments...)) == SSH_AUTH_AGAIN && m_session.isConnected() && !m_limits.isOver()) {
        ::pollfd socket{ssh_get_fd(session), POLLIN, 0};
        ::poll(&socket, 1, moment);
    }
    ssh_set_blocking(session, 1);
    return result;
}

SshAuthentication::Outcome SshAuthentication::outcomeOf(int result) const
{
    switch (result) {
    case SSH_AUTH_SUCCESS:
        return Outcome::In;
    case SSH_AUTH_DENIED:
        return Outcome::Denied;
    case SSH_AUTH_PARTIAL:
        return Outcome::Partial;
    case SSH_AUTH_INFO:
        return Outcome::Prompts;
    case SSH_AUTH_ERROR: // of this computer when the connection stands: an agent or a file that does not sign
        return m_session.isConnected() && !m_limits.isOver() ? Outcome::Denied : Outcome::Broken;
    default: // SSH_AUTH_AGAIN: it was cut off, or its time is over
        return Outcome::Broken;
    }
}

bool SshAuthentication::takes(const QString &method) const
{
    return methodNames(ssh_userauth_list(m_session.handle(), nullptr)).contains(method);
}

SshAuthentication::Outcome SshAuthentication::tryAll()
{
    const QStringList usual{u"publickey"_s, u"keyboard-interactive"_s, u"password"_s};
    for (const QString &method : m_hop.authentications.isEmpty() ? usual : m_hop.authentications) {
        if (!usual.contains(method) || !takes(method))
            continue;
        if (const Outcome outcome = tryMethod(method); outcome != Outcome::Denied)
            return outcome;
    }
    return Outcome::Denied;
}

SshAuthentication::Outcome SshAuthentication::tryMethod(const QString &method)
{
    if (method == u"publickey"_s)
        return tryKeys();
    m_lastOffer.reset();
    // With a question open already, a second one would only hide it.
    if (m_question && !hasAnswerHere())
        return Outcome::Denied;
    return method == u"password"_s ? tryPassword() : tryInteractive();
}

void SshAuthentication::collectKeys()
{
    if (std::exchange(m_hasCollected, true))
        return;
    const QString socket = m_hop.agentSocket;
    QList<PublicKey> agentKeys;
    if (!socket.isEmpty()) {
        m_agent = std::make_unique<AgentFilter>(m_session, socket, m_limits);
        agentKeys = m_agent->keys();
    }
    agentKeys.removeIf([](const PublicKey &key) { return !key.toKey(); }); // libssh stops at one that it does not know
    const QList<KeyOffer> offers =
        keyOffers(agentKeys, readKeyFiles(m_hop), readCertificates(m_hop), m_hop.identitiesOnly, mostOffers);
    for (const KeyOffer &offer : offers) {
        if (m_knownOffer && offer == *m_knownOffer)
            continue; // it was the first
        (offer.agentKey.blob.isEmpty() ? m_fileOffers : m_agentOffers).append(offer);
    }
}

SshAuthentication::Outcome SshAuthentication::tryKeys()
{
    collectKeys();
    while (!m_agentOffers.isEmpty() && takes(u"publickey"_s)) {
        if (const Outcome outcome = tryAgentKeys(); outcome != Outcome::Denied)
            return outcome;
    }
    while (!m_fileOffers.isEmpty() && takes(u"publickey"_s)) {
        const KeyOffer offer = m_fileOffers.takeFirst();
        if (const Outcome outcome = tryFile(offer, Asks::Yes); outcome != Outcome::Denied)
            return outcome;
    }
    return Outcome::Denied;
}

/// All in one call, since libssh leaks the list of keys with each further one; it stops at a key that the agent did not
/// sign with, and at one that is not enough.
SshAuthentication::Outcome SshAuthentication::tryAgentKeys()
{
    m_agent->offer(m_agentOffers);
    const int result = request(ssh_userauth_agent, nullptr);
    const qsizetype lastSigned = m_agent->lastSigned();
    const bool isAll = result == SSH_AUTH_DENIED || lastSigned < 0;
    if (!isAll)
        m_lastOffer = m_agentOffers.at(lastSigned);
    const qsizetype tried = isAll ? m_agentOffers.size() : lastSigned + 1;
    m_agentOffers.remove(0, tried);
    m_triedAgentKeys += int(tried);
    return outcomeOf(result);
}

SshAuthentication::Outcome SshAuthentication::tryFile(const KeyOffer &offer, Asks asks)
{
    if (!m_triedFiles.contains(offer.path))
        m_triedFiles.append(offer.path);
    if (asks == Asks::Yes && !offer.key.blob.isEmpty()) {
        const SshKey key = offer.key.toKey();
        if (!key)
            return Outcome::Denied;
        const Outcome wanted = outcomeOf(request(ssh_userauth_try_publickey, nullptr, key.get()));
        if (wanted != Outcome::In)
            return wanted;
    }
    PrivateKey loaded = loadPrivateKey(offer.path);
    if (loaded.state == PrivateKey::State::Encrypted) {
        const Question passphraseOf = question(Question::Kind::Passphrase, offer.path);
        const Answer *answer = findAnswer(m_attempt.answers, passphraseOf);
        if (answer)
            loaded = loadPrivateKey(offer.path, &answer->values.first());
        if (!loaded.key)
            ask(passphraseOf, answer != nullptr);
    } else if (!loaded.key) {
        m_triedFiles.last() += u" (cannot be read)"_s;
    }
    return loaded.key ? signWith(offer, loaded.key.get()) : Outcome::Denied;
}

SshAuthentication::Outcome SshAuthentication::signWith(const KeyOffer &offer, ssh_key privateKey)
{
    if (offer.key.isCertificate()) {
        const SshKey certificate = offer.key.toKey();
        if (!certificate || ssh_pki_copy_cert_to_privkey(certificate.get(), privateKey) != SSH_OK)
            return Outcome::Denied;
    }
    m_lastOffer = offer;
    return outcomeOf(request(ssh_userauth_publickey, nullptr, privateKey));
}

SshAuthentication::Outcome SshAuthentication::tryInteractive()
{
    Outcome outcome = outcomeOf(request(ssh_userauth_kbdint, nullptr, nullptr));
    m_answered.reset();
    for (int i = 0; i < mostRounds && outcome == Outcome::Prompts; ++i) {
        const int count = ssh_userauth_kbdint_getnprompts(m_session.handle());
        if (count < 0 || count > mostPrompts)
            return Outcome::Broken;
        if (count > 0) { // a round without prompts only tells something, and is answered all the same
            const bool isFirst = !m_answered;
            outcome = answerRound(currentRound(isFirst), isFirst);
            if (outcome != Outcome::Prompts)
                return outcome;
        }
        outcome = outcomeOf(request(ssh_userauth_kbdint, nullptr, nullptr));
    }
    if (outcome == Outcome::Prompts)
        return Outcome::Broken;
    if (outcome != Outcome::Denied || !m_answered)
        return outcome;
    m_question.reset();
    ask(*m_answered, true);
    return Outcome::Unanswered;
}

Question SshAuthentication::currentRound(bool isFirst) const
{
    const ssh_session session = m_session.handle();
    Question round = question(Question::Kind::Prompts);
    for (int i = 0; i < ssh_userauth_kbdint_getnprompts(session); ++i) {
        char echo = 0;
        const char *text = ssh_userauth_kbdint_getprompt(session, unsigned(i), &echo);
        round.prompts.append({harmless(QByteArray(text), 200), echo == 0});
    }
    if (isFirst && isPasswordPrompt(round.prompts))
        return question(Question::Kind::Password);
    const QString heading = harmless(QByteArray(ssh_userauth_kbdint_getname(session)), 200);
    const QString instruction = harmless(QByteArray(ssh_userauth_kbdint_getinstruction(session)), 500);
    round.subject = heading.isEmpty() || instruction.isEmpty() ? QString(heading + instruction)
                                                               : QString(heading + u": "_s + instruction);
    return round;
}

SshAuthentication::Outcome SshAuthentication::answerRound(const Question &round, bool isFirst)
{
    const auto count = ssh_userauth_kbdint_getnprompts(m_session.handle());
    bool wasAnswered = false;
    for (qsizetype i = m_attempt.answers.size() - 1; i >= 0; --i) {
        const Answer &answer = m_attempt.answers.at(i);
        if (!answer.question.matches(round) || answer.values.size() != count)
            continue;
        wasAnswered = true;
        if (i <= m_lastAnswer) // older than the answer to the round before, or that very one: it was wrong once
            break;
        for (int prompt = 0; prompt < count; ++prompt)
            ssh_userauth_kbdint_setanswer(m_session.handle(), unsigned(prompt), answer.values.at(prompt).data());
        m_lastAnswer = i;
        if (isFirst)
            m_answered = round;
        return Outcome::Prompts;
    }
    m_question.reset();
    ask(round, wasAnswered);
    return Outcome::Unanswered;
}

SshAuthentication::Outcome SshAuthentication::tryPassword()
{
    const Question passwordOf = question(Question::Kind::Password);
    const Answer *answer = findAnswer(m_attempt.answers, passwordOf);
    if (!answer) {
        ask(passwordOf, false);
        return Outcome::Denied;
    }
    const Outcome outcome = outcomeOf(request(ssh_userauth_password, nullptr, answer->values.first().data()));
    if (outcome != Outcome::Denied)
        return outcome;
    m_question.reset();
    ask(passwordOf, true);
    return Outcome::Unanswered;
}

bool SshAuthentication::hasAnswerHere() const
{
    return std::any_of(m_attempt.answers.cbegin(), m_attempt.answers.cend(), [this](const Answer &answer) {
        return answer.question.host == m_hop.identity()
            && (answer.question.kind == Question::Kind::Password || answer.question.kind == Question::Kind::Prompts);
    });
}

Question SshAuthentication::question(Question::Kind kind, const QString &subject) const
{
    Question result;
    result.kind = kind;
    result.host = m_hop.identity();
    result.subject = subject;
    return result;
}

void SshAuthentication::ask(Question question, bool isRepeated)
{
    if (m_question)
        return;
    question.isRepeated = isRepeated;
    m_question = std::move(question);
}

Error SshAuthentication::failure(Outcome outcome) const
{
    if (m_limits.isOver() || outcome == Outcome::Broken)
        return broken();
    if (!m_question)
        return nothingHelps();
    Error error{ErrorCode::AuthenticationFailed, {}, m_hop.identity(), {}, {}, m_question};
    switch (m_question->kind) {
    case Question::Kind::Passphrase:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "The passphrase of %1 is wrong."), {m_question->subject})
            : Message(QT_TRANSLATE_NOOP("engine", "The key %1 needs its passphrase."), {m_question->subject});
        break;
    case Question::Kind::Password:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "%1 refused the password."), {m_hop.identity()})
            : Message(QT_TRANSLATE_NOOP("engine", "%1 asks for a password."), {m_hop.identity()});
        break;
    default:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "%1 refused the answers."), {m_hop.identity()})
            : Message(QT_TRANSLATE_NOOP("engine", "%1 asks questions."), {m_hop.identity()});
    }
    return error;
}

Error SshAuthentication::broken() const
{
    if (m_limits.isOver())
        return m_limits.error({QT_TRANSLATE_NOOP("engine", "%1 did not let us in in time."), {m_hop.identity()}});
    const QString words = m_session.errorText();
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
    QStringList tried = m_triedFiles;
    if (m_triedAgentKeys > 0)
        tried.append(m_triedAgentKeys == 1 ? u"1 key of the agent"_s
                                           : QString(QString::number(m_triedAgentKeys) + u" keys of the agent"_s));
    const QStringList taken = methodNames(ssh_userauth_list(m_session.handle(), nullptr));
    if (taken.isEmpty()) {
        return Error::of(
            ErrorCode::AuthenticationFailed,
            {QT_TRANSLATE_NOOP("engine", "%1 offers no way to log in that can be used here."), {m_hop.identity()}},
            m_hop.identity(), m_session.errorText());
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
