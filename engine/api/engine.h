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

/// The folder of the profile: --profile, else $BATCHDECK_PROFILE, else the XDG data directory. Absolute.
[[nodiscard]] QString profileDirectory(const QString &option);

/// A running engine and its thread, or a connection to the engine that another process runs on the same profile.
/// Destruction ends an engine of this process and releases its lock and socket; jobs go on. Thread: its creator's.
class Engine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Engine)

public:
    virtual EngineLink &link() = 0;
    [[nodiscard]] virtual bool isOwn() const = 0; ///< false when attached to the engine of another process

    enum class Attach { Never, Always };
    /// Starts an engine on \a profile. If `batchctl serve` holds the profile, it is asked to hand over. If a console
    /// holds the profile, kind Console attaches to it and kind Serve fails with Busy. Attach::Always attaches to any
    /// holder and takes nothing over. \a readers: the log readers of this process.
    static Result<std::unique_ptr<Engine>> create(const QString &profile, EngineKind kind,
                                                  Attach attach = Attach::Never,
                                                  const std::shared_ptr<LogReaders> &readers = {});

signals:
    /// Another process asked this engine to stop or to hand over. The receiver must destroy this object within 5 s.
    void endRequested();

protected:
    Engine() = default;
};

} // namespace engine
