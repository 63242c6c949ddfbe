// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/cluster/membershiprecord.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int recordFormat = 1;

} // namespace

MembershipRow MembershipRecord::toRow() const
{
    return {uuid,
            machine,
            {{u"format"_s, recordFormat},
             {u"cluster"_s, cluster.toString()},
             {u"state"_s, toString(state)},
             {u"since"_s, sinceMs},
             {u"reason"_s, reason.toJson()},
             {u"errorCode"_s, errorCode},
             {u"isBegun"_s, isBegun},
             {u"attempt"_s, attempt},
             {u"directory"_s, directory},
             {u"mountRoot"_s, mountRoot},
             {u"failures"_s, failures},
             {u"retry"_s, retryMs}}};
}

MembershipRecord MembershipRecord::fromRow(const MembershipRow &row)
{
    const QJsonObject &json = row.record;
    const auto cluster = ResourceId::parse(json.value(u"cluster"_s).toString());
    MembershipRecord record;
    record.uuid = row.clusterUuid;
    record.machine = row.machine;
    record.cluster = cluster ? *cluster : ResourceId();
    record.state = fromWord<SetupState>(json.value(u"state"_s).toString());
    record.sinceMs = json.value(u"since"_s).toInteger();
    record.reason = Message::fromJson(json.value(u"reason"_s).toObject());
    record.errorCode = json.value(u"errorCode"_s).toString();
    record.isBegun = json.value(u"isBegun"_s).toBool();
    record.attempt = json.value(u"attempt"_s).toInt();
    record.directory = json.value(u"directory"_s).toString();
    record.mountRoot = json.value(u"mountRoot"_s).toString();
    record.failures = json.value(u"failures"_s).toInt();
    record.retryMs = json.value(u"retry"_s).toInteger();
    return record;
}

} // namespace engine
