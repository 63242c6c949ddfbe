// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Taking documents in: all of them are looked at before the first is made.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/batchai/jsonreader.h"
#include "engine/service/shared.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Parents and what others mount or run on come first.
int rank(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Group:
        return 0;
    case ResourceKind::Workspace:
        return 1;
    case ResourceKind::FileServer:
        return 2;
    case ResourceKind::Cluster:
        return 3;
    case ResourceKind::Experiment:
        return 4;
    default:
        return 5;
    }
}

Fault about(const ResourceId &id, const QString &code, const Message &message)
{
    return {code, message, id.toString()};
}

// Which of the documents it is stands before the place in it.
QList<Fault> about(const ResourceId &id, QList<Fault> faults)
{
    for (Fault &fault : faults)
        fault.target = fault.target.isEmpty() ? id.toString() : QString(id.toString() + u' ' + fault.target);
    return faults;
}

QList<Fault> about(const ResourceId &id, const Error &error)
{
    return error.details.isEmpty() ? QList<Fault>{about(id, toString(error.code), error.message)}
                                   : about(id, error.details);
}

QList<QJsonValue> documentsIn(const QJsonValue &read)
{
    const QJsonValue list = read.isObject() && read[u"resources"_s].isArray() ? read[u"resources"_s] : read;
    QList<QJsonValue> documents;
    for (const QJsonValue &document : list.toArray())
        documents.append(document);
    if (read.isObject() && !list.isArray())
        documents.append(read);
    return documents;
}

// The same id in another profile, group or workspace.
ResourceId moved(const ResourceId &id, const QString &profile, const ResourceId &target)
{
    ResourceId place = id.kind() == ResourceKind::Group
        ? ResourceId::group(profile, id.name())
        : moved(id.parent(), profile, target).child(id.kind(), id.name());
    if (target.isValid() && id.kind() == target.kind())
        place = target;
    return place;
}

} // namespace

struct Service::Import
{
    struct Item
    {
        ResourceId id;
        QJsonObject document;
    };
    QList<Item> items; // in the order in which they are made
    QList<Fault> faults;
    QJsonArray created;
    QJsonArray existing;
    QHash<ResourceId, QJsonObject> coming; // resources of the items that are to be made
    QList<Draft> jobs;
    qsizetype open = 0;
    std::optional<Error> error;
    Reply reply;
};

void Service::importDocuments(const QJsonObject &parameters, const Reply &reply)
{
    ResourceId target;
    if (parameters.contains(u"target"_s)) {
        const auto parsed = idOf(parameters, u"target"_s);
        if (!parsed)
            return reply(parsed.error());
        if (parsed->kind() != ResourceKind::Group && parsed->kind() != ResourceKind::Workspace)
            return reply(invalidArgument(
                u"target"_s,
                Message(QT_TRANSLATE_NOOP("engine", "%1 is no group and no workspace."), {parsed->shortText()})));
        target = *parsed;
    }
    const JsonReading reading = readJson(parameters.value(u"text"_s).toString().toUtf8());
    if (!reading.faults.isEmpty())
        return reply(refusedDocument(u"text"_s, reading.faults));
    const auto import = std::make_shared<Import>();
    import->reply = reply;
    QSet<ResourceId> seen;
    const QList<QJsonValue> documents = documentsIn(reading.value);
    for (qsizetype i = 0; i < documents.size() && import->faults.size() < maximumFaults; ++i) {
        const QString place = u"$.resources[%1]"_s.arg(i);
        const auto id = ResourceId::parseShort(m_profileId, documents.at(i)[u"id"_s].toString());
        if (!id || id->kind() == ResourceKind::Machine) {
            import->faults.append({u"Required"_s,
                                   Message(QT_TRANSLATE_NOOP("engine",
                                                             "A document needs its “id”: the path of a group, or of "
                                                             "something in one.")),
                                   QString(place + u".id"_s)});
            continue;
        }
        const ResourceId here = moved(*id, m_profileId, target);
        if (seen.contains(here))
            import->faults.append(
                about(here, u"Duplicate"_s,
                      Message(QT_TRANSLATE_NOOP("engine", "%1 stands there twice."), {here.shortText()})));
        else
            import->items.append({here, documents.at(i).toObject()});
        seen.insert(here);
    }
    if (documents.isEmpty())
        import->faults.append(
            {u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "There is no document in it.")), u"$.resources"_s});
    std::stable_sort(import->items.begin(), import->items.end(), [](const Import::Item &a, const Import::Item &b) {
        return rank(a.id.kind()) < rank(b.id.kind());
    });
    dropExisting(import);
}

// What is there stays as it is. Jobs that are done are known to the store only.
void Service::dropExisting(const std::shared_ptr<Import> &import)
{
    const auto known = std::make_shared<QSet<ResourceId>>();
    const auto finishOne = [this, import, known] {
        if (--import->open > 0)
            return;
        for (const Import::Item &item : std::as_const(import->items)) {
            if (known->contains(item.id))
                import->existing.append(item.id.toString());
        }
        import->items.removeIf([&known](const Import::Item &item) { return known->contains(item.id); });
    import->faults += faultsOf(*import);
    if (!import->faults.isEmpty())
        return import->reply(
            refusedDocument(u"text"_s, import->faults.first(qMin(import->faults.size(), maximumFaults))));
    carryOut(import);
};
import->open = 1;
for (const Import::Item &item : std::as_const(import->items)) {
    if (m_resources.contains(item.id) || liveJob(item.id))
        known->insert(item.id);
    else if (item.id.kind() == ResourceKind::Job) {
        ++import->open;
        whenFinished(m_store->fetchJob(item.id), this, [known, finishOne](const Result<JobRow> &row) {
            if (row)
                known->insert(row->id);
            finishOne();
        });
    }
}
finishOne();
}

// Fills in what is to be made; all that stands in the way of it.
QList<Fault> Service::faultsOf(Import &import) const
{
    QList<Fault> faults;
    QSet<ResourceId> coming;
    for (const Import::Item &item : std::as_const(import.items)) {
        coming.insert(item.id);
        const ResourceId parent = item.id.parent();
        if (parent.isValid() && !coming.contains(parent) && !m_resources.contains(parent))
            faults += about(item.id, notFound(parent));
        if (isBeingRemoved(item.id))
            faults.append(about(item.id, u"Conflict"_s,
                                Message(QT_TRANSLATE_NOOP("engine", "%1 is being deleted."), {item.id.shortText()})));
        const QJsonObject parameters{{u"document"_s, item.document}};
        if (item.id.kind() == ResourceKind::Job) {
            const QByteArray text = QJsonDocument(item.document).toJson(QJsonDocument::Compact);
            const auto cluster =
                ResourceId::parseShort(m_profileId, item.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
            const bool isElsewhere =
                cluster && cluster->kind() == ResourceKind::Cluster && !m_resources.contains(*cluster);
            const QString moved = isElsewhere ? engine::moved(*cluster, m_profileId, {}).toString() : QString();
            Draft draft = draftJob(item.id, moved, text, {}, import.coming);
            completeDraft(draft);
            for (Fault &fault : draft.faults)
                fault.line = fault.column = 0;
            faults += about(item.id, draft.faults);
            import.jobs.append(draft);
            continue;
        }
        const auto document = newDocument(item.id, parameters);
        if (document)
            import.coming.insert(item.id, *document);
        else
            faults += about(item.id, document.error());
    }
    return faults;
}

void Service::carryOut(const std::shared_ptr<Import> &import)
{
    const auto finishOne = [this, import] {
        if (--import->open > 0)
            return;
        if (import->error)
            return import->reply(*import->error);
        submitNext(import);
    };
    import->open = 1;
    for (const Import::Item &item : std::as_const(import->items)) {
        if (item.id.kind() == ResourceKind::Job)
            continue;
        ++import->open;
        const Reply made;
        whenFinished(made.future(), this, [import, item, finishOne](const Result<QJsonValue> &answer) {
            if (!answer && !import->error)
                import->error = answer.error();
            finishOne();
        });
        import->created.append(item.id.toString());
        putResource(item.id, import->coming.value(item.id), made);
    }
    finishOne();
}

// One after the other: their order is that of the queue.
void Service::submitNext(const std::shared_ptr<Import> &import)
{
    if (import->jobs.isEmpty())
        return import->reply(
            QJsonValue(QJsonObject{{u"created"_s, import->created}, {u"existing"_s, import->existing}}));
    const Draft draft = import->jobs.takeFirst();
    const Reply submitted;
    whenFinished(submitted.future(), this, [this, import, draft](const Result<QJsonValue> &answer) {
        if (!answer)
            return import->reply(answer.error());
        import->created.append(draft.id.toString());
        submitNext(import);
    });
    submit(draft.id, draft.document, submitted);
}

} // namespace engine
