// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/jobrequest.h"

#include "app/ctl/fetchoptions.h"
#include "app/ctl/mountoptions.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/documents.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// Everybody on the computer sees a program's arguments. Asked of a document that has no secret of its own, so that the
// one it has then came with an argument.
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
        u"--set"_s,
        {},
        {}};
}

QList<Option> ignoredJobOptions()
{
    return {ignoredOption(u"--location"_s, u"-l"_s), ignoredOption(u"--vm-size"_s, u"-s"_s),
            ignoredOption(u"--subnet"_s), ignoredSwitch(u"--generate-ssh-keys"_s)};
}

} // namespace

Result<QJsonObject> jobRequest(Session &session)
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
    return QJsonObject{{u"id"_s, id->toString()},
                       {u"cluster"_s, session.line().value(u"--cluster"_s)},
                       {u"text"_s, QString::fromUtf8(*text)},
                       {u"overrides"_s, QJsonArray::fromStringList(*whole)}};
}

QList<Option> jobRequestOptions()
{
    Option file = fileOption(u"job.json; - is standard input"_s);
    file.fallback = u"-"_s;
    return QList<Option>{{u"--cluster"_s, u"-c"_s, u"CLUSTER"_s, u"name or id; else the document's own"_s, {}},
                         file,
                         {u"--set"_s,
                          {},
                          u"PATH=VALUE"_s,
                          u"change the document below properties; may be repeated"_s,
                          {},
                          Option::Use::Ours,
                          Option::Takes::Each}}
    + fetchOptions() + mountOptions() + ignoredJobOptions();
}

} // namespace ctl
