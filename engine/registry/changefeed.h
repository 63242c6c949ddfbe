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

/// Collects changes and emits them in batches, at most ten a second; the first change after a pause is emitted in the
/// next turn of the event loop. A document is built when its batch is emitted, so a cluster whose thousand jobs change
/// at once is built once.
class ChangeFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChangeFeed)

public:
    /// \a documentOf returns the current document of a resource; an empty one is skipped.
    ChangeFeed(std::function<QJsonObject(const ResourceId &)> documentOf, QObject *parent);

    void upsert(const ResourceId &id);
    void remove(const ResourceId &id);
    [[nodiscard]] quint64 revision() const { return m_revision; }
    void flush(); ///< emits pending changes now: a snapshot must not be followed by older changes

signals:
    void changed(const QJsonObject &delta);

private:
    void flushSoon();

    std::function<QJsonObject(const ResourceId &)> m_documentOf;
    QSet<ResourceId> m_upserted;
    QSet<ResourceId> m_removed;
    quint64 m_revision = 0;
    QTimer m_timer;
    QDeadlineTimer m_rest; // earliest time of the next batch
};

} // namespace engine
