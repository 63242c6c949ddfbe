// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"

namespace engine {

/// Holder of a profile according to the content of its lock file. For messages and for the choice of whom to ask; only
/// the lock itself is binding.
struct ProfileHolder
{
    qint64 pid = 0; ///< 0 when unknown
    QString kind; ///< "console", "serve"; empty when unknown
};

/// Exclusive ownership of a profile: an flock on PROFILE/lock, which the kernel releases when the process ends. The
/// file is never deleted: otherwise two holders could lock two files of the same name. Child processes do not inherit
/// the lock. Movable by pointer; any thread.
class ProfileLock
{
    Q_DISABLE_COPY_MOVE(ProfileLock)

public:
    /// Creates the profile if it is missing. Busy when another process holds the lock; IoError.
    static Result<std::unique_ptr<ProfileLock>> tryLock(const QString &profile, EngineKind kind);
    ~ProfileLock();

    [[nodiscard]] static ProfileHolder holder(const QString &profile);

private:
    explicit ProfileLock(int descriptor) : m_descriptor(descriptor) { }
    int m_descriptor;
};

/// Acquires the profile for a new engine. Blocks for at most 15 s; called before the engine runs.
/// A console asks a serve that holds the profile to release it, and repeats that, because a client may start another
/// serve in between. A serve yields to any engine that answers, as does a console with Attach::Always. In that case,
/// and when a console holds the profile, the error is Busy with the holder's pid as Error::target. \a secrets receives
/// the in-memory secrets of the serves that released.
Result<std::unique_ptr<ProfileLock>> acquireProfile(const QString &profile, EngineKind kind,
                                                    Engine::Attach attach = Engine::Attach::Never,
                                                    QJsonObject *secrets = nullptr);

} // namespace engine
