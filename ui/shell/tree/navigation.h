// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/storage/storage.h"
#include "models/document/documentkind.h"

#include <QList>

namespace ui {

/// A place one can be at.
struct Place
{
    enum class Kind {
        Resource,
        Submit, ///< a new job in \a id
        Connect, ///< a machine to be connected
        NewCluster, ///< in the workspace \a id
        NewFileServer, ///< in the workspace \a id
        Storage, ///< files at \a location
        Transfers, ///< all of them
        Document, ///< one that was opened and has no form of its own; goes into \a id
    };
    engine::ResourceId id; ///< invalid: Home, or a new job or cluster anywhere
    Kind kind = Kind::Resource;
    engine::ResourceId likeJob; ///< of a new job: what it is a copy of
    QList<engine::ResourceId> machines; ///< of a new cluster: chosen at first
    engine::ResourceId cluster; ///< of a new job: chosen at first
    models::OpenedDocument document = {}; ///< what it begins with; may be empty
    engine::Location location = {}; ///< of Storage; without a path, where the place's files begin

    bool operator==(const Place &) const = default;
};

/// Where the user was: back and forward as in a browser. Value.
class Navigation
{
public:
    [[nodiscard]] const Place &current() const { return m_places[m_at]; }
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_places.size(); }
    void back() { m_at -= canGoBack() ? 1 : 0; }
    void forward() { m_at += canGoForward() ? 1 : 0; }
    void setLocation(const engine::Location &location) { m_places[m_at].location = location; } ///< of Storage, now
    void go(const Place &place); ///< forgets what was ahead
    /// What no longer exists is not gone back to. The current place may become another one.
    void forget(const QList<engine::ResourceId> &removed);

private:
    QList<Place> m_places{Place{}};
    qsizetype m_at = 0;
};

} // namespace ui
