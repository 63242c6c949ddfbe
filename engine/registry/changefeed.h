// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QDeadlineTimer>
#include <QJsonObject>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace engine {

/// Collects what changed and tells of it in batches, at most ten a second: the first change of a quiet time goes out
/// with the next turn of the event loop. A document is made when its batch goes out:
/// a cluster whose thousand jobs change at once is written once.
class ChangeFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChangeFeed)

public:
    /// \a documentOf answers a resource as it is now; an empty one is left out.
    ChangeFeed(std::function<QJsonObject(const ResourceId &)> documentOf, QObject *parent);

    void upsert(const ResourceId &id);
    void remove(const ResourceId &id);
    [[nodiscard]] quint64 revision() const { return m_revision; }
    void flush(); ///< what is pending goes out now: a snapshot must not be followed by older news

signals:
    void changed(const QJsonObject &delta);

private:
    void flushSoon();

    std::function<QJsonObject(const ResourceId &)> m_documentOf;
    QSet<ResourceId> m_upserted;
    QSet<ResourceId> m_removed;
    quint64 m_revision = 0;
    QTimer m_timer;
    QDeadlineTimer m_rest; // until the next batch may go out
};

} // namespace engine
