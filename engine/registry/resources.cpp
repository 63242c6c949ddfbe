// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/resources.h"

#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/job/jobrecord.h"
#include "engine/registry/refusals.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isDefault(const ResourceId &id)
{
    return id.name().compare(u"default"_s, Qt::CaseInsensitive) == 0;
}

} // namespace

QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given)
{
    const QJsonValue now = isoTime(QDateTime::currentMSecsSinceEpoch());
    QJsonObject document = withProperties(withoutSecrets(given),
                                          {{u"creationTime"_s, now},
                                           {u"provisioningState"_s, u"succeeded"_s},
                                           {u"provisioningStateTransitionTime"_s, now}});
    document[u"id"_s] = id.toString();
    document[u"name"_s] = id.name();
    document[u"type"_s] = typeName(id.kind());
    return document;
}

Resources::Resources(Store &store, Notices &notices, QObject *parent)
    : QObject(parent), m_store(store), m_notices(notices), m_profileId(store.initialContents().profileId),
      m_feed([this](const ResourceId &id) { return document(id); }, this)
{
    for (const ResourceRow &row : m_store.initialContents().resources) {
        if (row.id.isValid())
            m_documents.insert(row.id, row.document);
    }
}

Result<ResourceId> Resources::parse(const QString &text) const
{
    const auto id = ResourceId::parseShort(m_profileId, text);
    if (id && id->profile().compare(m_profileId, Qt::CaseInsensitive) != 0)
        return Error::of(ErrorCode::InvalidArgument,
                         {QT_TRANSLATE_NOOP("engine", "%1 belongs to another profile."), {id->shortText().left(200)}},
                         id->toString().left(500));
    return id;
}

QJsonObject Resources::document(const ResourceId &id) const
{
    const Shows shows = m_shows.value(id.kind());
    const QJsonObject document = shows ? shows(id) : stored(id);
    if (document.isEmpty() || id.kind() == ResourceKind::Job || !isBeingDeleted(id))
        return document;
    return withProperties(document, {{u"provisioningState"_s, u"deleting"_s}});
}

Result<QJsonObject> Resources::make(const ResourceId &id, const NewResource &request) const
{
    const Makes makes = m_makes.value(id.kind());
    return makes(id, request);
}

Result<void> Resources::ensureParents(const ResourceId &id)
{
    if (isBeingDeleted(id))
        return Error::of(ErrorCode::Conflict,
                         {QT_TRANSLATE_NOOP("engine", "%1 is being deleted."), {id.parent().shortText()}},
                         id.toString());
    QList<ResourceId> missing;
    for (ResourceId parent = id.parent(); parent.isValid() && !contains(parent); parent = parent.parent()) {
        if (!isDefault(parent))
            return notFound(parent);
        missing.prepend(parent);
    }
    for (const ResourceId &parent : std::as_const(missing))
        keep(parent, freshDocument(parent, {}));
    return {};
}

void Resources::create(const ResourceId &id, const QJsonObject &document, const Receiver &take)
{
    const QJsonObject fresh = freshDocument(id, document);
    m_documents.insert(id, fresh);
    whenFinished(m_store.putResource({id, fresh}), this, [this, id, take](const Result<void> &stored) {
        if (!stored) {
            m_documents.remove(id);
            return take(stored.error());
        }
        m_feed.upsert(id);
        emit changed(id);
        take(this->document(id));
    });
}

void Resources::replace(const ResourceId &id, const QJsonObject &document, const Receiver &take)
{
    const QJsonObject before = stored(id);
    m_documents.insert(id, document);
    whenFinished(m_store.putResource({id, document}), this, [this, id, before, take](const Result<void> &stored) {
        if (!stored) {
            if (contains(id))
                m_documents.insert(id, before);
            return take(stored.error());
        }
        m_feed.upsert(id);
        emit changed(id);
        take(this->document(id));
    });
}

void Resources::keep(const ResourceId &id, const QJsonObject &document)
{
    m_documents.insert(id, document);
    m_notices.watch(m_store.putResource({id, document}));
    m_feed.upsert(id);
}

QJsonObject Resources::take(const ResourceId &id)
{
    m_feed.remove(id);
    const QJsonObject document = m_documents.take(id);
    emit removed(id);
    return document;
}

void Resources::release(const ResourceId &id)
{
    m_reserved.remove(id);
    const QList<std::function<void()>> waiting = m_waiting.take(id);
    for (const std::function<void()> &act : waiting)
        // Queued: the caller that releases the name inserts the resource next.
        QMetaObject::invokeMethod(this, act, Qt::QueuedConnection);
}

void Resources::beginDeletion(const ResourceId &scope)
{
    m_beingDeleted.append(scope);
    for (auto it = m_documents.cbegin(); it != m_documents.cend(); ++it) {
        if (isBelow(it.key(), scope))
            m_feed.upsert(it.key());
    }
}

void Resources::endDeletion(const ResourceId &scope)
{
    m_beingDeleted.removeOne(scope);
    for (auto it = m_documents.cbegin(); it != m_documents.cend(); ++it) {
        if (isBelow(it.key(), scope))
            m_feed.upsert(it.key());
    }
}

bool Resources::isBeingDeleted(const ResourceId &id) const
{
    return std::any_of(m_beingDeleted.cbegin(), m_beingDeleted.cend(),
                       [&id](const ResourceId &scope) { return isBelow(id, scope); });
}

} // namespace engine
