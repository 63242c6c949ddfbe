// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// log: quotas of the log copies on this computer.

#include "app/ctl/operands.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/logs.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

Result<int> limitLogs(Session &session)
{
    static const QList<Column> bytes{{u"PerJob"_s, "perJob"}, {u"Total"_s, "total"}};
    static const QList<Column> sizes{
        {u"PerJob"_s, [](const QJsonObject &limits) { return sizeText(limits.value(u"perJob"_s).toInteger()); }},
        {u"Total"_s, [](const QJsonObject &limits) { return sizeText(limits.value(u"total"_s).toInteger()); }}};
    const auto perJob = given(session.line(), u"--per-job"_s, bytesIn);
    const auto total = given(session.line(), u"--total"_s, bytesIn);
    if (!perJob || !total)
        return perJob ? total.error() : perJob.error();
    return session.printed(session.change(inJson(method::limitLogs), {*perJob, *total}),
                           session.format() == Format::Table ? sizes : bytes);
}

} // namespace

QList<Verb> logVerbs()
{
    return {{u"log limits"_s,
             u"Show, or set, how much room the copies of logs may take on this computer. Beyond it the middle of the "
             "largest ones goes from here, at once; it stays on the machine."_s,
             limitLogs,
             {u"log limits -o table"_s, u"log limits --per-job 10G --total 100G"_s},
             {{u"--per-job"_s, {}, u"BYTES"_s, u"of one job, as 2000000000 or 2G, which it is at first"_s},
              {u"--total"_s, {}, u"BYTES"_s, u"of all jobs of the profile; 20G at first"_s}}}};
}

} // namespace ctl
