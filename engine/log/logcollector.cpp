// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/logcollector.h"

#include "engine/log/logtail.h"

namespace engine {

LogCollector::LogCollector(QObject *parent, std::chrono::milliseconds firstDelay)
    : QObject(parent), m_firstDelay(firstDelay)
{
    m_thread.setObjectName(QLatin1StringView("logs"));
    m_thread.start();
}

LogCollector::~LogCollector()
{
    const QStringList keys = m_tails.keys();
    for (const QString &key : keys)
        stop(key);
    m_thread.quit(); // a thread that ends still carries out deleteLater()
    m_thread.wait();
}

void LogCollector::follow(const FollowSpec &spec)
{
    if (m_tails.contains(spec.key))
        return;
    auto *tail = new LogTail(spec, m_firstDelay);
    tail->moveToThread(&m_thread);
    m_tails.insert(spec.key, tail);
    attach(spec.key, tail);
    QMetaObject::invokeMethod(tail, &LogTail::start);
}

void LogCollector::attach(const QString &key, LogTail *tail)
{
    // A signal that was under way when stop() came finds another tail, or none, under its key.
    const auto isCurrent = [this, key, tail] { return m_tails.value(key) == tail; };
    connect(tail, &LogTail::appeared, this, [this, key, isCurrent] {
        if (isCurrent())
            emit appeared(key);
    });
    connect(tail, &LogTail::completed, this, [this, key, isCurrent](qint64 size) {
        if (!isCurrent())
            return;
        stop(key);
        emit completed(key, size);
    });
    connect(tail, &LogTail::failed, this, [this, key, isCurrent](const Error &error) {
        if (!isCurrent())
            return;
        stop(key);
        emit failed(key, error);
    });
}

void LogCollector::finish(const QString &key)
{
    if (LogTail *tail = m_tails.value(key))
        QMetaObject::invokeMethod(tail, &LogTail::finish);
}

void LogCollector::retryNow(const RemoteHost *host)
{
    for (LogTail *tail : std::as_const(m_tails)) {
        if (tail->host() == host)
            QMetaObject::invokeMethod(tail, &LogTail::retryNow);
    }
}

void LogCollector::stop(const QString &key)
{
    if (LogTail *tail = m_tails.take(key))
        tail->deleteLater();
}

} // namespace engine
