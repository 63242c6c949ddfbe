// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/sshroute.h"

#include "engine/api/fields.h"
#include "engine/base/address.h"

#include <QJsonArray>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// False for a name that ssh refuses, too: one with characters that a shell, such as a ProxyCommand's, interprets, or
// that begins like an option.
bool isHarmless(QStringView word, QStringView alsoBad)
{
    if (word.isEmpty() || word.startsWith(u'-'))
        return false;
    return std::none_of(word.begin(), word.end(), [&](QChar c) {
        return c.isSpace() || c.unicode() < 32 || c.unicode() == 127 || u"'`\"$;&<>|(){}"_s.contains(c)
            || alsoBad.contains(c);
    });
}

Error destinationError(QStringView text)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "“%1” is not a destination: write [user@]host[:port]."), {text.toString()}},
            text.toString()};
}

// Reads "host", "host:port", "[address]:port" or a bare IPv6 address; nothing when the port is invalid.
std::optional<SshDestination> readHost(QStringView text)
{
    SshDestination destination;
    QStringView port;
    if (text.startsWith(u'[')) {
        const qsizetype end = text.indexOf(u']');
        if (end < 0)
            return std::nullopt;
        destination.host = text.sliced(1, end - 1).toString();
        port = text.sliced(end + 1);
        if (!port.isEmpty() && !port.startsWith(u':'))
            return std::nullopt;
    } else {
        const qsizetype end = text.count(u':') == 1 ? text.indexOf(u':') : text.size();
        destination.host = text.first(end).toString();
        port = text.sliced(end);
    }
    if (port.isEmpty())
        return destination;
    port = port.sliced(1);
    const bool isNumber =
        !port.isEmpty() && std::all_of(port.begin(), port.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    destination.port = isNumber ? port.toInt() : 0;
    return destination.port > 0 && destination.port < 65536 ? std::optional(destination) : std::nullopt;
}

} // namespace

Result<SshDestination> SshDestination::parse(QStringView text)
{
    QStringView rest = text;
    if (rest.startsWith("ssh://"_L1))
        rest = rest.sliced(6);
    const qsizetype at = rest.lastIndexOf(u'@');
    const auto destination = readHost(rest.sliced(at + 1));
    if (!destination || !isHarmless(destination->host, u"\\,/[]@"))
        return destinationError(text);
    if (at < 0)
        return *destination;
    const QStringView user = rest.first(at);
    if (!isHarmless(user, {}) || user.endsWith(u'\\'))
        return destinationError(text);
    return SshDestination{user.toString(), destination->host, destination->port};
}

QJsonObject SshSpec::toJson() const
{
    QJsonObject json{{u"destination"_s, destination}};
    if (!identityFile.isEmpty())
        json[u"identity"_s] = identityFile;
    if (!configFile.isEmpty())
        json[u"config"_s] = configFile;
    if (!jumps.isEmpty())
        json[u"jumps"_s] = JsonOf<QList<SshSpec>>::write(jumps);
    return json;
}

SshSpec SshSpec::fromJson(const QJsonObject &json)
{
    SshSpec spec{json.value(u"destination"_s).toString(),
                 json.value(u"identity"_s).toString(),
                 json.value(u"config"_s).toString(),
                 {}};
    for (const QJsonValue &jump : json.value(u"jumps"_s).toArray())
        spec.jumps.append(fromJson(jump.toObject()));
    return spec;
}

QString SshHop::identity() const
{
    return QString(user + u'@' + hostAndPort(hostName, port));
}

QString SshHop::knownHostsName() const
{
    const QString name = (hostKeyAlias.isEmpty() ? hostName : hostKeyAlias).toLower();
    if (!hostKeyAlias.isEmpty() || port == 22)
        return name;
    return QString(u'[' + name + u"]:"_s + QString::number(port));
}

} // namespace engine
