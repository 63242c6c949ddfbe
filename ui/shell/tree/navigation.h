// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/storage/storage.h"
#include "models/document/documentkind.h"

#include <QList>

namespace ui {

/// A place that the window can show.
struct Place
{
    enum class Kind {
        Resource,
        Submit, ///< a new job in \a id
        Connect, ///< connect a machine
        NewCluster, ///< in the workspace \a id
        NewFileServer, ///< in the workspace \a id
        NewStorageAccount,
        Storage, ///< files at \a location; \a id is that of the storage account they are in
        Transfers, ///< all transfers
        Document, ///< an opened document without a form of its own; to be created in \a id
    };
    engine::ResourceId id; ///< invalid: Home, or a new job or cluster without a parent
    Kind kind = Kind::Resource;
    engine::ResourceId likeJob; ///< of a new job: the copied job
    QList<engine::ResourceId> machines; ///< of a new cluster: initial choice
    engine::ResourceId cluster; ///< of a new job: initial choice
    models::OpenedDocument document = {}; ///< initial content; may be empty
    engine::Location location = {}; ///< of Storage; empty path: the home folder of the place

    bool operator==(const Place &) const = default;
};

/// History of places, as in a browser. Value.
class Navigation
{
public:
    [[nodiscard]] const Place &current() const { return m_places[m_at]; }
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_places.size(); }
    void back() { m_at -= canGoBack() ? 1 : 0; }
    void forward() { m_at += canGoForward() ? 1 : 0; }
    /// Sets the current folder of Storage. \a account: which it is in; invalid: none.
    void setLocation(const engine::Location &location, const engine::ResourceId &account)
    {
        m_places[m_at].location = location;
        m_places[m_at].id = account;
    }
    void go(const Place &place); ///< discards forward places
    /// Removes deleted resources from the history. May change the current place.
    void forget(const QList<engine::ResourceId> &removed);

private:
    QList<Place> m_places{Place{}};
    qsizetype m_at = 0;
};

} // namespace ui
