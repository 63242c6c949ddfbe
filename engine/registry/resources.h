// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/newresource.h"
#include "engine/registry/changefeed.h"
#include "engine/registry/notices.h"
#include "engine/store/store.h"

#include <functional>

namespace engine {

/// The document of a new resource as first stored: without secrets, with id and creation time.
[[nodiscard]] QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given);

/// The stored documents of all resources but jobs, and for each kind how it is created and shown. Thread: the engine's.
class Resources final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Resources)

public:
    using Receiver = std::function<void(const Result<QJsonObject> &document)>;
    using Shows = std::function<QJsonObject(const ResourceId &id)>;
    using Makes = std::function<Result<QJsonObject>(const ResourceId &id, const NewResource &request)>;

    Resources(Store &store, Notices &notices, QObject *parent = nullptr);

    [[nodiscard]] const QString &profileId() const { return m_profileId; }
    /// Reads an id as typed. InvalidArgument, also for an id of another profile.
    [[nodiscard]] Result<ResourceId> parse(const QString &text) const;

    [[nodiscard]] bool contains(const ResourceId &id) const { return m_documents.contains(id); }
    [[nodiscard]] QJsonObject stored(const ResourceId &id) const { return m_documents.value(id); }
    [[nodiscard]] const QHash<ResourceId, QJsonObject> &all() const { return m_documents; }
    /// The current document as answered by methods, also of a live job; empty when there is none.
    [[nodiscard]] QJsonObject document(const ResourceId &id) const;

    /// Registers what \a kind adds to stored() when it is shown.
    void setShown(ResourceKind kind, const Shows &shows) { m_shows.insert(kind, shows); }
    /// Registers how a create request of \a kind is checked and turned into the stored document.
    void setMade(ResourceKind kind, const Makes &makes) { m_makes.insert(kind, makes); }
    [[nodiscard]] Result<QJsonObject> make(const ResourceId &id, const NewResource &request) const;

    /// Creates the missing ancestors of \a id that are called "default". NotFound; Conflict while an ancestor is being
    /// deleted.
    [[nodiscard]] Result<void> ensureParents(const ResourceId &id);
    /// Creates the resource; removed again when the store fails.
    void create(const ResourceId &id, const QJsonObject &document, const Receiver &take);
    /// Replaces the document; the old one is restored when the store fails.
    void replace(const ResourceId &id, const QJsonObject &document, const Receiver &take);
    /// As replace(); a failure of the store becomes a notice.
    void keep(const ResourceId &id, const QJsonObject &document);
    /// Changes memory only: the document is being stored, or was.
    void insert(const ResourceId &id, const QJsonObject &document) { m_documents.insert(id, document); }
    QJsonObject take(const ResourceId &id); ///< removes it from memory, not from the store

    // A name is reserved while its resource is being created.
    void reserve(const ResourceId &id) { m_reserved.insert(id); }
    void release(const ResourceId &id);
    [[nodiscard]] bool isReserved(const ResourceId &id) const { return m_reserved.contains(id); }
    /// Calls \a act when the reserved name is released; by then the new resource is contained.
    void whenReleased(const ResourceId &id, const std::function<void()> &act) { m_waiting[id].append(act); }

    // A resource that is being deleted is shown as "deleting" until its jobs have ended.
    void beginDeletion(const ResourceId &scope);
    void endDeletion(const ResourceId &scope);
    [[nodiscard]] bool isBeingDeleted(const ResourceId &id) const;

    [[nodiscard]] ChangeFeed &feed() { return m_feed; }

signals:
    void changed(const engine::ResourceId &id); ///< created, or its document replaced
    void removed(const engine::ResourceId &id); ///< by take()

private:
    Store &m_store;
    Notices &m_notices;
    QString m_profileId;
    QHash<ResourceId, QJsonObject> m_documents;
    QHash<ResourceKind, Shows> m_shows;
    QHash<ResourceKind, Makes> m_makes;
    QSet<ResourceId> m_reserved;
    QHash<ResourceId, QList<std::function<void()>>> m_waiting; // for the release of a name
    QList<ResourceId> m_beingDeleted;
    ChangeFeed m_feed;
};

} // namespace engine
