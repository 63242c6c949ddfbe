// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/changefeed.h"

#include <QJsonArray>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

ChangeFeed::ChangeFeed(std::function<QJsonObject(const ResourceId &)> documentOf, QObject *parent)
    : QObject(parent), m_documentOf(std::move(documentOf)), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ChangeFeed::flush);
}

void ChangeFeed::upsert(const ResourceId &id)
{
    m_removed.remove(id);
    m_upserted.insert(id);
    flushSoon();
}

void ChangeFeed::remove(const ResourceId &id)
{
    m_upserted.remove(id);
    m_removed.insert(id);
    flushSoon();
}

void ChangeFeed::flushSoon()
{
    if (!m_timer.isActive())
        m_timer.start(int(m_rest.remainingTime()));
}

void ChangeFeed::flush()
{
    m_timer.stop();
    if (m_upserted.isEmpty() && m_removed.isEmpty())
        return;
    QJsonArray upserted;
    for (const ResourceId &id : std::as_const(m_upserted)) {
        if (const QJsonObject document = m_documentOf(id); !document.isEmpty())
            upserted.append(document);
    }
    QJsonArray removed;
    for (const ResourceId &id : std::as_const(m_removed))
        removed.append(id.toString());
    m_upserted.clear();
    m_removed.clear();
    m_rest.setRemainingTime(100ms);
    emit changed({{u"revision"_s, qint64(++m_revision)}, {u"upserted"_s, upserted}, {u"removed"_s, removed}});
}

} // namespace engine
