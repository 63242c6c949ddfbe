// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/document/documentservice.h"

#include "engine/base/whenfinished.h"
#include "engine/batchai/documentshape.h"
#include "engine/batchai/json/jsonreader.h"
#include "engine/launch/setupplan.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Parents, and resources that others mount or run on, come first.
qsizetype rank(ResourceKind kind)
{
    constexpr std::array first{ResourceKind::Group, ResourceKind::Workspace, ResourceKind::FileServer,
                               ResourceKind::Cluster, ResourceKind::Experiment};
    return std::find(first.begin(), first.end(), kind) - first.begin();
}

Fault about(const ResourceId &id, const QString &code, const Message &message)
{
    return {code, message, id.toString()};
}

QList<Fault> about(const ResourceId &id, const Error &error)
{
    return error.details.isEmpty() ? QList<Fault>{about(id, toString(error.code), error.message)}
                                   : faultsIn(id.toString(), error.details);
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

// \a id in \a profile, with the group or workspace of \a target.
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

// State of one import.
struct DocumentService::PendingImport
{
    struct Item
    {
        ResourceId id;
        QJsonObject document;
    };
    QList<Item> items; // in the order of creation
    QList<Fault> faults;
    QStringList existing;
    QHash<ResourceId, QJsonObject> coming; // resources that the import will create
    QList<JobDraft> jobs;
    ReplyTo<ImportedIds> reply;
};

void DocumentService::importAll(const ImportDocuments &request, const ReplyTo<ImportedIds> &reply)
{
    ResourceId target;
    if (request.target) {
        const auto parsed = m_resources.parse(*request.target);
        if (!parsed)
            return reply(parsed.error());
        if (parsed->kind() != ResourceKind::Group && parsed->kind() != ResourceKind::Workspace)
            return reply(invalidArgument(
                u"target"_s, {QT_TRANSLATE_NOOP("engine", "%1 is no group and no workspace."), {parsed->shortText()}}));
        target = *parsed;
    }
    const JsonReading reading = readJson(request.text.text.toUtf8());
    if (!reading.faults.isEmpty())
        return reply(refusedDocument(u"text"_s, reading.faults));
    if (isArmTemplate(reading.value.toObject()))
        return reply(refused(u"$"_s, u"OtherKind"_s,
                             QT_TRANSLATE_NOOP("engine",
                                               "It is a template of Azure Resource Manager, not an export: its "
                                               "resources name no place here. Create them one by one; each "
                                               "command takes the one of its kind from it.")));
    const auto pending = std::make_shared<PendingImport>();
    pending->reply = reply;
    addItems(documentsIn(reading.value), target, *pending);
    dropExisting(pending);
}

void DocumentService::addItems(const QList<QJsonValue> &documents, const ResourceId &target,
                               PendingImport &pending) const
{
    QSet<ResourceId> seen;
    for (qsizetype i = 0; i < documents.size() && pending.faults.size() < maximumFaults; ++i) {
        const auto id = ResourceId::parseShort(m_resources.profileId(), documents.at(i)[u"id"_s].toString());
        if (!id || id->isOfProfile()) {
            pending.faults.append({u"Required"_s,
                                   Message(QT_TRANSLATE_NOOP("engine",
                                                             "A document needs its “id”: the path of a group, or of "
                                                             "something in one.")),
                                   u"$.resources[%1].id"_s.arg(i)});
            continue;
        }
        const ResourceId here = moved(*id, m_resources.profileId(), target);
        if (seen.contains(here))
            pending.faults.append(about(here, u"Duplicate"_s,
                                        {QT_TRANSLATE_NOOP("engine", "%1 stands there twice."), {here.shortText()}}));
        else
            pending.items.append({here, documents.at(i).toObject()});
        seen.insert(here);
    }
    if (documents.isEmpty())
        pending.faults.append(
            {u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "There is no document in it.")), u"$.resources"_s});
    std::stable_sort(pending.items.begin(), pending.items.end(),
                     [](const PendingImport::Item &a, const PendingImport::Item &b) {
                         return rank(a.id.kind()) < rank(b.id.kind());
                     });
}

// Existing resources stay as they are. Jobs that have ended are in the store only.
void DocumentService::dropExisting(const std::shared_ptr<PendingImport> &pending)
{
    QSet<ResourceId> there;
    QList<QFuture<Result<JobRow>>> stored;
    for (const PendingImport::Item &item : std::as_const(pending->items)) {
        if (m_resources.contains(item.id) || m_jobs.live(item.id))
            there.insert(item.id);
        else if (item.id.kind() == ResourceKind::Job)
            stored.append(m_store.fetchJob(item.id));
    }
    whenAllFinished(stored, this, [this, pending, there](const QList<Result<JobRow>> &rows) mutable {
        for (const PendingImport::Item &item : std::as_const(pending->items)) {
            if (m_resources.isReserved(item.id)) // another call is creating it, which may fail
                return m_resources.whenReleased(item.id, [this, pending] { dropExisting(pending); });
        }
        for (const Result<JobRow> &row : rows) {
            if (row)
                there.insert(row->id);
        }
        for (const PendingImport::Item &item : std::as_const(pending->items)) {
            if (there.contains(item.id))
                pending->existing.append(item.id.toString());
        }
        pending->items.removeIf([&there](const PendingImport::Item &item) { return there.contains(item.id); });
        pending->faults += faultsOf(*pending);
        if (pending->faults.isEmpty())
            return carryOut(pending);
        pending->reply(refusedDocument(u"text"_s, pending->faults.first(qMin(pending->faults.size(), maximumFaults))));
    });
}

// Completes the documents; returns all faults that prevent the import.
QList<Fault> DocumentService::faultsOf(PendingImport &pending) const
{
    QList<Fault> faults;
    QSet<ResourceId> coming;
    for (const PendingImport::Item &item : std::as_const(pending.items)) {
        coming.insert(item.id);
        const ResourceId parent = item.id.parent();
        if (parent.isValid() && !coming.contains(parent) && !m_resources.contains(parent))
            faults += about(item.id, notFound(parent));
        // Created since dropExisting().
        if (m_resources.contains(item.id) || m_jobs.live(item.id))
            faults += about(item.id, alreadyExists(item.id));
        if (m_resources.isBeingDeleted(item.id))
            faults.append(about(item.id, u"Conflict"_s,
                                {QT_TRANSLATE_NOOP("engine", "%1 is being deleted."), {item.id.shortText()}}));
        if (item.id.kind() == ResourceKind::Job) {
            pending.jobs.append(importedJob(item.id, item.document, pending.coming));
            faults += faultsIn(item.id.toString(), pending.jobs.constLast().faults);
            continue;
        }
        NewResource request;
        request.document = item.document;
        const auto document = m_resources.make(item.id, request);
        if (document)
            pending.coming.insert(item.id, *document);
        else
            faults += about(item.id, document.error());
    }
    return faults;
}

// A cluster of another profile becomes the cluster of that name in this profile.
JobDraft DocumentService::importedJob(const ResourceId &id, const QJsonObject &document,
                                      const QHash<ResourceId, QJsonObject> &coming) const
{
    const auto cluster =
        ResourceId::parseShort(m_resources.profileId(), document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const bool isElsewhere = cluster && cluster->kind() == ResourceKind::Cluster && !m_resources.contains(*cluster);
    JobDraft draft = m_planner.draft(id,
                                     {{},
                                      isElsewhere ? moved(*cluster, m_resources.profileId(), {}).toString() : QString(),
                                      QJsonDocument(document).toJson(QJsonDocument::Compact),
                                      {}},
                                     coming);
    m_planner.complete(draft);
    // Refers to a text that the client does not have.
    for (Fault &fault : draft.faults)
        fault.line = fault.column = 0;
    return draft;
}

// All or nothing: one transaction of the store.
void DocumentService::carryOut(const std::shared_ptr<PendingImport> &pending)
{
    QList<ResourceRow> resources;
    QList<JobRecord> jobs;
    QList<JobRow> jobRows;
    QList<QFuture<Result<void>>> kept;
    for (const PendingImport::Item &item : std::as_const(pending->items)) {
        if (item.id.kind() == ResourceKind::Job)
            continue;
        kept.append(m_owned.keepOfCluster(pending->coming.value(item.id)));
        resources.append({item.id, freshDocument(item.id, pending->coming.value(item.id))});
    }
    for (const JobDraft &draft : std::as_const(pending->jobs)) { // in the order of the queue
        jobs.append(m_jobs.newRecord(draft.id, draft.document));
        jobRows.append(jobs.constLast().toRow());
        m_resources.reserve(draft.id);
        kept.append(m_owned.keepOfJob(jobs.constLast().uuid, draft.document));
    }
    for (const ResourceRow &row : std::as_const(resources))
        m_resources.insert(row.id, row.document);
    const auto finish = [this, pending, resources, jobs](const Result<void> &stored) {
        QStringList created;
        for (const ResourceRow &row : resources) {
            created.append(row.id.toString());
            if (stored) {
                m_resources.feed().upsert(row.id);
                continue;
            }
            m_resources.take(row.id); // another call may have seen it in the meantime
            if (row.id.kind() == ResourceKind::Cluster)
                m_owned.removeOf(secretOwner(ResourceKind::Cluster, uuidOf(row.document)));
        }
        for (const JobRecord &job : jobs) {
            m_resources.release(job.id);
            if (stored)
                m_jobs.enqueue(job);
            else
                m_owned.removeOf(secretOwner(ResourceKind::Job, job.uuid));
            created.append(job.id.toString());
        }
        if (!stored)
            return pending->reply(stored.error());
        m_scheduler.schedulePass(); // nodes of new clusters may need setup
        pending->reply(ImportedIds{created, pending->existing});
    };
    whenAllFinished(kept, this, [this, resources, jobRows, finish](const QList<Result<void>> &results) {
        for (const Result<void> &result : results) {
            if (!result)
                return finish(result);
        }
        whenFinished(m_store.putTogether(resources, jobRows), this, finish);
    });
}

} // namespace engine
