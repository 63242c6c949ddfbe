// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QJsonValue>
#include <QObject>

#include <concepts>
#include <functional>
#include <utility>

namespace engine {

/// Receiver of the progress of a call, which comes before its answer.
class Progress
{
public:
    using Taken = std::function<void()>; ///< to be called in the engine's thread once the value was delivered

    Progress() = default;
    /// \a hear is done with a value when it returns.
    template <std::invocable<const QJsonValue &> Hear>
    Progress(Hear hear) // implicit: a lambda is one
        : m_hear([hear](const QJsonValue &value, const Taken &taken) {
              hear(value);
              if (taken)
                  taken();
          })
    {
    }
    /// \a hear forwards a value and ensures that Taken is called, or drops the value.
    template <std::invocable<const QJsonValue &, const Taken &> Hear> Progress(Hear hear) : m_hear(std::move(hear)) { }

    explicit operator bool() const { return bool(m_hear); }
    void operator()(const QJsonValue &value, const Taken &taken = {}) const { m_hear(value, taken); }

private:
    std::function<void(const QJsonValue &, const Taken &)> m_hear;
};

/// Connection to an engine: in this process, or through the profile's local socket. It carries calls and events without
/// knowledge of their meaning; EngineClient gives them types. Methods and parameters are in docs/protocol.md. Thread:
/// lives in its creator's; call() from that thread only. Errors: Unreachable when the engine is gone, Timeout after the
/// deadline, else the engine's own.
/// Canceling the future cancels the call, and the future finishes as canceled. What the call started ends as well where
/// docs/protocol.md says so.
class EngineLink : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineLink)

public:
    using QObject::QObject;

    /// \a progress is called in this link's thread with the newest value. Values that arrive faster than \a progress
    /// takes them are dropped. A call with \a progress has no deadline.
    virtual QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                             const Progress &progress = {}) = 0;
    [[nodiscard]] virtual bool isConnected() const = 0;

signals:
    /// {"revision":n,"upserted":[REST documents],"removed":[ids]}: at most ten a second.
    void changed(const QJsonObject &delta);
    /// {"transfer":TransferSnapshot}, {"progress":TransferSnapshot without the request} or {"removed":id}, at most four
    /// times a second each, once transfer.list was called. {"stale":true} when events were dropped: call transfer.list
    /// again.
    void transferred(const QJsonObject &news);
    /// A message for the user that belongs to no resource, e.g. that the store was restored from a backup.
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);
};

} // namespace engine
