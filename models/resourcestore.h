// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QHash>

namespace models {

/// Copy of the engine's resources for the window. After missed changes (a gap in the revisions, or an empty delta) it
/// fetches a snapshot and emits the difference. Thread: its client's.
class ResourceStore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceStore)

public:
    explicit ResourceStore(engine::EngineClient &client, QObject *parent = nullptr);

    void sync(); ///< fetches a snapshot; loaded() or failed() follows
    [[nodiscard]] bool isLoaded() const { return m_loaded; }
    [[nodiscard]] QDateTime asOf() const { return m_asOf; } ///< time of the engine's last message
    [[nodiscard]] bool contains(const engine::ResourceId &id) const { return m_resources.contains(id); }
    [[nodiscard]] QJsonObject document(const engine::ResourceId &id) const; ///< empty when it is unknown
    /// All resources of a kind, at or below a valid \a scope; unordered.
    [[nodiscard]] QList<engine::ResourceSnapshot> all(engine::ResourceKind kind,
                                                      const engine::ResourceId &scope = {}) const;

signals:
    /// Emitted after the store changed. \a removed includes the children of removed resources.
    void changed(const engine::ResourceDelta &delta);
    void loaded(); ///< the first snapshot has arrived
    void failed(const engine::Error &error);

private:
    void receive(const engine::ResourceDelta &delta);
    void adopt(const engine::ResourceDelta &snapshot);
    void apply(engine::ResourceDelta delta);
    void addDescendants(QList<engine::ResourceId> &removed) const;

    engine::EngineClient &m_client;
    QHash<engine::ResourceId, engine::ResourceSnapshot> m_resources;
    QList<engine::ResourceDelta> m_early; // arrived during the request of a snapshot
    QDateTime m_asOf;
    quint64 m_revision = 0;
    bool m_loaded = false;
    bool m_syncing = false;
};

/// The storage account of the place that files are in; invalid when \a place is no account's, or the account is
/// unknown.
[[nodiscard]] engine::ResourceId storageAccountAt(const ResourceStore &store, const QString &place);

} // namespace models
