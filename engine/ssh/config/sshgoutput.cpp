// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/sshconfig.h"
#include "engine/ssh/login/sshaccount.h"

#include <QCryptographicHash>
#include <QHash>
#include <QSysInfo>

#include <libssh/libssh.h>

#include <optional>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using Options = QMultiHash<QString, QString>;

struct Unused
{
    const char *option;
    const char *harmless; ///< values without effect, separated by blanks
    const char *message; ///< "%1": the value
};

constexpr auto noForwards = QT_TRANSLATE_NOOP(
    "engine", "LocalForward, RemoteForward and DynamicForward are not honoured: no ports are forwarded.");

constexpr Unused unusedOptions[] = {
    {"forwardagent", "no",
     QT_TRANSLATE_NOOP("engine", "ForwardAgent is not honoured: commands there cannot use the keys of your agent.")},
    {"forwardx11", "no", QT_TRANSLATE_NOOP("engine", "ForwardX11 is not honoured: jobs cannot open windows.")},
    {"remotecommand", "none", QT_TRANSLATE_NOOP("engine", "RemoteCommand is not honoured.")},
    {"requesttty", "auto no false",
     QT_TRANSLATE_NOOP("engine", "RequestTTY is not honoured: commands run without a terminal.")},
    {"pkcs11provider", "none",
     QT_TRANSLATE_NOOP("engine", "PKCS11Provider is not honoured: add the key to your agent with “ssh-add -s %1”.")},
    {"securitykeyprovider", "internal",
     QT_TRANSLATE_NOOP("engine", "SecurityKeyProvider is not honoured: add the key to your agent with “ssh-add”.")},
    {"gssapidelegatecredentials", "no",
     QT_TRANSLATE_NOOP("engine", "GSSAPIDelegateCredentials is not honoured: jobs there have no Kerberos ticket.")},
    {"hostbasedauthentication", "no",
     QT_TRANSLATE_NOOP("engine", "HostbasedAuthentication is not honoured: log in with a key or a password.")},
    {"localforward", "", noForwards},
    {"remoteforward", "", noForwards},
    {"dynamicforward", "", noForwards},
    {"tunnel", "no false", QT_TRANSLATE_NOOP("engine", "Tunnel is not honoured.")},
    {"bindinterface", "", QT_TRANSLATE_NOOP("engine", "BindInterface is not honoured: set BindAddress instead.")},
    {"proxyusefdpass", "no",
     QT_TRANSLATE_NOOP("engine", "ProxyUseFdpass is not honoured: the ProxyCommand has to pass the bytes itself.")},
    {"stricthostkeychecking", "ask yes true",
     QT_TRANSLATE_NOOP("engine", "StrictHostKeyChecking is not honoured: an unknown host key is always asked about.")},
    {"verifyhostkeydns", "no false",
     QT_TRANSLATE_NOOP("engine", "VerifyHostKeyDNS is not honoured: host keys are not looked up in the DNS.")},
    {"knownhostscommand", "none",
     QT_TRANSLATE_NOOP("engine", "KnownHostsCommand is not honoured: host keys come from the known_hosts files.")},
    {"revokedhostkeys", "none",
     QT_TRANSLATE_NOOP("engine", "RevokedHostKeys is not honoured: mark revoked keys with @revoked in known_hosts.")},
    {"setenv", "", QT_TRANSLATE_NOOP("engine", "SetEnv is not honoured: give a job its environment in its document.")},
    {"sendenv",
     "LANG LC_*", // the default of Debian and others
     QT_TRANSLATE_NOOP("engine", "SendEnv is not honoured: give a job its environment in its document.")},
};

bool isYes(const Options &options, const QString &key)
{
    const QString value = options.value(key);
    return value == "yes"_L1 || value == "true"_L1;
}

bool isNo(const Options &options, const QString &key)
{
    const QString value = options.value(key);
    return value == "no"_L1 || value == "false"_L1;
}

QList<Message> unusedOf(const Options &options)
{
    QList<Message> messages;
    for (const Unused &unused : unusedOptions) {
        const QString option = QString::fromLatin1(unused.option);
        const QStringList harmless = QString::fromLatin1(unused.harmless).split(u' ', Qt::SkipEmptyParts);
        if (option.endsWith("forward"_L1) && isYes(options, u"clearallforwardings"_s))
            continue;
        for (const QString &value : options.values(option)) {
            Message message(unused.message);
            if (message.source.contains("%1"_L1))
                message.arguments = QStringList{value};
            if (!harmless.contains(value) && !messages.contains(message))
                messages.append(message);
        }
    }
    if (isYes(options, u"permitlocalcommand"_s) && options.contains(u"localcommand"_s))
        messages.append(
            QT_TRANSLATE_NOOP("engine", "LocalCommand is not honoured: nothing is run here on connecting."));
    return messages;
}

// Expands ${NAME} as ssh does; nothing when a variable is not set, which makes the whole setting invalid.
std::optional<QString> expandEnvironment(QString text)
{
    qsizetype begin = 0;
    while ((begin = text.indexOf(u"${"_s, begin)) >= 0) {
        const qsizetype end = text.indexOf(u'}', begin);
        const QByteArray name = end < 0 ? QByteArray() : text.mid(begin + 2, end - begin - 2).toLocal8Bit();
        if (name.isEmpty() || !qEnvironmentVariableIsSet(name.constData()))
            return std::nullopt;
        const QString value = qEnvironmentVariable(name.constData());
        text.replace(begin, end - begin + 1, value);
        begin += value.size();
    }
    return text;
}

std::optional<QString> expandPath(const QString &text, const SshHop &hop)
{
    const auto path = expandEnvironment(text);
    return path ? std::optional(expandSshTokens(SshAccount::own().expandTilde(*path), hop)) : std::nullopt;
}

// The expanded paths of all values of \a key, in ssh's order, each once.
QStringList expandPaths(const Options &options, const QString &key, const SshHop &hop)
{
    QStringList paths;
    const QStringList values = options.values(key); // newest first
    for (auto value = values.crbegin(); value != values.crend(); ++value) {
        const auto path = *value == "none"_L1 ? std::nullopt : expandPath(*value, hop);
        if (path && !paths.contains(*path))
            paths.append(*path);
    }
    return paths;
}

// Splits a line of several files, which ssh prints expanded but unquoted: a word that does not begin like a path
// belongs to the file before.
QStringList splitFiles(const QString &line)
{
    QStringList files;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts)) {
        if (files.isEmpty() || !files.constLast().startsWith(u'/') || word.startsWith(u'/') || word.startsWith(u'~'))
            files.append(SshAccount::own().expandTilde(word));
        else
            files.last() += u' ' + word;
    }
    files.removeAll(u"none"_s);
    return files;
}

QString agentOf(const Options &options, const SshHop &hop, const QString &agentSocket)
{
    const QString value = options.value(u"identityagent"_s, u"SSH_AUTH_SOCK"_s);
    if (value == "none"_L1)
        return {};
    if (value == "SSH_AUTH_SOCK"_L1 || value == "$SSH_AUTH_SOCK"_L1)
        return agentSocket;
    if (value.startsWith(u'$') && !value.startsWith("${"_L1))
        return qEnvironmentVariable(value.mid(1).toLocal8Bit().constData());
    return expandPath(value, hop).value_or(QString());
}

// PreferredAuthentications without disabled methods; empty when the configuration says nothing about methods.
QStringList authenticationsOf(const Options &options)
{
    const QStringList preferred = options.value(u"preferredauthentications"_s).split(u',', Qt::SkipEmptyParts);
    QStringList kinds =
        preferred.isEmpty() ? QStringList{u"publickey"_s, u"keyboard-interactive"_s, u"password"_s} : preferred;
    const qsizetype all = kinds.size();
    if (isNo(options, u"pubkeyauthentication"_s))
        kinds.removeAll(u"publickey"_s);
    if (isNo(options, u"kbdinteractiveauthentication"_s))
        kinds.removeAll(u"keyboard-interactive"_s);
    if (isNo(options, u"passwordauthentication"_s))
        kinds.removeAll(u"password"_s);
    if (preferred.isEmpty() && kinds.size() == all)
        return {};
    return kinds.isEmpty() ? QStringList{u"none"_s} : kinds;
}

/// Finds out which algorithms libssh has.
class AlgorithmFilter
{
    Q_DISABLE_COPY_MOVE(AlgorithmFilter)

public:
    AlgorithmFilter() : m_session(ssh_new()) { }
    ~AlgorithmFilter() { ssh_free(m_session); }

    /// The algorithms of \a wanted (comma-separated) that libssh has; adds to \a messages when it has none.
    QStringList usable(const char *option, const QString &wanted, ssh_options_e kind, QList<Message> *messages) const
    {
        QStringList kept;
        for (const QString &name : wanted.split(u',', Qt::SkipEmptyParts)) {
            if (ssh_options_set(m_session, kind, name.toLatin1().constData()) == 0)
                kept.append(name);
        }
        if (kept.isEmpty() && !wanted.isEmpty())
            messages->append({QT_TRANSLATE_NOOP("engine", "%1 is not honoured, as none of these is known here: %2."),
                              {QString::fromLatin1(option), wanted}});
        return kept;
    }

private:
    ssh_session m_session;
};

// True when \a ciphers look like OpenSSH's default, which `ssh -G` does not distinguish from a user's choice. The
// default prefers ChaCha20, which is slower than AES on processors with AES instructions, and allows all of our
// ciphers: our order is used instead.
bool areAsShipped(const QStringList &ciphers)
{
    return ciphers.size() == 6 && ciphers.constFirst() == "chacha20-poly1305@openssh.com"_L1;
}

Options readOptions(const QByteArray &output)
{
    Options options;
    for (const QByteArray &line : output.split('\n')) {
        const qsizetype blank = line.indexOf(' ');
        if (blank > 0)
            options.insert(QString::fromUtf8(line.left(blank)).toLower(), QString::fromUtf8(line.mid(blank + 1)));
    }
    return options;
}

std::chrono::seconds secondsOf(const Options &options, const QString &key)
{
    return std::chrono::seconds(qMax(0, options.value(key).toInt())); // "none" is 0
}

} // namespace

QString expandSshTokens(const QString &text, const SshHop &hop)
{
    if (!text.contains(u'%'))
        return text;
    const SshAccount account = SshAccount::own();
    const QString local = QSysInfo::machineHostName();
    const QString port = QString::number(hop.port);
    const QString whole = local + hop.hostName + port + hop.user;
    const QByteArray hash = QCryptographicHash::hash(whole.toUtf8(), QCryptographicHash::Sha1).toHex();
    const QHash<QChar, QString> tokens{
        {u'%', u"%"_s},
        {u'C', QString::fromLatin1(hash)},
        {u'd', account.home},
        {u'h', hop.hostName},
        {u'i', QString::number(account.id)},
        {u'k', hop.hostKeyAlias.isEmpty() ? hop.host : hop.hostKeyAlias},
        {u'L', local.section(u'.', 0, 0)},
        {u'l', local},
        {u'n', hop.host},
        {u'p', port},
        {u'r', hop.user},
        {u'u', account.name},
    };
    QString expanded;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto token = text[i] == u'%' && i + 1 < text.size() ? tokens.constFind(text[i + 1]) : tokens.constEnd();
        if (token == tokens.constEnd()) {
            expanded += text[i];
        } else {
            expanded += *token;
            ++i;
        }
    }
    return expanded;
}

SshRoute parseSshG(const QByteArray &output, const QString &host, const QString &agentSocket)
{
    const Options options = readOptions(output);
    SshRoute route;
    route.notHonoured = unusedOf(options);
    SshHop hop;
    hop.host = host;
    hop.hostName = options.value(u"hostname"_s, host);
    hop.port = options.value(u"port"_s, u"22"_s).toInt();
    hop.user = options.value(u"user"_s);
    hop.hostKeyAlias = options.value(u"hostkeyalias"_s);
    if (hop.hostKeyAlias == "none"_L1)
        hop.hostKeyAlias.clear();
    hop.identityFiles = expandPaths(options, u"identityfile"_s, hop);
    hop.certificateFiles = expandPaths(options, u"certificatefile"_s, hop);
    hop.identitiesOnly = isYes(options, u"identitiesonly"_s);
    hop.agentSocket = agentOf(options, hop, agentSocket);
    hop.userKnownHosts = splitFiles(options.value(u"userknownhostsfile"_s));
    hop.globalKnownHosts = splitFiles(options.value(u"globalknownhostsfile"_s));
    const QString proxy = options.value(u"proxycommand"_s);
    hop.proxyCommand = proxy == "none"_L1 ? QString() : expandSshTokens(proxy, hop);
    const AlgorithmFilter filter;
    const auto usable = [&](const char *option, ssh_options_e kind) {
        return filter.usable(option, options.value(QString::fromLatin1(option).toLower()), kind, &route.notHonoured);
    };
    hop.hostKeyAlgorithms = usable("HostKeyAlgorithms", SSH_OPTIONS_HOSTKEYS);
    hop.keyExchanges = usable("KexAlgorithms", SSH_OPTIONS_KEY_EXCHANGE);
    hop.ciphers = usable("Ciphers", SSH_OPTIONS_CIPHERS_C_S);
    if (areAsShipped(hop.ciphers))
        hop.ciphers.clear();
    hop.macs = usable("MACs", SSH_OPTIONS_HMAC_C_S);
    hop.authentications = authenticationsOf(options);
    hop.addressFamily = options.value(u"addressfamily"_s, u"any"_s);
    hop.bindAddress = options.value(u"bindaddress"_s);
    hop.connectTimeout = secondsOf(options, u"connecttimeout"_s);
    hop.aliveInterval = secondsOf(options, u"serveraliveinterval"_s);
    route.hops.append(hop);
    return route;
}

} // namespace engine
