// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QObject>

namespace models {
class ResourceStore;
}

/// --demo without a display: prints the sample job's log to stdout while it grows.
class DemoLog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DemoLog)

public:
    DemoLog(const models::ResourceStore &store, QObject *parent = nullptr);

private:
    void print();

    const models::ResourceStore &m_store;
    QDateTime m_since = QDateTime::currentDateTimeUtc(); // ignores older jobs
    QHash<QString, qint64> m_printed; // printed bytes, by spool path
};
