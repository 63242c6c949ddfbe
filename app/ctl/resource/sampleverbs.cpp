// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/samples.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> sampleColumns{
    {u"Name"_s, "name"}, {u"Nodes"_s, "nodes"}, {u"Title"_s, "title"}, {u"Description"_s, "description"}};

Result<int> listSamples(Session &session)
{
    return session.printed(session.read(inJson(method::listSamples)), sampleColumns);
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
    return {{u"sample list"_s, u"List the jobs that come with Batchdeck."_s, listSamples, {u"sample list -o table"_s}},
            {u"sample show"_s,
             u"Print the document of a job that comes with Batchdeck, its files in it, ready to be submitted."_s,
             showSample,
             {u"sample show iris"_s, u"sample show mpi-c -c desk"_s},
             {groupOption,
              workspaceOption,
              {u"--cluster"_s, u"-c"_s, u"CLUSTER"_s, u"takes no more nodes than this one has"_s}},
             u"NAME"_s}};
}

} // namespace ctl
