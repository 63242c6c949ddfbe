// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/hoplogin.h"

#include "engine/ssh/connect/tcpconnect.h"
#include "engine/ssh/login/hostkeycheck.h"
#include "engine/ssh/login/sshauthentication.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// In order of preference: GCM is the fastest by far on processors with AES instructions.
constexpr const char *usualCiphers = "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,"
                                     "aes256-ctr,aes192-ctr,aes128-ctr";

Error notUsable(const SshHop &hop, const char *keyword)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine",
                               "The SSH configuration allows %1 only %2 that are not known here. Allow further ones."),
             {hop.identity(), QString::fromLatin1(keyword)}},
            hop.identity()};
}

Result<void> setAlgorithms(const SshSession &session, const SshHop &hop, const SshAttempt &attempt)
{
    struct Choice
    {
        const char *keyword;
        QByteArray names; ///< empty for the defaults of libssh
        QList<ssh_options_e> options;
    };
    const QByteArray hostKeys = hostKeyAlgorithms(hop, attempt);
    if (hostKeys.isEmpty())
        return notUsable(hop, "HostKeyAlgorithms");
    const QByteArray ciphers = hop.ciphers.isEmpty() ? QByteArray(usualCiphers) : hop.ciphers.join(u',').toLatin1();
    const QByteArray macs = hop.macs.join(u',').toLatin1();
    for (const Choice &choice :
         {Choice{"HostKeyAlgorithms", hostKeys, {SSH_OPTIONS_HOSTKEYS}},
          Choice{"KexAlgorithms", hop.keyExchanges.join(u',').toLatin1(), {SSH_OPTIONS_KEY_EXCHANGE}},
          Choice{"Ciphers", ciphers, {SSH_OPTIONS_CIPHERS_C_S, SSH_OPTIONS_CIPHERS_S_C}},
          Choice{"MACs", macs, {SSH_OPTIONS_HMAC_C_S, SSH_OPTIONS_HMAC_S_C}}}) {
        for (const ssh_options_e option : choice.options) {
            if (!choice.names.isEmpty()
                && ssh_options_set(session.handle(), option, choice.names.constData()) != SSH_OK)
                return notUsable(hop, choice.keyword);
        }
    }
    return {};
}

Error exchangeFailed(const SshSession &session, const SshHop &hop, const LoginLimits &limits)
{
    if (limits.isOver())
        return limits.error({QT_TRANSLATE_NOOP("engine", "%1 did not finish its greeting in time."), {hop.identity()}});
    const QString words = session.errorText();
    const bool hasGreeted = ssh_get_serverbanner(session.handle()) != nullptr;
    const bool hasGoneSilently = words.contains(u"disconnected"_s) || words.contains(u"reset"_s);
    Message message(QT_TRANSLATE_NOOP("engine", "%1 and this computer found no common way to encrypt: %2"),
                    {hop.identity(), words});
    if (!hasGreeted && hasGoneSilently) {
        message = {
            QT_TRANSLATE_NOOP("engine",
                              "%1 closed the connection before it said who it is. It may have too many logins at "
                              "once (MaxStartups), or refuse this computer."),
            {hop.identity()}};
    } else if (!hasGreeted) {
        message = {QT_TRANSLATE_NOOP("engine", "What answers at %1 does not speak SSH. Check the port."),
                   {hop.identity()}};
    } else if (hasGoneSilently) {
        message = {QT_TRANSLATE_NOOP("engine", "%1 closed the connection during its greeting."), {hop.identity()}};
    }
    return Error::of(ErrorCode::Unreachable, message, hop.identity(), words);
}

Result<void> exchangeKeys(const SshSession &session, UniqueFd socket, const SshHop &hop, const LoginLimits &limits)
{
    // The limits end every call by shutting the socket down, so libssh's own timeout is set a little longer.
    const long seconds = long(limits.remaining().count() / 1000) + 2;
    ssh_options_set(session.handle(), SSH_OPTIONS_TIMEOUT, &seconds);
    ssh_options_set(session.handle(), SSH_OPTIONS_USER, hop.user.toUtf8().constData());
    const socket_t fd = socket.release(); // owned by the session from here on
    ssh_options_set(session.handle(), SSH_OPTIONS_FD, &fd);
    if (ssh_connect(session.handle()) != SSH_OK || limits.isOver())
        return exchangeFailed(session, hop, limits);
    return {};
}

} // namespace

Result<std::shared_ptr<SshLogin>> loginOver(UniqueFd socket, const SshHop &hop, const SshAttempt &attempt,
                                            const LoginLimits &limits, const StepListener &stepBegan)
{
    const auto tell = [&](ConnectStep step) {
        if (stepBegan)
            stepBegan(step);
    };
    prepareSessionSocket(socket.get());
    const ShutdownGuard guard(socket.get(), limits);
    auto login = std::make_shared<SshLogin>();
    if (Result<void> set = setAlgorithms(login->session, hop, attempt); !set)
        return set.error();
    if (Result<void> exchanged = exchangeKeys(login->session, std::move(socket), hop, limits); !exchanged)
        return exchanged.error();
    tell(ConnectStep::HostKey);
    Result<QString> hostKey = checkHostKey(login->session, hop, attempt);
    if (!hostKey)
        return hostKey.error();
    login->hostKey = *hostKey;
    tell(ConnectStep::Authenticate);
    SshAuthentication authentication(login->session, hop, attempt, limits);
    if (Result<void> authenticated = authentication.run(); !authenticated)
        return authenticated.error();
    login->key = authentication.acceptedKey();
    if (hop.aliveInterval.count() > 0)
        login->aliveInterval = hop.aliveInterval;
    return login;
}

} // namespace engine
