// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/fetchoptions.h"

#include "app/ctl/job/overrides.h"
#include "app/ctl/operands.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/api/job/fetchrule.h"
#include "engine/protocol/jobs.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto rulePath = "x-batchdeck.fetch";

// A "~" that the shell did not expand is the user's home.
Result<QString> fetchTarget(const QString &text)
{
    return text.startsWith(u"~/") ? Result<QString>(text) : pathHere(text);
}

QString patternsCell(const QJsonObject &rule)
{
    const QStringList files = FetchRule::fromJson(rule).files;
    return files.isEmpty() ? u"*"_s : safeText(files.join(u' '));
}

const QList<Column> ruleColumns{
    {u"Files"_s, patternsCell},
    {u"From"_s,
     [](const QJsonObject &rule) {
         const QString id = rule.value(u"outputDirectoryId"_s).toString();
         return id.isEmpty() ? u"all"_s : safeText(id);
     }},
    {u"To"_s, "to"},
    {u"When"_s,
     [](const QJsonObject &rule) { return FetchRule::fromJson(rule).isAlways ? u"always"_s : u"succeeded"_s; }},
    {u"State"_s, "state"},
    {u"What happened"_s, "reason"}};

} // namespace

QList<Option> fetchOptions()
{
    return {
        {u"--fetch-to"_s,
         {},
         u"FOLDER"_s,
         u"bring its files into FOLDER of this computer (./A:B where a name has a colon) when it has succeeded; <job>, "
         "<experiment>, <workspace> stand for names"_s},
        repeated({u"--fetch"_s, {}, u"PATTERN"_s, u"only what matches; may be repeated"_s}),
        {u"--fetch-from"_s, {}, u"ID"_s, u"only of this output directory"_s},
        {u"--fetch-always"_s, {}, {}, u"however it ends"_s}};
}

Result<QStringList> withFetch(Session &session, const QByteArray &text, const QStringList &overrides)
{
    const CommandLine &line = session.line();
    if (!line.has(u"--fetch-to"_s)) {
        if (line.has(u"--fetch"_s) || line.has(u"--fetch-from"_s) || line.has(u"--fetch-always"_s))
            return Error{ErrorCode::InvalidArgument,
                         {"Say where the files are brought to: --fetch-to FOLDER."},
                         u"--fetch-to"_s};
        return overrides;
    }
    const auto to = fetchTarget(line.value(u"--fetch-to"_s));
    if (!to)
        return to.error();
    const FetchRule rule{line.value(u"--fetch-from"_s), line.all(u"--fetch"_s), *to, line.has(u"--fetch-always"_s)};
    QJsonArray rules =
        extensionOf(checkDocument(ResourceKind::Job, text, overrides).document).value(u"fetch"_s).toArray();
    rules.append(rule.toJson());
    return overrides + QStringList{overrideText(QString::fromLatin1(rulePath), rules)};
}

QList<Option> fetchVerbOptions()
{
    return {{u"--to"_s,
             {},
             u"FOLDER"_s,
             u"add a rule that brings files into FOLDER of this computer (./A:B where a name has a colon); <job>, "
             "<experiment>, <workspace> stand for names"_s},
            repeated({u"--files"_s, {}, u"PATTERN"_s, u"only what matches; may be repeated"_s}),
            {u"--output-directory-id"_s, u"-d"_s, u"ID"_s, u"only of this output directory"_s},
            {u"--always"_s, {}, {}, u"however the job ends, not only when it succeeds"_s},
            {u"--clear"_s, {}, {}, u"take away the rules that are there, first"_s}};
}

Result<int> fetchJobFiles(Session &session, const ResourceId &id)
{
    const CommandLine &line = session.line();
    const auto job = session.read(method::getJob, {id.toString()});
    if (!job)
        return job.error();
    const bool adds = line.has(u"--to"_s);
    if (!adds && (line.has(u"--files"_s) || line.has(u"--output-directory-id"_s) || line.has(u"--always"_s)))
        return session.refuseUsage(u"The option --to says where the files are brought to."_s);
    QJsonArray rules = extensionOf(*job).value(u"fetch"_s).toArray();
    if (line.has(u"--clear"_s))
        rules = {};
    if (adds) {
        const auto to = fetchTarget(line.value(u"--to"_s));
        if (!to)
            return to.error();
        const QString directory = line.value(u"--output-directory-id"_s);
        rules.append(FetchRule{directory, line.all(u"--files"_s), *to, line.has(u"--always"_s)}.toJson());
    }
    if (adds || line.has(u"--clear"_s)) {
        SetFetchRules request{id.toString(), {}};
        for (const QJsonValue &rule : std::as_const(rules))
            request.rules.append(rule.toObject());
        const auto set = session.change(method::setFetchRules, request);
        if (!set)
            return set.error();
        rules = extensionOf(*set).value(u"fetch"_s).toArray();
    }
    session.print(rules, ruleColumns);
    return 0;
}

} // namespace ctl
