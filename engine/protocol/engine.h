// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct EngineState
{
    bool running = true;
    qint64 pid = 0;
    QString kind; ///< "console" or "serve"
    QString version;
    QString profile; ///< its directory
    QString profileId;
    QString since; ///< ISO 8601
    QString idleSince;

    static void describe(auto &self, auto &fields)
    {
        fields("running", self.running);
        fields("pid", self.pid);
        fields("kind", self.kind);
        fields("version", self.version);
        fields("profile", self.profile);
        fields("profileId", self.profileId);
        fields("since", self.since);
        fields("idleSince", self.idleSince);
    }
};

/// State that the engine passes to the one that takes the profile over.
struct ReleasedEngine
{
    QJsonObject secrets; ///< secrets that are only in memory

    static void describe(auto &self, auto &fields) { fields("secrets", self.secrets); }
};

namespace method {

inline constexpr Method<Nothing, EngineState> engineStatus{"engine.status"};
inline constexpr Method<Nothing, Nothing> stopEngine{"engine.stop"};
inline constexpr Method<Nothing, ReleasedEngine> releaseEngine{"engine.release"};

} // namespace method

} // namespace engine
