// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/method/keymethod.h"

#include "engine/ssh/login/hostkeycheck.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype mostOffers = 5; // sshd disconnects at 6 (MaxAuthTries)

} // namespace

KeyMethod::KeyMethod(const UserAuth &server, const SshHop &hop, const SshAttempt &attempt, OpenQuestion &question)
    : m_server(server), m_hop(hop), m_attempt(attempt), m_question(question)
{
}

std::unique_ptr<AgentFilter> KeyMethod::agent() const
{
    return std::make_unique<AgentFilter>(m_server.session(), m_hop.agentSocket, m_server.limits());
}

AuthOutcome KeyMethod::tryKnownKey()
{
    const AcceptedKey *known = m_attempt.key.get();
    if (!known || known->identity != m_hop.identity())
        return AuthOutcome::Denied;
    const bool isInAFile = known->offer.agentKey.blob.isEmpty();
    if (!isInAFile && m_hop.agentSocket.isEmpty())
        return AuthOutcome::Denied;
    m_knownOffer = known->offer;
    if (isInAFile)
        return tryFile(known->offer, Asks::No);
    m_agent = agent();
    m_agentOffers = {known->offer};
    const AuthOutcome outcome = tryAgentKeys();
    m_agent.reset();
    m_agentOffers.clear();
    return outcome;
}

void KeyMethod::collectKeys()
{
    if (std::exchange(m_hasCollected, true))
        return;
    QList<PublicKey> agentKeys;
    if (!m_hop.agentSocket.isEmpty()) {
        m_agent = agent();
        agentKeys = m_agent->keys();
    }
    // Libssh stops at a key of a type that it does not know.
    agentKeys.removeIf([](const PublicKey &key) { return !key.toKey(); });
    const QList<KeyOffer> offers =
        keyOffers(agentKeys, readKeyFiles(m_hop), readCertificates(m_hop), m_hop.identitiesOnly, mostOffers);
    for (const KeyOffer &offer : offers) {
        if (m_knownOffer && offer == *m_knownOffer)
            continue; // tryKnownKey() tried it
        (offer.agentKey.blob.isEmpty() ? m_fileOffers : m_agentOffers).append(offer);
    }
}

AuthOutcome KeyMethod::tryKeys()
{
    collectKeys();
    while (!m_agentOffers.isEmpty() && m_server.takes(u"publickey"_s)) {
        if (const AuthOutcome outcome = tryAgentKeys(); outcome != AuthOutcome::Denied)
            return outcome;
    }
    while (!m_fileOffers.isEmpty() && m_server.takes(u"publickey"_s)) {
        const KeyOffer offer = m_fileOffers.takeFirst();
        if (const AuthOutcome outcome = tryFile(offer, Asks::Yes); outcome != AuthOutcome::Denied)
            return outcome;
    }
    return AuthOutcome::Denied;
}

/// Offers all agent keys in one call, since libssh leaks its list of keys in each further call. libssh stops at a key
/// with which the agent did not sign, and at one that is accepted but not sufficient.
AuthOutcome KeyMethod::tryAgentKeys()
{
    m_agent->offer(m_agentOffers);
    const int result = m_server.request(ssh_userauth_agent, nullptr);
    const qsizetype lastSigned = m_agent->lastSigned();
    const bool isAll = result == SSH_AUTH_DENIED || lastSigned < 0;
    if (!isAll)
        m_lastOffer = m_agentOffers.at(lastSigned);
    const qsizetype tried = isAll ? m_agentOffers.size() : lastSigned + 1;
    m_agentOffers.remove(0, tried);
    m_triedAgentKeys += int(tried);
    return m_server.outcomeOf(result);
}

AuthOutcome KeyMethod::tryFile(const KeyOffer &offer, Asks asks)
{
    if (!m_triedFiles.contains(offer.path))
        m_triedFiles.append(offer.path);
    if (asks == Asks::Yes && !offer.key.blob.isEmpty()) {
        const SshKey key = offer.key.toKey();
        if (!key)
            return AuthOutcome::Denied;
        const AuthOutcome wanted = m_server.outcomeOf(m_server.request(ssh_userauth_try_publickey, nullptr, key.get()));
        if (wanted != AuthOutcome::In)
            return wanted;
    }
    PrivateKey loaded = loadPrivateKey(offer.path);
    if (loaded.state == PrivateKey::State::Encrypted) {
        const Question passphraseOf = m_question.about(Question::Kind::Passphrase, offer.path);
        const Answer *answer = findAnswer(m_attempt.answers, passphraseOf);
        if (answer)
            loaded = loadPrivateKey(offer.path, &answer->values.first());
        if (!loaded.key)
            m_question.ask(passphraseOf, answer != nullptr);
    } else if (!loaded.key) {
        m_triedFiles.last() += u" (cannot be read)"_s;
    }
    return loaded.key ? signWith(offer, loaded.key.get()) : AuthOutcome::Denied;
}

AuthOutcome KeyMethod::signWith(const KeyOffer &offer, ssh_key privateKey)
{
    if (offer.key.isCertificate()) {
        const SshKey certificate = offer.key.toKey();
        if (!certificate || ssh_pki_copy_cert_to_privkey(certificate.get(), privateKey) != SSH_OK)
            return AuthOutcome::Denied;
    }
    m_lastOffer = offer;
    return m_server.outcomeOf(m_server.request(ssh_userauth_publickey, nullptr, privateKey));
}

QStringList KeyMethod::tried() const
{
    QStringList names = m_triedFiles;
    if (m_triedAgentKeys > 0)
        names.append(m_triedAgentKeys == 1 ? u"1 key of the agent"_s
                                           : QString(QString::number(m_triedAgentKeys) + u" keys of the agent"_s));
    return names;
}

} // namespace engine
