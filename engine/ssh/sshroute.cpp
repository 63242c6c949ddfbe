// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshroute.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

QJsonObject SshSpec::toJson() const
{
    QJsonObject json{{u"destination"_s, destination}};
    if (!identityFile.isEmpty())
        json[u"identity"_s] = identityFile;
    if (!configFile.isEmpty())
        json[u"config"_s] = configFile;
    QJsonArray list;
    for (const SshSpec &jump : jumps)
        list.append(jump.toJson());
    if (!list.isEmpty())
        json[u"jumps"_s] = list;
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
    return QString(user + u'@' + hostName + u':' + QString::number(port));
}

QString SshHop::knownHostsName() const
{
    const QString name = (hostKeyAlias.isEmpty() ? hostName : hostKeyAlias).toLower();
    if (!hostKeyAlias.isEmpty() || port == 22)
        return name;
    return QString(u'[' + name + u"]:"_s + QString::number(port));
}

} // namespace engine
