// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QObject>

#include <optional>

namespace engine {

/// What the user should know that belongs to no resource. Thread: the engine's.
class Notices final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notices)

public:
    using QObject::QObject;

    void tell(const Message &notice) { emit noticed(notice); }
    /// A write of the store failed. A full disk fails every write: told at once, then every ten minutes.
    void storeFailed(const Error &error);
    /// storeFailed() with the error of \a written, should it have one.
    void watch(const QFuture<Result<void>> &written);

signals:
    void noticed(const engine::Message &notice);

private:
    std::optional<qint64> m_storeFailureToldMs;
};

} // namespace engine
