// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/doctorfinding.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

QJsonObject DoctorFinding::toJson() const
{
    return {{u"check"_s, check},
            {u"state"_s,
             state == State::Failed        ? u"failed"_s
                 : state == State::Warning ? u"warning"_s
                                           : u"ok"_s},
            {u"message"_s, message.toJson()},
            {u"remedy"_s, remedy.toJson()}};
}

DoctorFinding DoctorFinding::fromJson(const QJsonObject &json)
{
    const QString state = json.value(u"state"_s).toString();
    return {json.value(u"check"_s).toString(),
            state == u"failed"_s        ? State::Failed
                : state == u"warning"_s ? State::Warning
                                        : State::Ok,
            Message::fromJson(json.value(u"message"_s).toObject()),
            Message::fromJson(json.value(u"remedy"_s).toObject())};
}

QJsonObject CheckedNode::toJson() const
{
    QJsonArray checks;
    for (const DoctorFinding &finding : findings)
        checks.append(finding.toJson());
    return {{u"name"_s, name}, {u"checks"_s, checks}};
}

CheckedNode CheckedNode::fromJson(const QJsonObject &json)
{
    CheckedNode node{json.value(u"name"_s).toString(), {}};
    for (const QJsonValue &check : json.value(u"checks"_s).toArray())
        node.findings.append(DoctorFinding::fromJson(check.toObject()));
    return node;
}

} // namespace engine
