// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/operands.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/document/documents.h"
#include "engine/protocol/documents.h"
#include "engine/protocol/resources.h"
#include "engine/protocol/volumes.h"

#include <QSaveFile>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto importLimit = 120s; // thousands of documents

const QList<Column> mappingColumns{{u"Source"_s, "source"}, {u"Target"_s, "target"}};

const QList<Column> usageColumns{
    {u"Value"_s, "name.localizedValue"}, {u"Usage"_s, "currentValue"}, {u"Limit"_s, "limit"}};

const QList<Column> importColumns{{u"Result"_s, "result"}, {u"ID"_s, "id"}};

Result<int> mapVolume(Session &session)
{
    const QStringList words = session.line().operands;
    return session.printed(session.change(inJson(method::mapVolume), {words.at(0), words.at(1)}), mappingColumns);
}

Result<int> listVolumes(Session &session)
{
    return session.printed(session.read(inJson(method::listVolumes)), mappingColumns);
}

Result<int> unmapVolume(Session &session)
{
    return outcome(session.change(method::unmapVolume, {session.line().operand}));
}

Result<int> listUsages(Session &session)
{
    return session.printed(session.read(method::listUsages, {session.line().value(u"--location"_s)}), usageColumns);
}

// {"resources":[…]} with each document in the order of its schema.
QByteArray exportText(const QJsonArray &resources)
{
    QByteArray text;
    for (const QJsonValue &resource : resources) {
        const auto id = ResourceId::parse(resource[u"id"_s].toString());
        QByteArray document = writeDocument(id ? id->kind() : ResourceKind::Group, resource.toObject()).trimmed();
        document.replace('\n', "\n    ");
        text += (text.isEmpty() ? "\n    " : ",\n    ") + document;
    }
    return "{\n  \"resources\": [" + text + (text.isEmpty() ? "]" : "\n  ]") + "\n}\n";
}

Result<void> saveText(const QString &path, const QByteArray &text)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return {};
    return Error{ErrorCode::IoError, Message("The file %1 cannot be written: %2.", {path, file.errorString()}), path};
}

Result<int> exportDocuments(Session &session)
{
    const auto answer = session.read(method::exportDocuments, {session.line().operands});
    if (!answer)
        return answer.error();
    const QByteArray text = exportText(answer->resources);
    const QString path = session.line().value(u"--file"_s);
    if (path.isEmpty() || path == u"-"_s) {
        session.print(QString::fromUtf8(text));
        return 0;
    }
    const auto file = pathHere(path);
    return outcome(file ? saveText(*file, text) : file.error());
}

// The group or workspace that replaces those of the documents, if given.
Result<std::optional<QString>> importTarget(Session &session)
{
    const bool hasWorkspace = session.line().has(u"--workspace"_s);
    if (!hasWorkspace && !session.line().has(u"--resource-group"_s))
        return std::optional<QString>();
    const auto target = hasWorkspace ? session.idFrom(ResourceKind::Workspace, u"--workspace"_s)
                                     : session.idFrom(ResourceKind::Group, u"--resource-group"_s);
    if (!target)
        return target.error();
    return std::optional(target->toString());
}

Result<int> importDocuments(Session &session)
{
    const auto text = session.document(u"--file"_s);
    if (!text)
        return text.error();
    const auto target = importTarget(session);
    if (!target)
        return target.error();
    const auto answer =
        session.change(inJson(method::importDocuments), {{QString::fromUtf8(*text)}, *target}, importLimit);
    if (!answer)
        return answer.error();
    if (session.printsJson(*answer))
        return 0;
    QJsonArray rows;
    for (const QString &result : {u"created"_s, u"existing"_s}) {
        for (const QJsonValue &id : (*answer)[result].toArray())
            rows.append(QJsonObject{{u"result"_s, result}, {u"id"_s, id}});
    }
    session.print(rows, importColumns);
    return 0;
}

QList<Verb> volumeVerbs()
{
    return {
        {u"volume map"_s,
         u"Say where a volume of old documents lives now: in a folder of the nodes (path:/DIR), or in a place.\n"
         "SOURCE is https://ACCOUNT.file.core.windows.net/SHARE, blob://ACCOUNT/CONTAINER or the id of a file server; "
         "* stands for any part. Quote it: the shell has its own use for * and <…>.\n"
         "TARGET is path:/DIR or PLACE:DIR. "_s
             + placeGrammar(),
         mapVolume,
         {u"volume map https://lab.file.core.windows.net/scripts path:/data/scripts"_s,
          u"volume map 'blob://*/*' path:/data"_s, u"volume map blob://lab/models gpu-a:models"_s},
         {},
         u"SOURCE TARGET"_s},
        {u"volume list"_s, u"List what volumes are mapped to."_s, listVolumes, {u"volume list -o table"_s}},
        {u"volume unmap"_s,
         u"Forget where a volume lives; its files stay, and so do jobs that were submitted."_s,
         unmapVolume,
         {u"volume unmap 'blob://*/*'"_s},
         {yesOption},
         u"SOURCE"_s},
    };
}

} // namespace

QList<Verb> documentVerbs()
{
    Option group = groupOption;
    Option workspace = workspaceOption;
    for (Option *option : {&group, &workspace}) {
        option->fallback.clear();
        option->help += u" that takes the place of the documents' own"_s;
    }
    return volumeVerbs()
        + QList<Verb>{
            {u"export"_s,
             u"Write the documents of resources and of all below them, without secrets; a job only when it is "
             "named itself."_s,
             exportDocuments,
             {u"export -f lab.json default/default"_s, u"export default/default/default/train"_s},
             {{u"--file"_s, u"-f"_s, u"FILE"_s, u"where to; else to standard output"_s}},
             u"ID…"_s},
            {u"import"_s,
             u"Make what an export, a list of documents or one with its id holds; what is there stays."_s,
             importDocuments,
             {u"import -f lab.json"_s, u"import -f lab.json -g copies"_s},
             {{u"--file"_s, u"-f"_s, u"FILE"_s, u"- is standard input"_s, u"-"_s}, group, workspace}},
            {u"list-usages"_s,
             u"List how much is used of what the service limited."_s,
             listUsages,
             {u"list-usages -o table"_s},
             {{u"--location"_s, u"-l"_s, u"LOCATION"_s, u"is the same everywhere"_s}},
             {},
             {u"usage show"_s}}};
}

} // namespace ctl
