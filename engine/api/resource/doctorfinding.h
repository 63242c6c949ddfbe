// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/api/words.h"

namespace engine {

/// Result of one check of a machine, by its doctor or by the preflight of a job. Value.
struct DoctorFinding
{
    enum class State { Ok, Warning, Failed };
    QString check; ///< a word: "login-shell", "disk"…
    State state = State::Ok;
    Message message;
    Message remedy;

    static void describe(auto &self, auto &fields)
    {
        fields("check", self.check)("state", self.state)("message", self.message)("remedy", self.remedy);
    }
};
template <> inline constexpr std::array wireWords<DoctorFinding::State>{"ok", "warning", "failed"};

/// The findings of a preflight on one node.
struct CheckedNode
{
    QString name;
    QList<DoctorFinding> findings;

    static void describe(auto &self, auto &fields) { fields("name", self.name)("checks", self.findings); }
};

} // namespace engine
