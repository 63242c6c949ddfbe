// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QTimer>

namespace engine {

/// Collects changed documents and tells of them in batches, at most ten a second; the last state of a document wins.
class ChangeFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChangeFeed)

public:
    explicit ChangeFeed(QObject *parent = nullptr);

    void upsert(const ResourceId &id, const QJsonObject &document);
    void remove(const ResourceId &id);
    [[nodiscard]] quint64 revision() const { return m_revision; }
    void flush(); ///< what is pending goes out now: a snapshot must not be followed by older news

signals:
    void changed(const QJsonObject &delta);

private:
    QHash<ResourceId, QJsonObject> m_upserted;
    QHash<ResourceId, bool> m_removed;
    quint64 m_revision = 0;
    QTimer m_timer;
};

} // namespace engine
