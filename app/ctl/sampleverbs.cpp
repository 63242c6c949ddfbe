// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/samples.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> &sampleColumns()
{
    static const QList<Column> list{
        {u"Name"_s, [](const QJsonObject &sample) { return cellText(sample.value(u"name"_s)); }},
        {u"Nodes"_s, [](const QJsonObject &sample) { return cellText(sample.value(u"nodes"_s)); }},
        {u"Title"_s, [](const QJsonObject &sample) { return cellText(sample.value(u"title"_s)); }},
        {u"Description"_s, [](const QJsonObject &sample) { return cellText(sample.value(u"description"_s)); }}};
    return list;
}

Result<int> listSamples(Session &session)
{
    return session.printed(session.readAsJson(method::listSamples), sampleColumns());
}

Result<int> showSample(Session &session)
{
    FetchSample request{session.line().operand, {}};
    if (session.line().has(u"--cluster"_s)) {
        const auto cluster = session.idFrom(ResourceKind::Cluster, u"--cluster"_s);
        if (!cluster)
            return cluster.error();
        request.cluster = cluster->toString();
    }
    const auto sample = session.read(method::fetchSample, request);
    if (!sample)
        return sample.error();
    session.print(sample->text.text);
    return 0;
}

} // namespace

QList<Verb> sampleVerbs()
{
    return {{u"sample list"_s,
             u"List the jobs that come with Batchdeck."_s,
             {},
             {},
             {u"sample list -o table"_s},
             listSamples},
            {u"sample show"_s,
             u"Print the document of a job that comes with Batchdeck, its files in it, ready to be submitted."_s,
             u"NAME"_s,
             {groupOption(),
              workspaceOption(),
              {u"--cluster"_s, u"-c"_s, u"CLUSTER"_s, u"takes no more nodes than this one has"_s, {}}},
             {u"sample show iris"_s, u"sample show mpi-c -c desk"_s},
             showSample}};
}

} // namespace ctl
