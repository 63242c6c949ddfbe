// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

namespace engine {

/// Something that was looked at on a machine, by its doctor or before a job. Value.
struct DoctorFinding
{
    enum class State { Ok, Warning, Failed };
    QString check; ///< a word: "login-shell", "disk"…
    State state = State::Ok;
    Message message;
    Message remedy;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static DoctorFinding fromJson(const QJsonObject &json);
};

/// What a pre-flight found on a node.
struct CheckedNode
{
    QString name;
    QList<DoctorFinding> findings;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static CheckedNode fromJson(const QJsonObject &json);
};

} // namespace engine
