// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/document/documentservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/document/documentschema.h"
#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>
#include <QMap>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr std::array kindsOfDocuments{ResourceKind::Group,      ResourceKind::Workspace,  ResourceKind::Cluster,
                                      ResourceKind::FileServer, ResourceKind::Experiment, ResourceKind::Job};

// Removes read-only properties at any depth outside of lists; the envelope and x-batchdeck stay.
QJsonObject withoutAnswers(QJsonObject object, ResourceKind kind, const QString &path)
{
    for (const PropertySpec &spec : documentSchema(kind)) {
        if (spec.parentPath() == path && spec.byServer && !path.isEmpty() && spec.key() != u"x-batchdeck")
            object.remove(spec.key());
    }
    for (const QString &key : object.keys()) {
        if (object.value(key).isObject() && key != u"x-batchdeck" && key != u"tags")
            object[key] = withoutAnswers(object.value(key).toObject(), kind, path.isEmpty() ? key : path + u'.' + key);
    }
    return object;
}

// Machines are exported by name: their ids contain the profile's UUID.
QJsonValue nameOf(const QJsonValue &machine)
{
    const auto id = ResourceId::parse(machine.toString());
    return id ? QJsonValue(id->name()) : machine;
}

QJsonObject exported(const ResourceId &id, const QJsonObject &document)
{
    QJsonObject bare = withoutSecrets(withoutAnswers(document, id.kind(), {}));
    bare[u"id"_s] = id.toString();
    bare[u"name"_s] = id.name();
    bare[u"type"_s] = typeName(id.kind());
    QJsonObject extension = extensionOf(bare);
    extension.remove(u"volumes"_s); // the mapping at submission
    extension.remove(u"uuid"_s);
    if (extension.contains(u"machine"_s))
        extension[u"machine"_s] = nameOf(extension.value(u"machine"_s));
    QJsonArray machines;
    for (const QJsonValue &machine : extension.value(u"machines"_s).toArray())
        machines.append(nameOf(machine));
    if (!machines.isEmpty())
        extension[u"machines"_s] = machines;
    if (!extensionOf(bare).isEmpty())
        bare = withExtension(bare, extension);
    return bare;
}

} // namespace

DocumentService::DocumentService(Router &router, Store &store, Resources &resources, const JobPlanner &planner,
                                 Jobs &jobs, OwnedSecrets &owned, Scheduler &scheduler)
    : m_store(store), m_resources(resources), m_planner(planner), m_jobs(jobs), m_owned(owned), m_scheduler(scheduler)
{
    router.on(method::checkDocument, this, &DocumentService::check);
    router.on(method::exportDocuments, this, &DocumentService::exportAll);
    router.on(method::importDocuments, this, &DocumentService::importAll);
}

void DocumentService::check(const CheckDocument &request, const ReplyTo<CheckedDocument> &reply)
{
    const QString &word = request.kind;
    const auto kind = std::find_if(kindsOfDocuments.begin(), kindsOfDocuments.end(),
                                   [&word](ResourceKind each) { return toString(each) == word; });
    if (kind == kindsOfDocuments.end())
        return reply(invalidArgument(
            u"kind"_s, {QT_TRANSLATE_NOOP("engine", "\"%1\" is not a kind that has documents."), {word.left(100)}}));
    const DocumentCheck check = engine::checkDocument(*kind, request.text.text.toUtf8(), request.overrides.texts);
    reply(CheckedDocument{check.document, check.faults, check.warnings});
}

void DocumentService::exportAll(const ExportDocuments &request, const ReplyTo<ExportedDocuments> &reply)
{
    QMap<ResourceId, QJsonObject> documents; // the path of a parent is a prefix of its children's paths
    QList<QFuture<Result<JobRow>>> jobs;
    std::optional<Error> error;
    for (const QString &text : request.ids) {
        const auto id = m_resources.parse(text);
        if (!id) {
            error = id.error();
        } else if (id->kind() == ResourceKind::Job) {
            jobs.append(m_store.fetchJob(*id));
        } else if (id->isOfProfile()) {
            error =
                invalidArgument(id->toString(),
                                {QT_TRANSLATE_NOOP("engine", "The %1 %2 is no document: add it where it is needed."),
                                 {toString(id->kind()), id->name()}});
        } else if (!m_resources.contains(*id)) {
            error = notFound(*id);
        } else {
            for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
                if (isBelow(it.key(), *id))
                    documents.insert(it.key(), exported(it.key(), it.value()));
            }
        }
    }
    if (request.ids.isEmpty())
        error = invalidArgument(u"ids"_s, QT_TRANSLATE_NOOP("engine", "Say what is to be exported."));
    whenAllFinished(jobs, this, [documents, error, reply](const QList<Result<JobRow>> &rows) mutable {
        for (const Result<JobRow> &row : rows) {
            if (row)
                documents.insert(row->id, exported(row->id, row->document));
            else
                error = row.error();
        }
        if (error)
            return reply(*error);
        reply(ExportedDocuments{arrayOf(documents, JsonOf<QJsonObject>::write)});
    });
}

} // namespace engine
