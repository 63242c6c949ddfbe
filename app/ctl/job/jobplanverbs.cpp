// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Verbs that plan and check a job without submitting it.

#include "app/ctl/job/jobrequest.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto checkLimit = 60s; // of job.check, which takes at most half a minute once the engine runs

Result<int> planJob(Session &session)
{
    const bool hasCluster = session.line().has(u"--cluster-file"_s);
    const auto cluster = hasCluster ? session.document(u"--cluster-file"_s) : Result<QByteArray>(QByteArray());
    if (!cluster)
        return cluster.error();
    auto request = jobRequest(session);
    if (!request)
        return request.error();
    request->clusterText = {QString::fromUtf8(*cluster)};
    const auto plan = session.read(inJson(method::planJob), *request);
    if (!plan)
        return plan.error();
    noteWarnings(session, (*plan)[u"warnings"_s]);
    if (session.printsJson(*plan))
        return 0;
    for (const QJsonValue &node : (*plan)[u"nodes"_s].toArray())
        session.print(QString(safeText(node[u"text"_s].toString()) + u'\n'));
    return 0;
}

Result<int> checkJob(Session &session)
{
    const auto request = jobRequest(session);
    if (!request)
        return request.error();
    const auto answer = session.change(inJson(method::checkJob), *request, checkLimit);
    if (!answer)
        return answer.error();
    QJsonArray rows;
    for (const QJsonValue &node : (*answer)[u"nodes"_s].toArray()) {
        for (const QJsonValue &finding : node[u"checks"_s].toArray()) {
            QJsonObject row = finding.toObject();
            row[u"node"_s] = node[u"name"_s];
            rows.append(row);
        }
    }
    if (!session.printsJson(*answer))
        session.print(rows, QList<Column>{{u"Node"_s, "node"}} + findingColumns);
    noteWarnings(session, (*answer)[u"warnings"_s]);
    return anyFailed(rows) ? 1 : 0;
}

} // namespace

QList<Verb> jobPlanVerbs()
{
    const QList<Option> planned =
        QList<Option>{{u"--name"_s, u"-n"_s, u"NAME"_s, u"name of the job"_s, u"plan"_s},
                      {u"--cluster-file"_s, {}, u"FILE"_s, u"cluster.json of a cluster that is not made yet"_s}}
        + inExperiment + jobRequestOptions();
    const QList<Option> checked = QList<Option>{{u"--name"_s, u"-n"_s, u"NAME"_s, u"name of the job"_s, u"check"_s}}
        + inExperiment + jobRequestOptions();
    return {{u"job plan"_s,
             u"Show what would run on each node; contacts no machine."_s,
             planJob,
             {u"job plan -c here -f job.json"_s, u"job plan --cluster-file cluster.json -f job.json -o table"_s},
             planned},
            {u"job check"_s,
             u"Look at the nodes on which a job would run, and say what is in its way; ends with 1 when something "
             "fails."_s,
             checkJob,
             {u"job check -c here -f job.json -o table"_s},
             checked}};
}

} // namespace ctl
