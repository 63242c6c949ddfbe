// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/hostkeycheck.h"

#include "engine/ssh/login/knownhosts.h"
#include "engine/ssh/login/sshkeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

KnownHosts knownHostsOf(const SshHop &hop, const SshAttempt &attempt)
{
    return {hop.userKnownHosts + hop.globalKnownHosts, attempt.knownHostsFile};
}

HostKey shownKey(const SshSession &session)
{
    ssh_key raw = nullptr;
    if (ssh_get_server_publickey(session.handle(), &raw) != SSH_OK)
        return {};
    const PublicKey key = PublicKey::of(SshKey(raw).get());
    return {QString::fromLatin1(key.type()), key.blob};
}

QStringList algorithmsOf(const QString &keyType)
{
    return keyType == u"ssh-rsa"_s ? QStringList{u"rsa-sha2-512"_s, u"rsa-sha2-256"_s} : QStringList{keyType};
}

Question hostKeyQuestion(const SshHop &hop, const HostKey &key)
{
    Question question;
    question.kind = Question::Kind::HostKey;
    question.host = hop.identity();
    question.subject = key.fingerprint();
    question.keyType = key.type;
    return question;
}

bool isForHost(const Answer &answer, const SshHop &hop)
{
    return answer.question.kind == Question::Kind::HostKey
        && (answer.question.host.isEmpty() || answer.question.host == hop.identity());
}

Error unknown(const SshHop &hop, const HostKey &key, bool isOfAuthority, bool isRepeated)
{
    Question question = hostKeyQuestion(hop, key);
    question.isRepeated = isRepeated;
    const Message message = isOfAuthority
        ? Message(
            QT_TRANSLATE_NOOP("engine",
                              "The host key of %1 is not known yet: %2 %3. Your known hosts name an authority for "
                              "this host, but host certificates are not checked here: compare the fingerprint."),
            {hop.identity(), key.type, key.fingerprint()})
        : Message(
            QT_TRANSLATE_NOOP("engine",
                              "The host key of %1 is not known yet: %2 %3. Compare it with the machine's own before "
                              "you accept it."),
            {hop.identity(), key.type, key.fingerprint()});
    return Error::of(ErrorCode::HostKeyUnknown, message, hop.identity()).asking(question);
}

QString wayToForget(const SshHop &hop, const QString &file, const QString &ownFile)
{
    const QString command = u"ssh-keygen -R '"_s + hop.knownHostsName() + u"' -f '"_s + file + u'\'';
    // A machine that was removed or is being added has no name for forget-key, so the command is given, too.
    return file == ownFile ? QString(u"batchctl machine forget-key NAME, or "_s + command) : command;
}

Error changed(const SshHop &hop, const HostKey &key, const HostKeyVerdict &verdict, const QString &ownFile)
{
    QList<HostKeyVerdict::Place> places = verdict.places;
    std::stable_partition(places.begin(), places.end(), [&](const auto &place) { return place.key.type == key.type; });
    const HostKeyVerdict::Place place = places.value(0);
    return {
        ErrorCode::HostKeyChanged,
        {QT_TRANSLATE_NOOP("engine",
                           "The host key of %1 has changed: %2 is known (%3, line %4), the machine shows %5. It was "
                           "set up anew, or somebody is in between. When you know that the new one is right, clear "
                           "the old one with: %6"),
         {hop.identity(), place.key.fingerprint(), place.file, QString::number(place.line), key.fingerprint(),
          wayToForget(hop, place.file, ownFile)}},
        hop.identity()};
}

Error revoked(const SshHop &hop, const HostKey &key, const HostKeyVerdict &verdict)
{
    const HostKeyVerdict::Place place = verdict.places.value(0);
    return {ErrorCode::HostKeyChanged,
            {QT_TRANSLATE_NOOP("engine",
                               "The host key that %1 shows, %2, was revoked (%3, line %4). Whoever has it may not be "
                               "that machine: give the machine a new key, or ask its administrator."),
             {hop.identity(), key.fingerprint(), place.file, QString::number(place.line)}},
            hop.identity()};
}

} // namespace

const Answer *findAnswer(const QList<Answer> &answers, const Question &question)
{
    const auto fits = [&](const Answer &answer) {
        if (answer.values.isEmpty())
            return false;
        return question.kind == Question::Kind::Passphrase
            ? answer.question.kind == question.kind && answer.question.subject == question.subject
            : answer.question.matches(question);
    };
    const auto found = std::find_if(answers.crbegin(), answers.crend(), fits);
    return found == answers.crend() ? nullptr : &*found;
}

Result<QString> checkHostKey(const SshSession &session, const SshHop &hop, const SshAttempt &attempt)
{
    const HostKey key = shownKey(session);
    if (key.blob.isEmpty())
        return Error::of(ErrorCode::Unreachable,
                         {QT_TRANSLATE_NOOP("engine", "%1 shows no usable host key."), {hop.identity()}},
                         hop.identity(), session.errorText());
    const KnownHosts knownHosts = knownHostsOf(hop, attempt);
    const HostKeyVerdict verdict = knownHosts.check(hop.knownHostsName(), key);
    switch (verdict.kind) {
    case HostKeyVerdict::Kind::Known:
        return key.fingerprint();
    case HostKeyVerdict::Kind::Changed:
        return changed(hop, key, verdict, attempt.knownHostsFile);
    case HostKeyVerdict::Kind::Revoked:
        return revoked(hop, key, verdict);
    case HostKeyVerdict::Kind::Unknown:
        break;
    }
    bool wasAnswered = false;
    bool isAccepted = false;
    for (const Answer &answer : attempt.answers) {
        if (!isForHost(answer, hop))
            continue;
        wasAnswered = true;
        isAccepted = isAccepted || answer.values.value(0) == Secret(key.fingerprint());
    }
    if (!isAccepted)
        return unknown(hop, key, verdict.isOfAuthority, wasAnswered);
    if (Result<void> added = knownHosts.add(hop.knownHostsName(), key); !added)
        return added.error();
    return key.fingerprint();
}

QByteArray hostKeyAlgorithms(const SshHop &hop, const SshAttempt &attempt)
{
    QStringList allowed = hop.hostKeyAlgorithms;
    if (allowed.isEmpty()) {
        allowed = {u"ssh-ed25519"_s,         u"ecdsa-sha2-nistp256"_s, u"ecdsa-sha2-nistp384"_s,
                   u"ecdsa-sha2-nistp521"_s, u"rsa-sha2-512"_s,        u"rsa-sha2-256"_s};
    }
    allowed.removeIf(
        [](const QString &name) { return name == u"ssh-rsa"_s || name == u"ssh-dss"_s || name.contains(u"-cert-"_s); });
    QStringList known;
    for (const QString &type : knownHostsOf(hop, attempt).keyTypes(hop.knownHostsName()))
        known += algorithmsOf(type);
    std::stable_partition(allowed.begin(), allowed.end(), [&](const QString &name) { return known.contains(name); });
    return allowed.join(u',').toLatin1();
}

} // namespace engine
