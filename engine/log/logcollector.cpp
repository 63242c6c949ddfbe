// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/logcollector.h"

#include "engine/log/nodetail.h"

namespace engine {

namespace {

constexpr int mostFiles = 1000; // for one channel: the names are arguments of one command

} // namespace

LogCollector::LogCollector(QObject *parent, const Settings &settings)
    : QObject(parent), m_firstDelay(settings.firstDelay), m_readers(settings.readers), m_limits(settings.limits),
      m_quota(std::make_shared<SpoolQuota>(settings.spoolRoot, settings.limits))
{
    m_thread.setObjectName(QLatin1StringView("logs"));
    m_there->moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(m_there, [quota = m_quota] { quota->start(); });
}

LogCollector::~LogCollector()
{
    const QStringList keys = m_followed.keys();
    for (const QString &key : keys)
        stop(key);
    m_there->deleteLater();
    m_thread.quit(); // an ending thread still runs deleteLater()
    m_thread.wait();
}

NodeTail *LogCollector::nodeOf(const std::shared_ptr<RemoteHost> &host)
{
    for (auto known = m_nodes.cbegin(); known != m_nodes.cend(); ++known) {
        if (known.value() == host.get() && m_fileCounts.value(known.key()) < mostFiles)
            return known.key();
    }
    auto *node = new NodeTail(host, m_quota, m_readers, m_firstDelay);
    node->moveToThread(&m_thread);
    m_nodes.insert(node, host.get());
    connect(node, &NodeTail::appeared, this, [this](quint64 id) {
        if (const QString key = keyOf(id); !key.isEmpty())
            emit appeared(key);
    });
    connect(node, &NodeTail::completed, this, [this](quint64 id, qint64 size) {
        const QString key = keyOf(id);
        if (key.isEmpty())
            return;
        stop(key);
        emit completed(key, size);
    });
    connect(node, &NodeTail::stalled, this, [this](quint64 id, const Error &error) {
        if (const QString key = keyOf(id); !key.isEmpty())
            emit stalled(key, error);
    });
    connect(node, &NodeTail::failed, this, [this](quint64 id, const Error &error) {
        const QString key = keyOf(id);
        if (key.isEmpty())
            return;
        stop(key);
        emit failed(key, error);
    });
    return node;
}

void LogCollector::follow(const FollowSpec &spec)
{
    if (m_followed.contains(spec.key))
        return;
    const Followed followed{++m_lastId, nodeOf(spec.host)};
    m_followed.insert(spec.key, followed);
    m_keys.insert(followed.id, spec.key);
    ++m_fileCounts[followed.node];
    QMetaObject::invokeMethod(followed.node, [followed, spec] { followed.node->add(followed.id, spec); });
}

void LogCollector::finish(const QString &key)
{
    const Followed followed = m_followed.value(key);
    if (followed.node)
        QMetaObject::invokeMethod(followed.node, [followed] { followed.node->finish(followed.id); });
}

void LogCollector::retryNow(const RemoteHost *host)
{
    for (auto node = m_nodes.cbegin(); node != m_nodes.cend(); ++node) {
        if (node.value() == host)
            QMetaObject::invokeMethod(node.key(), &NodeTail::retryNow);
    }
}

void LogCollector::setLimits(const SpoolLimits &limits)
{
    m_limits = limits;
    QMetaObject::invokeMethod(m_there, [quota = m_quota, limits] { quota->setLimits(limits); });
}

void LogCollector::stop(const QString &key)
{
    const Followed followed = m_followed.take(key);
    if (!followed.node)
        return;
    m_keys.remove(followed.id);
    if (--m_fileCounts[followed.node] > 0) {
        QMetaObject::invokeMethod(followed.node, [followed] { followed.node->stop(followed.id); });
        return;
    }
    m_fileCounts.remove(followed.node);
    m_nodes.remove(followed.node); // the host is not kept
    followed.node->deleteLater();
}

} // namespace engine
