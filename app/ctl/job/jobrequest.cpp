// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/jobrequest.h"

#include "app/ctl/job/fetchoptions.h"
#include "app/ctl/session.h"
#include "app/ctl/storage/mountoptions.h"
#include "app/ctl/verbs.h"
#include "engine/api/document/documents.h"
#include "engine/api/paths.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// The arguments of a program are visible to all users of the computer. Compares with the document without overrides: a
// secret that only the overridden document has came from an argument.
Result<void> checkNoSecretIsSet(const QByteArray &text, const QStringList &overrides)
{
    const QJsonObject bare = withoutSecrets(checkDocument(ResourceKind::Job, text).document);
    const QJsonObject document =
        checkDocument(ResourceKind::Job, QJsonDocument(bare).toJson(QJsonDocument::Compact), overrides).document;
    if (overrides.isEmpty() || withoutSecrets(document) == document)
        return {};
    return Error{
        ErrorCode::InvalidArgument,
        Message("--set would show a secret to everybody on this computer. Put it into the document (-f -: from "
                "standard input), or keep it with \"batchctl secret set secret:NAME\" and name it there: "
                "\"x-batchdeck\":{\"secretName\":\"secret:NAME\"}."),
        u"--set"_s};
}

// Older versions of az have a separate option for the cluster's group.
QString clusterOf(const Session &session)
{
    const CommandLine &line = session.line();
    // -c names a document in older versions of az
    const bool isFile = session.hasConfigFile() && !line.has(u"--config-file"_s);
    QString cluster = line.value(line.has(u"--cluster"_s) || isFile ? u"--cluster"_s : u"-c"_s);
    if (isFile)
        session.note(u"-c %1 is taken for the document, as in older versions of az; --cluster names a cluster."_s.arg(
            shownPath(line.value(u"-c"_s))));
    if (line.has(u"--cluster-resource-group"_s) && !cluster.isEmpty() && !cluster.contains(u'/'))
        cluster =
            line.value(u"--cluster-resource-group"_s) + u'/' + line.value(u"--workspace"_s) + u"/clusters/"_s + cluster;
    return cluster;
}

QList<Option> oldJobOptions()
{
    return {{u"--cluster-resource-group"_s, {}, u"GROUP"_s, u"that of the cluster; else -g"_s},
            ignoredOption(u"--location"_s, u"-l"_s),
            ignoredOption(u"--vm-size"_s, u"-s"_s),
            ignoredOption(u"--subnet"_s),
            ignoredSwitch(u"--generate-ssh-keys"_s)};
}

} // namespace

Result<GivenJob> jobRequest(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Job, u"--name"_s);
    if (!id)
        return id.error();
    const auto text = session.document();
    if (!text)
        return text.error();
    if (const auto safe = checkNoSecretIsSet(*text, session.line().all(u"--set"_s)); !safe)
        return safe.error();
    const auto overrides = withMounts(session, ResourceKind::Job, *text, session.line().all(u"--set"_s));
    if (!overrides)
        return overrides.error();
    const auto whole = withFetch(session, *text, *overrides);
    if (!whole)
        return whole.error();
    return GivenJob{id->toString(), clusterOf(session), {QString::fromUtf8(*text)}, {*whole}, {}};
}

QList<Option> jobRequestOptions()
{
    Option cluster{u"--cluster"_s, {}, u"CLUSTER"_s, u"name or id; else the document's own"_s};
    cluster.otherNames = {u"--cluster-name"_s, u"-r"_s};
    return QList<Option>{
               cluster,
               {u"-c"_s,
                {},
                u"CLUSTER"_s,
                u"the same; without -f, and where it names a file that there is, -f of older versions of az"_s},
               fileOption(u"job.json; - is standard input (-)"_s),
               repeated({u"--set"_s, {}, u"PATH=VALUE"_s, u"change the document below properties; may be repeated"_s})}
    + fetchOptions() + mountOptions() + oldJobOptions();
}

} // namespace ctl
