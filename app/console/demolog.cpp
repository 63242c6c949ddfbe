// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/console/demolog.h"

#include "models/resourcestore.h"

#include <QFile>
#include <QTimer>

#include <cstdio>

using namespace std::chrono_literals;

DemoLog::DemoLog(const models::ResourceStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &DemoLog::print);
    timer->start(100ms);
}

void DemoLog::print()
{
    for (const auto &resource : m_store.all(engine::ResourceKind::Job)) {
        const auto job = engine::JobSnapshot::fromDocument(resource.document);
        if (job.created < m_since)
            continue;
        for (const engine::LogFileSnapshot &log : job.logs) {
            QFile file(log.spoolPath);
            if (!file.open(QIODevice::ReadOnly) || !file.seek(m_printed.value(log.spoolPath)))
                continue;
            const QByteArray more = file.readAll();
            std::fwrite(more.constData(), 1, size_t(more.size()), stdout);
            std::fflush(stdout);
            m_printed[log.spoolPath] += more.size();
        }
    }
}
