// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QHash>

namespace models {

/// Everything the window knows about resources, kept equal to the engine's. Missed changes (a gap in the revisions, or
/// a change that is empty) end in a new snapshot, which reaches the listeners as the difference to what they had.
/// Thread: its client's.
class ResourceStore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceStore)

public:
    explicit ResourceStore(engine::EngineClient &client, QObject *parent = nullptr);

    void sync(); ///< takes a snapshot now; loaded() or failed() follows
    [[nodiscard]] bool isLoaded() const { return m_loaded; }
    [[nodiscard]] QDateTime asOf() const { return m_asOf; } ///< when the engine was last heard
    [[nodiscard]] bool contains(const engine::ResourceId &id) const { return m_resources.contains(id); }
    [[nodiscard]] QJsonObject document(const engine::ResourceId &id) const; ///< empty when it is not known
    /// All of a kind, at or below \a scope when that is valid; in no particular order.
    [[nodiscard]] QList<engine::ResourceSnapshot> all(engine::ResourceKind kind,
                                                      const engine::ResourceId &scope = {}) const;

signals:
    /// After the store changed. removed lists the children of what went as well.
    void changed(const engine::ResourceDelta &delta);
    void loaded(); ///< the first snapshot is in
    void failed(const engine::Error &error);

private:
    void receive(const engine::ResourceDelta &delta);
    void adopt(const engine::ResourceDelta &snapshot);
    void apply(engine::ResourceDelta delta);
    void addDescendants(QList<engine::ResourceId> &removed) const;

    engine::EngineClient &m_client;
    QHash<engine::ResourceId, engine::ResourceSnapshot> m_resources;
    QList<engine::ResourceDelta> m_early; // arrived while a snapshot was on its way
    QDateTime m_asOf;
    quint64 m_revision = 0;
    bool m_loaded = false;
    bool m_syncing = false;
};

} // namespace models
