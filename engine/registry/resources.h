// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/newresource.h"
#include "engine/registry/changefeed.h"
#include "engine/registry/notices.h"
#include "engine/store/store.h"

#include <functional>

namespace engine {

/// A resource's document as it is first stored: without secrets, with its id, and when it was created.
[[nodiscard]] QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given);

/// The documents of all resources but jobs, as they are stored, and how each kind is shown and made. Thread: the
/// engine's.
class Resources final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Resources)

public:
    using Taker = std::function<void(const Result<QJsonObject> &document)>;
    using Shows = std::function<QJsonObject(const ResourceId &id)>;
    using Makes = std::function<Result<QJsonObject>(const ResourceId &id, const NewResource &request)>;

    Resources(Store &store, Notices &notices, QObject *parent = nullptr);

    [[nodiscard]] const QString &profileId() const { return m_profileId; }
    /// Reads an id as people type it. InvalidArgument; so is one of another profile.
    [[nodiscard]] Result<ResourceId> parse(const QString &text) const;

    [[nodiscard]] bool contains(const ResourceId &id) const { return m_documents.contains(id); }
    [[nodiscard]] QJsonObject stored(const ResourceId &id) const { return m_documents.value(id); }
    [[nodiscard]] const QHash<ResourceId, QJsonObject> &all() const { return m_documents; }
    /// As it is at this moment, for an answer; empty: there is none. Of a job that is live.
    [[nodiscard]] QJsonObject document(const ResourceId &id) const;

    /// Adds to stored() of this kind what is so at the moment.
    void setShown(ResourceKind kind, const Shows &shows) { m_shows.insert(kind, shows); }
    /// Checks what is to be created of this kind, and answers what is to be stored.
    void setMade(ResourceKind kind, const Makes &makes) { m_makes.insert(kind, makes); }
    [[nodiscard]] Result<QJsonObject> make(const ResourceId &id, const NewResource &request) const;

    /// Creates those above \a id that are missing and called "default". NotFound; Conflict while they are being
    /// deleted.
    [[nodiscard]] Result<void> ensureParents(const ResourceId &id);
    /// Creates it; it is gone again when the store refuses.
    void create(const ResourceId &id, const QJsonObject &document, const Taker &take);
    /// Puts another document in the place of one; as it was when the store refuses.
    void replace(const ResourceId &id, const QJsonObject &document, const Taker &take);
    /// The same, and a refusal of the store is told as a notice.
    void keep(const ResourceId &id, const QJsonObject &document);
    /// Puts it here only: it is being stored, or was.
    void insert(const ResourceId &id, const QJsonObject &document) { m_documents.insert(id, document); }
    QJsonObject take(const ResourceId &id); ///< out of here, not out of the store

    // A name is reserved while what is to have it is being made.
    void reserve(const ResourceId &id) { m_reserved.insert(id); }
    void release(const ResourceId &id);
    [[nodiscard]] bool isReserved(const ResourceId &id) const { return m_reserved.contains(id); }
    /// Calls \a act when the name, which is reserved, is released, and what has it by then is contained.
    void whenReleased(const ResourceId &id, const std::function<void()> &act) { m_waiting[id].append(act); }

    // What is being deleted goes once the jobs in it have; until then it is shown as "deleting".
    void beginDeletion(const ResourceId &scope);
    void endDeletion(const ResourceId &scope);
    [[nodiscard]] bool isBeingDeleted(const ResourceId &id) const;

    [[nodiscard]] ChangeFeed &feed() { return m_feed; }

signals:
    void changed(const engine::ResourceId &id); ///< it was created, or another document is in its place

private:
    Store &m_store;
    Notices &m_notices;
    QString m_profileId;
    QHash<ResourceId, QJsonObject> m_documents;
    QHash<ResourceKind, Shows> m_shows;
    QHash<ResourceKind, Makes> m_makes;
    QSet<ResourceId> m_reserved;
    QHash<ResourceId, QList<std::function<void()>>> m_waiting; // for a release
    QList<ResourceId> m_beingDeleted;
    ChangeFeed m_feed;
};

} // namespace engine
