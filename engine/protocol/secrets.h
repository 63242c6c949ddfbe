// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct SetSecret
{
    QString name;
    LongText value;
    QString place = QStringLiteral("keyring"); ///< or "memory"

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name)("value", self.value)("place", self.place);
    }
};

struct SecretKept
{
    QString place; ///< "keyring" or "memory"
    std::optional<Message> reason; ///< why the secret is not in the keyring although that was requested

    static void describe(auto &self, auto &fields) { fields("place", self.place)("reason", self.reason); }
};

struct SecretName
{
    QString name;

    static void describe(auto &self, auto &fields) { fields("name", self.name); }
};

struct ListedSecret
{
    QString name;
    QString place; ///< "keyring" or "memory"

    static void describe(auto &self, auto &fields) { fields("name", self.name)("place", self.place); }
};

namespace method {

/// Jobs and machines that wait for the secret continue without a further call.
inline constexpr Method<SetSecret, SecretKept> setSecret{"secret.set"};
inline constexpr Method<SecretName, Nothing> removeSecret{"secret.remove"};
inline constexpr Method<Nothing, QList<ListedSecret>> listSecrets{"secret.list"};

} // namespace method

} // namespace engine
