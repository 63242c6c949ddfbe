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

/// Hears how far a call is, before its answer.
class Progress
{
public:
    using Taken = std::function<void()>; ///< called in the engine's thread once the value was heard

    Progress() = default;
    /// \a hear has heard a value when it returns.
    template <std::invocable<const QJsonValue &> Hear>
    Progress(Hear hear) // implicit: a lambda is one
        : m_hear([hear](const QJsonValue &value, const Taken &taken) {
              hear(value);
              if (taken)
                  taken();
          })
    {
    }
    /// \a hear passes a value on, and sees to it that Taken is called, unless it leaves the value out.
    template <std::invocable<const QJsonValue &, const Taken &> Hear> Progress(Hear hear) : m_hear(std::move(hear)) { }

    explicit operator bool() const { return bool(m_hear); }
    void operator()(const QJsonValue &value, const Taken &taken = {}) const { m_hear(value, taken); }

private:
    std::function<void(const QJsonValue &, const Taken &)> m_hear;
};

/// The way to an engine: one in this process, or one behind the profile's local socket. It moves calls and changes and
/// knows nothing of what they mean; EngineClient gives them types.
/// Methods and their parameters stand in docs/protocol.md. Thread: lives in its creator's; call() from that thread
/// only. Errors: Unreachable when the engine is gone, Timeout after the deadline; else the engine's own.
/// Cancelling the future gives the call up, and it finishes as canceled. What it set going ends with it where
/// docs/protocol.md says so.
class EngineLink : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineLink)

public:
    using QObject::QObject;

    /// \a progress is called in this link's thread. It hears the newest value: where values come faster than they are
    /// taken, some are left out. A call that has one may take as long as it likes.
    virtual QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                             const Progress &progress = {}) = 0;
    [[nodiscard]] virtual bool isConnected() const = 0;

signals:
    /// {"revision":n,"upserted":[REST documents],"removed":[ids]}: at most ten a second.
    void changed(const QJsonObject &delta);
    /// {"transfer":TransferSnapshot}, {"progress":TransferSnapshot without what was asked} or {"removed":id}, at most
    /// four times a second each, once transfer.list was called; {"stale":true} when some were left out: list them
    /// again.
    void transferred(const QJsonObject &news);
    /// Something the user should know that belongs to no resource, e.g. that the store was restored from a backup.
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);
};

} // namespace engine
