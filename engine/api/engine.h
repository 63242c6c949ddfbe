// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/words.h"

#include <memory>

namespace engine {

class LogReaders;

enum class EngineKind { Console, Serve };
template <> inline constexpr std::array enumWords<EngineKind>{"console", "serve"};

/// Where a profile lives: --profile, else $BATCHDECK_PROFILE, else the XDG data directory. Absolute.
[[nodiscard]] QString profileDirectory(const QString &option);

/// A running engine and its thread, or the way to one that another process runs on the same profile.
/// Destruction ends an engine of this process: jobs go on, its lock and socket go. Thread: its creator's.
class Engine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Engine)

public:
    virtual EngineLink &link() = 0;
    [[nodiscard]] virtual bool isOwn() const = 0; ///< false: attached to another process

    enum class Attach { Never, Always };
    /// Starts an engine on \a profile. A serve that holds it is asked to hand over; a console that holds it is attached
    /// to (kind Console), or answers Busy (kind Serve). Attach::Always: attach to whoever runs, take nothing over.
    /// \a readers: those of who shows logs in this process.
    static Result<std::unique_ptr<Engine>> create(const QString &profile, EngineKind kind,
                                                  Attach attach = Attach::Never,
                                                  const std::shared_ptr<LogReaders> &readers = {});

signals:
    /// Somebody asked this process's engine to stop or to hand over: destroy it within 5 s.
    void endRequested();

protected:
    Engine() = default;
};

} // namespace engine
