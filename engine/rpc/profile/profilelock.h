// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"

namespace engine {

/// Who holds a profile, as its lock file says. For people and decisions about whom to ask; the lock itself decides.
struct ProfileHolder
{
    qint64 pid = 0; ///< 0: not known (yet)
    QString kind; ///< "console", "serve"; empty when not known
};

/// The right to be a profile's engine: an flock on PROFILE/lock, which ends with the process however it ends. The file
/// stays; it is never removed, so that two holders can never lock two files of one name. Not inherited by programs that
/// are started. Value semantics by pointer; any thread.
class ProfileLock
{
    Q_DISABLE_COPY_MOVE(ProfileLock)

public:
    /// Makes the profile where it is missing. Busy when another process has it; IoError.
    static Result<std::unique_ptr<ProfileLock>> tryLock(const QString &profile, EngineKind kind);
    ~ProfileLock();

    [[nodiscard]] static ProfileHolder holder(const QString &profile);

private:
    explicit ProfileLock(int descriptor) : m_descriptor(descriptor) { }
    int m_descriptor;
};

/// Takes the profile for a new engine. Blocks, at most 15 s; before the engine runs.
/// A console asks a serve that has it to release and tries again until it has it, because a client may start another
/// serve in between. A serve gives way to any engine that answers; with Attach::Always so does a console. Then, and
/// when a console has it, the error is Busy with that engine's pid as Error::target.
/// \a secrets gets what the serves that gave way had in memory only.
Result<std::unique_ptr<ProfileLock>> acquireProfile(const QString &profile, EngineKind kind,
                                                    Engine::Attach attach = Engine::Attach::Never,
                                                    QJsonObject *secrets = nullptr);

} // namespace engine
