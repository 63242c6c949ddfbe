// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/resourceacts.h"

#include "app/ctl/resource/deletionquestion.h"
#include "app/ctl/session.h"
#include "engine/api/document/documents.h"
#include "engine/api/paths.h"
#include "engine/protocol/resources.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// az lists all groups, and without -g the workspaces of all groups.
Result<ListResources> listRequest(Session &session, ResourceKind kind)
{
    ListResources request{toString(kind), {}};
    const bool isOfWorkspace = kind != ResourceKind::Group && kind != ResourceKind::Workspace;
    if (!isOfWorkspace && !(kind == ResourceKind::Workspace && session.line().has(u"--resource-group"_s)))
        return request;
    const auto scope = isOfWorkspace ? session.idFrom(ResourceKind::Workspace, u"--workspace"_s)
                                     : session.idFrom(ResourceKind::Group, u"--resource-group"_s);
    if (!scope)
        return scope.error();
    request.scope = scope->toString();
    return request;
}

void note(const Session &session, const QList<Fault> &warnings)
{
    if (!warnings.isEmpty())
        session.note(faultLines(warnings, session.documentNames()).chopped(1));
}

} // namespace

Result<int> showResource(Session &session, ResourceKind kind, const QList<Column> &columns)
{
    const auto id = session.subject(kind);
    if (!id)
        return id.error();
    return session.printed(session.read(method::getResource, {id->toString()}), columns);
}

Result<int> listResources(Session &session, ResourceKind kind, const QList<Column> &columns)
{
    const auto request = listRequest(session, kind);
    if (!request)
        return request.error();
    return session.printed(session.read(method::listResources, *request), columns);
}

Result<int> deleteResource(Session &session, ResourceKind kind)
{
    const auto id = session.subject(kind);
    if (!id)
        return id.error();
    if (const int refused = session.confirm(deletionQuestion(session, *id)))
        return refused;
    const auto done = session.change(method::deleteResource, {id->toString(), session.line().has(u"--terminate"_s)});
    if (!done)
        return done.error();
    for (const Message &warning : done->warnings.value_or(QList<Message>()))
        session.note(warning.englishText());
    return 0;
}

int refuseMissingFile(const Session &session)
{
    const CommandLine &line = session.line();
    if (!line.has(u"-c"_s))
        return 0;
    if (line.has(u"--config-file"_s))
        return session.refuseUsage(u"Say -f alone: -c is the same, in older versions of az."_s);
    return session.hasConfigFile()
        ? 0
        : session.refuseUsage(
            u"There is no file %1, and -c is -f of older versions of az."_s.arg(shownPath(line.value(u"-c"_s))));
}

void noteWarnings(const Session &session, ResourceKind kind, const NewResource &request)
{
    if (!request.text.text.isEmpty())
        note(session, checkDocument(kind, request.text.text.toUtf8(), request.overrides.texts).warnings);
}

void noteWarnings(const Session &session, const QJsonValue &warnings)
{
    note(session, Error::fromJson({{u"details"_s, warnings}}).details);
}

Result<QJsonObject> tagsFrom(const QStringList &words)
{
    QJsonObject tags;
    for (const QString &word : words) {
        const QString name = word.section(u'=', 0, 0);
        if (!name.isEmpty())
            tags.insert(name, word.section(u'=', 1));
        else if (!word.isEmpty()) // --tags "" removes all, as with az
            return Error{ErrorCode::InvalidArgument,
                         Message("The tag \"%1\" has no name: write NAME=VALUE.", {word.left(200)}), u"--tags"_s};
    }
    return tags;
}

const QList<Column> fileColumns{
    {u"Name"_s, "name"},
    {u"Type"_s, "fileType"},
    {u"Size"_s, "properties.contentLength"},
    {u"Modified"_s, "properties.lastModified"},
    {u"Node"_s, "node"},
};

const QList<Column> findingColumns{
    {u"Check"_s, "check"}, {u"State"_s, "state"}, {u"Finding"_s, "message"}, {u"Remedy"_s, "remedy"}};

bool anyFailed(const QJsonArray &findings)
{
    return std::any_of(findings.begin(), findings.end(),
                       [](const QJsonValue &finding) { return finding[u"state"_s] == u"failed"_s; });
}

} // namespace ctl
