// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/resources.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const Column stateColumn{u"State"_s, "properties.provisioningState"};
const QList<Column> groupColumns{{u"Name"_s, "name"}, stateColumn};
const QList<Column> workspaceColumns{{u"Name"_s, "name"}, {u"Resource Group"_s, groupCell}, stateColumn};
const QList<Column> experimentColumns{
    {u"Name"_s, "name"}, {u"Resource Group"_s, groupCell}, {u"Workspace"_s, workspaceCell}, stateColumn};

// A document with the tags of the command line, if there are any.
Result<QJsonObject> taggedDocument(const Session &session)
{
    QJsonObject document;
    if (session.line().has(u"--tags"_s)) {
        const auto tags = tagsFrom(session.line().all(u"--tags"_s));
        if (!tags)
            return tags;
        document[u"tags"_s] = *tags;
    }
    return document;
}

template <ResourceKind kind, const QList<Column> &columns> Result<int> create(Session &session, const ResourceId &id)
{
    auto document = taggedDocument(session);
    if (!document)
        return document.error();
    if (session.line().has(u"--location"_s))
        document->insert(u"location"_s, session.line().value(u"--location"_s));
    NewResource request;
    request.id = id.toString();
    request.document = *document;
    return session.printed(session.change(method::createResource, request), columns);
}

template <ResourceKind kind, const QList<Column> &columns> Result<int> update(Session &session, const ResourceId &id)
{
    const auto document = taggedDocument(session);
    if (!document)
        return document.error();
    return session.printed(session.change(method::updateResource, {id.toString(), *document}), columns);
}

Option tagsOption(const QString &help)
{
    return {u"--tags"_s, {}, u"NAME=VALUE…"_s, help, {}, Option::Use::Ours, Option::Takes::Words};
}

/// Differences between the kinds.
struct Words
{
    QString word;
    QString article;
    QStringList otherNames; ///< az's spellings of --name
    QList<Option> above;
    QList<Option> listed;
    QList<Option> created; ///< options of create besides the name
};

template <ResourceKind kind, const QList<Column> &columns> QList<Verb> verbsOf(const Words &words)
{
    const QString word = words.word;
    const QString thing = words.article + u' ' + word;
    Option name = nameOption(u"name of the %1"_s.arg(word));
    name.otherNames = words.otherNames;
    const QList<Option> named = QList<Option>{name} + words.above;
    const QList<Option> deleted = named + QList<Option>{terminateOption, yesOption, noWaitOption};
    return {
        {word + u" create"_s,
         u"Make %1."_s.arg(thing),
         about<kind, create<kind, columns>>,
         {word + u" create -n NAME"_s},
         named + words.created},
        {word + u" show"_s, u"Show %1."_s.arg(thing), show<kind, columns>, {word + u" show -n NAME -o json"_s}, named},
        {word + u" list"_s, u"List them."_s, list<kind, columns>, {word + u" list -o table"_s}, words.listed},
        {word + u" delete"_s,
         u"Delete %1 and all that is in it; outputs of jobs stay."_s.arg(thing),
         remove<kind>,
         {word + u" delete -n NAME -y"_s},
         deleted},
    };
}

template <ResourceKind kind, const QList<Column> &columns> Verb updateVerb(const Words &words)
{
    Verb verb = verbsOf<kind, columns>(words).constFirst();
    verb.path = words.word + u" update"_s;
    verb.help =
        u"Change the tags of %1 %2: those that are given take the place of all."_s.arg(words.article, words.word);
    verb.options.removeIf(
        [](const Option &option) { return option.name == u"--location"_s || option.name == u"--tags"_s; });
    verb.options.append(required(tagsOption(u"its tags from now on; --tags \"\" takes all away"_s)));
    verb.examples = {words.word + u" update -n NAME --tags team=vision stage=test"_s};
    verb.run = about<kind, update<kind, columns>>;
    return verb;
}

} // namespace

QList<Verb> resourceVerbs()
{
    Option anyGroup = groupOption;
    anyGroup.fallback.clear(); // without -g, az lists the workspaces of all groups
    const QList<Option> tagged{keptOption(u"--location"_s, u"-l"_s), tagsOption(u"its tags"_s)};
    const Words group{u"group"_s, u"a"_s, {u"--resource-group"_s, u"-g"_s}, {}, {}, tagged};
    const Words workspace{u"workspace"_s, u"a"_s, {u"--workspace"_s, u"-w"_s}, {groupOption}, {anyGroup}, tagged};
    const Words experiment{u"experiment"_s, u"an"_s,     {u"--experiment"_s, u"-e"_s},
                           inWorkspace,     inWorkspace, {ignoredOption(u"--location"_s, u"-l"_s)}};
    return verbsOf<ResourceKind::Group, groupColumns>(group)
        + QList<Verb>{updateVerb<ResourceKind::Group, groupColumns>(group)}
    + verbsOf<ResourceKind::Workspace, workspaceColumns>(workspace)
        + QList<Verb>{updateVerb<ResourceKind::Workspace, workspaceColumns>(workspace)}
    + verbsOf<ResourceKind::Experiment, experimentColumns>(experiment);
}

} // namespace ctl
