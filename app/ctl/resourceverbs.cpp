// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

ResourceId idOf(const QJsonObject &document)
{
    const auto id = ResourceId::parse(document.value(u"id"_s).toString());
    return id ? *id : ResourceId();
}

QString nameCell(const QJsonObject &document)
{
    return document.value(u"name"_s).toString();
}

QString stateCell(const QJsonObject &document)
{
    return document.value(u"properties"_s)[u"provisioningState"_s].toString();
}

QString groupCell(const QJsonObject &document)
{
    return idOf(document).groupName();
}

QString workspaceCell(const QJsonObject &document)
{
    return idOf(document).workspaceName();
}

template <ResourceKind kind> const QList<Column> &columnsOf()
{
    static const QList<Column> columns = [] {
        QList<Column> list{{u"Name"_s, nameCell}};
        if (kind != ResourceKind::Group)
            list.append({u"Resource Group"_s, groupCell});
        if (kind == ResourceKind::Experiment)
            list.append({u"Workspace"_s, workspaceCell});
        list.append({u"State"_s, stateCell});
        return list;
    }();
    return columns;
}

template <ResourceKind kind> Result<int> create(Session &session)
{
    const auto id = session.idFrom(kind, u"--name"_s);
    if (!id)
        return id.error();
    const auto document = session.change(u"resource.create"_s, {{u"id"_s, id->toString()}});
    if (!document)
        return document.error();
    session.print(document->toObject(), columnsOf<kind>());
    return 0;
}

template <ResourceKind kind> Result<int> show(Session &session)
{
    const auto id = session.idFrom(kind, u"--name"_s);
    if (!id)
        return id.error();
    const auto document = session.read(u"resource.get"_s, {{u"id"_s, id->toString()}});
    if (!document)
        return document.error();
    session.print(document->toObject(), columnsOf<kind>());
    return 0;
}

// What a list is of: everything, or what lies in -g (and -w) when they are given.
template <ResourceKind kind> Result<QJsonObject> listParameters(Session &session)
{
    QJsonObject parameters{{u"kind"_s, toString(kind)}};
    if (kind == ResourceKind::Workspace && session.line().has(u"--resource-group"_s)) {
        const auto scope = session.idFrom(ResourceKind::Group, u"--resource-group"_s);
        if (!scope)
            return scope.error();
        parameters[u"scope"_s] = scope->toString();
    } else if (kind == ResourceKind::Experiment) {
        const auto scope = session.idFrom(ResourceKind::Workspace, u"--workspace"_s);
        if (!scope)
            return scope.error();
        parameters[u"scope"_s] = scope->toString();
    }
    return parameters;
}

template <ResourceKind kind> Result<int> list(Session &session)
{
    const auto parameters = listParameters<kind>(session);
    if (!parameters)
        return parameters.error();
    const auto rows = session.read(u"resource.list"_s, *parameters);
    if (!rows)
        return rows.error();
    session.print(rows->toArray(), columnsOf<kind>());
    return 0;
}

template <ResourceKind kind> Result<int> remove(Session &session)
{
    const auto id = session.idFrom(kind, u"--name"_s);
    if (!id)
        return id.error();
    if (const int refused =
            session.confirm(u"Delete the %1 %2 and all that is in it"_s.arg(toString(kind), id->shortText())))
        return refused;
    const auto done = session.change(u"resource.delete"_s, {{u"id"_s, id->toString()}});
    if (!done)
        return done.error();
    return 0;
}

template <ResourceKind kind>
QList<Verb> verbsOf(const QString &word, const QList<Option> &above, const QList<Option> &listOptions)
{
    Option name = nameOption(u"name of the %1"_s.arg(word));
    // az spells the workspace's own name -n/--workspace as well; the last word of the path is plain here.
    const QList<Option> named = QList<Option>{name} + above;
    const QList<Option> deleted = named + QList<Option>{yesOption(), noWaitOption()};
    const QString article = word.startsWith(u'e') ? u"an"_s : u"a"_s;
    const QList<Option> created = named + QList<Option>{ignoredOption(u"--location"_s, u"-l"_s)};
    return {
        {word + u" create"_s,
         u"Make %1 %2."_s.arg(article, word),
         {},
         created,
         {word + u" create -n NAME"_s},
         create<kind>},
        {word + u" show"_s,
         u"Show %1 %2."_s.arg(article, word),
         {},
         named,
         {word + u" show -n NAME -o json"_s},
         show<kind>},
        {word + u" list"_s, u"List them."_s, {}, listOptions, {word + u" list -o table"_s}, list<kind>},
        {word + u" delete"_s,
         u"Delete %1 %2 and all that is in it; outputs of jobs stay."_s.arg(article, word),
         {},
         deleted,
         {word + u" delete -n NAME -y"_s},
         remove<kind>},
    };
}

} // namespace

QList<Verb> resourceVerbs()
{
    Option anyGroup = groupOption();
    anyGroup.fallback.clear(); // az lists the workspaces of all groups without -g
    return verbsOf<ResourceKind::Group>(u"group"_s, {}, {})
        + verbsOf<ResourceKind::Workspace>(u"workspace"_s, {groupOption()}, {anyGroup})
        + verbsOf<ResourceKind::Experiment>(u"experiment"_s, {groupOption(), workspaceOption()},
                                            {groupOption(), workspaceOption()});
}

} // namespace ctl
