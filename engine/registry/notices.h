// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QObject>

#include <optional>

namespace engine {

/// Messages for the user that belong to no resource. Thread: the engine's.
class Notices final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notices)

public:
    using QObject::QObject;

    void tell(const Message &notice) { emit noticed(notice); }
    /// Reports a failed write of the store. On a full disk every write fails: one notice at once, then one every ten
    /// minutes.
    void storeFailed(const Error &error);
    /// Calls storeFailed() if \a written fails.
    void watch(const QFuture<Result<void>> &written);

signals:
    void noticed(const engine::Message &notice);

private:
    std::optional<qint64> m_storeFailureToldMs;
};

} // namespace engine
