// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Checking documents, and taking them out.

#include "engine/service/service.h"

#include "engine/api/documentschema.h"
#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr std::array kindsOfDocuments{ResourceKind::Group,      ResourceKind::Workspace,  ResourceKind::Cluster,
                                      ResourceKind::FileServer, ResourceKind::Experiment, ResourceKind::Job};

// Without what only an answer has, at any depth that is not in a list; the envelope and what is ours stay.
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

// A machine goes by its name: its id holds this profile's.
QJsonValue nameOf(const QJsonValue &machine)
{
    const auto id = ResourceId::parse(machine.toString());
    return id ? QJsonValue(id->name()) : machine;
}

} // namespace

void Service::checkDocumentText(const QJsonObject &parameters, const Reply &reply)
{
    const QString word = parameters.value(u"kind"_s).toString();
    const auto kind = std::find_if(kindsOfDocuments.begin(), kindsOfDocuments.end(),
                                   [&word](ResourceKind each) { return toString(each) == word; });
    if (kind == kindsOfDocuments.end())
        return reply(invalidArgument(
            u"kind"_s,
            Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not a kind that has documents."), {word.left(100)})));
    const DocumentCheck check =
        checkDocument(*kind, parameters.value(u"text"_s).toString().toUtf8(), stringsAt(parameters, u"overrides"_s));
    reply(QJsonValue(QJsonObject{{u"document"_s, check.document},
                                 {u"faults"_s, faultsToJson(check.faults)},
                                 {u"warnings"_s, faultsToJson(check.warnings)}}));
}

QJsonObject Service::exported(const ResourceId &id, const QJsonObject &document) const
{
    QJsonObject bare = withoutSecrets(withoutAnswers(document, id.kind(), {}));
    bare[u"id"_s] = id.toString();
    bare[u"name"_s] = id.name();
    bare[u"type"_s] = typeName(id.kind());
    QJsonObject ours = oursOf(bare);
    ours.remove(u"volumes"_s); // of the map at that time
    ours.remove(u"uuid"_s);
    if (ours.contains(u"machine"_s))
        ours[u"machine"_s] = nameOf(ours.value(u"machine"_s));
    QJsonArray machines;
    for (const QJsonValue &machine : ours.value(u"machines"_s).toArray())
        machines.append(nameOf(machine));
    if (!machines.isEmpty())
        ours[u"machines"_s] = machines;
    if (!oursOf(bare).isEmpty())
        bare = withOurs(bare, ours);
    return bare;
}

void Service::exportDocuments(const QJsonObject &parameters, const Reply &reply)
{
    struct Export
    {
        QMap<ResourceId, QJsonObject> documents; // a parent's path is the beginning of its children's
        qsizetype open = 1;
        std::optional<Error> error;
    };
    const auto all = std::make_shared<Export>();
    const auto finishOne = [all, reply] {
        if (--all->open > 0)
            return;
        if (all->error)
            return reply(*all->error);
        QJsonArray resources;
        for (const QJsonObject &document : std::as_const(all->documents))
            resources.append(document);
        reply(QJsonValue(QJsonObject{{u"resources"_s, resources}}));
    };
    for (const QString &text : stringsAt(parameters, u"ids"_s)) {
        const auto id = idOf({{u"id"_s, text}});
        if (!id) {
            all->error = id.error();
        } else if (id->kind() == ResourceKind::Job) {
            ++all->open;
            whenFinished(m_store->fetchJob(*id), this, [this, all, finishOne](const Result<JobRow> &row) {
                if (row)
                    all->documents.insert(row->id, exported(row->id, row->document));
                else
                    all->error = row.error();
                finishOne();
            });
        } else if (id->kind() == ResourceKind::Machine) {
            all->error = invalidArgument(
                id->toString(),
                Message(QT_TRANSLATE_NOOP("engine", "The machine %1 is no document: add it where it is needed."),
                        {id->name()}));
        } else if (!m_resources.contains(*id)) {
            all->error = notFound(*id);
        } else {
            for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
                if (isBelow(it.key(), *id))
                    all->documents.insert(it.key(), exported(it.key(), it.value()));
            }
        }
    }
    if (!parameters.contains(u"ids"_s) || parameters.value(u"ids"_s).toArray().isEmpty())
        all->error = invalidArgument(u"ids"_s, Message(QT_TRANSLATE_NOOP("engine", "Say what is to be exported.")));
    finishOne();
}

} // namespace engine
