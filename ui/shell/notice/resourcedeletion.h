// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/resourcestore.h"
#include "ui/shell/notice/notices.h"

#include <QHash>

namespace ui {

/// Deletes resources, and removes machines from the profile, after DeletionDialog was accepted.
class ResourceDeletion final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceDeletion)

public:
    /// \a window: parent of the dialog.
    ResourceDeletion(engine::EngineClient &client, const models::ResourceStore &store, const Notices &notices,
                     QWidget &window);

    void ask(const QList<engine::ResourceId> &ids); ///< at least one, all in the store

private:
    void remove(const QList<engine::ResourceId> &ids, bool stopsJobs,
                const QHash<engine::ResourceId, QList<engine::JobOutput>> &outputs);
    void say(const QList<engine::ResourceId> &gone, const QList<engine::Message> &users);

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    const Notices m_notices;
    QWidget &m_window;
};

} // namespace ui
